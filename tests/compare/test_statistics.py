"""Intervals and tests against published values, scipy, brute force and repeated samples."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb, inf
from time import process_time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("scipy")
from scipy import stats

from interpreter.study.statistics.bounded import share_difference
from interpreter.study.statistics.statistics import (
    Comparison,
    Interval,
    Sample,
    hall_quantile,
    holm,
    least_p,
    mean_difference,
    mean_interval,
    quantile_difference,
    quantile_interval,
)

pytestmark = pytest.mark.filterwarnings("error")

Draw = Callable[[np.random.Generator, int], Any]


def ends(bounds: Interval | Comparison | None) -> tuple[float, float]:
    assert bounds is not None
    return bounds.low, bounds.high


# ---- samples ----


def test_a_sample_is_as_small_as_its_distinct_values() -> None:
    sample = Sample.of([3, 1, 3, 2.5, 1, 1])
    assert sample.values.tolist() == [1, 2.5, 3]
    assert sample.counts.tolist() == [3, 1, 2]
    assert sample.count == 6


@pytest.mark.parametrize("seed", range(30))
def test_quantiles_are_those_of_numpy(seed: int) -> None:
    luck = np.random.default_rng(seed)
    n = int(luck.integers(1, 60))
    numbers = luck.integers(0, 9, n) if seed % 2 else luck.normal(size=n)
    sample = Sample.of(numbers)
    for q in (0, 0.05, 0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9, 0.99, 1, *luck.random(5)):
        assert sample.quantile(q) == np.quantile(numbers.astype(float), q)
    assert sample.mean == pytest.approx(numbers.mean(), rel=1e-14)
    assert sample.moment(3) == pytest.approx(stats.moment(numbers, 3), abs=1e-12)
    if n > 1:
        assert sample.variance == pytest.approx(numbers.var(ddof=1), abs=1e-14)


def test_the_mean_of_equal_numbers_is_that_number() -> None:
    for number in (0.1, 1 / 3, 31.7):
        for count in range(1, 40):
            assert Sample.of([number] * count).mean == number


@pytest.mark.parametrize("wrong", [[[1, 2]], 3, [1, float("nan")], [float("inf")]])
def test_what_is_no_sample_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="one-dimensional array of finite numbers"):
        Sample.of(wrong)


def test_figures_of_no_games_are_refused() -> None:
    with pytest.raises(ValueError, match="no mean"):
        Sample.of([]).mean  # noqa: B018
    with pytest.raises(ValueError, match="no quantiles"):
        Sample.of([]).quantile(0.5)


# ---- means ----


def test_without_skewness_the_interval_is_students() -> None:
    numbers = np.array([1, 2, 3, 4, 5, 6, 7, 8.0])
    wanted = stats.ttest_1samp(numbers, 0).confidence_interval(0.95)
    assert ends(mean_interval(Sample.of(numbers))) == pytest.approx(tuple(wanted), rel=1e-12)


@pytest.mark.parametrize("skew", [-2.0, -0.3, -1e-5, -1e-7, 1e-7, 1e-5, 0.3, 2.0])
def test_halls_quantile_inverts_his_transformation(skew: float) -> None:
    for t in (-2.5, -1.96, 0.0, 1.96, 2.5):
        w = hall_quantile(t, skew)
        transformed = w + skew * w**2 / 3 + skew**2 * w**3 / 27 + skew / 6
        assert transformed == pytest.approx(t, abs=1e-9)


def test_a_tail_of_long_games_moves_the_interval_upwards() -> None:
    numbers = np.random.default_rng(1).exponential(10, 100)
    mean, (low, high) = numbers.mean(), ends(mean_interval(Sample.of(numbers)))
    assert high - mean > 1.1 * (mean - low)
    mirrored = ends(mean_interval(Sample.of(-numbers)))
    assert mirrored == pytest.approx((-high, -low), rel=1e-12)


def test_the_difference_of_means_is_close_to_welchs() -> None:
    a = np.array([3, 4, 5, 6, 7, 20, 21, 22, 23, 24.0] * 60)  # symmetric, as is b
    b = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10.0] * 40)
    difference = mean_difference(Sample.of(a), Sample.of(b))
    wanted = stats.ttest_ind(a, b, equal_var=False)
    assert difference and difference.value == pytest.approx(8.0)
    assert ends(difference) == pytest.approx(tuple(wanted.confidence_interval(0.95)), rel=1e-3)
    near = mean_difference(Sample.of(a - 7.2), Sample.of(b))
    wanted = stats.ttest_ind(a - 7.2, b, equal_var=False)
    assert near and 0.01 < near.p < 0.1 and near.p == pytest.approx(wanted.pvalue, rel=0.01)


def test_a_small_sample_without_rare_values_proves_nothing() -> None:
    """Ten outliers in a thousand games; a hundred other games without one are no news."""
    many = Sample.of([10.0] * 990 + [100.0] * 10)
    difference = mean_difference(Sample.of([10.0] * 100), many)
    assert difference and difference.p > 0.2 and difference.low < 0 < difference.high


# ---- quantiles ----


@pytest.mark.parametrize(("n", "low", "high"), [(6, 1, 6), (10, 2, 9), (20, 6, 15), (100, 40, 61)])
def test_the_median_lies_between_the_published_ranks(n: int, low: int, high: int) -> None:
    """Conover, Practical Nonparametric Statistics; n = 6 is the smallest with such an interval."""
    assert quantile_interval(Sample.of(range(1, n + 1)), 0.5) == Interval(low, high)


def test_too_few_games_leave_an_end_open() -> None:
    assert quantile_interval(Sample.of([4, 5, 9]), 0.5) == Interval(-inf, inf)
    assert quantile_interval(Sample.of(range(50)), 0.99) == Interval(47, inf)
    difference = quantile_difference(Sample.of([1, 2, 3]), Sample.of([7, 8, 9]), 0.5)
    assert difference and difference.p > 0.2


@pytest.mark.parametrize("q", [0.25, 0.5, 0.75])
def test_a_difference_of_quantiles_is_that_of_numpy(q: float) -> None:
    luck = np.random.default_rng(5)
    a, b = luck.normal(0, 3, 60), luck.normal(1, 3, 90).round()
    difference = quantile_difference(Sample.of(a), Sample.of(b), q)
    assert difference
    assert difference.value == pytest.approx(np.quantile(a, q) - np.quantile(b, q))


# ---- what is too little ----


def test_no_games_have_no_figures() -> None:
    none, some = Sample.of([]), Sample.of([1, 2])
    assert mean_interval(none) is None and quantile_interval(none, 0.5) is None
    for pair in ((none, some), (some, none), (none, none)):
        assert mean_difference(*pair) is None
        assert quantile_difference(*pair, 0.5) is None


def test_equal_values_give_intervals_without_width() -> None:
    for count in (1, 2, 100, 10**6):
        sample = Sample(np.array([0.1]), np.array([count]))
        assert mean_interval(sample) == Interval(0.1, 0.1)
        if count > 12:
            assert quantile_interval(sample, 0.25) == Interval(0.1, 0.1)
        assert mean_difference(sample, sample) == Comparison(0.0, 0.0, 0.0, 1.0)
        difference = quantile_difference(sample, sample, 0.5)
        assert difference and (difference.value, difference.p) == (0.0, 1.0)


@pytest.mark.parametrize(("n", "m"), [(1, 1), (1, 9), (2, 2), (3, 4), (12, 15), (100, 100)])
def test_two_constants_are_told_apart_by_permutations(n: int, m: int) -> None:
    difference = mean_difference(Sample.of([3.0] * n), Sample.of([5.0] * m))
    assert difference and difference.p == pytest.approx(min(1, 2 / comb(n + m, n)), rel=1e-9)


def test_small_samples_give_finite_figures() -> None:
    samples = [Sample.of(x) for x in ([0], [5], [0, 0], [0, 1], [0, 0, 9], [1e6, 1e-6], [7] * 1000)]
    for a in samples:
        for b in samples:
            mean, *quantiles = mean_difference(a, b), *(
                quantile_difference(a, b, q) for q in (0, 0.5, 1)
            )
            assert mean and np.isfinite([mean.low, mean.high]).all()
            for bounds in (mean, *quantiles):
                assert bounds and bounds.low <= bounds.value <= bounds.high and 0 <= bounds.p <= 1


def test_a_million_games_take_a_moment() -> None:
    luck = np.random.default_rng(3)
    a, b = (Sample.of(luck.poisson(40, 10**6)) for _ in range(2))
    start = process_time()
    mean_interval(a), mean_difference(a, b), quantile_interval(a, 0.5)
    quantile_difference(a, b, 0.5)
    assert process_time() - start < 10  # mostly 0.1


# ---- several comparisons ----


def test_holms_adjustment_is_the_published_one() -> None:
    """R's p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"), the values worked out by hand as well."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == [] and holm([0.2]) == [0.2]
    assert holm([0.6, 0.9, 0.5]) == [1.0, 1.0, 1.0]


