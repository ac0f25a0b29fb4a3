"""Retrograde analysis by levels: points for two seats without chance, where one pays the other.

For each number of points above a draw, best first, the positions are found from which the seat can
force an end that is worth so much; those that are already known for more are left alone.  What is
found for neither seat is worth a draw: by a rule, or because nobody has to leave a loop.  Each edge
is visited once for each seat.
"""

from __future__ import annotations

from array import array

from interpreter.solve.graph import OVER, Graph
from interpreter.solve.solution import Watch

LOOK_EVERY = 4096  # positions between two looks at the clock


def forced(graph: Graph, watch: Watch) -> array[int]:
    """The units that the first seat gets from each position.

    Raises Stopped if the time is up.
    """
    values = array("i", [graph.draw]) * len(graph)
    for seat in (0, 1):
        for number, worth in forced_by(graph, seat, watch).items():
            values[number] = worth if seat == 0 else sum(graph.range) - worth
    return values


def forced_by(graph: Graph, seat: int, watch: Watch) -> dict[int, int]:
    """The positions from which a seat can force more than a draw, and how much."""
    ends = {n: graph.result(n)[seat] for n, acting in enumerate(graph.actors) if acting == OVER}
    backward = graph.sources()
    left = [graph.first[n + 1] - graph.first[n] for n in range(len(graph))]
    known: dict[int, int] = {}
    for level in sorted({worth for worth in ends.values() if worth > graph.draw}, reverse=True):
        spread(graph, backward, left, [n for n, worth in ends.items() if worth == level],
               seat, level, known, watch)  # fmt: skip
    return known


def spread(
    graph: Graph, backward: tuple[array[int], array[int]], left: list[int], queue: list[int],
    seat: int, level: int, known: dict[int, int], watch: Watch,
) -> None:  # fmt: skip
    """Add the positions from which a seat can force one of these ends, or what is known."""
    first, sources = backward
    known.update(dict.fromkeys(queue, level))
    for done, target in enumerate(queue):  # grows meanwhile
        if done % LOOK_EVERY == 0:
            watch.look(len(graph))
        for source in sources[first[target] : first[target + 1]]:
            left[source] -= 1
            if source not in known and (graph.actors[source] == seat or left[source] == 0):
                known[source] = level
                queue.append(source)
