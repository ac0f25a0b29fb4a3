"""An `Interface` as plain text and back: what a library says of itself, under the name SYMBOL.

The text is JSON.  Lists stand for tuples, an object with `is` for a dataclass, `pairs` for a map,
`bits` for a number that JSON cannot be trusted with.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from gdl import model
from gdl.types import ListType, SetType, Type, WordType
from interpreter.identity import comparable, rules_hash
from interpreter.native.interface import Interface, PackedStep, Packing, Stage, Stored

CLASSES: Mapping[str, Any] = {
    made.__name__: made
    for made in (Interface, Stored, Packing, PackedStep, Stage, Type, WordType, SetType, ListType)
}
SYMBOL = "bw_interface"
EXACT = 1 << 53  # whole numbers below are the same in every reader of JSON


def identity(game: model.Game) -> str:
    """What stands for all that matters in play and in the marks of a game."""
    parts = rules_hash(game), repr(comparable(game.marks))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def describe(interface: Interface, rules: str) -> str:
    """The text of an interface; `rules` is the identity of its game."""
    parts = {"rules": rules, "interface": plain(interface)}
    return json.dumps(parts, separators=(",", ":"), allow_nan=False)


def interface_of(library: ctypes.CDLL, rules: str) -> Interface | None:
    """The interface of a library; None for one of another game, or that is none of this program."""
    try:
        text = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, SYMBOL)))
    except ValueError:  # there is no such symbol
        return None
    return described(text, rules)


def described(text: bytes, rules: str) -> Interface | None:
    """The interface of a text; None for a text of other rules, or that is none at all."""
    try:
        parts = json.loads(text)
        found = rebuilt(parts["interface"]) if parts["rules"] == rules else None
    except (LookupError, TypeError, ValueError, RecursionError):
        return None
    return found if isinstance(found, Interface) else None


def plain(value: Any) -> Any:
    """A value as JSON has it.  Raises TypeError for one of another kind."""
    if is_dataclass(value) and type(value).__name__ in CLASSES:
        parts = {f.name: plain(getattr(value, f.name)) for f in fields(value)}
        return {"is": type(value).__name__, **parts}
    if isinstance(value, Mapping):
        return {"pairs": [[plain(key), plain(entry)] for key, entry in value.items()]}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, int) and abs(value) >= EXACT:
        return {"bits": hex(value)}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(f"{type(value).__name__} in an interface")


def rebuilt(data: Any) -> Any:
    """What `plain` was given.  Raises LookupError, TypeError or ValueError for anything else."""
    if isinstance(data, list):
        return tuple(map(rebuilt, data))
    if not isinstance(data, dict):
        return data
    if "pairs" in data:
        return {rebuilt(key): rebuilt(entry) for key, entry in data["pairs"]}
    if "bits" in data:
        return int(data["bits"], 16)
    parts = {name: rebuilt(part) for name, part in data.items() if name != "is"}
    return CLASSES[data["is"]](**parts)
