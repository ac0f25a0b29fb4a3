"""Puzzles: the best end that a single player can reach, and the fewest moves that lead there.

Where all positions can be kept, the answer is worked out backwards from the ends, so that positions
may repeat; going round for ever is worth a draw.  Where there are too many, a depth-first search
that visits each position once looks for a win: it may find one, but shows nothing where it does
not, and its way need not be the shortest.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from interpreter.solve.graph import OVER, Graph, future_key
from interpreter.solve.solution import Stopped, Watch

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move

FAR = (1 << 31) - 1  # moves to the end of a game that has none
LOOK_EVERY = 1024  # positions between two looks at the clock


def worths(graph: Graph, watch: Watch) -> tuple[list[int], array[int]]:
    """The units that each position is worth, and the fewest moves to such an end; FAR where
    going round for ever is best.

    Raises Stopped if the time is up.
    """
    values: list[int | None] = [None] * len(graph)
    lengths = array("i", [FAR]) * len(graph)
    backward = graph.sources()
    ends = {n: graph.result(n)[0] for n, actor in enumerate(graph.actors) if actor == OVER}
    for level in sorted(set(ends.values()), reverse=True):
        if level >= graph.draw:
            spread(backward, level, [n for n, value in ends.items() if value == level],
                   values, lengths)  # fmt: skip
            watch.look(len(graph))
    give_up(graph, backward, {n: v for n, v in ends.items() if v < graph.draw}, values, lengths)
    return [graph.draw if value is None else value for value in values], lengths


def spread(
    backward: tuple[array[int], array[int]], level: int, ends: list[int],
    values: list[int | None], lengths: array[int],
) -> None:  # fmt: skip
    """Mark all positions from which one of some ends can be reached, unless they are marked."""
    first, sources = backward
    for number in ends:
        values[number], lengths[number] = level, 0
    for target in ends:  # grows meanwhile
        for source in sources[first[target] : first[target + 1]]:
            if values[source] is None:
                values[source], lengths[source] = level, lengths[target] + 1
                ends.append(source)


def give_up(
    graph: Graph, backward: tuple[array[int], array[int]], ends: dict[int, int],
    values: list[int | None], lengths: array[int],
) -> None:  # fmt: skip
    """Mark the positions from which nothing but ends below a draw can be reached, and which cannot
    go round for ever either.
    """
    first, sources = backward
    left = [graph.first[n + 1] - graph.first[n] for n in range(len(graph))]
    for number, value in ends.items():
        values[number], lengths[number] = value, 0
    waiting = list(ends)
    for target in waiting:  # grows meanwhile
        for source in sources[first[target] : first[target + 1]]:
            left[source] -= 1
            if left[source] == 0:
                after = [(values[n] or 0, -lengths[n]) for n in graph.after(source)]
                values[source], length = max(after)
                lengths[source] = 1 - length
                waiting.append(source)


def way(state: State, graph: Graph, values: list[int], lengths: array[int]) -> tuple[str, ...]:
    """The moves of a shortest way to the best end; none where the best is never to end."""
    moves: list[str] = []
    number = 0
    while graph.actors[number] != OVER and lengths[number] < FAR:
        after = graph.after(number)
        best = next(
            place for place, n in enumerate(after)
            if values[n] == values[number] and lengths[n] == lengths[number] - 1
        )  # fmt: skip
        move = state.game.move(state.engine.keys(state.node)[best])
        moves.append(move.text)
        state, number = state.play(move), after[best]
    return tuple(moves)


def searched(state: State, watch: Watch) -> tuple[str, ...] | None:
    """The moves of a way to a win, by depth-first search; None where there is none.

    Raises Stopped where a limit is reached first.
    """
    met: set[Any] = {future_key(state)}
    moves: list[str] = []
    stack: list[tuple[State, Iterator[Move]]] = [(state, iter(state.moves()))]
    while stack:
        here, untried = stack[-1]
        move = next(untried, None)
        if move is None:
            stack.pop()
            moves[len(stack) - 1 if stack else 0 :] = []
            continue
        later = here.play(move)
        key = future_key(later)
        if key in met:
            continue
        if len(met) % LOOK_EVERY == 0:
            watch.look(len(met))
        if len(met) >= watch.limits.positions:
            raise Stopped(watch.full, len(met))
        met.add(key)
        moves.append(move.text)
        if later.result is not None and later.result[0] == 1:
            return tuple(moves)
        if later.is_over:
            moves.pop()
        else:
            stack.append((later, iter(later.moves())))
    watch.met = len(met)
    return None
