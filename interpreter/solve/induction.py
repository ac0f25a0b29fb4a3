"""Backward induction: the value of positions with any number of seats and with chance.

Each seat maximises its own share, ties go to the first move (max-n; Luckhardt and Irani, AAAI
1986), and chance is the mean by weight.  Along with this value go the least and the most that each
seat can get if ties are broken otherwise.  Values are units of the results and exact: whole numbers
and fractions, as long as these stay short.

If positions repeat, the value can still be bounded for two seats: `bounded` starts with the worst
and the best for the first seat in every position and applies the best moves repeatedly (value
iteration; Condon, Information and Computation 96, 1992).  The value lies between the bounds,
whatever a game without an end is worth.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from interpreter.solve.graph import NATURE, OVER, Graph
from interpreter.solve.solution import Stopped, Watch

LONGEST_FRACTION = 1 << 512  # a larger denominator makes it a float
LOOK_EVERY = 1024  # positions between two looks at the clock
NEAR = 1e-9  # units: bounds this close count as equal
SLOWEST = 1e-15  # units: the iteration ends when no value changes by more

Vector = tuple[Any, ...]  # units of each seat: int, Fraction or float


@dataclass(frozen=True)
class Worth:
    """The value of a position by seat, and the least and the most if ties are broken otherwise."""

    value: Vector
    low: Vector
    high: Vector


@dataclass(frozen=True)
class Bounds:
    """Bounds on the first seat's units by position, and the limit that ended it early."""

    low: list[float]
    high: list[float]
    stopped_by: str = ""


def order(graph: Graph) -> list[int] | None:
    """The positions, each after those that its moves lead to; None if positions repeat."""
    first, sources = graph.sources()
    left = [graph.first[n + 1] - graph.first[n] for n in range(len(graph))]
    positions = [n for n, count in enumerate(left) if count == 0]
    for target in positions:  # grows meanwhile
        for source in sources[first[target] : first[target + 1]]:
            left[source] -= 1
            if left[source] == 0:
                positions.append(source)
    return positions if len(positions) == len(graph) else None


def induced(graph: Graph, positions: list[int], watch: Watch) -> dict[int, Worth]:
    """The worth of each position; `positions` in the order that `order` gives.

    Raises Stopped if the time is up.
    """
    known: dict[int, Worth] = {}
    for done, number in enumerate(positions):
        if done % LOOK_EVERY == 0:
            watch.look(len(graph))
        acting, after = graph.actors[number], [known[n] for n in graph.after(number)]
        if acting == OVER:
            result = graph.result(number)
            known[number] = Worth(result, result, result)
        elif acting == NATURE:
            known[number] = expected(graph, number, after)
        else:
            known[number] = chosen(acting, after, graph.has_one_value)
    return known


def chosen(seat: int, after: list[Worth], has_one_value: bool) -> Worth:
    """The first best move of a seat, with the bounds over all its moves that may be best."""
    best = max(after, key=lambda worth: worth.value[seat])
    if has_one_value:
        return best
    sure = max(worth.low[seat] for worth in after)
    good = [worth for worth in after if worth.high[seat] >= sure]
    low = [min(shares) for shares in zip(*(w.low for w in good), strict=True)]
    high = [max(shares) for shares in zip(*(w.high for w in good), strict=True)]
    low[seat] = sure
    return Worth(best.value, tuple(low), tuple(high))


def expected(graph: Graph, number: int, after: list[Worth]) -> Worth:
    """The mean worth over the moves of chance."""
    weights = graph.weights[graph.first[number] : graph.first[number + 1]]
    odds = [Fraction(weight) / Fraction(sum(weights)) for weight in weights]

    def mean(vectors: list[Vector]) -> Vector:
        columns = zip(*vectors, strict=True)
        return tuple(short(sum(o * s for o, s in zip(odds, c, strict=True))) for c in columns)

    value = mean([worth.value for worth in after])
    if graph.has_one_value:
        return Worth(value, value, value)
    return Worth(value, mean([w.low for w in after]), mean([w.high for w in after]))


def short(number: Any) -> Any:
    """A number, as a float if it is a long fraction."""
    if isinstance(number, Fraction) and number.denominator > LONGEST_FRACTION:
        return float(number)
    return number


def bounded(graph: Graph, watch: Watch) -> Bounds:
    """Bounds on the units of the first seat in each position of a game for two.

    They meet to within the precision of floats, unless a seat can keep the game from ever ending
    or the time is up.
    """
    low, high = (first_bounds(graph, float(end)) for end in graph.range)
    rows = rows_of(graph)
    try:
        while widest(graph, low, high) > NEAR:
            moved = max(improved(rows, low), improved(rows, high))
            if moved < SLOWEST:
                break
            watch.look(len(graph))
    except Stopped as stopped:
        return Bounds(low, high, stopped.reason)
    return Bounds(low, high)


def first_bounds(graph: Graph, unknown: float) -> list[float]:
    """The units of the first seat where the game is over, and `unknown` elsewhere."""
    ends = enumerate(graph.actors)
    return [float(graph.result(n)[0]) if acting == OVER else unknown for n, acting in ends]


def rows_of(graph: Graph) -> list[tuple[int, int, array[int], list[float]]]:
    """The rows of an iteration, last positions first: number, who acts, edges, probabilities."""
    rows = []
    for number in reversed(range(len(graph))):
        acting, begin, end = graph.actors[number], graph.first[number], graph.first[number + 1]
        if acting != OVER:
            weights = graph.weights[begin:end] if acting == NATURE else ()
            odds = [weight / sum(weights) for weight in weights]
            rows.append((number, acting, graph.targets[begin:end], odds))
    return rows


def improved(rows: list[tuple[int, int, array[int], list[float]]], values: list[float]) -> float:
    """One sweep of value iteration, in place; returns the largest change of a value."""
    most = 0.0
    for number, acting, targets, odds in rows:
        after = [values[target] for target in targets]
        if acting == NATURE:
            new = math.fsum(o * v for o, v in zip(odds, after, strict=True))
        else:
            new = max(after) if acting == 0 else min(after)
        most = max(most, abs(new - values[number]))
        values[number] = new
    return most


def widest(graph: Graph, low: list[float], high: list[float]) -> float:
    """The widest gap between the bounds at the start and after each of its moves."""
    return max(high[n] - low[n] for n in (0, *graph.after(0)))
