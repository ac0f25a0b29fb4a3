"""Functions for steps: a direction's number, or a tuple of (direction, times)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from interpreter.board.codes import as_moves
from interpreter.board.position import Position
from interpreter.board.topology import Moves, Topology
from interpreter.reference.basis.functions import Frame, Function


class Forms:
    """Writes steps that lead equally far in the same form, so that they are equal.

    On a lattice that is a multiple of one direction, or else of two that lead across an edge. On
    tracks, where every single step must exist, only steps that follow one another are joined.
    """

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self.known: dict[Moves, Moves] = {}

    def of(self, moves: Moves) -> Moves:
        """The form of a step, which may be written in any way."""
        if moves not in self.known:
            is_flat = all(d < len(self.topology.offsets) for d, _ in moves)
            self.known[moves] = self.on_lattice(moves) if is_flat else self.on_tracks(moves)
        return self.known[moves]

    def on_lattice(self, moves: Moves) -> Moves:
        ways = self.topology.offsets
        dx, dy = (sum(times * ways[d][axis] for d, times in moves) for axis in (0, 1))
        for d, (x, y) in enumerate(ways):
            times = max(abs(dx), abs(dy))
            if times and (dx, dy) == (times * x, times * y):
                return ((d, times),)
        if dx == dy == 0:
            return ((0, 0),)
        forms: list[Moves] = []
        for a, b in combinations(self.topology.orthogonal, 2):
            (ax, ay), (bx, by) = ways[a], ways[b]
            if area := ax * by - ay * bx:
                n, m = (dx * by - dy * bx) // area, (ax * dy - ay * dx) // area
                is_whole = (n * ax + m * bx, n * ay + m * by) == (dx, dy)
                forms += [((a, n), (b, m))] if is_whole and n > 0 and m > 0 else []
        return min(forms, key=lambda form: sum(times for _, times in form), default=moves)

    def on_tracks(self, moves: Moves) -> Moves:
        joined: list[tuple[int, int]] = []
        for d, times in moves:
            way, far = (d, times) if times >= 0 else (self.topology.opposite[d], -times)
            if joined and joined[-1][0] == way:
                far += joined.pop()[1]
            joined.append((way, far))
        return tuple(joined)


def opposite_step(operand: Function, opposite: Sequence[int], forms: Forms) -> Function:
    """The function for the step the other way."""

    def other_way(position: Position, frame: Frame) -> Any:
        step = operand(position, frame)
        if isinstance(step, tuple):
            return forms.of(tuple((d, -times) for d, times in step))
        return None if step is None else opposite[step]

    return other_way


def as_steps(operand: Function, is_set: bool) -> Function:
    """The function for a direction, or each of a set, as a step like others."""

    def steps(position: Position, frame: Frame) -> Any:
        value = operand(position, frame)
        each = is_set and value is not None
        return frozenset(map(as_moves, value)) if each else as_moves(value)

    return steps


def repeated_step(times: Function, step: Function, forms: Forms) -> Function:
    """The function for a step that is taken several times."""

    def several(position: Position, frame: Frame) -> Any:
        n, moves = times(position, frame), as_moves(step(position, frame))
        if n is None or moves is None:
            return None
        return forms.of(tuple((d, n * k) for d, k in moves))

    return several


def joined_steps(parts: Sequence[Function], forms: Forms) -> Function:
    """The function for steps one after the other."""

    def together(position: Position, frame: Frame) -> Any:
        moves = [as_moves(p(position, frame)) for p in parts]
        return None if None in moves else forms.of(tuple(m for part in moves for m in part or ()))

    return together


def end_of_step(cell: Function, step: Function, go: Callable[[int, Any], int | None]) -> Function:
    """The function for the cell to which a step leads."""

    def stepped(position: Position, frame: Frame) -> Any:
        start, moves = cell(position, frame), as_moves(step(position, frame))
        return None if start is None or moves is None else go(start, moves)

    return stepped
