"""What Python must know of a library to read and write its states and moves.

`Plan.interface` makes it of a plan; the library holds it as a text (see `describe`), so that
neither the plan nor the C text need be made again where the library is in the cache.  All in it is
plain data.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import struct
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

from gdl.model import nodes as model
from gdl.model.canonical import canonical, rules_hash
from gdl.source.frozen import frozen
from gdl.source.spans import Span
from gdl.vocabulary.types import ListType, SetType, Type, WordType
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.reference.ways.simultaneous import is_simultaneous

STEP_BITS = 10  # of a packed move: the number of its step
WORD_BYTES = 8  # of a set: the bytes of each of its words
FORMATS = {"double": "d", "int64_t": "q", "int32_t": "i", "int16_t": "h", "int8_t": "b",
           "uint8_t": "B"}  # fmt: skip
MAX_BYTES = 1 << 16  # of one state


@frozen
class Stored:
    """A field of the state: `count` entries of a C type, sets of so many `words` or numbers."""

    storage: str
    words: int  # 0 for a number
    count: int

    @property
    def is_set(self) -> bool:
        return self.words > 0

    @property
    def entry_bytes(self) -> int:
        return self.words * WORD_BYTES if self.is_set else struct.calcsize(self.format(1))

    def format(self, count: int) -> str:
        """So many of its numbers, as `struct` has them."""
        return f"={count}{FORMATS[self.storage]}"


@frozen
class Packing:
    """How a parameter of a step is packed in a move.

    Its values are packed as numbers from `low` on, below `low + size`; sets and pairs as their
    places in `sets`.
    """

    type: Type
    low: int
    size: int
    sets: tuple[int, ...] | None
    is_pair: bool
    offset: int = 0  # what numbers are more than their places in a set

    @property
    def bits(self) -> int:
        """How many bits of a packed move it takes."""
        return max(1, (self.size - 1).bit_length())


@frozen
class PackedStep:
    """A step of a turn: the name of its action, and how its parameters are packed.

    `refused` is the field of the attempts that failed; empty where none can fail.
    """

    number: int
    name: str
    parameters: tuple[Packing, ...]
    refused: str


@frozen
class PackedMenu:
    """A menu: what remains of the turn, and the numbers of the steps that are offered.

    `deal` is the number of a deal of the set-up; None for a menu of a turn.
    """

    number: int
    pending: tuple[Any, ...]
    steps: tuple[int, ...]
    is_chance: bool
    deal: int | None

    @property
    def is_simultaneous(self) -> bool:
        """Whether all choose at once."""
        return is_simultaneous(self.pending)


@frozen
class Interface:
    """The fields of the state, the steps of moves, and the menus of one library.

    `attributes` has the values of each attribute of pieces in the order of their numbers, `points`
    the number of each pending turn.  Sets of numbers hold those of `numbers`, both included.
    """

    fields: Mapping[str, Stored]
    attributes: Mapping[str, tuple[Any, ...]]
    steps: tuple[PackedStep, ...]
    menus: tuple[PackedMenu, ...]
    points: Mapping[tuple[Any, ...], int]
    numbers: tuple[int, int]

    @property
    def names(self) -> tuple[str, ...]:
        """The fields in the order in which C gives their offsets."""
        return tuple(sorted(self.fields))

    @property
    def state_bytes(self) -> int:
        """How many bytes a state has at least."""
        return sum(f.entry_bytes * f.count for f in self.fields.values())

    @cached_property
    def refusing(self) -> tuple[PackedStep, ...]:
        """The steps with attempts that can fail."""
        return tuple(s for s in self.steps if s.refused)


def check_size(size: int, span: Span | None = None) -> None:
    """Refuse states that would fill the memory of searches.

    Raises NotNative.
    """
    if size > MAX_BYTES:
        raise NotNative("large-state", span, count=size, name=f"{MAX_BYTES:,}")


# ---- the interface as a text: what a library says of itself, under the name SYMBOL --------------
#
# The text is JSON.  Lists stand for tuples, an object with `is` for a dataclass, `pairs` for a map,
# `bits` for a number that JSON cannot be trusted with.


CLASSES: Mapping[str, Any] = {
    made.__name__: made
    for made in (
        Interface, Stored, Packing, PackedStep, PackedMenu, Type, WordType, SetType, ListType
    )
}  # fmt: skip
SYMBOL = "bw_interface"
EXACT = 1 << 53  # whole numbers below are the same in every reader of JSON


def identity(game: model.Game) -> str:
    """What stands for all that matters in play and in the marks of a game."""
    parts = rules_hash(game), repr(canonical(game.marks))
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
        value = rebuilt(parts["interface"]) if parts["rules"] == rules else None
    except (LookupError, TypeError, ValueError, RecursionError):
        return None
    return value if isinstance(value, Interface) else None


def plain(value: Any) -> Any:
    """A value as JSON has it.  Raises TypeError for one of another kind."""
    if isinstance(value, int) and abs(value) >= EXACT:
        return {"bits": hex(value)}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {"pairs": [[plain(key), plain(entry)] for key, entry in value.items()]}
    if is_dataclass(value) and type(value).__name__ in CLASSES:
        parts = {f.name: plain(getattr(value, f.name)) for f in fields(value)}
        return {"is": type(value).__name__, **parts}
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
