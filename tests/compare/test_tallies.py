"""Reports of many random games are made of what was counted of them, and say the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.studies import carried_out, reports, study

from interpreter.native.build.compilers import find_compiler
from interpreter.study.plan.study import StudyError
from interpreter.study.store import store as stores
from interpreter.study.store.columns import Columns
from interpreter.study.store.outcomes import Outcomes
from interpreter.study.store.store import open_store
from interpreter.study.store.tallies import figure_samples, joined_outcomes, tally_of

pytestmark = [
    pytest.mark.skipif(find_compiler() is None, reason="no C compiler"),
    pytest.mark.usefixtures("without_charts"),
]
GAMES = 300


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of some games, of which few are kept with their moves."""
    monkeypatch.setattr("interpreter.study.run.run.MOST_FACTS", 20)
    monkeypatch.setattr("interpreter.study.run.run.MAX_GAMES", 64)


def many(**rest: Any) -> Any:
    """Games with a pie rule that are cut off, games with passes, and plain ones."""
    return study("hex", "reversi", "tic-tac-toe", **(
        {"games": GAMES, "detailed": GAMES, "most_moves": 61, "metrics": ("all",)} | rest
    ))  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("interpreter.study.run.run.MOST_FACTS", 20)
        patch.setattr("interpreter.study.run.run.MAX_GAMES", 64)
        path = tmp_path_factory.mktemp("many")
        carried_out(many(), path)
        yield path


def copied(folder: Path, to: Path, *statements: str) -> Path:
    """A copy of a study, which is changed."""
    (to / "copy").mkdir()
    data = (folder / "study.sqlite").read_bytes()
    (to / "copy" / "study.sqlite").write_bytes(data)
    with closing(sqlite3.connect(to / "copy" / "study.sqlite", isolation_level=None)) as base:
        for statement in statements:
            base.execute(statement)
    return to / "copy"


@pytest.mark.parametrize("without", ["TRUE", "first % 2 = 0", "first % 3 = 0", "first > 150"])
def test_the_same_report_without_what_was_counted(
    tmp_path: Path, folder: Path, without: str
) -> None:
    copy = copied(folder, tmp_path, f"DELETE FROM tallies WHERE {without}")
    carried_out(many(), copy)
    assert reports(copy) == reports(folder)


SLOW = pytest.mark.slow


@pytest.mark.parametrize("games", [pytest.param(19, marks=SLOW), 20, pytest.param(211, marks=SLOW)])
def test_fewer_games_than_there_are(tmp_path: Path, folder: Path, games: int) -> None:
    """A report may end in the midst of what was counted together."""
    fewer = many(games=games)
    copy = copied(folder, tmp_path)
    carried_out(fewer, copy)
    every = copied(copy, tmp_path / "copy", "DELETE FROM tallies")
    carried_out(fewer, every)
    assert reports(copy) == reports(every)


def test_batches_of_other_sizes(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.study.run.run.MAX_GAMES", 7)
    carried_out(many(), tmp_path / "out")
    assert reports(tmp_path / "out") == reports(folder)


def test_a_goal_is_the_same_without_what_was_counted(tmp_path: Path) -> None:
    for rest in ({"until": 0.06}, {"until": 0.06, "metrics": ("branching",)}):
        whole = study("tic-tac-toe", games=2000, detailed=2000, **rest)
        path = tmp_path / str(len(rest))
        carried_out(whole, path)
        copy = copied(path, path, "DELETE FROM tallies")
        carried_out(whole, copy)
        assert reports(copy) == reports(path)


def test_games_that_were_counted_are_not_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    rows = stores.Store.rows

    def watched(self: Any, variant: int, pairing: int, first: int, end: int) -> Any:
        for some in rows(self, variant, pairing, first, end):
            read.extend(some)
            yield some

    monkeypatch.setattr(stores.Store, "rows", watched)
    with closing(open_store(folder / "study.sqlite")) as store:
        store.begin(many())
        games = Columns(many(), store).counted(0, 0, GAMES, {})
        assert games.count == GAMES and len(read) == 20
        assert Columns(many(), store).have(0, 0, GAMES) == GAMES


def test_games_are_counted_once(tmp_path: Path) -> None:
    """A batch that comes again, with games that are there, is counted with the other."""
    whole = study("tic-tac-toe", games=100, detailed=0)
    with closing(open_store(tmp_path / "study.sqlite")) as store:
        store.begin(whole)
        for first, count in ((0, 40), (0, 40), (30, 30), (60, 40)):
            ones = np.ones(count)
            store.add_outcomes(0, 0, Outcomes(
                first, np.array([[1.0, 0.0]] * count), 5 * ones, 5 * ones, {}, 1.0
            ))  # fmt: skip
        assert store.pieces(0, 0, 100) == [(0, 40), (60, 100)]
        assert store.between(0, 0, 100) == [(40, 60)] and store.missing(0, 0, 120) == [(100, 120)]
        games = Columns(whole, store).counted(0, 0, 100, {})
    assert games.count == 100 and games.rows == 1


def test_the_order_of_tallies_makes_no_difference() -> None:
    rng = np.random.default_rng(3)

    def some(first: int, count: int) -> Outcomes:
        one = rng.choice([0.0, 0.5, 1.0, np.nan], count)
        turns = rng.integers(5, 9, count).astype(np.float64)
        branching = rng.choice([np.nan, 1.5, 2.5], count)
        swap = rng.choice([0.0, 1.0], count)
        figures = {"branching": branching, "swap": swap}
        return Outcomes(first, np.array([one, 1 - one]).T, turns, turns + 1, figures, 1.0)

    parts = [some(0, 50), some(50, 1), some(51, 30)]
    tallies = [tally_of(part) for part in parts]
    joined, again = joined_outcomes(tallies), joined_outcomes(tallies[::-1])
    assert joined.keys() == again.keys() and int(joined["games"].sum()) == 81
    assert all(np.array_equal(joined[k], again[k], equal_nan=True) for k in joined)
    (sample,) = figure_samples(tallies, ["branching"]).values()
    known = np.concatenate([part.figures["branching"] for part in parts])
    assert sample.count == (~np.isnan(known)).sum() and set(sample.values) <= {1.5, 2.5}


WRONG = [
    "UPDATE tallies SET count = count + 1",
    "UPDATE tallies SET count = count - 1",
    "UPDATE tallies SET first = first + 3 WHERE first < 100",
    "UPDATE tallies SET rows = rows + 1",
    "UPDATE tallies SET names = '[\"games\", \"turns\"]'",
    "UPDATE tallies SET names = replace(names, 'moves', 'swap')",
    "UPDATE tallies SET data = (SELECT data FROM tallies WHERE what = 'branching') "
    "WHERE what = 'forced'",
    "UPDATE tallies SET data = x'00'",
    "INSERT OR IGNORE INTO tallies SELECT variant, pairing, 10, 2, what, rows, names, data "
    "FROM tallies WHERE what = 'outcomes'",
]  # fmt: skip


@pytest.mark.parametrize("statement", WRONG)
def test_tallies_that_cannot_be(tmp_path: Path, folder: Path, statement: str) -> None:
    copy = copied(folder, tmp_path, statement)
    with pytest.raises(StudyError, match="damaged study"):
        carried_out(many(), copy)