def test_what_cannot_reach_a_p_value_does_not_count_against_it() -> None:
    """Tarone's own point: with three comparisons of which one cannot be below 0.05, a p-value of
    0.02 is adjusted for two.
    """
    assert holm([0.02, 0.04, 0.3], [0.0, 0.0, 0.3]) == pytest.approx([0.04, 0.04, 0.3])
    assert holm([0.02, 1.0, 1.0], [0.001, 1.0, 1.0]) == pytest.approx([0.02, 1.0, 1.0])
    assert holm([0.03, 0.02], [0.025, 0.0]) == pytest.approx([0.03, 0.02])
    luck = np.random.default_rng(4)
    for _ in range(50):
        ps = list(luck.random(6) ** 3)
        plain, kinder = holm(ps), holm(ps, list(luck.random(6) * ps))
        assert holm(ps, [0.0] * 6) == plain
        assert all(p <= k <= h for p, k, h in zip(ps, kinder, plain, strict=True))


@pytest.mark.parametrize("games", [
    ([0, 0, 1, 1], [1, 1, 0]), ([0, 0, 0, 0], [1]), ([2, 2], [2, 2, 2]), ([1, 2, 3], [4, 5, 6]),
    ([0, 1, 1, 1], [1, 1]),
])  # fmt: skip
def test_the_least_p_is_that_of_the_farthest_of_all_permutations(
    games: tuple[list[float], list[float]],
) -> None:
    """Each way to divide the games counted out, and twice the smaller tail taken."""
    every, few = games[0] + games[1], len(games[0])
    sums = [sum(chosen) for chosen in combinations(every, few)]
    tails = [sums.count(min(sums)) / len(sums), sums.count(max(sums)) / len(sums)]
    assert least_p(*map(Sample.of, games)) == pytest.approx(min(1.0, 2 * min(tails)))


