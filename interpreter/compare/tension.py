"""Who is ahead in a game, how often that changes, and how far the winner was behind.

Two searches that know nothing of each other say what seat 1 may expect.  Where one says that a seat
is ahead, or that the lead has changed, the other says how far that is true: so the luck of a search
cancels out instead of being counted as tension.  As long as the expected share stays as it is, the
means of `lead-changes` and `drama` are 0 however short the searches are, and so is that of `lead`
where it stays at one half.  In a single game any of them may be below 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from statistics import fmean

Measure = Callable[[Sequence[float], Sequence[float]], float]
SETTLED = 0.9  # the share that a winner keeps from the moment when the win is settled


def tension(
    first: Mapping[int, float], second: Mapping[int, float], result: Sequence[float]
) -> dict[str, float]:
    """The figures of a game for two, from the expected share of seat 1 by turn, and the result.

    `drama-i` is what the drama would be if seat i had won.
    """
    one, two = leads(first), leads(second)
    found = {"lead": both_ways(ahead, one, two)}
    if len(one) > 1:
        found["lead-changes"] = both_ways(changes, one, two) / (len(one) - 1)
    if 1.0 not in result:
        return found
    dramas = [
        both_ways(behind, [sign * x for x in one], [sign * x for x in two]) for sign in (1, -1)
    ]
    found |= {f"drama-{seat}": drama for seat, drama in enumerate(dramas, 1)}
    winner = 1 if result[0] == 1 else -1
    means = [winner * (x + y) / 2 for x, y in zip(one, two, strict=True)]
    unsettled = max((i for i, lead in enumerate(means, 1) if lead < 2 * SETTLED - 1), default=0)
    return found | {
        "drama": dramas[0] if winner == 1 else dramas[1],
        "settled": unsettled / len(means),
    }


def leads(expected: Mapping[int, float]) -> list[float]:
    """By how much the share of seat 1 is larger than that of seat 2."""
    return [2 * share - 1 for share in expected.values()]


def both_ways(measure: Measure, one: Sequence[float], two: Sequence[float]) -> float:
    """The mean of a measure with either search as the one that says where to look."""
    return (measure(one, two) + measure(two, one)) / 2


def ahead(told: Sequence[float], true: Sequence[float]) -> float:
    """How far the seat that is told to be ahead truly is, in the mean of all turns."""
    return fmean(sign(x) * y for x, y in zip(told, true, strict=True))


def behind(told: Sequence[float], true: Sequence[float]) -> float:
    """How far seat 1 truly is behind, in the mean of all turns; 0 where it is told to be ahead."""
    return fmean(-y if x < 0 else 0.0 for x, y in zip(told, true, strict=True))


def changes(told: Sequence[float], true: Sequence[float]) -> float:
    """How often the lead is told to change: one less where the leader truly was behind before."""
    held = [(sign(x), sign(y)) for x, y in zip(told, true, strict=True) if x]
    return sum(x * y for (x, y), (after, _) in pairwise(held) if x != after)


def sign(x: float) -> int:
    """1, 0 or -1."""
    return (x > 0) - (x < 0)
