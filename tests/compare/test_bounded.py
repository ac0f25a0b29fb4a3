"""Intervals of bounded numbers: exact where that is possible, and covering what they should."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

pytest.importorskip("scipy")
from scipy import stats
from support.quick import each

from interpreter.study.plan.metrics import Metric, metric_named
from interpreter.study.results.estimates import estimate_of
from interpreter.study.statistics import bounded
from interpreter.study.statistics.bounded import (
    bounded_difference,
    bounded_interval,
    share_difference,
    share_interval,
    weighted_below,
)
from interpreter.study.statistics.statistics import Interval, Sample

pytestmark = pytest.mark.filterwarnings("error")

SHARES = (0.0, 0.01, 0.1, 0.5, 0.99, 1.0)
SIZES = (1, 5, 12, 50, 1000)


def ends(bounds: Any) -> tuple[float, float]:
    return bounds.low, bounds.high


def interval(values: Any, low: float = 0.0, high: float = 1.0) -> Interval:
    bounds = bounded_interval(Sample.of(values), low, high)
    assert bounds is not None
    return bounds


# ---- shares ----


@pytest.mark.parametrize("n", SIZES)
def test_the_interval_of_a_share_is_that_of_scipy(n: int) -> None:
    for successes in {0, 1, n // 3, n - 1, n}:
        wanted = stats.binomtest(successes, n).proportion_ci(0.95, "exact")
        assert ends(share_interval(successes, n)) == pytest.approx(tuple(wanted), abs=1e-9)


@pytest.mark.parametrize("n", [1, 5, 12, 20, 50, 100, 1000])
def test_every_share_is_covered(n: int) -> None:
    """The exact coverage, by the binomial distribution."""
    low, high = np.array([ends(share_interval(s, n)) for s in range(n + 1)]).T
    for p in (*SHARES, *np.geomspace(0.05 / n, 0.5, 100)):
        chances = stats.binom.pmf(np.arange(n + 1), n, p)
        assert chances[(low <= p) & (p <= high)].sum() >= 0.95 - 1e-9


@pytest.mark.parametrize(("n", "m"), [(10, 10), (12, 12), (12, 50), (50, 50), (50, 1000)])
def test_every_difference_of_shares_is_covered(n: int, m: int) -> None:
    first, second = (np.array([ends(share_interval(s, k)) for s in range(k + 1)]) for k in (n, m))
    x, y = np.arange(n + 1)[:, None] / n, np.arange(m + 1)[None] / m
    low = x - y - np.hypot(x - first[:, :1], second[:, 1][None] - y)
    high = x - y + np.hypot(first[:, 1:] - x, y - second[:, 0][None])
    difference = share_difference(n // 2, n, 1, m)
    wanted = low[n // 2, 1], high[n // 2, 1]
    assert difference and ends(difference) == pytest.approx(wanted, abs=1e-12)
    for p, q in product(SHARES, (*SHARES, 0.3, 0.9)):
        chances = np.outer(stats.binom.pmf(range(n + 1), n, p), stats.binom.pmf(range(m + 1), m, q))
        is_in = (low <= p - q + 1e-12) & (p - q - 1e-12 <= high)
        assert chances[is_in].sum() >= 0.95 - 1e-9, (p, q)


def test_no_games_have_no_figures() -> None:
    assert share_interval(0, 0) == Interval(0.0, 1.0)
    assert share_difference(0, 0, 1, 2) is None and share_difference(1, 2, 0, 0) is None
    none, some = Sample.of([]), Sample.of([0, 1])
    assert bounded_interval(none, 0, 1) is None and bounded_difference(none, some, 0, 1) is None


@pytest.mark.parametrize("case", [(510, 1000, 470, 1000), (5_080, 10_000, 4_950, 10_000)])
def test_the_p_of_many_is_close_to_that_of_the_score_test(case: tuple[int, int, int, int]) -> None:
    s1, n1, s2, n2 = case
    difference = share_difference(*case)
    wanted = stats.chi2_contingency([[s1, n1 - s1], [s2, n2 - s2]], correction=False).pvalue
    assert difference and wanted < difference.p < 1.1 * wanted


def test_the_p_of_a_share_is_the_level_at_which_its_interval_ends_at_0() -> None:
    """By scipy's intervals of other levels."""
    for s1, n1, s2, n2 in ((9, 10, 3, 10), (5, 900, 1, 1000), (56, 70, 48, 80), (3, 3, 0, 2)):
        difference = share_difference(s1, n1, s2, n2)
        assert difference and share_difference(s2, n2, s1, n1).p == pytest.approx(difference.p)
        low, high = (
            stats.binomtest(s, n).proportion_ci(1 - difference.p, "exact")[end]
            for s, n, end in ((s1, n1, 0), (s2, n2, 1))
        )
        below, above = s1 / n1 - low, high - s2 / n2
        assert np.hypot(below, above) == pytest.approx(difference.value, rel=1e-6)


