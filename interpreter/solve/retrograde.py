"""Retrograde analysis: the winner of each position of a game for two seats without chance.

Working back from the ends, a position is won for the seat that acts as soon as one move leads to a
win, and lost once all moves lead to losses.  Positions never reached this way are drawn, by a rule
or because nobody has to leave a loop.  Each edge is visited once.
"""

from __future__ import annotations

from array import array

from interpreter.engine.protocol import Engine
from interpreter.solve.graph import OVER, Graph
from interpreter.solve.solution import Watch

NOBODY = -1
LOOK_EVERY = 4096  # positions between two looks at the clock


def winners(graph: Graph, engine: Engine, watch: Watch) -> tuple[array[int], array[int]]:
    """The winner of each position (a seat or NOBODY), and the number of moves to the end: the
    winner hurries, the loser delays.

    Raises Stopped if the time is up.
    """
    analyses = engine.analyses
    if analyses is None:
        return walked_back(graph, watch)
    arrays = graph.first, graph.targets, graph.weights, graph.actors, graph.results
    return analyses.winners(arrays, watch.look)


def walked_back(graph: Graph, watch: Watch) -> tuple[array[int], array[int]]:
    """`winners` in plain Python."""
    won, lengths = ended(graph), array("i", bytes(4 * len(graph)))
    first, sources = graph.sources()
    left = [graph.first[n + 1] - graph.first[n] for n in range(len(graph))]
    queue = [n for n, seat in enumerate(won) if seat != NOBODY]
    for done, target in enumerate(queue):  # grows meanwhile
        if done % LOOK_EVERY == 0:
            watch.look(len(graph))
        for source in sources[first[target] : first[target + 1]]:
            if won[source] != NOBODY:
                continue
            left[source] -= 1
            if graph.actors[source] == won[target] or left[source] == 0:
                won[source], lengths[source] = won[target], lengths[target] + 1
                queue.append(source)
    return won, lengths


def ended(graph: Graph) -> array[int]:
    """The winner of each position that is over; NOBODY for all others."""
    won = array("b", [NOBODY]) * len(graph)
    for number, acting in enumerate(graph.actors):
        if acting == OVER:
            first, second = graph.result(number)
            won[number] = NOBODY if first == second else first < second
    return won


def has_drawn_end(graph: Graph, won: array[int]) -> bool:
    """Whether play from a drawn start can come to an end if nobody makes a mistake."""
    met, waiting = bytearray(len(graph)), [0]
    while waiting:
        number = waiting.pop()
        if graph.actors[number] == OVER:
            return True
        for later in graph.after(number):
            if won[later] == NOBODY and not met[later]:
                met[later] = 1
                waiting.append(later)
    return False