REPORTS = 1_000


def test_a_report_still_errs_in_one_of_twenty_cases() -> None:
    """Ten shares that do not differ, of 400 games, from rare to common: no more than 5 % of reports
    have a star, and a real difference has one more often than by Holm's method alone.
    """
    luck, shares = np.random.default_rng(8), np.array([0.001] * 4 + [0.004] * 3 + [0.5] * 3)
    wrong = kinder = plain = 0
    for _ in range(REPORTS):
        first, second = luck.binomial(400, shares), luck.binomial(400, shares)
        ps, least = shares_apart(first, second)
        wrong += min(holm(ps, least)) < 0.05
        second[-1] = luck.binomial(400, 0.61)
        ps, least = shares_apart(first, second)
        kinder += holm(ps, least)[-1] < 0.05
        plain += holm(ps)[-1] < 0.05
    assert wrong / REPORTS <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / REPORTS)
    assert wrong / REPORTS >= 0.01
    assert kinder >= plain + 0.05 * REPORTS


def shares_apart(
    first: NDArray[np.int64], second: NDArray[np.int64]
) -> tuple[list[float], list[float]]:
    """The p-values of shares of 400 games, and the least that each could be."""
    pairs = [share_apart(int(a), int(b)) for a, b in zip(first, second, strict=True)]
    return [p for p, _ in pairs], [least for _, least in pairs]


