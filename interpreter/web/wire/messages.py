"""The messages that a browser sends about a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, get_args

from gdl.source.wording import clip
from interpreter.web.wire.reading import (
    BadMessage,
    above_0,
    items,
    json_object,
    kinds_of,
    one_of,
    optional,
    read,
    text,
    whole,
)

MAX_TEXT = 20_000  # characters of a move
MAX_ITEMS = 2_000  # moves of a line that is looked at
MAX_WORDS = 1_000
MAX_WHOLE = 10_000_000
MAX_SECONDS = 60.0

TEXT = text(MAX_TEXT)
TEXTS = items(MAX_ITEMS, TEXT)


def word(value: Any) -> str | list[str]:
    """Reads a word of a move; some are lists."""
    return list(TEXTS(value)) if isinstance(value, list) else str(TEXT(value))


Text = Annotated[str, TEXT]
TextOrNone = Annotated[str | None, optional(TEXT)]
Texts = Annotated[tuple[str, ...], TEXTS]
Words = Annotated[tuple[Any, ...], items(MAX_WORDS, word, "words")]
Whole = Annotated[int, whole(MAX_WHOLE)]
WholeOrNone = Annotated[int | None, optional(whole(MAX_WHOLE))]
Seconds = Annotated[float, above_0(MAX_SECONDS)]
OfferOrAnswer = Annotated[str, one_of("offer", "accept", "decline")]


@dataclass(frozen=True)
class Play:
    """Play a move in the state after ply `at`."""

    move: Text
    at: WholeOrNone = None


@dataclass(frozen=True)
class Undo:
    """Take the last move back, or answer somebody who wants to: `accept` or `decline`."""

    answer: OfferOrAnswer = "offer"


@dataclass(frozen=True)
class Redo:
    """Play again what was taken back."""


@dataclass(frozen=True)
class Resign:
    """Give up, for a seat that this browser holds."""

    seat: WholeOrNone = None


@dataclass(frozen=True)
class Draw:
    """Offer a draw, or answer such an offer."""

    answer: OfferOrAnswer = "offer"
    seat: WholeOrNone = None


@dataclass(frozen=True)
class Ask:
    """Ask a private question of the game."""

    question: Text


@dataclass(frozen=True)
class Look:
    """Show the position after a ply, and after more moves from there."""

    ply: Whole
    moves: Texts = ()


@dataclass(frozen=True)
class Offers:
    """List the moves that begin with some words."""

    ply: Whole
    moves: Texts = ()
    prefix: Words = ()


@dataclass(frozen=True)
class Why:
    """Say why a move, or any action with these words in order, is impossible."""

    ply: Whole
    moves: Texts = ()
    action: TextOrNone = None
    words: Texts = ()


@dataclass(frozen=True)
class Typed:
    """Say which move a text means that somebody typed, or what is wrong with it."""

    ply: Whole
    text: Text
    moves: Texts = ()


@dataclass(frozen=True)
class Think:
    """Let an agent think about a position for some time."""

    ply: Whole
    moves: Texts = ()
    agent: Text = "uct"
    seconds: Seconds = 10.0


@dataclass(frozen=True)
class Stop:
    """End the thinking."""


@dataclass(frozen=True)
class Hint:
    """Ask for one move of a strong agent."""


Message = (
    Play | Undo | Redo | Resign | Draw | Ask | Look | Offers | Why | Typed | Think | Stop | Hint
)
KINDS: dict[str, type[Message]] = kinds_of(*get_args(Message))


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
    try:
        return Received(read(data, KINDS), id)
    except BadMessage as error:
        error.id = id
        raise


def short(value: str) -> str:
    """A text of a browser as messages quote it."""
    return clip(" ".join(value.split()))
