"""Estimates of numbers that cannot leave a known range: shares, results, parts of a whole.

The interval of a mean is Gaffke's (2005; Learned-Miller & Thomas 2020): as if one more game had
been played, with the least that is possible for the lower end and the most for the upper end, and
all games weighed at random (Dirichlet's distribution).  Where a game gives 0 or 1 it is the exact
interval of Clopper & Pearson (1934).  It never leaves the range, has a width whatever the games
were, and no distribution is known that it covers less often than stated.

The p-value of a difference is the level at which its interval ends at 0, so the two always agree.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import cos, fsum, inf, log, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import betainc, betaincinv

from interpreter.study.statistics.statistics import (
    TAIL,
    Comparison,
    Interval,
    Sample,
    combined,
    log_choose,
    within,
)

Numbers = NDArray[np.float64]
Tail = Callable[[float], float]
"""The chance left out beyond an end of an interval, by where the end is."""
TERMS = 256  # of a series, evaluated together
MAX_TERMS = 200_000
MAX_DISTINCT = 400  # values; the time grows with their number
PRECISION = 1e-10  # of a sum, and of an end of an interval in parts of the range
GAMMA_REACH = 40.0  # scales of a gamma variable; the chance of more is below 1e-17
NORMAL_REACH = 9.0  # standard deviations, likewise
NORMAL = 1.96  # standard errors on each side of a mean
LEAST_TAIL = 1e-9  # a smaller one is lost among what the series is off
ANGLE_PRECISION = 1e-9


def bounded_interval(sample: Sample, low: float, high: float) -> Interval | None:
    """The 95 % interval of a mean of numbers from `low` to `high`; None without games.

    Raises ValueError for numbers outside.
    """
    if not sample.count:
        return None
    if sample.values[0] < low or sample.values[-1] > high:
        raise ValueError(f"a number lies outside of {low:g} to {high:g}")
    counts = sample.counts.astype(np.float64)
    lower, upper = ends(sample.values.astype(np.float64).tobytes(), counts.tobytes(), low, high)
    return Interval(min(lower, sample.mean), max(upper, sample.mean))


@lru_cache(maxsize=4096)
def ends(values: bytes, counts: bytes, low: float, high: float) -> tuple[float, float]:
    """Both ends for distinct values in rising order and how often each came, as bytes of floats."""
    some, often = on_grid(np.frombuffer(values), np.frombuffer(counts))
    return -upper_end(-some[::-1], often[::-1], -low), upper_end(some, often, high)


def on_grid(values: Numbers, counts: Numbers) -> tuple[Numbers, Numbers]:
    """At most so many distinct values as can be worked with.

    Where there are more, each is shared between its neighbours on a grid so that the mean stays as
    it is.  That makes what is weighed more spread out, and the interval a little wider.
    """
    if len(values) <= MAX_DISTINCT:
        return values, counts
    grid = np.linspace(values[0], values[-1], MAX_DISTINCT)
    place = np.clip(np.searchsorted(grid, values, side="right") - 1, 0, MAX_DISTINCT - 2)
    share = (values - grid[place]) / (grid[place + 1] - grid[place])
    often: Numbers = np.bincount(place, counts * (1 - share), MAX_DISTINCT).astype(np.float64)
    often += np.bincount(place + 1, counts * share, MAX_DISTINCT)
    return grid[often > 0], often[often > 0]


def upper_end(values: Numbers, counts: Numbers, most: float) -> float:
    """The upper end for distinct values in rising order and how often each came."""
    values, counts = with_most(values, counts, most)
    if len(values) == 1:
        return most
    first, wide = float(values[0]), float(values[-1] - values[0])
    if len(values) == 2:
        return first + wide * float(betaincinv(counts[1], counts[0], 1 - TAIL))
    parts = (values - first) / wide
    end_part = brentq(
        lambda end: weighted_below(parts, counts, end) - (1 - TAIL),
        PRECISION, 1 - PRECISION, xtol=PRECISION,
    )  # fmt: skip
    return first + wide * float(end_part)


def upper_tail(values: Numbers, counts: Numbers, most: float, end: float) -> float:
    """The chance left out above an end, of which `upper_end` is the inverse."""
    values, counts = with_most(values, counts, most)
    first, wide = float(values[0]), float(values[-1] - values[0])
    part = (end - first) / wide if wide else 1.0
    if not PRECISION < part < 1 - PRECISION:
        return 0.0 if part > 0.5 else 1.0
    if len(values) == 2:
        return float(betainc(counts[0], counts[1], 1 - part))
    return 1 - weighted_below((values - first) / wide, counts, part)


def with_most(values: Numbers, counts: Numbers, most: float) -> tuple[Numbers, Numbers]:
    """The values and their counts with those of one more game, which gave the most."""
    if values[-1] != most:
        return np.append(values, most), np.append(counts, 1.0)
    counts = counts.copy()
    counts[-1] += 1
    return values, counts


def weighted_below(values: Numbers, counts: Numbers, end: float) -> float:
    """The chance that a mean weighted by Dirichlet's distribution of the counts is at most `end`.

    That is the chance that a sum of independent gamma variables, one for each value, is below 0;
    from its characteristic function by the series of Davies (1973).
    """
    steps = values - end
    steps = steps / sqrt(fsum(counts * steps**2))
    reach = abs(fsum(counts * steps)) + NORMAL_REACH + GAMMA_REACH * float(np.abs(steps).max())
    total = 0.0
    for first in range(0, MAX_TERMS, TERMS):
        places = np.arange(first, first + TERMS) + 0.5
        angles = places * (pi / reach)
        terms = np.exp(-(counts[:, None] * np.log1p(-1j * np.outer(steps, angles))).sum(axis=0))
        total += fsum(terms.imag / places)
        if abs(terms[-1]) < PRECISION:
            break
    return 0.5 - total / pi


def bounded_difference(
    a: Sample, b: Sample, low: float, high: float, possible: tuple[float, float] = (-inf, inf)
) -> Comparison | None:
    """The mean of a less that of b, from the intervals of both (Donner & Zou 2012).

    Numbers are from `low` to `high`, and their means are known to be among what is `possible`.
    """
    of_a, of_b = bounded_interval(a, low, high), bounded_interval(b, low, high)
    if of_a is None or of_b is None:
        return None
    of_a, of_b = of_a.within(*possible), of_b.within(*possible)
    x, y = within(a.mean, *possible), within(b.mean, *possible)
    more, less = (a, b) if a.mean > b.mean else (b, a)
    some, often = on_grid(-more.values[::-1], more.counts[::-1].astype(np.float64))
    below = partial(upper_tail, some, often, -low)
    some, often = on_grid(less.values, less.counts.astype(np.float64))
    above = partial(upper_tail, some, often, high)
    p = level_at_0(max(x, y), min(x, y), lambda end: below(-end), above)
    return Comparison(x - y, *combined(x, of_a, y, of_b), p)


def level_at_0(more: float, less: float, below: Tail, above: Tail) -> float:
    """Twice the chance that is left out on either side where the interval of a difference, which is
    `combined` from those of two figures, ends at 0.

    `below` is for the lower end of the larger figure, `above` for the upper end of the smaller one.
    The interval ends at 0 where these ends lie on a circle around the two figures; their place on
    it is where both leave out the same.
    """
    apart = more - less
    if apart <= 0:
        return 1.0

    def tails(angle: float) -> tuple[float, float]:
        both = below(more - apart * cos(angle)), above(less + apart * sin(angle))
        return max(both[0], LEAST_TAIL), max(both[1], LEAST_TAIL)

    def ratio(angle: float) -> float:
        lower, upper = tails(angle)
        return log(lower / upper)

    if ratio(0) >= 0:
        return min(1.0, 2 * tails(0)[0])
    if ratio(pi / 2) <= 0:
        return min(1.0, 2 * tails(pi / 2)[1])
    return min(1.0, 2 * tails(float(brentq(ratio, 0, pi / 2, xtol=ANGLE_PRECISION)))[0])


# ---- shares ----


def share_interval(successes: int, count: int) -> Interval:
    """The exact interval of a share (Clopper & Pearson 1934); all of [0, 1] without games."""
    failures = count - successes
    low = float(betaincinv(successes, failures + 1, TAIL)) if successes else 0.0
    high = float(betaincinv(successes + 1, failures, 1 - TAIL)) if failures else 1.0
    return Interval(low, high)


def spread_interval(mean: float, variance: float, count: int) -> Interval:
    """The interval of a mean of numbers from 0 to 1, for charts of many: Wilson's (1927) of a share
    with as many games as would give the mean this variance.  It never leaves the range.

    Both variances are taken with that of one more game at the far end of the range, so that games
    that are all alike have an interval, and games that are nearly so have nearly the same one.
    """
    more = 1 / count
    games = count * (mean * (1 - mean) + more) / (variance + more)
    weight = NORMAL**2 / games
    half = NORMAL * sqrt(mean * (1 - mean) / games + weight / (4 * games))
    low, high = ((mean + weight / 2 + side) / (1 + weight) for side in (-half, half))
    return Interval(min(low, mean), max(high, mean)).within(0, 1)


def share_difference(s1: int, n1: int, s2: int, n2: int) -> Comparison | None:
    """The share s1 / n1 less s2 / n2, from both intervals (Newcombe 1998; Donner & Zou 2012)."""
    if not n1 or not n2:
        return None
    first, second = share_interval(s1, n1), share_interval(s2, n2)
    x, y = s1 / n1, s2 / n2
    low, high = combined(x, first, y, second)
    (s, n), (t, m) = ((s1, n1), (s2, n2)) if x > y else ((s2, n2), (s1, n1))
    p = level_at_0(
        s / n, t / m, lambda end: float(betainc(s, n - s + 1, max(end, 0.0))),
        lambda end: float(betainc(m - t, t + 1, max(1 - end, 0.0))),
    )  # fmt: skip
    return Comparison(x - y, low, high, p)


def missed_p(s1: int, n1: int, n2: int) -> float:
    """The chance that all of the s1 games of n1 + n2 that have something are among the first n1:
    one side of Fisher's exact test, for something that the other n2 games never have.
    """
    found = np.array([s1])
    return float(np.exp(log_choose(n1, found) - log_choose(n1 + n2, found))[0])