@cache
def share_apart(first: int, second: int) -> tuple[float, float]:
    """The same of one share."""
    difference = share_difference(first, 400, second, 400)
    assert difference is not None
    samples = (Sample.of(np.arange(400) < count) for count in (first, second))
    return difference.p, min(difference.p, least_p(*samples))


# ---- repeated samples ----

REPEATS = 1000


def bernoulli(p: float) -> Draw:
    return lambda luck, n: (luck.random(n) < p).astype(float)


def geometric(p: float) -> Draw:
    return lambda luck, n: luck.geometric(p, n).astype(float)


def outliers(share: float, spread: int) -> Draw:
    """About 10, give or take the spread, and sometimes 100."""
    return lambda luck, n: np.where(
        luck.random(n) < share, 100.0, 10.0 + luck.integers(-spread, spread + 1, n)
    )


def lognormal(luck: np.random.Generator, n: int) -> Any:
    return luck.lognormal(3, 0.5, n)


# By distribution: how to draw, its mean, its quartiles, whether the coverage is near 95 %.  Where a
# sample holds but a few rare values, their number is discrete, and so is what an interval covers.
DRAWS: dict[str, tuple[Draw, float, tuple[float, float, float], bool]] = {
    "lengths": (geometric(0.05), 20.0, (6, 14, 28), True),
    "short lengths": (geometric(0.3), 1 / 0.3, (1, 2, 4), True),
    "lognormal": (lognormal, float(np.exp(3.125)),
                  tuple(np.exp(3 + 0.5 * stats.norm.ppf((0.25, 0.5, 0.75)))), True),
    "outliers": (outliers(0.05, 0), 14.5, (10, 10, 10), False),
    "spread and outliers": (outliers(0.05, 2), 14.5, (9, 10, 11), False),
    "rare outliers": (outliers(0.01, 2), 10.9, (9, 10, 11), False),
}  # fmt: skip
SIZES = (100, 1000)
CASES = [(n, name) for n in SIZES for name in DRAWS if (n, name) != (100, "rare outliers")]


def report(what: str, share: float) -> float:
    print(f"{what}: {share:.3f}")
    return share


def has_it(bounds: Interval | Comparison | None, truth: float) -> bool:
    low, high = ends(bounds)
    return bool(low <= truth <= high)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "name"), CASES)
def test_the_interval_of_a_mean_covers_it(n: int, name: str) -> None:
    draw, mean, _, is_smooth = DRAWS[name]
    luck = np.random.default_rng(n)
    hits = [has_it(mean_interval(Sample.of(draw(luck, n))), mean) for _ in range(REPEATS)]
    cover = report(f"mean of {name}, n={n}", float(np.mean(hits)))
    assert 0.93 <= cover <= (0.97 if is_smooth else 1)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "name"), CASES)
def test_the_interval_of_a_quantile_covers_it(n: int, name: str) -> None:
    """At least as often as stated; games that share a value make it more."""
    draw, _, quartiles, _ = DRAWS[name]
    luck = np.random.default_rng(n + 1)
    samples = [Sample.of(draw(luck, n)) for _ in range(REPEATS)]
    for q, truth in zip((0.25, 0.5, 0.75), quartiles):
        hits = [has_it(quantile_interval(s, q), truth) for s in samples]
        cover = report(f"quantile {q} of {name}, n={n}", float(np.mean(hits)))
        assert cover >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize(("n", "name"), CASES)
