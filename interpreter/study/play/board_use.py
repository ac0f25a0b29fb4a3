"""How a game uses its board: pieces on it, how far they go, positions that come again.

Everything is counted from the cells that are full and from what tells positions apart, which both
engines have at hand; positions themselves are not decoded, which would take longer than the play.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.api.state import State

Full = frozenset[int]  # the numbers of the cells with a piece


def position_of(state: State) -> Hashable:
    """What tells a position from others of its game, without what came before."""
    key: Hashable = state.engine.position_key(state.node)
    return key


def board_use(
    positions: Sequence[Hashable], occupied: Sequence[Full], moves: Sequence[str], end: State
) -> dict[str, float]:
    """The figures of a game, from its positions and full cells before every move and at the end.

    `moves` are the texts of its moves, one fewer.  The distance is that of moves that carry a piece
    from one cell to another; without one it is left out.
    """
    measures = {"repeated": 1 - len(set(positions)) / len(positions)}
    if not end.game.board.cells:
        return measures
    counts = [len(full) for full in occupied]
    measures |= {"pieces": fmean(counts), "pieces-most": float(max(counts))}
    if moves:
        measures["growth"] = (counts[-1] - counts[0]) / len(moves)
        measures["removals"] = fmean(b < a for a, b in pairwise(counts))
    if distances := list(steps(occupied, moves, end)):
        measures["distance"] = fmean(distances)
    return measures


def steps(occupied: Sequence[Full], moves: Sequence[str], end: State) -> Iterator[int]:
    """How many steps apart the cells lie between which moves carry a piece."""
    topology = end.game.reference.rules.topology
    for (before, after), text in zip(pairwise(occupied), moves, strict=True):
        named = [topology.index[word] for word in text.split() if word in topology.index]
        way = way_of(before, after, named)
        distance = None if way is None else topology.distance(*way)
        if distance is not None:
            yield distance


def way_of(before: Full, after: Full, named: Sequence[int]) -> tuple[int, int] | None:
    """From where to where a move carries a piece: it leaves one cell and fills another one, or
    ends on a full one that the move names last; None for other moves.
    """
    left, filled = before - after, after - before
    if len(left) == len(filled) == 1:
        return min(left), min(filled)
    if len(named) > 1 and named[0] in left and named[-1] in after:
        return named[0], named[-1]
    return None
