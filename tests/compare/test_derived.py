"""What follows from the rules of a variant is worked out once, and kept in the study file."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.studies import carried_out, reports, study

from interpreter.study.plan.study import StudyError
from interpreter.study.results import derived
from interpreter.study.store.store import open_store

pytestmark = pytest.mark.usefixtures("without_charts")

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
    return study("squ", vary={"size": ["3", "4"]}, **({"games": 30, "metrics": ("all",)} | rest))


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
    carried_out(study("squ", vary={"size": ["4", "5"]}, games=12, metrics=("all",)), tmp_path)
    assert sorted(made) == sorted(MADE)


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


FINE = {"sizes": 0, "mirror": 0, "symmetries": 1, "lines": 0}  # such as no symmetry at all


@pytest.mark.parametrize("what", FINE)
def test_values_that_cannot_be(tmp_path: Path, what: str) -> None:
    one, damaged = study("tic-tac-toe", games=30), 0
    with closing(open_store(tmp_path / "study.sqlite")) as store:
        store.begin(one)
        asked = {"lines": lambda made: made.uses(0, (("place b2",),))}.get(
            what, lambda made: getattr(made, what)(0)
        )
        true = asked(derived.Derived(one, store))
        assert asked(derived.Derived(one, store)) == true
        for value in VALUES:
            text = json.dumps(value)
            store.base.execute("UPDATE derived SET value = ? WHERE what = ?", (text, what))
            try:
                asked(derived.Derived(one, store))
            except StudyError as error:
                damaged += 1
                assert "damaged study" in str(error)
    assert damaged == len(VALUES) - FINE[what]
