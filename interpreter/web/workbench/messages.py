"""Messages of the page as jobs: only what is expected, of the types that are expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gdl.source.limits import MAX_BYTES
from gdl.source.wording import clip

MAX_TEXT = int(MAX_BYTES) + 1  # one more than a rule file has, so that its own message is given
MAX_MOVES = 20_000
MAX_WORDS = 2_000  # characters of a move or a name
MAX_OPTIONS = 100
MAX_WHOLE = 10**9
Message = Mapping[str, Any]
Reader = Callable[[Any], Any]


class Malformed(ValueError):
    """A message that cannot be understood; it says why."""


def text(most: int) -> Reader:
    """Reads a text of at most so many characters."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most:
            raise Malformed(f"is a text of at most {most:,} characters")
        return value

    return read


def whole(value: Any) -> int:
    """A whole number from 0."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_WHOLE:
        raise Malformed("is a whole number from 0")
    return value


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Malformed("is true or false")
    return value


def optional(inner: Reader) -> Reader:
    """Reads null, or something else."""
    return lambda value: None if value is None else inner(value)


def texts(value: Any) -> list[str]:
    """A list of texts."""
    if not isinstance(value, list) or len(value) > MAX_MOVES:
        raise Malformed(f"is a list of at most {MAX_MOVES:,} texts")
    return [text(MAX_WORDS)(item) for item in value]


def options(value: Any) -> dict[str, Any]:
    """Values of options: numbers, flags and words."""
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > MAX_OPTIONS:
        raise Malformed("has the value of each option by its name")
    for name, given in value.items():
        if len(name) > MAX_WORDS or not isinstance(given, int | float | str):
            raise Malformed("has the value of each option by its name")
    return value


def state(value: Any) -> dict[str, Any]:
    """A state as plain data; what it says is read elsewhere."""
    if not isinstance(value, dict):
        raise Malformed("is a state, an object")
    return value


FILE = optional(text(MAX_WORDS))
RULES: dict[str, Reader] = {"file": FILE, "text": text(MAX_TEXT), "options": options}
PLY = optional(whole)
SHAPES: dict[str, dict[str, Reader]] = {
    "open": {"file": FILE},
    "rules": {**RULES, "moves": optional(texts), "version": whole, "seat": PLY},
    "play": {"move": text(MAX_WORDS), "at": PLY, "seat": PLY},
    "look": {"ply": PLY, "seat": PLY},
    "cut": {"ply": whole, "seat": PLY},
    "restart": {"seat": PLY},
    "agent": {"agent": text(100), "at": PLY, "seat": PLY},
    "why": {"ply": PLY, "action": optional(text(MAX_WORDS)), "words": optional(texts)},
    "edit": {"state": state, "seat": PLY},
    "palette": {},
    "state": {"ply": PLY},
    "figures": {"on": flag},
    "changes": RULES,
    "variant": {**RULES, "title": text(200), "save_as": text(MAX_WORDS),
                "from_position": flag, "ply": PLY},
}  # fmt: skip


def job_of(message: Message) -> dict[str, Any]:
    """The job that a message asks for.

    Raises Malformed.
    """
    kind = message.get("type")
    shape = SHAPES.get(kind) if isinstance(kind, str) else None
    if shape is None:
        raise Malformed(f"there is no message {clip(repr(kind), 60)} of the workbench")
    job: dict[str, Any] = {"job": kind}
    for name, reader in shape.items():
        try:
            job[name] = reader(message.get(name))
        except Malformed as error:
            raise Malformed(f"`{name}` of `{kind}` {error}") from None
    return job
