"""When enough games were played: a sequential test of a difference, or intervals narrow enough.

Every rule looks at the games in the order of their numbers, so the answer does not depend on which
worker was done first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log, nan, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from interpreter.study.statistics.statistics import Interval

LEAST_GAMES = 100  # before any rule may stop a study
LEAST_CHANGES = 40  # from a game to the next, before the variance of rare events means anything
COVERED = 0.95  # of intervals
STEP = 50  # checkpoints are multiples of it

Answer = Literal["difference", "no difference", "open"]


@dataclass(frozen=True)
class Sprt:
    """A test of h0, "no difference", against h1, a "difference", both in the unit of the metric.

    At most about `alpha` of studies find a difference where the true one is h0, and at most about
    `beta` find none where it is h1.  A two-sided test is of h0 against a difference as far from it
    as h1 or farther, to either side.  Raises ValueError where h0 is h1, or an error rate is not
    above 0 and below 1/2.
    """

    h1: float
    h0: float = 0.0
    alpha: float = 0.05
    beta: float = 0.05
    is_two_sided: bool = False

    def __post_init__(self) -> None:
        if self.h0 == self.h1 or not np.isfinite([self.h0, self.h1]).all():
            raise ValueError("the two differences of a sequential test must be different numbers")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("the error rates of a sequential test lie between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios for "no difference" and for "difference" (Wald 1945)."""
        alpha = self.alpha / 2 if self.is_two_sided else self.alpha
        return log(self.beta / (1 - alpha)), log((1 - self.beta) / alpha)


@dataclass(frozen=True)
class Decision:
    """What a sequential test came to: after how many games of each variant, and by how much.

    `llr` is the log likelihood ratio at that number of games, towards the side that was decided
    (last); `lower` and `upper` are the bounds that end the test.  An open test has seen all games.
    """

    answer: Answer
    games: int
    llr: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Anytime:
    """A difference and its interval, which holds whenever a test ends."""

    value: float
    low: float
    high: float


def decide(test: Sprt, a: ArrayLike, b: ArrayLike | float) -> Decision:
    """Test the mean of a less that of b, pairing games by number; or a's less a fixed value.

    The pairs only make one row of numbers of two; games beyond the shorter row are not looked at.

    This is the generalised test (Li, Liu & Ying 2014) for a mean with the variance estimated, as
    used to test chess engines (Van den Bergh, "A simple approximation for the GSPRT"); decided only
    after 100 games whose number changed 40 times, so that the estimate means something.  Two rows
    without variance stay open.  Two-sided, it is two tests with half of alpha each: "difference" as
    soon as one finds it, "no difference" when both have found none (Sobel & Wald 1949).
    """
    numbers = differences(a, b)
    lower, upper = test.bounds
    step = test.h1 - test.h0
    ratios = [log_ratios(numbers, test.h0, test.h0 + step)]
    if test.is_two_sided:
        ratios.append(log_ratios(numbers, test.h0, test.h0 - step))
    is_ready = has_meaning(numbers)
    crossings = [first_crossing(row, is_ready, lower, upper) for row in ratios]
    crossed = [(n, row[n - 1]) for n, row in zip(crossings, ratios) if n]
    hits = [(n, llr) for n, llr in crossed if llr >= upper]
    if hits:
        return Decision("difference", *plain(min(hits)), lower, upper)
    if len(crossed) == len(ratios):
        return Decision("no difference", *plain(max(crossed)), lower, upper)
    still = [row[-1] for n, row in zip(crossings, ratios) if not n and len(row)]
    return Decision("open", len(numbers), float(max(still, default=0.0)), lower, upper)


def plain(crossing: tuple[int, float]) -> tuple[int, float]:
    return int(crossing[0]), float(crossing[1])


def differences(a: ArrayLike, b: ArrayLike | float) -> NDArray[np.float64]:
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if second.ndim:
        count = min(len(first), len(second))
        return first[:count] - second[:count]
    return first - second


def log_ratios(x: NDArray[np.float64], h0: float, h1: float) -> NDArray[np.float64]:
    """The log likelihood ratio of normal numbers with mean h1 against h0 after each of them.

    Each hypothesis has the variance that suits it best; 0 where all numbers were equal so far.
    """
    if not len(x):
        return x
    n = np.arange(1, len(x) + 1)
    centred = x - x[0]  # keeps the difference of squares exact
    mean = centred.cumsum() / n
    variance = np.maximum((centred**2).cumsum() / n - mean**2, 0)
    mean += x[0]
    has_spread = changes(x) > 0
    spread = np.where(has_spread, variance, 1.0)
    ratio = n / 2 * np.log((spread + (mean - h0) ** 2) / (spread + (mean - h1) ** 2))
    return np.where(has_spread, ratio, 0.0)


def changes(x: NDArray[np.float64]) -> NDArray[np.int64]:
    """How often a number differed from the one before it, up to each number."""
    return np.concatenate([[0], (np.diff(x) != 0).cumsum()])[: len(x)]


def has_meaning(x: NDArray[np.float64]) -> NDArray[np.bool_]:
    """After which numbers a test may be decided."""
    return (np.arange(1, len(x) + 1) >= LEAST_GAMES) & (changes(x) >= LEAST_CHANGES)


def first_crossing(
    ratios: NDArray[np.float64], is_ready: NDArray[np.bool_], lower: float, upper: float
) -> int:
    """After how many games a test ends; 0 where it does not."""
    ends = is_ready & ((ratios <= lower) | (ratios >= upper))
    return int(ends.argmax()) + 1 if ends.any() else 0


# ---- what holds whenever a test ends ----

TUNED_FOR = 500  # games at which the interval is the narrowest


def anytime_difference(a: ArrayLike, b: ArrayLike | float) -> Anytime:
    """The mean of a less that of b, pairing games by number, with an interval of 95 % that holds
    after any number of games, and so when a test ends because of what it saw.

    It is the confidence sequence of a normal mixture (Robbins 1970) with the variance estimated
    (Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024); about half as wide again as a plain
    interval.  NaN where there are too few games for the variance to mean something.
    """
    numbers = differences(a, b)
    if not len(numbers):
        return Anytime(nan, nan, nan)
    value, count = float(numbers.mean()), len(numbers)
    if not has_meaning(numbers)[-1]:
        return Anytime(value, nan, nan)
    chance = 1 - COVERED
    weight = (1 - 2 * log(chance) + log(-2 * log(chance))) / TUNED_FOR * count + 1
    half = sqrt(2 * weight / (weight - 1) * log(sqrt(weight) / chance) / count) * numbers.std()
    return Anytime(value, value - half, value + half)


# ---- intervals narrow enough ----


def is_narrow_enough(intervals: Iterable[tuple[Interval, float]], width: float) -> bool:
    """Whether half of every interval is at most `width` times its scale.

    The scale of a share is 1, that of a mean or a quantile is its value, so that 0.02 is two
    points of a hundred for shares and two per cent of the value for others.  Stopping so, at
    checkpoints, costs the intervals about one point of their coverage of 95 %.
    """
    return all((i.high - i.low) / 2 <= width * abs(scale) for i, scale in intervals)


def checkpoints(most: int) -> Iterator[int]:
    """The numbers of games at which a study looks whether to stop: 100, 150, 200, ... `most`.

    Each is about a fifth more than the last, so that looking costs little and wastes little.
    """
    number = min(LEAST_GAMES, most)
    while number < most:
        yield number
        number = min(-(-number * 6 // (5 * STEP)) * STEP, most)
    if most > 0:
        yield most