# ---- means ----


def test_where_games_give_0_or_1_the_mean_is_a_share() -> None:
    for n, successes in ((1, 0), (1, 1), (12, 12), (12, 0), (50, 7), (1000, 990)):
        bounds = interval([1.0] * successes + [0.0] * (n - successes))
        assert ends(bounds) == pytest.approx(ends(share_interval(successes, n)), abs=1e-9)


def test_weights_of_dirichlet_are_those_that_chance_draws() -> None:
    luck = np.random.default_rng(1)
    values = np.array([0.0, 0.3, 0.5, 1.0])
    for counts in ([2, 3, 1, 4], [1, 1, 1, 1], [40, 5, 1, 2]):
        drawn = luck.dirichlet(counts, 200_000) @ values
        for end in (0.1, 0.3, 0.5, 0.8):
            share = weighted_below(values, np.array(counts, dtype=float), end)
            assert share == pytest.approx((drawn <= end).mean(), abs=0.005)


def test_the_interval_stays_in_the_range_and_has_a_width() -> None:
    for values in ([0.5], [1.0] * 12, [0.5] * 12, [0.0, 0.5, 1.0], [1 / 3] * 5 + [1.0]):
        bounds = interval(values)
        assert 0 <= bounds.low <= np.mean(values) <= bounds.high <= 1
        assert bounds.high - bounds.low > 0.1
    assert ends(interval([1.0] * 12)) == pytest.approx((0.025 ** (1 / 12), 1.0))


def test_the_interval_turns_with_the_numbers() -> None:
    values = np.array([0.0, 0.2, 0.5, 0.5, 1.0])
    low, high = ends(interval(values))
    assert ends(interval(1 - values)) == pytest.approx((1 - high, 1 - low), abs=1e-8)
    assert ends(interval(2 * values - 1, -1, 1)) == pytest.approx((2 * low - 1, 2 * high - 1))


def test_numbers_outside_of_the_range_are_refused() -> None:
    with pytest.raises(ValueError, match="outside of 0 to 1"):
        interval([0.5, 1.01])


@pytest.mark.parametrize("drawn, n, p", each(7, product([0.0, 0.3, 0.9], SIZES, SHARES)))
def test_results_with_draws_are_covered(n: int, p: float, drawn: float) -> None:
    """Won with p where it is not drawn; by repeated samples, or all of them where there are few."""
    chances = [(1 - drawn) * (1 - p), drawn, (1 - drawn) * p]
    luck, truth = np.random.default_rng(n), chances[1] / 2 + chances[2]
    counts = luck.multinomial(n, chances, 400)
    distinct, often = np.unique(counts, axis=0, return_counts=True)
    hits = 0
    for row, times in zip(distinct, often, strict=True):
        bounds = interval(np.repeat([0.0, 0.5, 1.0], row))
        hits += times * (bounds.low - 1e-9 <= truth <= bounds.high + 1e-9)
    assert hits / 400 >= 0.93


