"""The sequential test and the other rules that stop a study."""

from __future__ import annotations

from itertools import pairwise
from math import log

import numpy as np
import pytest

pytest.importorskip("scipy")

from interpreter.study.statistics.bounded import share_interval
from interpreter.study.statistics.sequential import (
    LEAST_GAMES,
    Sprt,
    anytime_difference,
    changes,
    checkpoints,
    decide,
    is_narrow_enough,
    log_ratios,
)
from interpreter.study.statistics.statistics import Interval, Sample, mean_interval

pytestmark = pytest.mark.filterwarnings("error")


def coins(luck: np.random.Generator, p: float, n: int) -> np.ndarray:
    return (luck.random(n) < p).astype(float)


# ---- the test ----


def test_the_bounds_are_walds() -> None:
    assert Sprt(1, alpha=0.05, beta=0.1).bounds == (log(0.1 / 0.95), log(0.9 / 0.05))
    assert Sprt(1, alpha=0.1, is_two_sided=True).bounds == (log(0.05 / 0.95), log(0.95 / 0.05))


def test_the_ratio_is_that_of_two_normal_likelihoods() -> None:
    """Each with the variance that suits it best, worked out game by game."""
    numbers = np.random.default_rng(2).normal(1000.3, 2, 40)
    ratios = log_ratios(numbers, 1000.0, 1000.5)
    for n in range(2, 41):
        x = numbers[:n]
        likelihood = [-n / 2 * log(((x - h) ** 2).mean()) for h in (1000.0, 1000.5)]
        assert ratios[n - 1] == pytest.approx(likelihood[1] - likelihood[0], abs=1e-7)
    assert ratios[0] == 0


def test_many_games_give_the_ratio_of_engine_testing() -> None:
    """(h1 - h0) (2 mean - h0 - h1) n / (2 variance), for small differences."""
    x = np.random.default_rng(2).normal(0.01, 1, 20_000)
    wanted = 0.02 * (2 * x.mean() - 0.02) * len(x) / (2 * x.var())
    assert log_ratios(x, 0.0, 0.02)[-1] == pytest.approx(wanted, rel=0.01)


def test_changes_are_counted() -> None:
    assert changes(np.array([1.0, 1, 2, 2, 1])).tolist() == [0, 0, 1, 1, 2]
    assert changes(np.array([])).tolist() == []


@pytest.mark.parametrize(("p", "answer"), [(0.6, "difference"), (0.5, "no difference")])
def test_a_decision_ignores_later_games(p: float, answer: str) -> None:
    luck = np.random.default_rng(8)
    a, b = coins(luck, p, 9000), coins(luck, 0.5, 9000)
    decision = decide(Sprt(0.1), a, b)
    assert decision.answer == answer and LEAST_GAMES <= decision.games < 4000
    assert decide(Sprt(0.1), a[: decision.games], b) == decision
    sooner = decide(Sprt(0.1), a[: decision.games - 1], b)
    assert sooner.answer == "open" and decision.lower < sooner.llr < decision.upper


def test_the_two_sides_are_alike() -> None:
    luck = np.random.default_rng(9)
    a, b = coins(luck, 0.58, 5000), coins(luck, 0.5, 5000)
    test = Sprt(0.08, is_two_sided=True)
    up, down = decide(test, a, b), decide(test, b, a)
    assert up.answer == "difference" and up == down
    assert decide(Sprt(0.08), b, a).answer == "no difference"
    assert decide(Sprt(-0.08), b, a) == decide(Sprt(0.08), a, b)


def test_no_difference_needs_both_sides() -> None:
    luck = np.random.default_rng(10)
    a, b = coins(luck, 0.5, 9000), coins(luck, 0.5, 9000)
    decision = decide(Sprt(0.06, is_two_sided=True), a, b)
    sides = [decide(Sprt(h, alpha=0.025), a, b) for h in (0.06, -0.06)]
    assert decision.answer == "no difference"
    assert decision.games == max(side.games for side in sides)


def test_one_sample_is_tested_against_a_value() -> None:
    a = coins(np.random.default_rng(11), 0.6, 5000)
    decision = decide(Sprt(0.05, is_two_sided=True), a, 0.5)
    assert decision.answer == "difference" and decision.llr >= decision.upper


def test_what_says_nothing_stays_open() -> None:
    test = Sprt(0.1, is_two_sided=True)
    for a, b in (([], []), ([1.0], [0.0]), (np.ones(5000), np.ones(5000)), (np.ones(500), 0.3)):
        decision = decide(test, a, b)
        assert (decision.answer, decision.llr) == ("open", 0.0) and decision.games == len(a)
    rare = np.zeros(5000)
    rare[:9] = 1  # changes once
    assert decide(test, rare, np.zeros(5000)).answer == "open"


