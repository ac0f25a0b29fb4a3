"""The values that front ends and agents see: pieces, moves, views, and why a move is illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gdl.source.spans import Span
from interpreter.board.told import Told

if TYPE_CHECKING:
    import networkx as nx

Key = tuple[str, tuple[Any, ...]]  # an action and the codes of its arguments
Words = Callable[[Key, int | None], tuple[str, ...]]  # what each seat hears of a seat's move


def unheard(key: Key, seat: int | None) -> tuple[str, ...]:
    """The words of a move where nobody listens."""
    return ()


def code_text(span: Span) -> str:
    """The text of a rule on one line, in backquotes, for a message."""
    return f"`{' '.join(span.text.split())}`"


class IllegalMove(ValueError):
    """A move that the rules do not allow; `span` is the rule line that forbids it, if one does."""

    def __init__(self, message: str, span: Span | None = None):
        super().__init__(message if span is None else f"{message} ({span})")
        self.message = message
        self.span = span

    def __reduce__(self) -> tuple[Any, ...]:
        return IllegalMove, (self.message, self.span)


UNKNOWN = "?"
"""What a `View` has for the kind, or the value of an attribute, that it does not show."""


@dataclass(frozen=True)
class Piece:
    """A piece on the board: its kind, its colour (None: nobody's) and its attributes.

    In a `View` the kind and the values of attributes may be `UNKNOWN`.
    """

    kind: str
    colour: str | None
    attributes: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.kind, self.colour, tuple(self.attributes.items())))


Pile = tuple[Piece, ...]  # the pieces on a cell, lowest first


@dataclass(frozen=True)
class Move:
    """A move of a game: an instance of an action.  `text` is its one canonical text, `rules` the
    hash of the rules that it belongs to."""

    text: str
    action: str
    key: Key = field(repr=False)
    rules: str = field(repr=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class View:
    """All that one seat may see."""

    seat: int
    colour: str
    acting: int | None  # the seat that acts
    turn: int
    pieces: Mapping[str, Piece]  # on the cells that are shown
    hidden: frozenset[str]  # the cells that are not
    variables: Mapping[str, Any]  # those that are shown
    supply: Mapping[str, int] | None  # pieces off the board; None where they are hidden
    heard: Told  # what this seat was told, oldest first
    result: tuple[float, ...] | None
    marks: Mapping[str, Any] = field(default_factory=dict)  # those that are shown
    piles: Mapping[str, Pile] = field(default_factory=dict)  # on a board with piles
    chosen: Mapping[str, str | None] = field(default_factory=dict)
    """The colours that have chosen where all choose at once: the own move, None for others."""

    def standing(self) -> dict[str, Pile]:
        """The pieces on each cell that is shown and has some, lowest first; `pieces` has the top
        ones."""
        return {cell: self.piles.get(cell, (piece,)) for cell, piece in self.pieces.items()}


@dataclass(frozen=True)
class Board:
    """The board: cell names in their fixed order, and the networkx graph of neighbours."""

    cells: tuple[str, ...]
    graph: nx.Graph[str]


@dataclass(frozen=True)
class Played:
    """The outcome of one game: each seat's result (None: not finished), turns and moves."""

    result: tuple[float, ...] | None
    turns: int
    moves: int


@dataclass(frozen=True)
class Playouts:
    """Totals of random games: their number, each seat's mean result, draws, mean moves per game.

    A game that did not end within the limit of moves is unfinished: one half for every seat.
    """

    count: int
    results: tuple[float, ...]
    draws: int
    mean_moves: float
    unfinished: int = 0
