"""What expressions build on: the interface to a prepared game, frames, and memoised functions; and
which number is stored of those that can be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Container, Sequence
from typing import Any, Protocol

from gdl.model import nodes as model
from gdl.model.analysis import Reads
from gdl.model.nodes import Game, Seen
from gdl.vocabulary.types import NOTHING
from interpreter.board.codes import Codes
from interpreter.board.position import Piece, Position
from interpreter.board.shapes import Shapes
from interpreter.board.topology import Topology

Frame = list[Any]  # the values of bound local variables, by slot
Function = Callable[[Position, Frame], Any]
SeenKey = Callable[[Position, Any], Any]  # of a position, and of the turn that is asked about


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


def is_none(expr: model.Expr) -> bool:
    """Whether an expression is the word `none`."""
    return isinstance(expr, model.Value) and expr.type == NOTHING


def as_moves(step: Any) -> tuple[tuple[int, int], ...] | None:
    """A step as pairs (direction, times)."""
    if step is None or isinstance(step, tuple):
        return step
    return ((step, 1),)


def nearest_number(numbers: Sequence[Any], value: Any) -> Any:
    """The nearest of some sorted numbers, the lower of two at equal distance; None without any."""
    after = bisect_left(numbers, value)
    return min(numbers[max(0, after - 1) : after + 1], key=lambda n: abs(n - value), default=None)


# ---- what `seen` compares: keys of the history that the positions of a game keep ----


def key_of_seen(expr: model.Seen, which: int, things: Sequence[Function], frame: Frame) -> SeenKey:
    """A function that gives what a `seen` compares as one hashable value, with its number."""

    def key(position: Position, turn: Any) -> Any:
        board = position.standing if expr.board else None
        of_turn = () if expr.turn_number is None else (turn,)
        return (which, board, (*(t(position, frame) for t in things), *of_turn))

    return key


def times_seen(key: SeenKey, turn: Function | None) -> Function:
    """The function for how often the history has what is compared; of one turn if it is given."""
    if turn is None:
        return lambda position, frame: position.history.get(key(position, 0), 0)
    return lambda position, frame: position.history.get(key(position, turn(position, frame)), 0)


def compared_by(seen: model.Seen) -> tuple[Any, ...]:
    """What a `seen` compares: the board, the things by their names, the number of the turn."""
    named = (model.BuiltinCall, model.Stored)
    names = (thing.name for thing in seen.things if isinstance(thing, named))
    return seen.board, seen.turn_number is not None, *names
