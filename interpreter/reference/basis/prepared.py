"""The interface to a prepared game."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any, Protocol

from gdl.model.analysis import Reads
from gdl.model.loose import Loose
from gdl.model.making import GoesThrough
from gdl.model.nodes import Game, Seen
from interpreter.board.codes import Codes
from interpreter.board.position import Piece, Position
from interpreter.board.shapes import Shapes
from interpreter.board.topology import Topology
from interpreter.reference.basis.functions import Frame, Function


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

    @property
    def loose(self) -> Mapping[int, Loose]: ...
    def count_rounds(self, loop: Loose | None, rounds: int = 1) -> None: ...
    def counter_of_work(self, node: GoesThrough) -> Callable[[int], object] | None: ...
    def frame(self) -> Frame: ...
    def acting_from(self, position: Position, seat: int) -> int: ...
    def all_pieces(self) -> frozenset[Piece]: ...
    def named_attributes(self, piece: Piece) -> dict[str, Any]: ...
    def variable_place(self, name: str) -> tuple[int, dict[tuple[Any, ...], int]]: ...
    @property
    def mark_names(self) -> Container[str]: ...
    def own_mark(self, name: str, index: Sequence[Function]) -> Function: ...
    def seen_number(self, expr: Seen) -> int: ...