@pytest.mark.parametrize("ratio", [1, 3])
def test_the_interval_of_a_difference_covers_it(n: int, name: str, ratio: int) -> None:
    """Of a sample and one stretched by half, or as it is; of as many games, or of three times."""
    draw, mean, quartiles, is_smooth = DRAWS[name]
    luck = np.random.default_rng(n + 2)
    for factor in (1.0, 1.5):
        pairs = [
            (Sample.of(factor * draw(luck, n)), Sample.of(draw(luck, n * ratio)))
            for _ in range(REPEATS)
        ]
        hits = [has_it(mean_difference(a, b), (factor - 1) * mean) for a, b in pairs]
        what = f"of {name}, n={n}:{n * ratio}, factor {factor}"
        cover = report(f"mean difference {what}", float(np.mean(hits)))
        assert 0.93 <= cover <= (0.97 if is_smooth else 1)
        truth = (factor - 1) * quartiles[1]
        hits = [has_it(quantile_difference(a, b, 0.5), truth) for a, b in pairs]
        assert report(f"median difference {what}", float(np.mean(hits))) >= 0.93


def is_level(ps: list[float], largest: float = 1.0) -> bool:
    """No more small p-values than there should be, within three standard errors."""
    return all(
        np.mean(np.array(ps) <= level)
        <= level * largest + 3 * np.sqrt(level * (1 - level) / len(ps))
        for level in (0.01, 0.05, 0.1, 0.2)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("n", "name"), CASES)
@pytest.mark.parametrize("ratio", [1, 3])
def test_p_of_equal_means_is_uniform(n: int, name: str, ratio: int) -> None:
    draw, _, _, is_smooth = DRAWS[name]
    luck, ps = np.random.default_rng(n + 4), []
    for _ in range(REPEATS):
        difference = mean_difference(Sample.of(draw(luck, n)), Sample.of(draw(luck, n * ratio)))
        assert difference
        ps.append(difference.p)
    print(f"means of {name}, n={n}:{n * ratio}: p <= 0.05 in {np.mean(np.array(ps) <= 0.05):.3f}")
    assert is_level(ps)
    if is_smooth:
        assert stats.kstest(ps, "uniform").pvalue > 0.005


@pytest.mark.slow
@pytest.mark.parametrize("n", SIZES)
def test_p_of_equal_quantiles_is_cautious(n: int) -> None:
    """Never too small; larger than uniform, since the ranks of its intervals are rounded outwards.
    """
    luck = np.random.default_rng(n + 6)
    for name in ("lognormal", "lengths", "short lengths"):
        draw, ps = DRAWS[name][0], []
        for _ in range(REPEATS):
            first, second = Sample.of(draw(luck, n)), Sample.of(draw(luck, n))
            difference = quantile_difference(first, second, 0.5)
            assert difference
            ps.append(difference.p)
        print(f"medians of {name}, n={n}: p <= 0.05 in {np.mean(np.array(ps) <= 0.05):.3f}")
        assert is_level(ps)
        assert stats.kstest(ps, "uniform", alternative="greater").pvalue > 0.005
        if (n, name) == (1000, "lognormal"):  # where no values are shared, hardly cautious
            assert np.mean(np.array(ps) <= 0.05) > 0.03


def test_a_sample_of_equal_values_has_the_spread_of_the_other() -> None:
    """Student's intervals of both, since neither is skew, put together."""
    constant, varied = Sample.of([5] * 20), Sample.of([1, 3] * 15)
    t, variance = stats.t.ppf(0.975, 29), 30 / 29
    half = t * np.sqrt(variance / 20 + variance / 30)
    for difference, value in (
        (mean_difference(constant, varied), 3), (mean_difference(varied, constant), -3),
    ):  # fmt: skip
        assert ends(difference) == pytest.approx((value - half, value + half))
