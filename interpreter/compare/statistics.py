"""Estimates of independent games with 95 % intervals, and differences between two samples.

Everything here is a closed form of the counted values: nothing is drawn by chance, so the figures
are the same on every run, and a million games cost what their distinct values cost.  An interval is
for one figure alone; a p-value is two-sided and not corrected: `holm` corrects those of a report.
A sample without games has no figures: what would be an interval or a comparison is None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cbrt, comb, fsum, hypot, inf, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr, bdtrc, gammaincinv, gammaln, ndtr, ndtri, stdtr, stdtrit

from interpreter.compare.sample import Sample

TAIL = 0.025  # of the chance that an interval leaves out, on either side
NORMAL = float(-ndtri(TAIL))
FEW = 5  # expected counts below this are too small for the normal approximation (Cochran 1954)
FARTHEST = 37.0  # standard deviations; the chance of more is no longer a normal float


@dataclass(frozen=True)
class Interval:
    """A 95 % interval, in the unit of the figure."""

    low: float
    high: float


@dataclass(frozen=True)
class Comparison:
    """The first sample's figure less the second's, its 95 % interval, and a two-sided p-value."""

    value: float
    low: float
    high: float
    p: float


# ---- shares ----


def wilson(successes: int, count: int) -> Interval:
    """The score interval of a share (Wilson 1927); the whole of [0, 1] without games.

    One to three successes (or failures) have the bound next to 0 (or 1) from the Poisson
    distribution (Brown, Cai & DasGupta 2001, section 4.1.1): the plain interval would contain a
    share near 0 or 1 in as few as 84 % of studies.
    """
    plain = score_interval(successes, count, NORMAL)
    most = 3 if count > 50 else 2
    low, high = plain.low, plain.high
    if 1 <= successes <= most:
        low = float(gammaincinv(successes, 2 * TAIL)) / count
    if 1 <= count - successes <= most:
        high = 1 - float(gammaincinv(count - successes, 2 * TAIL)) / count
    return Interval(low, high)


def score_interval(successes: int, count: int, z: float) -> Interval:
    """Wilson's interval as he gave it, for a normal quantile."""
    if not count:
        return Interval(0.0, 1.0)
    share = successes / count
    weight = z * z / count
    middle = (share + weight / 2) / (1 + weight)
    half = sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    low = middle - half if successes else 0.0
    high = middle + half if successes < count else 1.0
    return Interval(low, high)


def share_difference(s1: int, n1: int, s2: int, n2: int) -> Comparison | None:
    """The share s1 / n1 less s2 / n2: hybrid score interval (Newcombe 1998, method 10).

    `p` is of the score test with the pooled share, or of Fisher's exact test with mid-p (Lancaster
    1961) where a cell of the table is expected to hold fewer than five games.
    """
    if not n1 or not n2:
        return None
    first, second = score_interval(s1, n1, NORMAL), score_interval(s2, n2, NORMAL)
    low, high = combined(s1 / n1, first, s2 / n2, second)
    return Comparison(s1 / n1 - s2 / n2, low, high, share_p(s1, n1, s2, n2))


def combined(x: float, of_x: Interval, y: float, of_y: Interval) -> tuple[float, float]:
    """The interval of x - y from the intervals of both (Newcombe 1998; Donner & Zou 2012)."""
    below = hypot(x - of_x.low, of_y.high - y)
    above = hypot(of_x.high - x, y - of_y.low)
    return x - y - below, x - y + above


def share_p(s1: int, n1: int, s2: int, n2: int) -> float:
    total, successes = n1 + n2, s1 + s2
    if s1 * n2 == s2 * n1:
        return 1.0  # mid-p is 0.5 where no other table is possible
    if min(successes, total - successes) * min(n1, n2) < FEW * total:
        return mid_p(s1, n1, successes, total)
    pooled = successes / total
    error = sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2))
    return 2 * float(ndtr(-abs(s1 / n1 - s2 / n2) / error))


def mid_p(s1: int, n1: int, successes: int, total: int) -> float:
    """Fisher's test: tables less likely than the one found, and half of those as likely."""
    cells = np.arange(max(0, successes - (total - n1)), min(successes, n1) + 1)
    logs = log_choose(n1, cells) + log_choose(total - n1, successes - cells)
    chances = np.exp(logs - logs.max())
    chances /= fsum(chances)
    own = chances[cells == s1][0]
    alike = np.isclose(chances, own, rtol=1e-7, atol=0)
    return float(chances[~alike & (chances < own)].sum() + chances[alike].sum() / 2)