def test_differences_of_results_are_covered() -> None:
    luck, hits = np.random.default_rng(2), 0
    for _ in range(100):
        a, b = (
            Sample.of(luck.choice([0.0, 0.5, 1.0], 40, p=chances))
            for chances in ([0.02, 0.05, 0.93], [0.3, 0.5, 0.2])
        )
        difference = bounded_difference(a, b, 0, 1)
        assert difference is not None
        hits += difference.low <= 0.955 - 0.45 <= difference.high
    assert hits / 100 >= 0.93


def test_a_million_games_take_a_moment() -> None:
    luck = np.random.default_rng(3)
    bounds = interval(luck.choice([0.0, 0.5, 1.0], 10**6))
    assert bounds.low < 0.5 < bounds.high and bounds.high - bounds.low < 0.002


# ---- what is shown of every kind of metric ----

KEYS = (
    "win-1", "draws", "score-1", "swap-score", "settled", "forced", "coverage", "drama",
    "turns", "turns-median", "turns-q1", "moves-q3", "branching", "margin", "points-1",
)  # fmt: skip


@pytest.mark.parametrize("n, key", each(4, product(SIZES, KEYS)))
def test_every_interval_that_is_shown_covers(key: str, n: int) -> None:
    """A game gives one of two numbers; the interval has the truth or is not there."""
    metric: Metric = metric_named(key)
    luck, (least, most) = np.random.default_rng(7), (0.0, 1.0)
    if metric.unit != "%":
        least, most = 10.0, 30.0
    for p in SHARES:
        shown = hits = 0
        numbers, often = np.unique(luck.binomial(n, p, 300), return_counts=True)
        for ones, times in zip(numbers, often, strict=True):
            sample = Sample.of([most] * ones + [least] * (n - ones))
            estimate = estimate_of(metric, sample)
            assert estimate is not None and (n >= 10 or estimate.kind == "few")
            if estimate.kind == "constant" or not np.isfinite(estimate.high - estimate.low):
                continue
            truth = least + p * (most - least)
            if metric.kind == "quantile":
                truth = most if p > 1 - metric.q else least
                if p == 1 - metric.q:  # anything between is a median
                    truth = estimate.value
            shown += times
            hits += times * (estimate.low - 1e-9 <= truth <= estimate.high + 1e-9)
        assert shown == 0 or hits / shown >= 0.93, (p, hits, shown)


# ---- p-values ----

REPEATS = 1000


def is_level(ps: list[float], largest: float = 1.0) -> bool:
    """No more small p-values than there should be, within three standard errors."""
    return all(
        np.mean(np.array(ps) <= level)
        <= level * largest + 3 * np.sqrt(level * (1 - level) / len(ps))
        for level in (0.01, 0.05, 0.1, 0.2)
    )


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, 1000])
@pytest.mark.parametrize("p", [0.02, 0.127, 0.5849, 0.999])
def test_p_of_equal_shares_is_uniform(n: int, p: float) -> None:
    luck, ps = np.random.default_rng(n + 5), []
    for _ in range(REPEATS):
        difference = share_difference(int(luck.binomial(n, p)), n, int(luck.binomial(n, p)), n)
        assert difference
        ps.append(difference.p)
    print(f"shares of {p}, n={n}: p <= 0.05 in {np.mean(np.array(ps) <= 0.05):.3f}")
    assert is_level(ps)
    if n * p * (1 - p) > 100:  # so that equal counts, whose p is 1, are rare
        assert stats.kstest(ps, "uniform").pvalue > 0.005


def test_many_distinct_values_are_shared_among_few() -> None:
    """The mean stays, and the interval is hardly wider than that of all values."""
    values = np.sort(np.random.default_rng(1).beta(2, 5, 3 * bounded.MAX_DISTINCT))
    counts = np.ones(len(values))
    some, often = bounded.on_grid(values, counts)
    assert len(some) <= bounded.MAX_DISTINCT
    assert np.dot(some, often) == pytest.approx(values.sum())
    assert often.sum() == pytest.approx(len(values))
    wide = bounded.upper_end(some, often, 1.0) - values.mean()
    assert wide == pytest.approx(bounded.upper_end(values, counts, 1.0) - values.mean(), rel=0.01)
