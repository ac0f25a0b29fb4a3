"""What expressions stand on: a prepared game, frames, and functions that remember their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gdl.model import nodes as model
from gdl.model.analysis import Reads
from interpreter.board.codes import Codes
from interpreter.board.position import Piece, Position
from interpreter.board.topology import Topology

Frame = list[Any]  # the values of the variables that are bound, by slot
Function = Callable[[Position, Frame], Any]


class Prepared(Protocol):
    """What expressions need of a game: see `Rules`."""

    game: model.Game
    reads: Reads
    topology: Topology
    codes: Codes
    all_cells: frozenset[int]
    pools: tuple[Piece, ...]
    is_stuck: Callable[[Position], bool]

    def frame(self) -> Frame: ...
    def all_pieces(self) -> frozenset[Piece]: ...
    def named_attributes(self, piece: Piece) -> dict[str, Any]: ...
    def variable_place(self, name: str) -> tuple[int, dict[tuple[Any, ...], int]]: ...
    def seen_number(self, expr: model.Seen) -> int: ...


def once(function: Function, frame: Callable[[], Frame]) -> Function:
    """A function whose value never changes."""
    known: list[Any] = []

    def remembered(position: Position, _: Frame) -> Any:
        if not known:
            known.append(function(position, frame()))
        return known[0]

    return remembered


def once_a_position(function: Function) -> Function:
    """A function whose value depends on the position alone."""

    def remembered(position: Position, frame: Frame) -> Any:
        memo = position.memo
        if function not in memo:
            memo[function] = function(position, frame)
        return memo[function]

    return remembered
