"""From the rungs of a ladder to one scale of strength."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from interpreter.study.plan.study import Pairing
from interpreter.study.report.charts.numbers import brackets
from interpreter.study.results.elo import elo, elo_rows, heights, shares_of
from interpreter.study.results.results import Estimate, Row
from interpreter.study.statistics.bounded import share_interval


def rung(wins: int, count: int) -> Estimate:
    interval = share_interval(wins, count)
    return Estimate(wins / count, interval.low, interval.high, count)


def row(*shares: Estimate | None) -> Row:
    return Row("ladder", "a vs b", "%", "Ladder", shares, (None,) * len(shares))


def test_ten_times_the_points_are_400_elo() -> None:
    assert elo(10 / 11) == pytest.approx(400) and elo(0.5) == 0
    assert (elo(0), elo(1)) == (-inf, inf)


def test_differences_of_rungs_add_up() -> None:
    step = Estimate(10 / 11, 0.5, 100 / 101, 50)  # 400 Elo [0, 800]
    weakest, middle, top = heights([step, step])
    assert weakest == Estimate(0, 0, 0, 0, "exact")
    assert middle is not None and top is not None
    assert (middle.value, middle.low, middle.high) == pytest.approx((400, 0, 800))
    half = 400 * 2**0.5  # the parts are independent: squares add up
    assert (top.value, top.low, top.high) == pytest.approx((800, 800 - half, 800 + half))
    assert top.count == 50


def test_an_agent_that_wins_every_game_stands_above_a_finite_end() -> None:
    _, first, second = heights([rung(40, 40), rung(20, 40)])
    assert first is not None and second is not None
    assert first.value == pytest.approx(elo(40.5 / 41)) and first.high == inf
    assert 0 < first.low < first.value
    assert second.high == inf and second.low < first.low < second.value + 1
    assert brackets(first, "Elo") == f"[{first.low:.0f}, ∞]"


def test_what_was_not_played_ends_the_scale() -> None:
    few = Estimate(0.5, float("nan"), float("nan"), 2, "few")
    assert [e is None for e in heights([rung(5, 9), few, rung(5, 9)])] == [False, False, True, True]
    assert [e is None for e in heights([None])] == [False, True]


def test_a_row_for_every_agent() -> None:
    rungs = [Pairing(("b", "a")), Pairing(("c", "b"))]
    rows = elo_rows(rungs, [row(rung(9, 12), None), row(rung(6, 12), rung(6, 12))])
    assert [r.title for r in rows] == ["a", "b", "c"] and rows[0].unit == "Elo"
    assert rows[1].estimates[1] is None and rows[2].estimates[0] is not None
    assert elo_rows([Pairing(("b", "a")), Pairing(("d", "c"))], rows[:2]) == ()
    assert elo_rows([], []) == ()


def test_agents_have_no_elo_where_equal_ones_get_no_half() -> None:
    """As in a game for three; another variant may have it."""
    rungs = [Pairing(("b", "a"))]
    both = replace(row(rung(4, 12), rung(9, 12)), nulls=(1 / 3, 0.5))
    weakest, strongest = elo_rows(rungs, [both])
    assert weakest.estimates[0] is None and strongest.estimates[0] is None
    assert strongest.estimates[1] == heights([rung(9, 12)])[1]
    assert elo_rows(rungs, [replace(both, estimates=both.estimates[:1])]) == ()
    assert shares_of([both]) == [[], [rung(9, 12)]]


def test_the_intervals_hold_what_is_true() -> None:
    """Four rungs of 60 games, one of them steep: the sum is where the interval says, 95 times of a
    hundred."""
    rng, shares = np.random.default_rng(5), (0.6, 0.75, 0.9, 0.55)
    truth, held, studies = sum(map(elo, shares)), 0, 400
    for _ in range(studies):
        top = heights([rung(int(rng.binomial(60, s)), 60) for s in shares])[-1]
        assert top is not None
        held += top.low <= truth <= top.high
    assert held / studies >= 0.94
