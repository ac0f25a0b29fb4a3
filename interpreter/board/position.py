"""A position: everything that the rules remember, as an immutable value.

Cells, directions, colours, kinds and words are codes here (see `codes`).  A change makes a new
position; what is computed from a position is cached in its `memo`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from interpreter.board.told import Told

Values = tuple[tuple[Any, ...], ...]  # for each variable, its value at each index
Pending = tuple[Any, ...]  # what remains of the turn: see `turns`


class Piece(NamedTuple):
    """A piece: the codes of its kind and its owner (-1: nobody), and its attributes' values."""

    kind: int
    owner: int
    attributes: tuple[Any, ...]


class Position:
    """All that can change in a game."""

    __slots__ = (
        "board",  # for each cell its Piece or None, of a pile the top
        "under",  # for each cell the pieces below that, lowest first; () on a board without piles
        "supply",  # for each pool how many pieces are off the board
        "variables",
        "marks",
        "colours",  # for each seat the colour that it plays
        "seat",  # who acts
        "next_seat",  # who takes the next turn
        "turns",  # complete turns
        "passes",  # passes in a row
        "last",  # where the last put or move of this turn ended
        "viewer",  # the colour that looks, while `sees` is evaluated
        "nested",  # ends of turns tried within one another, where these ask who is stuck
        "history",  # for `seen`: how often each value occurred at the end of a turn
        "refused",  # attempts of this turn that failed since its last action
        "weight",  # of the chance action that was just carried out
        "heard",  # for each seat what it was told, in a game with secrets
        "memo",
    )

    board: tuple[Piece | None, ...]
    under: tuple[tuple[Piece, ...], ...]
    supply: tuple[int, ...]
    variables: Values
    marks: Values
    colours: tuple[int, ...]
    seat: int
    next_seat: int
    turns: int
    passes: int
    last: int | None
    viewer: int | None
    nested: int
    history: Mapping[Any, int]
    refused: frozenset[Any]
    weight: float
    heard: tuple[Told, ...]
    memo: dict[Any, Any]

    def changed(self, **changes: Any) -> Position:
        """A copy of this position with some fields changed and an empty `memo`."""
        new = Position.__new__(Position)
        new.board = self.board
        new.under = self.under
        new.supply = self.supply
        new.variables = self.variables
        new.marks = self.marks
        new.colours = self.colours
        new.seat = self.seat
        new.next_seat = self.next_seat
        new.turns = self.turns
        new.passes = self.passes
        new.last = self.last
        new.viewer = self.viewer
        new.nested = self.nested
        new.history = self.history
        new.refused = self.refused
        new.weight = self.weight
        new.heard = self.heard
        new.memo = {}
        for name, value in changes.items():
            setattr(new, name, value)
        return new

    def core(self) -> tuple[Any, ...]:
        """The fields in which positions differ for the rules, except for turns and history."""
        return (
            self.board, self.under, self.supply, self.variables, self.colours, self.seat,
            self.next_seat, self.passes, self.last, self.refused,
        )  # fmt: skip

    # ---- what stands on the board ----

    def pile(self, cell: int) -> tuple[Piece, ...]:
        """The pieces on a cell, lowest first."""
        top = self.board[cell]
        if top is None:
            return ()
        return (*self.under[cell], top) if self.under else (top,)

    def piece_at(self, cell: int, level: Any) -> Piece | None:
        """The piece so far up in a pile, where 1 is the lowest; None where there is none."""
        pile = self.pile(cell)
        return pile[int(level) - 1] if level == int(level) and 1 <= level <= len(pile) else None

    def with_piles(self, piles: Mapping[int, tuple[Piece, ...]], **changes: Any) -> Position:
        """A copy with other piles on some cells of a board with piles."""
        board, under = list(self.board), list(self.under)
        for cell, pile in piles.items():
            board[cell] = pile[-1] if pile else None
            under[cell] = pile[:-1]
        return self.changed(board=tuple(board), under=tuple(under), **changes)

    def cleared(self, cell: int) -> Position:
        """A copy without what stands on a cell."""
        board = (*self.board[:cell], None, *self.board[cell + 1 :])
        if not self.under:
            return self.changed(board=board)
        under = (*self.under[:cell], (), *self.under[cell + 1 :])
        return self.changed(board=board, under=under)

    @property
    def by_cell(self) -> tuple[Any, ...]:
        """What stands on each cell, as values to compare: pieces, or piles on a board with them."""
        return tuple(map(self.pile, range(len(self.board)))) if self.under else self.board

    @property
    def standing(self) -> Any:
        """All pieces on the board, as one value to compare."""
        return (self.board, self.under) if self.under else self.board


def heard(position: Position, message: str, seats: Iterable[int] | None = None) -> Position:
    """The position after some seats (None: all) have been told a message."""
    listening = range(len(position.heard)) if seats is None else seats
    told = tuple(
        words.and_then(message) if seat in listening else words
        for seat, words in enumerate(position.heard)
    )
    return position.changed(heard=told)
