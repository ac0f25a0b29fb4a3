"""What follows from the rules of a variant is worked out once, and kept in the study file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.studies import carried_out, reports, study

from interpreter.study.plan.study import StudyError
from interpreter.study.results import derived

MADE = ("walks_of", "mirrored", "rule_symmetries", "coverage_of")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is worked out, by name; `coverage_of` without games only lists the lines."""
    names: list[str] = []

    def watched(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def work(*given: Any) -> Any:
            if name != "coverage_of" or given[1]:
                names.append(name)
            return real(*given)

        return work

    for name in MADE:
        monkeypatch.setattr(derived, name, watched(name, getattr(derived, name)))
    return names


def whole(**rest: Any) -> Any:
    """A new study, whose games are loaded anew: nothing of them is remembered."""
    return study("tic-tac-toe", "squ", **({"games": 30, "metrics": ("all",)} | rest))


def test_the_second_report_works_nothing_out(tmp_path: Path, made: list[str]) -> None:
    carried_out(whole(), tmp_path)
    assert sorted(made) == sorted(2 * MADE)
    before = reports(tmp_path)
    made.clear()
    carried_out(whole(), tmp_path)
    assert not made and reports(tmp_path) == before


def test_only_what_is_new_is_worked_out(tmp_path: Path, made: list[str]) -> None:
    carried_out(whole(), tmp_path)
    made.clear()
    carried_out(whole(games=12), tmp_path)  # of fewer games the lines are followed again
    assert made == ["coverage_of"] * 2
    made.clear()
    more = study("tic-tac-toe", "squ", "hex", games=30, metrics=("all",))
    carried_out(more, tmp_path)
    assert sorted(made) == sorted((*MADE, "coverage_of", "coverage_of"))


def test_another_version_works_it_out_anew(
    tmp_path: Path, made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    carried_out(whole(), tmp_path)
    made.clear()
    monkeypatch.setattr(derived, "program_version", lambda: "another one")
    carried_out(whole(), tmp_path)
    assert sorted(made) == sorted(2 * MADE)


VALUES: list[Any] = [
    "nonsense", 1, [], [1, 2], [None], [[]], [[1]], [[None]], [[None, 1]], [["x", "y"]],
    [[[1, 2, 3, 4, "sampled"], [1, 2, 3, 4, "?"]]], [[[1, 2, 3, -4, "sampled"], None]],
    [[[1, "x", 3, 4, "sampled"], None]], [[[1, 2, 3], None]], [[[0, 1], [0, 1]]],
    [[[0] * 9] * 3], [[[-1, *range(1, 9)]]], [[["a"] * 9]], [{"0": 1}],
]  # fmt: skip


@pytest.mark.parametrize("what", ["sizes", "mirror", "symmetries", "lines"])
def test_values_that_cannot_be(tmp_path: Path, what: str) -> None:
    carried_out(study("tic-tac-toe", games=30), tmp_path)
    again, damaged = study("tic-tac-toe", games=30), 0
    for value in VALUES:
        with closing(sqlite3.connect(tmp_path / "study.sqlite", isolation_level=None)) as base:
            base.execute("UPDATE derived SET value = ? WHERE what = ?", (json.dumps(value), what))
        try:
            carried_out(again, tmp_path)
        except StudyError as error:
            damaged += 1
            assert "damaged study" in str(error)
    assert damaged > len(VALUES) - 4  # some values can be: no symmetry, and figures without games
