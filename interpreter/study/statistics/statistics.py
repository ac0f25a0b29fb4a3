"""Estimates of independent games with 95 % intervals, and differences between two samples.

Everything here follows from the counted values: nothing is drawn by chance, so the figures are the
same on every run, and a million games cost what their distinct values cost.  An interval is for one
figure alone; a p-value is two-sided and not corrected: `holm` corrects those of a report.  What
cannot leave a known range has `bounded`.
A sample without games has no figures: what would be an interval or a comparison is None.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import cbrt, exp, fsum, hypot, inf, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, bdtrc, gammaln, ndtr, stdtrit


@dataclass(frozen=True, eq=False)
class Sample:
    """The numbers of a variant's games: distinct values in rising order, and how often each came.

    Both arrays have one dimension and the same length; `counts` are at least 1.
    """

    values: NDArray[np.float64]
    counts: NDArray[np.int64]

    @classmethod
    def of(cls, numbers: ArrayLike, often: NDArray[np.int64] | None = None) -> Sample:
        """The sample of an array with a number for each game, or for as many as `often` tells.

        Raises ValueError where the array has not one dimension or holds NaN or infinity.
        """
        array = np.asarray(numbers, dtype=np.float64)
        if array.ndim != 1 or not np.isfinite(array).all():
            raise ValueError("a sample is a one-dimensional array of finite numbers")
        if often is None:
            values, counts = np.unique(array, return_counts=True)
            return cls(values, counts.astype(np.int64))
        values, places = np.unique(array, return_inverse=True)
        counts = np.zeros(len(values), np.int64)
        np.add.at(counts, places, often)
        return cls(values, counts)

    @classmethod
    def joined(cls, samples: Sequence[Sample]) -> Sample:
        """The games of several samples; the order of these makes no difference."""
        values = [sample.values for sample in samples]
        return cls.of(np.concatenate(values), np.concatenate([s.counts for s in samples]))

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """How many games have each value or a smaller one."""
        return self.counts.cumsum()

    @cached_property
    def count(self) -> int:
        """How many games there are."""
        return int(self.counts.sum())

    @cached_property
    def mean(self) -> float:
        """The mean.  Raises ValueError for a sample without games."""
        if not len(self.values):
            raise ValueError("a sample without games has no mean")
        average = fsum(self.values * self.counts) / self.count
        # Rounding must not take the mean of equal values off their value.
        return min(max(average, float(self.values[0])), float(self.values[-1]))

    def at(self, place: int) -> float:
        """The value at a place, counted from 0, among all games in rising order."""
        return float(self.values[np.searchsorted(self.ranks, place, side="right")])

    def quantile(self, q: float) -> float:
        """What `numpy.quantile` gives for all games.  Raises ValueError for a sample without."""
        if not len(self.values):
            raise ValueError("a sample without games has no quantiles")
        place = (self.count - 1) * q
        below, part = int(place), place - int(place)
        low, high = self.at(below), self.at(min(below + 1, self.count - 1))
        # From the nearer end, as numpy does it, so that both round alike.
        return low + (high - low) * part if part < 0.5 else high - (high - low) * (1 - part)

    def moment(self, order: int) -> float:
        """The mean of a power of the distance from the mean."""
        return fsum((self.values - self.mean) ** order * self.counts) / self.count

    @property
    def variance(self) -> float:
        """The unbiased variance; 0 for a single game."""
        return self.moment(2) * self.count / max(self.count - 1, 1)


TAIL = 0.025  # of the chance that an interval leaves out, on either side
FARTHEST = 37.0  # standard deviations; the chance of more is no longer a normal float
HALVINGS = 40  # in search of a p-value


@dataclass(frozen=True)
class Interval:
    """A 95 % interval, in the unit of the figure."""

    low: float
    high: float

    def within(self, least: float, most: float) -> Interval:
        """The part of it that is possible."""
        return Interval(within(self.low, least, most), within(self.high, least, most))


def within(value: float, least: float, most: float) -> float:
    """What is possible and nearest to a value."""
    return min(max(value, least), most)


@dataclass(frozen=True)
class Comparison:
    """The first sample's figure less the second's, its 95 % interval, and a two-sided p-value."""

    value: float
    low: float
    high: float
    p: float
    least_p: float = 0.0  # that these games could give, however they fell to the samples


def combined(x: float, of_x: Interval, y: float, of_y: Interval) -> tuple[float, float]:
    """The interval of x - y from the intervals of both (Newcombe 1998; Donner & Zou 2012)."""
    below = hypot(x - of_x.low, of_y.high - y)
    above = hypot(of_x.high - x, y - of_y.low)
    return x - y - below, x - y + above


def log_choose(n: int, k: NDArray[np.int64]) -> NDArray[np.float64]:
    """The logarithms of the numbers of ways to choose k of n."""
    logs: NDArray[np.float64] = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return logs


# ---- means ----


def mean_interval(sample: Sample) -> Interval | None:
    """Student's interval, corrected for skewness by Hall's cubic transformation (1992).

    It is as accurate as the studentised bootstrap that it stands for.  Equal values, a single game
    among them, give an interval without width: nothing is known of values that never came.
    """
    return hall_interval(sample, sample)(TAIL) if sample.count else None


def hall_interval(sample: Sample, other: Sample) -> Callable[[float], Interval]:
    """The same by the chance left out on a side; a sample of equal values, which cannot tell its
    spread, has that of another.
    """
    known = sample if sample.variance > 0 else other
    freedom = max(known.count - 1, 1)
    value, error = sample.mean, sqrt(known.variance / sample.count)
    skew = sample.moment(3) / sample.count**2 / error**3 if error > 0 else 0.0  # of the mean

    def interval(tail: float) -> Interval:
        if error <= 0:
            return Interval(value, value)
        t = -float(stdtrit(freedom, tail))
        return Interval(
            value - error * hall_quantile(t, skew), value - error * hall_quantile(-t, skew)
        )

    return interval


def hall_quantile(t: float, skew: float) -> float:
    """The quantile of (estimate - truth) / error whose transformed value is t.

    Inverts w + skew w²/3 + skew² w³/27 + skew/6, which is symmetric to the first order.
    """
    if abs(skew) < 1e-6:  # the limit, which the formula would round
        return t - skew / 6 * (1 + 2 * t * t)
    return (cbrt(1 + skew * (t - skew / 6)) - 1) * 3 / skew


def mean_difference(a: Sample, b: Sample) -> Comparison | None:
    """The mean of a less that of b, from the intervals of both (Donner & Zou 2012).

    A sample of equal values, which cannot tell its spread, is taken to have that of the other.  Two
    samples that are each of one value have an interval without width, and the p-value of the
    permutation test, which is small for ten games and more of each.
    """
    if not a.count or not b.count:
        return None
    if a.variance <= 0 and b.variance <= 0:
        value = a.mean - b.mean
        return Comparison(value, value, value, least_p(a, b))
    return difference(a.mean, hall_interval(a, b), b.mean, hall_interval(b, a))


def difference(
    x: float, of_x: Callable[[float], Interval], y: float, of_y: Callable[[float], Interval]
) -> Comparison:
    """The figure x less y, from the intervals of both by the chance left out on a side.

    `p` is the largest chance left out whose interval still contains 0, so both always agree.
    """
    low, high = combined(x, of_x(TAIL), y, of_y(TAIL))
    if x == y:
        return Comparison(0.0, low, high, 1.0)
    near, far = 0.0, FARTHEST  # normal quantiles; equality stays outside at `near`
    for _ in range(HALVINGS):
        z = (near + far) / 2
        tail = float(ndtr(-z))
        below, above = combined(x, of_x(tail), y, of_y(tail))
        near, far = (near, z) if below <= 0 <= above else (z, far)
    return Comparison(x - y, low, high, 2 * float(ndtr(-far)))


def least_p(a: Sample, b: Sample) -> float:
    """The least p-value that the permutation test could give for these games, however they fell to
    the two samples: that of the highest in one and the lowest in the other.  1 if all are equal;
    what the test gives for two samples that are each of one value.
    """
    both = Sample.joined([a, b])
    return min(1.0, 2 * min(lowest_share(both, a.count), lowest_share(both, b.count)))


def lowest_share(sample: Sample, count: int) -> float:
    """Of all ways to choose so many games, the share that takes the lowest."""
    place = int(np.searchsorted(sample.ranks, count))
    alike, above = int(sample.counts[place]), int(sample.ranks[place]) - count
    # As logarithms, since the number of ways to divide a million games has 300,000 digits.
    some, every = (log_choose(n, np.array(k)) for n, k in ((alike, above), (sample.count, count)))
    return exp(float(some - every))


# ---- quantiles ----


def quantile_interval(sample: Sample, q: float) -> Interval | None:
    """The interval between two order statistics, from the binomial distribution (Thompson 1936).

    It holds whatever the distribution; with values that many games share, such as turns, it
    contains the quantile more often than stated.  (The bootstrap of a quantile of whole numbers
    does not converge.)  Where the games are too few for an end, it is infinite.
    """
    return order_interval(sample, q, TAIL) if sample.count else None


def order_interval(sample: Sample, q: float, tail: float) -> Interval:
    """The same for any chance left out on a side; infinite where the games are too few."""
    n, value = sample.count, sample.quantile(q)
    # How many games lie below the quantile is binomial.
    below = bisect_left(range(n), True, key=lambda k: bool(bdtr(k, n, q) > tail))
    above = bisect_left(range(n), True, key=lambda k: bool(bdtrc(k, n, q) <= tail))
    low = min(sample.at(below - 1), value) if below else -inf
    high = max(sample.at(above), value) if above < n else inf
    return Interval(low, high)


def quantile_difference(a: Sample, b: Sample, q: float) -> Comparison | None:
    """The quantile of a less that of b, from the intervals of both (Donner & Zou 2012).

    Like the intervals, p errs on the careful side: a little by whole ranks, much where many games
    share a value.
    """
    if not a.count or not b.count:
        return None
    of_a, of_b = partial(order_interval, a, q), partial(order_interval, b, q)
    return difference(a.quantile(q), of_a, b.quantile(q), of_b)


# ---- several comparisons ----


def holm(ps: Sequence[float], least: Sequence[float] | None = None) -> list[float]:
    """The p-values adjusted for their number, in the same order (Holm 1979).

    With the least that each could be, one counts only against p-values that it could reach itself
    (Tarone 1990; Hommel & Krummenauer 1998): what the games leave no room for costs nothing.
    """
    adjusted, largest = [0.0] * len(ps), 0.0
    could = np.zeros(len(ps)) if least is None else np.minimum(least, ps)
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    for done, index in enumerate(order):
        rivals = int((could[order[done:]] <= ps[index]).sum())
        largest = max(largest, min(1.0, rivals * ps[index]))
        adjusted[index] = largest
    return adjusted
