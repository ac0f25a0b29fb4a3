"""What the verdict says beside its answers: what was never drawn, what was not measured, and where
games were not counted beforehand.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import nan
from pathlib import Path

import numpy as np
import pytest
from support.commands import invoke
from support.simulated_studies import about, contested, played, results_of
from support.studies import carried_out, study

from interpreter.study.plan.metrics import Games
from interpreter.study.report.charts.numbers import group_of
from interpreter.study.report.verdict import findings
from interpreter.study.report.verdict.words import exactly
from interpreter.study.results.results import Difference, Results, SequentialAnswer
from interpreter.study.statistics.sequential import Sprt

pytestmark = pytest.mark.usefixtures("without_charts")

SEEN = "Games were added after the "
STOPPED = "The sequential test (draws 5%) has stopped the study where chance had carried "


def drawn(*shares: float) -> Results:
    """A study of variants whose games are drawn so often."""
    luck = np.random.default_rng(1)
    return results_of(
        *(played(((1 - s) / 2, s, (1 - s) / 2), 30, 1_100, luck) for s in shares)
    )  # fmt: skip


def test_what_never_happened_is_said_in_words() -> None:
    (alone,) = (f.text for f in findings(drawn(0.0)) if f.topic == "draws")
    assert alone == (
        "No game was drawn or shared: none of 1,100 games (with 95 % confidence fewer than 0.33 %)."
    )
    both = about_draws(drawn(0.0, 0.0))
    assert both == (
        "No game was drawn or shared: none of 1,100 games (with 95 % confidence fewer than 0.33 %) "
        "in A, none of 1,100 games (fewer than 0.33 %) in B."
    )
    one = about_draws(drawn(0.3, 0.0))
    assert one.startswith("Of the games, 3") and " are drawn or shared in A, none of 1,100" in one


def about_draws(results: Results) -> str:
    """The sentence with the figures of draws."""
    return next(f.text for f in findings(results) if f.topic == "draws" and f.answer == "told")


def test_an_even_share_is_explained_where_it_is_not_a_half() -> None:
    luck = np.random.default_rng(1)
    scores = np.eye(3)[luck.choice(3, 900, p=[0.5, 0.3, 0.2])]
    turns, empty = np.full(900, 9.0), np.full(900, nan)
    text = about(findings(results_of(Games(scores, turns, turns, empty, empty, {}))),
                 "fairness", 0).text  # fmt: skip
    assert text.endswith("], where an even share for 3 seats is 33.3 %.")
    scores[:300] = 0.5
    text = about(findings(results_of(Games(scores, turns, turns, empty, empty, {}))),
                 "fairness", 0).text  # fmt: skip
    assert text.endswith("even share for 3 seats is 38.9 %, as a draw gives each a half.")
    assert "even share" not in about(findings(drawn(0.1)), "fairness", 0).text


def test_games_that_do_not_end_are_told_before_all_else(tmp_path: Path) -> None:
    """Nothing is then said of fairness, nor of primary metrics that nobody measured."""
    words = ("--games", "12", "--out", str(tmp_path / "out"), "--moves")
    shown = " ".join(invoke("compare", "squ", "--vary", "size=6,7", *words, "4").output.split())
    assert "Unfinished (random): Of 12 games of" in shown
    assert "none ended within 4 moves" in shown and "Allow more with `--moves`" in shown
    assert "Fairness" not in shown and "was not measured" not in shown
    assert "Nothing in the primary metrics" not in shown
    some = " ".join(invoke("compare", "connect-four", "--games", "12", "--moves", "18",
                           "--out", str(tmp_path / "four")).output.split())  # fmt: skip
    assert re.search(r"Unfinished \(random\): Only [\d.]+ % of 12 games of", some)
    assert "Fairness (random): Whether Connect Four is fair" in some
    assert "Length (random): A finished game lasts " in some


def test_metrics_that_leave_fairness_out_are_told_how_to_get_it(tmp_path: Path) -> None:
    words = ("--games", "40", "--out", str(tmp_path / "out"))
    done = invoke("compare", "tic-tac-toe", "--metrics", "draws", *words)
    shown = " ".join(done.output.split())
    assert "Fairness (random): Whether the seats are treated fairly was not measured" in shown
    assert "add `score-1` to it" in shown
    more = invoke("compare", "tic-tac-toe", "--metrics", "draws,score-1", *words)
    assert "was not measured" not in more.output and "Fairness (random)" in more.output


def test_agents_of_unequal_strength_tell_of_depth_and_not_of_fairness(tmp_path: Path) -> None:
    words = ("tic-tac-toe", "--agents", "uct:40 vs uct:10", "--games", "40", "--probes", "0")
    shown = " ".join(invoke("compare", *words, "--out", str(tmp_path / "out")).output.split())
    assert "Fairness (uct:40 vs uct:10): Whether the seats are treated fairly was not" in shown
    assert "add `uct:40` alone to `--agents`" in shown
    assert re.search(r"Depth \(uct:40 vs uct:10\): .*tronger play wins in Tic-tac-toe", shown)


def test_depth_is_told_in_shares_where_more_than_two_share_the_points() -> None:
    """A third is an even share for three: it is no loss of 120 Elo, and so much less of three."""
    luck = np.random.default_rng(1)
    (even,) = findings(contested(1 / 3, count=900, luck=luck, seats=3))
    assert even.text.startswith("That stronger play wins in A is not shown: the stronger agent ")
    (won,) = findings(contested(0.45, count=900, luck=luck, seats=3))
    assert won.text.startswith("Stronger play wins in A: the stronger agent gets 4")
    for found in (even, won):
        assert "Elo" not in found.text and found.text.endswith(", where an even share is 33.3 %.")


def test_depth_is_compared_only_where_equal_agents_get_the_same() -> None:
    """Of three a third is an even share without draws, and more where a draw gives each a half."""
    luck = np.random.default_rng(1)
    among = [
        findings(contested(1 / 3, 1 / 3, count=900, luck=luck, seats=3, drawn=drawn))
        for drawn in ((0, 0), (0, 0.5))
    ]
    assert [any(f.variants == (0, 1) for f in found) for found in among] == [True, False]
    assert ["41.7 %" in found[1].text for found in among] == [False, True]


def test_games_added_after_a_report_are_told_beside_the_answer(tmp_path: Path) -> None:
    words = ("tic-tac-toe", "--seed", "3", "--out", str(tmp_path / "out"))
    two = "reports on 40 and 60"
    steps = (("40", ""), ("40", ""), ("60", "report on 40"), ("80", two), ("40", ""))
    for games, seen in steps:
        done = invoke("compare", *words, "--games", games)
        assert done.exit_code == 0
        shown = " ".join(done.output.split())
        assert (SEEN in shown) == bool(seen)
        assert f"{SEEN}{seen} games had been seen" in shown or not seen


def test_a_test_that_stopped_a_study_is_told_beside_what_it_is_about() -> None:
    results = drawn(0.1, 0.3)
    sprt = Sprt(0.05)
    apart = Difference(0.2, 0.1, 0.3, nan, None)
    test = SequentialAnswer("draws 5%", "difference", 3.0, -2.9, 2.9, 1_100, "%", sprt, apart,
                            "draws", has_stopped=True)  # fmt: skip
    found = findings(replace(results, test=test))
    told = [f.topic for f in found if f.text.startswith(STOPPED)]
    assert told == ["difference", "draws"]
    places = [place for place, f in enumerate(found) if f.topic == "draws"]
    assert places == list(range(places[0], places[-1] + 1))  # it stands among what it is about
    whole = replace(test, has_stopped=False)
    assert not any(f.text.startswith(STOPPED) for f in findings(replace(results, test=whole)))


@pytest.mark.parametrize("games", [10, 30])
def test_figures_of_a_part_of_the_games_say_so(tmp_path: Path, games: int) -> None:
    whole = study("squ", vary={"size": ["3"]}, agents="uct:4", games=games, probes=10)
    rows = {row.metric: row for row in carried_out(whole, tmp_path / "out").pairings[0].rows}
    part = 10 if games > 10 else 0
    assert rows["spread"].sample == rows["settled"].sample == part
    assert rows["branching"].sample == rows["turns"].sample == 0
    assert group_of(rows["spread"]) == ("Choice – of the first 10 games" if part else "Choice")


def test_what_is_the_same_in_every_game_is_counted_in_words() -> None:
    assert exactly(1.0, "turns") == "exactly 1 turn"
    assert exactly(4.0, "turns") == "exactly 4 turns"
    assert exactly(1.5, "turns") == "exactly 1.50 turns"
