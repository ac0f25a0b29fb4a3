"""The messages that a browser sends about a table: texts → frozen values, or one clear refusal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any

from gdl.source.wording import clip

MAX_MESSAGE = 1_000_000  # characters of a message
MAX_TEXT = 20_000  # characters of a move
MAX_ITEMS = 2_000  # moves of a line that is looked at
MAX_WORDS = 1_000
MAX_WHOLE = 10_000_000
MAX_SECONDS = 60.0
HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")  # perhaps half of a character


class BadMessage(ValueError):
    """A message that cannot be understood; `code` names the kind of mistake."""

    def __init__(self, message: str, code: str = "bad-message"):
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Play:
    """Play a move in the state after ply `at`."""

    move: str
    at: int | None = None


@dataclass(frozen=True)
class Undo:
    """Take the last move back, or answer somebody who wants to: `accept` or `decline`."""

    answer: str = "offer"


@dataclass(frozen=True)
class Redo:
    """Play again what was taken back."""


@dataclass(frozen=True)
class Resign:
    """Give up, for a seat that this browser holds."""

    seat: int | None = None


@dataclass(frozen=True)
class Draw:
    """Offer a draw, or answer such an offer."""

    answer: str = "offer"
    seat: int | None = None


@dataclass(frozen=True)
class Ask:
    """Ask a private question of the game."""

    question: str


@dataclass(frozen=True)
class Look:
    """Show the position after a ply, and after more moves from there."""

    ply: int
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Offers:
    """List the moves that begin with some words."""

    ply: int
    moves: tuple[str, ...] = ()
    prefix: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Why:
    """Say why a move, or any action with these words in order, is impossible."""

    ply: int
    moves: tuple[str, ...] = ()
    action: str | None = None
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Think:
    """Let an agent think about a position for some time."""

    ply: int
    moves: tuple[str, ...] = ()
    agent: str = "uct"
    seconds: float = 10.0


@dataclass(frozen=True)
class Stop:
    """End the thinking."""


@dataclass(frozen=True)
class Hint:
    """Ask for one move of a strong agent."""


Message = Play | Undo | Redo | Resign | Draw | Ask | Look | Offers | Why | Think | Stop | Hint
KINDS: dict[str, type[Message]] = {
    kind.__name__.lower(): kind
    for kind in (Play, Undo, Redo, Resign, Draw, Ask, Look, Offers, Why, Think, Stop, Hint)
}
ANSWERS = ("offer", "accept", "decline")


@dataclass(frozen=True)
class Received:
    """A message, and the `id` that its answer repeats."""

    message: Message
    id: str | int | None = None


def received(text: str) -> Received:
    """The message of a text.  Raises BadMessage."""
    data = json_object(text)
    id = data.get("id")
    if not (id is None or isinstance(id, int) or (isinstance(id, str) and len(id) <= 100)):
        raise BadMessage("`id` is a short text or a whole number")
    name = data.get("type")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise BadMessage(f"`type` is one of {', '.join(KINDS)}", "unknown-type")
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name in data:
            values[field.name] = READERS[str(field.type)](field.name, data[field.name])
        elif field.default is MISSING:
            raise BadMessage(f"a message `{name}` needs `{field.name}`")
    if values.get("answer", "offer") not in ANSWERS:
        raise BadMessage(f"`answer` is one of {', '.join(ANSWERS)}")
    return Received(kind(**values), id)


def json_object(text: str) -> dict[str, Any]:
    """The JSON object of a text.  Raises BadMessage."""
    if len(text) > MAX_MESSAGE:
        raise BadMessage(f"a message has at most {MAX_MESSAGE:,} characters", "too-large")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("a message is a JSON object") from None
    if not isinstance(data, dict):
        raise BadMessage("a message is a JSON object")
    if HALF.search(text) and not is_unicode(data):
        raise BadMessage("half of a character, such as \\ud800, is no text")
    return data


def is_unicode(data: Any) -> bool:
    """Whether all texts in some data can be written as UTF-8."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


# ---- fields ------------------------------------------------------------------------------------


def text(name: str, value: Any) -> str:
    """A text of a message."""
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise BadMessage(f"`{name}` is a text of at most {MAX_TEXT:,} characters")
    return value


def text_or_none(name: str, value: Any) -> str | None:
    """A text, or nothing."""
    return None if value is None else text(name, value)


def whole(name: str, value: Any) -> int:
    """A whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_WHOLE:
        raise BadMessage(f"`{name}` is a whole number from 0 to {MAX_WHOLE:,}")
    return value


def whole_or_none(name: str, value: Any) -> int | None:
    """A whole number from 0, or nothing."""
    return None if value is None else whole(name, value)


def seconds(name: str, value: Any) -> float:
    """A number of seconds."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value <= MAX_SECONDS:
        raise BadMessage(f"`{name}` is a number above 0, at most {MAX_SECONDS:g}")
    return float(value)


def texts(name: str, value: Any) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(value, list) or len(value) > MAX_ITEMS:
        raise BadMessage(f"`{name}` is a list of at most {MAX_ITEMS:,} texts")
    return tuple(text(name, item) for item in value)


def words(name: str, value: Any) -> tuple[Any, ...]:
    """The words of a move, of which some are lists."""
    if not isinstance(value, list) or len(value) > MAX_WORDS:
        raise BadMessage(f"`{name}` is a list of at most {MAX_WORDS:,} words")
    return tuple(
        list(texts(name, item)) if isinstance(item, list) else text(name, item) for item in value
    )


READERS: dict[str, Callable[[str, Any], Any]] = {
    "str": text, "str | None": text_or_none, "int": whole, "int | None": whole_or_none,
    "float": seconds, "tuple[str, ...]": texts, "tuple[Any, ...]": words,
}  # fmt: skip
"""What reads a field, by its annotation."""


def short(value: str) -> str:
    """A text of a browser as messages quote it."""
    return clip(" ".join(value.split()))
