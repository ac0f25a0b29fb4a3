"""How many games and positions there are, from random walks through a game, with 95 % intervals.

Numbers of games are far beyond floating point, so they enter and leave as logarithms to base 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, fsum, inf, log, log10, sqrt

from interpreter.study.statistics.statistics import Sample, mean_interval

Z = 1.96  # standard errors on each side of a mean
ENOUGH = 50  # walks that must share what is summed up, for an interval with two ends
TAIL = 0.025  # outside of each end of an interval


@dataclass(frozen=True)
class Size:
    """A number as a logarithm to base 10, with the ends of its interval; `high` may be infinite."""

    log: float
    low: float
    high: float


def tree_size(logs: Sequence[float]) -> Size | None:
    """How many leaves a tree has, from random walks to leaves (Knuth 1975).

    `logs` has for each walk the logarithm of the product of the branches on its way, minus infinity
    where it is not counted.  The mean of the products is the number of leaves on average, whatever
    the tree.  An interval with two ends needs products of which not a few outweigh all others
    (their effective number: Kong 1992), or as many walks that all have the same.  Else only the
    lower end is known: a mean is seldom far above what it estimates (Markov's inequality; Gomes,
    Hoffmann, Sabharwal & Selman 2007).
    None without a walk that counts.
    """
    most = max(logs, default=-inf)
    if most == -inf:
        return None
    products = [10 ** (x - most) for x in logs]
    mean = fsum(products) / len(products)
    value = most + log10(mean)
    effective = fsum(products) ** 2 / fsum(x * x for x in products)
    interval = mean_interval(Sample.of(products)) if len(set(products)) > 1 else None
    if len(set(products)) == 1 and len(products) >= ENOUGH:
        return Size(value, value, value)
    if interval is None or effective < ENOUGH or interval.low <= 0:
        return Size(value, max(0.0, value + log10(TAIL)), inf)
    return Size(value, most + log10(interval.low), most + log10(interval.high))


def distinct_seen(samples: Iterable[Collection[Hashable]]) -> Counter[Hashable]:
    """In how many samples each thing occurs."""
    return Counter(thing for sample in samples for thing in set(sample))


def richness(samples: int, seen: Counter[Hashable]) -> Size | None:
    """At least how many things there are, from those seen in so many samples (Chao 1987).

    The estimate is a lower bound on average, whatever the chances of things to be seen: those that
    are hardly ever seen leave no trace.  So only the lower end says something of their number; the
    upper one is infinite.  None without things.
    """
    if not seen:
        return None
    known = len(seen)
    frequencies = Counter(seen.values())
    once, twice = frequencies[1], frequencies[2]
    part = (samples - 1) / samples
    if not once:
        return Size(log10(known), log10(known), inf)
    # With nothing seen twice, the form of Chao that is free of bias.
    unseen = part * (once**2 / (2 * twice) if twice else once * (once - 1) / 2)
    low = known + (unseen / exp(Z * sqrt(log(1 + spread_of(once, twice, part) / unseen**2)))
                   if unseen and twice else 0)  # fmt: skip
    return Size(log10(known + unseen), log10(low), inf)


def spread_of(once: int, twice: int, part: float) -> float:
    """The variance of the number of unseen things (Chao 1987)."""
    ratio = once / twice
    return twice * (part * ratio**2 / 2 + part**2 * ratio**3 + part**2 * ratio**4 / 4)
