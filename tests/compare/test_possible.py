"""No figure and no interval of a share leaves what a share can be."""

from __future__ import annotations

import numpy as np
import pytest

from interpreter import load_game
from interpreter.study.plan.metrics import Games, metric_named
from interpreter.study.results.charts_data import charts_of, curve
from interpreter.study.results.estimates import comparison_of, estimate_of
from interpreter.study.results.results import Estimate
from interpreter.study.run.targets import target_of
from interpreter.study.statistics.bounded import bounded_interval, spread_interval
from interpreter.study.statistics.simultaneous import among
from interpreter.study.statistics.statistics import Sample

LOOKED_AT_TWICE = ("spread", "lead", "lead-changes", "drama", "drama-shuffled", "clarity")


@pytest.mark.parametrize("key", LOOKED_AT_TWICE)
@pytest.mark.parametrize("middle", [-0.3, -0.02, 0.01, 0.97])
def test_luck_takes_no_share_out_of_its_range(key: str, middle: float) -> None:
    metric, luck = metric_named(key), np.random.default_rng(1)
    numbers = np.clip(middle + luck.normal(0, 0.2, 60), -1, 1)
    one, other = Sample.of(numbers), Sample.of(np.clip(luck.normal(0.1, 0.2, 60), -1, 1))
    first, second = estimate_of(metric, one), estimate_of(metric, other)
    assert first is not None and second is not None
    assert 0 <= first.low <= first.value <= first.high <= 1
    apart = comparison_of(metric, one, other)
    assert apart is not None
    assert apart.value == pytest.approx(second.value - first.value)  # as the table shows them
    assert (apart.p < 0.05) == (not apart.low <= 0 <= apart.high)


def test_a_curve_of_shares_stays_between_0_and_1() -> None:
    luck = np.random.default_rng(2)
    games = [{0: 0.5, 1: float(luck.choice([0.9, 1.0])), 2: 1.0} for _ in range(12)]
    drawn = curve(games, of_shares=True)
    assert drawn is not None
    assert drawn.lows[0] < 0.5 < drawn.highs[0]
    for low, mean, high in zip(drawn.lows, drawn.means, drawn.highs, strict=True):
        assert 0 <= low <= mean <= high <= 1
    assert drawn.lows[2] < 0.9  # twelve games that were won do not make it sure


def test_the_chart_of_who_is_ahead_is_one_of_shares() -> None:
    nothing = np.zeros(0)
    games = Games(np.zeros((0, 2)), nothing, nothing, nothing, nothing, {})
    fact = {"turns": [0], "expected": [1.0], "legal": [0], "first": [], "used": [], "won": []}
    ahead = charts_of(load_game("tic-tac-toe"), games, dict.fromkeys(range(12), fact)).advantage
    assert ahead is not None and ahead.means == (1,) and ahead.lows[0] < 0.9


def test_a_mean_that_rounds_to_1_has_an_interval() -> None:
    drawn = curve([{1: value} for value in [1.0] * 9 + [1 - 2**-53]], of_shares=True)
    sure = curve([{1: 1.0}] * 10, of_shares=True)
    assert drawn is not None and sure is not None
    assert drawn.lows == pytest.approx(sure.lows) and drawn.highs == (1.0,)


@pytest.mark.parametrize("middle", [0.5, 0.9, 1.0])
def test_a_curve_of_shares_does_not_jump_where_games_are_nearly_alike(middle: float) -> None:
    """And is about as wide as the interval of the same games in a table."""
    alike, nearly = (spread_interval(middle, variance, 12) for variance in (0.0, 1e-6))
    assert (nearly.low, nearly.high) == pytest.approx((alike.low, alike.high), abs=1e-4)
    table = bounded_interval(Sample.of([middle] * 12), 0.0, 1.0)
    assert table is not None
    assert (alike.low, alike.high) == pytest.approx((table.low, table.high), abs=0.07)


@pytest.mark.parametrize(("mean", "count"), [(0.0, 20), (0.01, 200), (0.5, 50), (1.0, 9)])
def test_a_share_of_games_has_the_interval_of_wilson(mean: float, count: int) -> None:
    interval, z = spread_interval(mean, mean * (1 - mean), count), 1.96
    for end in (interval.low, interval.high):  # where the score test is at its limit
        assert (end - mean) ** 2 == pytest.approx(z**2 * end * (1 - end) / count, abs=1e-9)


def test_what_is_made_wider_stays_possible() -> None:
    rare = Estimate(0.01, 0.001, 0.05, 200)
    assert among(rare, 50, 0.0, 1.0)[0] == 0.0 > among(rare, 50)[0]
    target = target_of("draws<=5%")
    assert target.interval(rare, 50)[0] == 0.0
    assert target_of("draws>=5%").reach(rare, 50)[1] == pytest.approx(5)  # points, from 0 %


def test_a_target_of_a_share_reckons_with_what_a_report_says_is_possible() -> None:
    """The numbers of single games go from -1 to 1, their mean as a share does not."""
    rare, target = Estimate(0.01, 0.001, 0.05, 200), target_of("lead>=1%")
    assert target.metric.span[0] < 0
    assert target.interval(rare, 50)[0] == 0.0
    assert target.reach(rare, 50)[1] == pytest.approx(1.0)  # points below 1 %
    same = Estimate(0.01, 0.01, 0.01, 20, "constant")
    assert target.interval(same, 1) == (0.0, 1.0)
