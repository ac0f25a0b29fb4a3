"""Estimates of numbers that cannot leave a known range: shares, results, parts of a whole.

The interval of a mean is Gaffke's (2005; Learned-Miller & Thomas 2020): as if one more game had
been played, with the least that is possible for the lower end and the most for the upper end, and
all games weighed at random (Dirichlet's distribution).  Where a game gives 0 or 1 it is the exact
interval of Clopper & Pearson (1934).  It never leaves the range, has a width whatever the games
were, and no distribution is known that it covers less often than stated.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum, pi, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import betaincinv, ndtr

from interpreter.study.statistics.statistics import (
    TAIL,
    Comparison,
    Interval,
    Sample,
    combined,
    log_choose,
    mean_p,
)

Numbers = NDArray[np.float64]
FEW = 5  # expected counts below this are too small for the normal approximation (Cochran 1954)
TERMS = 256  # of a series, evaluated together
MAX_TERMS = 200_000
MAX_DISTINCT = 400  # values; the time grows with their number
PRECISION = 1e-10  # of a sum, and of an end of an interval in parts of the range
GAMMA_REACH = 40.0  # scales of a gamma variable; the chance of more is below 1e-17
NORMAL_REACH = 9.0  # standard deviations, likewise


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
    if values[-1] == most:
        counts = counts.copy()
        counts[-1] += 1
    else:
        values, counts = np.append(values, most), np.append(counts, 1.0)
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


def bounded_difference(a: Sample, b: Sample, low: float, high: float) -> Comparison | None:
    """The mean of a less that of b, from the intervals of both (Donner & Zou 2012)."""
    of_a, of_b = bounded_interval(a, low, high), bounded_interval(b, low, high)
    if of_a is None or of_b is None:
        return None
    return Comparison(a.mean - b.mean, *combined(a.mean, of_a, b.mean, of_b), mean_p(a, b))


# ---- shares ----


def share_interval(successes: int, count: int) -> Interval:
    """The exact interval of a share (Clopper & Pearson 1934); all of [0, 1] without games."""
    failures = count - successes
    low = float(betaincinv(successes, failures + 1, TAIL)) if successes else 0.0
    high = float(betaincinv(successes + 1, failures, 1 - TAIL)) if failures else 1.0
    return Interval(low, high)


def share_difference(s1: int, n1: int, s2: int, n2: int) -> Comparison | None:
    """The share s1 / n1 less s2 / n2, from both intervals (Newcombe 1998; Donner & Zou 2012).

    `p` is of the score test with the pooled share, or of Fisher's exact test with mid-p (Lancaster
    1961) where a cell of the table is expected to hold fewer than five games.
    """
    if not n1 or not n2:
        return None
    first, second = share_interval(s1, n1), share_interval(s2, n2)
    low, high = combined(s1 / n1, first, s2 / n2, second)
    return Comparison(s1 / n1 - s2 / n2, low, high, share_p(s1, n1, s2, n2))


def share_p(s1: int, n1: int, s2: int, n2: int) -> float:
    """The two-sided p-value of two shares."""
    total, successes = n1 + n2, s1 + s2
    if s1 * n2 == s2 * n1:
        return 1.0  # mid-p is 0.5 where no other table is possible
    if min(successes, total - successes) * min(n1, n2) < FEW * total:
        return mid_p(s1, n1, successes, total)
    pooled = successes / total
    error = sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
    return 2 * float(ndtr(-abs(s1 / n1 - s2 / n2) / error))


def missed_p(s1: int, n1: int, n2: int) -> float:
    """The chance that all of the s1 games of n1 + n2 that have something are among the first n1:
    one side of Fisher's exact test, for something that the other n2 games never have.
    """
    found = np.array([s1])
    return float(np.exp(log_choose(n1, found) - log_choose(n1 + n2, found))[0])


def mid_p(s1: int, n1: int, successes: int, total: int) -> float:
    """Fisher's test: tables less likely than the one found, and half of those as likely."""
    cells = np.arange(max(0, successes - (total - n1)), min(successes, n1) + 1)
    logs = log_choose(n1, cells) + log_choose(total - n1, successes - cells)
    chances = np.exp(logs - logs.max())
    chances /= fsum(chances)
    own = chances[cells == s1][0]
    alike = np.isclose(chances, own, rtol=1e-7, atol=0)
    return float(chances[~alike & (chances < own)].sum() + chances[alike].sum() / 2)