def log_choose(n: int, k: NDArray[np.int64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return found


# ---- means ----


def mean_interval(sample: Sample) -> Interval | None:
    """Student's interval, corrected for skewness by Hall's cubic transformation (1992).

    It is as accurate as the studentised bootstrap that it stands for.  Equal values, a single game
    among them, give an interval without width: nothing is known of values that never came.
    """
    if not sample.count:
        return None
    return hall_interval(sample, sample.variance, sample.count - 1)


def hall_interval(sample: Sample, variance: float, freedom: int) -> Interval:
    """The same for a variance of games, with its degrees of freedom, that is given."""
    value, error = sample.mean, sqrt(variance / sample.count)
    if error <= 0:
        return Interval(value, value)
    skew = sample.moment(3) / sample.count**2 / error**3  # of the mean
    t = float(stdtrit(freedom, 1 - TAIL))
    return Interval(value - error * hall_quantile(t, skew), value - error * hall_quantile(-t, skew))


def hall_quantile(t: float, skew: float) -> float:
    """The quantile of (estimate - truth) / error whose transformed value is t.

    Inverts w + skew w²/3 + skew² w³/27 + skew/6, which is symmetric to the first order.
    """
    if abs(skew) < 1e-6:  # the limit, which the formula would round
        return t - skew / 6 * (1 + 2 * t * t)
    return (cbrt(1 + skew * (t - skew / 6)) - 1) * 3 / skew


def mean_difference(a: Sample, b: Sample) -> Comparison | None:
    """The mean of a less that of b, from the intervals of both (Donner & Zou 2012).

    `p` is of Welch's (1947) t test or of Student's with the pooled variance, whichever is larger: a
    sample in which rare values did not come up by chance has too small a variance of its own.  The
    spread of a single game is taken to be that of the other sample.
    """
    if not a.count or not b.count:
        return None
    value = a.mean - b.mean
    (v, m), (w, n) = spread(a, b), spread(b, a)
    low, high = combined(a.mean, hall_interval(a, v, m), b.mean, hall_interval(b, w, n))
    v, w = v / a.count, w / b.count
    if v + w <= 0:
        return Comparison(value, value, value, constants_p(a, b))
    freedom = (v + w) ** 2 / (v**2 / m + w**2 / n)
    p = max(student_p(value, v + w, freedom), pooled_p(a, b))
    return Comparison(value, low, high, p)


def spread(sample: Sample, other: Sample) -> tuple[float, int]:
    """The variance of a sample, or of the other where it cannot tell, and degrees of freedom."""
    known = sample if sample.count > 1 else other
    return known.variance, max(known.count - 1, 1)


def student_p(value: float, variance: float, freedom: float) -> float:
    return 2 * float(stdtr(freedom, -abs(value) / sqrt(variance)))


def pooled_p(a: Sample, b: Sample) -> float:
    freedom = a.count + b.count - 2
    pooled = (a.moment(2) * a.count + b.moment(2) * b.count) / freedom
    return student_p(a.mean - b.mean, pooled * (1 / a.count + 1 / b.count), freedom)


def constants_p(a: Sample, b: Sample) -> float:
    """The permutation test of two samples that are each of one value only."""
    if a.values[0] == b.values[0]:
        return 1.0
    # As floats, since the number of ways to divide a million games has 300,000 digits.
    few, total = min(a.count, b.count), a.count + b.count
    if few <= 10:
        return min(1.0, 2 / comb(total, few))
    return float(2 * np.exp(-log_choose(total, np.array(few))))


# ---- quantiles ----


def quantile_interval(sample: Sample, q: float) -> Interval | None:
    """The interval between two order statistics, from the binomial distribution (Thompson 1936).

    It holds whatever the distribution; with values that many games share, such as turns, it
    contains the quantile more often than stated.  (The bootstrap of a quantile of whole numbers
    does not converge.)  Where the games are too few for a bound, it is the extreme value seen.
    """
    if not sample.count:
        return None
    found = order_interval(sample, q, TAIL)
    return Interval(
        max(found.low, float(sample.values[0])), min(found.high, float(sample.values[-1]))
    )


def order_interval(sample: Sample, q: float, tail: float) -> Interval:
    """The same for any chance left out on a side; infinite where the games are too few."""
    n, value = sample.count, sample.quantile(q)
    # How many games lie below the quantile is binomial.
    below = first(lambda k: bool(bdtr(k, n, q) > tail), n)
    above = first(lambda k: bool(bdtrc(k, n, q) <= tail), n)
    low = min(sample.at(below - 1), value) if below else -inf
    high = max(sample.at(above), value) if above < n else inf
    return Interval(low, high)


def first(is_true: Callable[[int], bool], most: int) -> int:
    """The smallest number up to `most` for which something holds that goes on to hold."""
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_true(middle) else (middle + 1, high)
    return low


def quantile_difference(a: Sample, b: Sample, q: float) -> Comparison | None:
    """The quantile of a less that of b, from the intervals of both (Donner & Zou 2012).

    `p` is the largest chance left out whose interval still contains 0; like the interval, it errs
    on the careful side: a little by whole ranks, much where many games share a value.
    """
    if not a.count or not b.count:
        return None
    x, y = a.quantile(q), b.quantile(q)
    of_a, of_b = quantile_interval(a, q), quantile_interval(b, q)
    assert of_a and of_b
    low, high = combined(x, of_a, y, of_b)
    return Comparison(x - y, low, high, quantile_p(a, b, q))


def quantile_p(a: Sample, b: Sample, q: float) -> float:
    x, y = a.quantile(q), b.quantile(q)
    near, far = 0.0, FARTHEST  # normal quantiles; equality stays outside at `near`
    if x == y:
        return 1.0
    for _ in range(30):
        z = (near + far) / 2
        tail = float(ndtr(-z))
        low, high = combined(x, order_interval(a, q, tail), y, order_interval(b, q, tail))
        near, far = (near, z) if low <= 0 <= high else (z, far)
    return 2 * float(ndtr(-far))


# ---- several comparisons ----


def holm(ps: Sequence[float]) -> list[float]:
    """The p-values adjusted for their number, in the same order (Holm 1979)."""
    adjusted, largest = [0.0] * len(ps), 0.0
    for done, index in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        largest = max(largest, min(1.0, (len(ps) - done) * ps[index]))
        adjusted[index] = largest
    return adjusted
