"""The comparison at little cost: what it finds, and that it stops at the same place everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import load_game
from interpreter.diff import Finding, brief, changes, comparison
from interpreter.diff.report import joined


def found(a: str, b: str, **options: Any) -> Finding:
    return brief(load_game(a, **options), load_game(b, **options))


def test_lines_have_section_number_and_text_and_the_play_is_the_shortest() -> None:
    finding = found("tic-tac-toe", "misere-tic-tac-toe")
    (change,) = finding.changes
    assert (change.section, change.name) == ("end", "")
    assert change.a is not None and change.b is not None
    one, other = change.a.text, change.b.text
    assert one == 'when any(l within mine for l in lines(3)): mover wins, "three in a row"'
    assert other == 'when any(l within mine for l in lines(3)): mover loses, "three in a row"'
    assert change.a.number > 1 and change.a.file.endswith("tic-tac-toe.yaml")
    assert finding.difference is not None and finding.difference.is_shortest
    assert len(finding.difference.moves) == 5


def test_the_lines_alone() -> None:
    games = load_game("tic-tac-toe"), load_game("misere-tic-tac-toe")
    assert changes(*games) == brief(*games).changes


def test_equal_rules_are_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "find", None)  # it would fail
    finding = found("squ", "squ")
    assert not finding.changes and finding.difference is None and finding.looked.pairs == 0


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_the_work_is_limited_and_the_same_each_time(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", engine)
    monkeypatch.setattr(comparison, "BRIEF_WORK", 40_000)
    first, second = (found("squ", "misere-squ", size=4) for _ in range(2))
    assert first.as_json() == second.as_json()
    assert 0 < first.looked.pairs + first.looked.moves < 2_000
    assert first.outcome != "equal-proved"


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("interpreter.diff.lockstep.lockstep.Together.facts", stopped)
    with pytest.raises(KeyboardInterrupt):
        found("tic-tac-toe", "misere-tic-tac-toe")


def test_a_turn_that_is_too_long_is_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(pair: Any) -> Any:
        raise load_game("squ").reference.turns.too_long()

    monkeypatch.setattr("interpreter.diff.lockstep.lockstep.steps", too_long)
    finding = found("tic-tac-toe", "misere-tic-tac-toe")
    assert len(finding.changes) == 1 and finding.difference is None
    assert "whether this turn can be completed" in finding.notes[0]


@pytest.mark.parametrize("work", [2_000, 40_000])
def test_the_work_is_limited_where_moves_are_matched_by_positions(
    work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison, "BRIEF_WORK", work)
    games = load_game("squ", size=4), load_game("misere-squ", size=4)
    first, second = (brief(*games, same_moves=True) for _ in range(2))
    assert first.as_json() == second.as_json()
    assert 0 < first.looked.pairs + first.looked.moves < work / 10
    assert first.outcome != "equal-proved"


def test_piles_are_counted_and_cells_that_differ_alike_are_named_together() -> None:
    games = load_game("kalah", seeds=3), load_game("kalah", seeds=4)
    difference = brief(*games).difference
    assert difference is not None
    first, *_ = joined(difference.facts)
    assert first == (
        "on each of a1, b1, c1, d1, e1, f1, a2, b2, c2, d2, e2, f2: 3 × seed in A, 4 × seed in B"
    )