@pytest.mark.parametrize(
    "wrong", [{"h1": 0.0}, {"h1": float("nan")}, {"h1": 1, "alpha": 0.5}, {"h1": 1, "beta": 0.0}]
)
def test_what_is_no_test_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="sequential test"):
        Sprt(**wrong)  # type: ignore[arg-type]


# ---- the other rules ----


def test_every_interval_must_be_narrow() -> None:
    share, length = (Interval(0.49, 0.53), 1.0), (Interval(98, 102), 100.0)
    assert is_narrow_enough([share, length], 0.0201)
    assert not is_narrow_enough([share, length, (Interval(95, 105), -100.0)], 0.0201)
    assert is_narrow_enough([(Interval(-105, -95), -100.0)], 0.0501)
    assert is_narrow_enough([(Interval(0, 0), 0.0)], 0.02)
    assert not is_narrow_enough([(Interval(-1, 1), 0.0)], 0.02)


def test_checkpoints_grow_by_a_fifth() -> None:
    assert list(checkpoints(1000)) == [100, 150, 200, 250, 300, 400, 500, 600, 750, 900, 1000]
    assert list(checkpoints(100)) == [100] and list(checkpoints(30)) == [30]
    assert list(checkpoints(0)) == []
    numbers = list(checkpoints(10**6))
    assert all(n % 50 == 0 for n in numbers) and numbers[-1] == 10**6 and len(numbers) < 60
    assert all(1 < b / a <= 1.5 for a, b in pairwise(numbers))
    assert all(b / a <= 1.25 for a, b in pairwise(numbers) if a >= 400)


# ---- error rates ----

REPEATS = 1000
SIZES = {  # by name: how to draw, how far h1 lies, the largest number of games
    "half": (lambda luck, d, n: coins(luck, 0.5 + d, n), 0.06),
    "rare": (lambda luck, d, n: coins(luck, 0.02 + d, n), 0.02),
    "lengths": (lambda luck, d, n: luck.geometric(0.05, n) * (1 + d / 20), 2.0),
}
MOST = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("is_two_sided", [False, True])
@pytest.mark.parametrize("name", SIZES)
def test_error_rates_are_as_stated(name: str, is_two_sided: bool) -> None:
    draw, h1 = SIZES[name]
    luck, test = np.random.default_rng(12), Sprt(h1, is_two_sided=is_two_sided)
    slack = 3 * np.sqrt(0.05 * 0.95 / REPEATS)
    for truth, wrong in ((0.0, "difference"), (h1, "no difference")):
        decisions = [
            decide(test, draw(luck, truth, MOST), draw(luck, 0.0, MOST)) for _ in range(REPEATS)
        ]
        share = np.mean([f.answer == wrong for f in decisions])
        games = np.mean([f.games for f in decisions])
        print(f"{name}, two-sided {is_two_sided}, truth {truth}: {share:.3f} in {games:.0f} games")
        assert all(f.answer != "open" for f in decisions)
        assert share <= 0.05 + slack


@pytest.mark.slow
def test_stopping_when_narrow_keeps_the_coverage() -> None:
    luck, hits = np.random.default_rng(13), np.zeros(2)
    for _ in range(REPEATS):
        wins, lengths = coins(luck, 0.5849, 9000), luck.geometric(0.05, 9000)
        for n in checkpoints(9000):
            share = share_interval(int(wins[:n].sum()), n)
            if is_narrow_enough([(share, 1.0)], 0.04):
                break
        hits[0] += share.low <= 0.5849 <= share.high
        for n in checkpoints(9000):
            mean = mean_interval(Sample.of(lengths[:n]))
            assert mean
            if is_narrow_enough([(mean, float(lengths[:n].mean()))], 0.1):
                break
        hits[1] += mean.low <= 20 <= mean.high
    print(f"stopped when narrow: share {hits[0] / REPEATS:.3f}, mean {hits[1] / REPEATS:.3f}")
    assert (hits / REPEATS >= 0.93).all()


@pytest.mark.parametrize("repeats", [100, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("truth", [0.0, 0.05, 0.1])
def test_an_interval_at_the_end_of_a_test_covers(truth: float, repeats: int) -> None:
    """The plain value is too large where the test stops early, and the interval knows it."""
    luck, test = np.random.default_rng(14), Sprt(0.05, is_two_sided=True)
    hits, values = 0, []
    for _ in range(repeats):
        a, b = coins(luck, 0.45 + truth, 6000), coins(luck, 0.45, 6000)
        games = decide(test, a, b).games
        difference = anytime_difference(a[:games], b[:games])
        hits += difference.low <= truth <= difference.high
        values.append(difference.value)
    assert hits / repeats >= 0.95
    if truth == 0.05:
        assert np.mean(values) > truth


def test_an_interval_of_too_few_games_is_none() -> None:
    for a, b in (([], []), ([1.0], [0.0]), (np.ones(500), np.zeros(500))):
        difference = anytime_difference(a, b)
        assert np.isnan([difference.low, difference.high]).all()
