"""Which figures of two variants are compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from interpreter.study.plan.metrics import PRIMARY, Games, metric_named, metrics_of
from interpreter.study.results.estimates import Half, halves, rows_of
from interpreter.study.results.results import Estimate
from interpreter.study.statistics.statistics import Comparison


def games(count: int, seats: int) -> Games:
    """Games that the seats win in turn."""
    results = np.zeros((count, seats))
    results[np.arange(count), np.arange(count) % seats] = 1
    ones = np.ones(count)
    figures = {"points-1": np.arange(count) * 1.0, "branching": np.arange(count) * 1.0}
    figures["swap"] = ones
    return Games(results, ones * 9, ones * 9, ones / seats, ones, figures)


def differences(first: Games, second: Games, is_mirror: bool = True) -> dict[str, bool]:
    """Which metrics have a difference."""
    (rows,) = rows_of([halves(metrics_of(3, (), is_mirror), (first, second), PRIMARY)])
    return {row.metric: row.differences[1] is not None for row in rows}


def test_what_a_seat_has_is_compared_between_equal_numbers_of_seats_only() -> None:
    of_a_seat = {"win-1", "win-2", "score-1", "score-2", "points-1"}
    for second, is_compared in ((games(30, 2), True), (games(30, 3), False)):
        by_metric = differences(games(30, 2), second)
        assert {by_metric[key] for key in of_a_seat} == {is_compared}
        assert by_metric["draws"] and by_metric["turns"] and by_metric["branching"]


def test_so_is_what_an_agent_has() -> None:
    for second, is_compared in ((games(30, 2), True), (games(30, 3), False)):
        by_metric = differences(games(30, 2), second, is_mirror=False)
        assert by_metric["win-first"] == by_metric["score-first"] == is_compared
        assert by_metric["swap-score"] == is_compared


def test_what_is_the_same_in_all_games_of_both_does_not_count_among_what_is_corrected() -> None:
    """Draws and turns, which no division of these games could make differ."""
    some = [replace(games(400, 2), results=won(400, count)) for count in (200, 234)]
    metrics = metrics_of(2, (), is_mirror=True)
    (rows,) = rows_of([halves(metrics, some, ["win-1", "draws", "turns"])])
    by_metric = {row.metric: row.differences[1] for row in rows}
    wins, draws, turns = (by_metric[key] for key in ("win-1", "draws", "turns"))
    assert wins and draws and turns and draws.least_p == turns.least_p == 1.0
    assert 0.05 / 3 < wins.p < 0.05 and wins.corrected == wins.p and wins.is_marked


def won(count: int, first: int) -> NDArray[np.float64]:
    """The results of so many games, of which seat 1 wins so many."""
    one = (np.arange(count) < first).astype(float)
    return np.stack([one, 1 - one], axis=1)


def test_shares_that_are_the_same_in_every_game_of_each_differ_as_other_constants_do() -> None:
    shares = (np.full(30, share) for share in (0.01, 0.016))
    forced = [replace(games(30, 2), figures={"forced": share}) for share in shares]
    (rows,) = rows_of([halves([metric_named("forced")], forced)])
    (row,) = rows
    apart = row.differences[1]
    assert [e.kind for e in row.estimates if e] == ["constant", "constant"]
    assert apart and apart.low == apart.high == pytest.approx(0.006) and apart.p < 1e-9


def test_a_seat_that_is_not_there_has_no_null() -> None:
    (rows,) = rows_of([halves(metrics_of(3, (), True), (games(30, 2), games(30, 3)), PRIMARY)])
    nulls = {row.metric: row.nulls for row in rows if row.metric.startswith("score")}
    assert nulls["score-1"] == pytest.approx((1 / 2, 1 / 3))
    assert nulls["score-3"][0] is None and nulls["score-3"][1] == pytest.approx(1 / 3)


@pytest.mark.parametrize("count", [0, 1, 9, 10])
def test_too_few_games_are_not_compared(count: int) -> None:
    assert set(differences(games(30, 2), games(count, 2)).values()) == {count >= 10}


@pytest.mark.parametrize(("key", "is_marked"), [("drama", False), ("turns", True)])
@pytest.mark.parametrize("second", [(-0.1, 0.3), (0.1, 0.3)])
def test_figures_of_second_searches_that_may_both_be_0_do_not_differ(
    key: str, is_marked: bool, second: tuple[float, float]
) -> None:
    """Both are then luck of the searches, however sure the difference looks."""
    values = [Estimate(0.0, -0.1, 0.1, 30, "sampled"), Estimate(0.2, *second, 30, "sampled")]
    compared = (None, Comparison(0.2, 0.1, 0.3, 0.0001))
    half = Half(metric_named(key), tuple(values), compared, is_primary=True)
    ((row,),) = rows_of([[half]])
    apart = row.differences[1]
    assert apart is not None and apart.is_marked == (is_marked or second[0] > 0)
