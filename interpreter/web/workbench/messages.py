"""Messages of the page as jobs: only what is expected, of the types that are expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from gdl.source.limits import MAX_BYTES
from interpreter.web.wire.reading import (
    BadValue,
    flag,
    items,
    kinds_of,
    optional,
    read,
    text,
    whole,
)

MAX_TEXT = int(MAX_BYTES) + 1  # one more than a rule file has, so that its own message is given
MAX_MOVES = 20_000
MAX_WORDS = 2_000  # characters of a move or a name
MAX_OPTIONS = 100
MAX_WHOLE = 10**9


def texts(value: Any) -> list[str]:
    """Reads a list of moves or words."""
    return list(items(MAX_MOVES, text(MAX_WORDS))(value))


def options(value: Any) -> dict[str, Any]:
    """Reads values of options: numbers, flags and words."""
    if value is None:
        return {}
    if not isinstance(value, dict) or len(value) > MAX_OPTIONS:
        raise BadValue("has the value of each option by its name")
    for name, given in value.items():
        if len(name) > MAX_WORDS or not isinstance(given, int | float | str):
            raise BadValue("has the value of each option by its name")
    return value


def state(value: Any) -> dict[str, Any]:
    """Reads a state as plain data; what it says is read elsewhere."""
    if not isinstance(value, dict):
        raise BadValue("is a state, an object")
    return value


Name = Annotated[str, text(MAX_WORDS)]
NameOrNone = Annotated[str | None, optional(text(MAX_WORDS))]
RuleText = Annotated[str, text(MAX_TEXT)]
Options = Annotated[dict[str, Any], options]
TextsOrNone = Annotated[list[str] | None, optional(texts)]
Whole = Annotated[int, whole(MAX_WHOLE)]
WholeOrNone = Annotated[int | None, optional(whole(MAX_WHOLE))]
StateData = Annotated[dict[str, Any], state]
Flag = Annotated[bool, flag]


@dataclass(frozen=True)
class Open:
    """Read a file."""

    file: NameOrNone = None


@dataclass(frozen=True)
class Disk:
    """Say whether a file has changed on disk."""

    file: NameOrNone = None


@dataclass(frozen=True, kw_only=True)
class Changes:
    """Compare a text with the file as it is saved."""

    file: NameOrNone = None
    text: RuleText
    options: Options = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Rules(Changes):
    """Try a text, and go on with the match, or with `moves`, under its rules."""

    moves: TextsOrNone = None
    version: Whole
    seat: WholeOrNone = None


@dataclass(frozen=True, kw_only=True)
class Variant(Changes):
    """Write the text as a variant of its file, perhaps from the position after `ply`."""

    title: Annotated[str, text(200)]
    save_as: Name
    from_position: Flag
    ply: WholeOrNone = None


@dataclass(frozen=True)
class Play:
    """Play a move in the position after ply `at`."""

    move: Name
    at: WholeOrNone = None
    seat: WholeOrNone = None


@dataclass(frozen=True)
class Look:
    """Show the position after a ply."""

    ply: WholeOrNone = None
    seat: WholeOrNone = None


@dataclass(frozen=True)
class Cut:
    """Forget the moves after a ply."""

    ply: Whole
    seat: WholeOrNone = None


@dataclass(frozen=True)
class Restart:
    """Begin the match again."""

    seat: WholeOrNone = None


@dataclass(frozen=True)
class Agent:
    """Let an agent, or chance, move in the position after ply `at`."""

    agent: Annotated[str, text(100)]
    at: WholeOrNone = None
    seat: WholeOrNone = None


@dataclass(frozen=True)
class Why:
    """Say why a move, or any action with these words in order, is impossible."""

    ply: WholeOrNone = None
    action: NameOrNone = None
    words: TextsOrNone = None


@dataclass(frozen=True)
class Edit:
    """Begin with a state that was set up by hand."""

    state: StateData
    seat: WholeOrNone = None


@dataclass(frozen=True)
class Palette:
    """Say what may be put where when a state is set up."""


@dataclass(frozen=True)
class State:
    """Write the state after a ply."""

    ply: WholeOrNone = None


@dataclass(frozen=True)
class Figures:
    """Begin or end the figures of random play."""

    on: Flag


Message = (
    Open | Disk | Rules | Play | Look | Cut | Restart | Agent | Why | Edit | Palette | State
    | Figures | Changes | Variant
)  # fmt: skip
KINDS: dict[str, type[Message]] = kinds_of(
    Open, Disk, Rules, Play, Look, Cut, Restart, Agent, Why, Edit, Palette, State, Figures,
    Changes, Variant,
)  # fmt: skip


def job_of(message: Mapping[str, Any]) -> dict[str, Any]:
    """The job that a message asks for, as plain data for a worker.

    Raises BadMessage.
    """
    asked: Message = read(message, KINDS)
    return {"job": message["type"], **vars(asked)}
