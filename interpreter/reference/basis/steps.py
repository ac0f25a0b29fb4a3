"""Functions for steps: a direction's number, or a tuple of (direction, times)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.board.codes import as_moves
from interpreter.board.position import Position
from interpreter.board.topology import Moves
from interpreter.reference.basis.functions import Frame, Function

Canonical = Callable[[Moves], Moves]  # the canonical form of a step


def opposite_step(operand: Function, opposite: Sequence[int], canonical: Canonical) -> Function:
    """The function for the step the other way."""

    def other_way(position: Position, frame: Frame) -> Any:
        step = operand(position, frame)
        if isinstance(step, tuple):
            return canonical(tuple((d, -times) for d, times in step))
        return None if step is None else opposite[step]

    return other_way


def as_steps(operand: Function, is_set: bool) -> Function:
    """The function for a direction, or each of a set, as a step like others."""

    def steps(position: Position, frame: Frame) -> Any:
        value = operand(position, frame)
        each = is_set and value is not None
        return frozenset(map(as_moves, value)) if each else as_moves(value)

    return steps


def repeated_step(times: Function, step: Function, canonical: Canonical) -> Function:
    """The function for a step that is taken several times."""

    def several(position: Position, frame: Frame) -> Any:
        n, moves = times(position, frame), as_moves(step(position, frame))
        if n is None or moves is None:
            return None
        return canonical(tuple((d, n * k) for d, k in moves))

    return several


def joined_steps(parts: Sequence[Function], canonical: Canonical) -> Function:
    """The function for steps one after the other."""

    def together(position: Position, frame: Frame) -> Any:
        moves = [as_moves(p(position, frame)) for p in parts]
        return None if None in moves else canonical(tuple(m for part in moves for m in part or ()))

    return together


def end_of_step(cell: Function, step: Function, go: Callable[[int, Any], int | None]) -> Function:
    """The function for the cell to which a step leads."""

    def stepped(position: Position, frame: Frame) -> Any:
        start, moves = cell(position, frame), as_moves(step(position, frame))
        return None if start is None or moves is None else go(start, moves)

    return stepped
