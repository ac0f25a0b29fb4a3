"""What expressions build on: the interface to a prepared game, frames, and memoised functions."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, Protocol

from gdl.model.analysis import Reads
from gdl.model.nodes import Game, Seen
from interpreter.board.codes import Codes
from interpreter.board.position import Piece, Position
from interpreter.board.shapes import Shapes
from interpreter.board.topology import Topology

Frame = list[Any]  # the values of bound local variables, by slot
Function = Callable[[Position, Frame], Any]


class Prepared(Protocol):
    """What expressions need from a game; `Rules` implements it."""

    model: Game
    reads: Reads
    topology: Topology
    shapes: Shapes
    codes: Codes
    all_cells: frozenset[int]
    pools: tuple[Piece, ...]
    is_stuck: Callable[[Position], bool]

    def frame(self) -> Frame: ...
    def acting_from(self, position: Position, seat: int) -> int: ...
    def all_pieces(self) -> frozenset[Piece]: ...
    def named_attributes(self, piece: Piece) -> dict[str, Any]: ...
    def variable_place(self, name: str) -> tuple[int, dict[tuple[Any, ...], int]]: ...
    @property
    def mark_names(self) -> Container[str]: ...
    def own_mark(self, name: str, index: Sequence[Function]) -> Function: ...
    def seen_number(self, expr: Seen) -> int: ...


class Order:
    """Who takes turns: all colours, or those that are still playing.

    `playing` is the place of the variable of this name; None in games in which nobody goes out.
    """

    playing: int | None

    @property
    def has_playing(self) -> bool:
        """Whether colours can go out of the game."""
        return self.playing is not None

    def still_playing(self, position: Position) -> frozenset[int]:
        """The colours that take turns."""
        if self.playing is None:
            return frozenset(position.colours)
        colours: frozenset[int] = position.variables[self.playing][0]
        return colours

    def acting_from(self, position: Position, seat: int) -> int:
        """The seat that takes a turn when it comes to a seat: the first that still plays."""
        if self.playing is None:
            return seat
        playing, seats = self.still_playing(position), len(position.colours)
        order = ((seat + n) % seats for n in range(seats))
        return next((s for s in order if position.colours[s] in playing), seat)


def piece_asked(cell: Function, level: Function | None) -> Function:
    """The function for the piece on a cell: the top of a pile, or the one at a level."""

    def piece(position: Position, frame: Frame) -> Any:
        at = cell(position, frame)
        if at is None or level is None:
            return None if at is None else position.board[at]
        wanted = level(position, frame)
        return None if wanted is None else position.piece_at(at, wanted)

    return piece


def once(function: Function, frame: Callable[[], Frame]) -> Function:
    """A constant function, evaluated at its first call only, in a fresh frame."""
    known: list[Any] = []

    def remembered(position: Position, _: Frame) -> Any:
        if not known:
            known.append(function(position, frame()))
        return known[0]

    return remembered


def once_a_position(function: Function) -> Function:
    """A function that depends only on the position, evaluated once for each."""

    def remembered(position: Position, frame: Frame) -> Any:
        memo = position.memo
        if function not in memo:
            memo[function] = function(position, frame)
        return memo[function]

    return remembered
