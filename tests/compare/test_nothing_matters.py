"""Games in which nothing matters: no search may make choice or tension of its own luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.quick import each

from interpreter import load_game
from interpreter.api.loading import packed_game
from interpreter.process.version import program_version
from interpreter.study.plan.metrics import Games, metric_named, metrics_of
from interpreter.study.plan.study import Pairing, Study, Variant
from interpreter.study.play.batch import Batch
from interpreter.study.play.games import play_batch
from interpreter.study.play.measure import changes, tension
from interpreter.study.results.estimates import estimate_of, halves, rows_of, sample_of
from interpreter.study.results.results import Row
from interpreter.study.store.columns import Columns
from interpreter.study.store.contents import GameRow
from interpreter.study.store.store import open_store

SEARCHED = ("spread", "lead", "lead-changes", "drama")
COIN = """
game: Dummy choices
notes: Empty turns in which nothing matters, and a fair coin at the end of one of them.
players: White, Black
board: square({size})
pieces: man
state:
  side: 0..2
chance:
  throw(n in 1..2): set side to n
actions:
  place(at in empty): put man on at
turn:
  if turns = {thrown}: place, throw
  else: place
end:
  - when turns >= {turns} and side = 1: White wins
  - when turns >= {turns} and side = 2: Black wins
"""


# ---- numbers by chance -------------------------------------------------------------------------


def by_chance(luck: np.random.Generator, simulations: int, shares: np.ndarray[Any, Any]) -> Any:
    """What a search expects by turn that counts wins of so many random games."""
    return dict(enumerate((luck.binomial(simulations, shares) / simulations).tolist()))


def figures_by_chance(simulations: int, turns: int, share: float, count: int) -> dict[str, Any]:
    """The figures of games in which the expected share stays as it is until the end."""
    luck, looks = np.random.default_rng(simulations + turns), []
    shares = np.full(turns, share)
    for _ in range(count):
        one, two = (by_chance(luck, simulations, shares) for _ in range(2))
        is_won = luck.random() < share
        looks.append(tension(one, two, (1.0, 0.0) if is_won else (0.0, 1.0)))
    return {key: np.array([figures[key] for figures in looks]) for key in looks[0]}


def deviation(values: Any, truth: float = 0.0) -> float:
    """How many standard errors the mean lies from the truth."""
    error = values.std() / np.sqrt(len(values))
    return float(abs(values.mean() - truth) / max(error, 1e-12))


@pytest.mark.parametrize("simulations, turns", each(3, product([1, 10, 51, 400], [2, 3, 12, 60])))
def test_a_fair_coin_has_no_leads_and_no_drama(simulations: int, turns: int) -> None:
    figures = figures_by_chance(simulations, turns, 0.5, 2000)
    for key in ("lead", "lead-changes", "drama", "drama-1", "drama-2"):
        assert deviation(figures[key]) < 4, key


@pytest.mark.parametrize("share", [0.1, 0.4, 0.55, 0.9])
@pytest.mark.parametrize("simulations", [5, 50])
def test_a_share_that_stays_has_no_change_of_lead(simulations: int, share: float) -> None:
    """Who is favoured is always ahead, whatever a short search says."""
    figures = figures_by_chance(simulations, 20, share, 2000)
    assert deviation(figures["lead-changes"]) < 4
    lead = abs(2 * share - 1)  # of which a short search finds less, never more
    assert 0 < figures["lead"].mean() <= 1.02 * lead
    if lead > 0.5 and simulations == 50:
        assert figures["lead"].mean() == pytest.approx(lead, rel=0.02)


def test_long_searches_find_what_is_true() -> None:
    """Shares worked out by hand: seat 1 is ahead, behind, ahead; and it wins."""
    luck, shares = np.random.default_rng(1), np.array([0.7, 0.3, 0.4, 0.9, 1.0])
    one, two = (by_chance(luck, 10**7, shares) for _ in range(2))
    figures = tension(one, two, (1.0, 0.0))
    assert figures["lead"] == pytest.approx((0.4 + 0.4 + 0.2 + 0.8 + 1) / 5, abs=0.01)
    assert figures["lead-changes"] == pytest.approx(2 / 4)
    assert figures["drama"] == figures["drama-1"] == pytest.approx((0.4 + 0.2) / 5, abs=0.01)
    assert figures["drama-2"] == pytest.approx((0.4 + 0.8 + 1) / 5, abs=0.01)
    assert figures["settled"] == pytest.approx(3 / 5) or figures["settled"] == pytest.approx(4 / 5)


def test_turns_without_a_leader_do_not_hide_a_change() -> None:
    assert changes([0.2, 0.0, -0.2], [0.1, 0.0, -0.1]) == 1
    assert changes([0.2, 0.0, -0.2], [-0.1, 0.0, 0.1]) == -1
    assert changes([0.0, 0.2, -0.2], [0.1, 0.1, 0.1]) == 0


@pytest.mark.parametrize("simulations", [5, 50])
def test_a_lead_that_grows_is_no_less_than_no_change(simulations: int) -> None:
    """A short search misses a small lead at first and finds it later: that is not the contrary of a
    change.
    """
    luck, shares = np.random.default_rng(simulations), np.linspace(0.5, 1, 8)
    found = [
        tension(*(by_chance(luck, simulations, shares) for _ in range(2)), (1.0, 0.0))
        for _ in range(4000)
    ]
    means = np.array([figures["lead-changes"] for figures in found])
    assert means.mean() > -2 * means.std() / np.sqrt(len(means))
    assert changes([0.2, -0.2, 0.2], [0.3, -0.3, 0.3]) == 2
    assert changes([0.0, 0.0], [1.0, -1.0]) == 0


# ---- studies -----------------------------------------------------------------------------------


@cache
def played(folder: Path, size: int, turns: int, thrown: int, agent: str, count: int) -> Games:
    """Games of agents in which only a coin decides."""
    path = folder / f"coin-{size}-{turns}-{thrown}.yaml"
    path.write_text(COIN.format(size=size, turns=turns, thrown=thrown))
    game = load_game(str(path))
    rows: list[GameRow] = play_batch(Batch(
        variant=0, pairing=0, agents=(agent,), first=0, count=count, seed=turns, is_detailed=True,
        most_moves=500, engine=game.engine().name, version=program_version(),
        rules=packed_game(game),
    ))  # fmt: skip
    study = Study("x", (Variant("x", "x", game),), (Pairing((agent,)),), games=count)
    store = open_store(Path(":memory:"))
    store.begin(study)
    store.add(0, 0, rows)
    columns = Columns(study, store)
    facts = dict(store.facts(0, 0, count, len(game.board.cells)))
    games = columns.with_figures(0, 0, columns.games(0, 0, count), facts)
    store.close()
    return games


def studies(games: Games, each: int) -> Iterator[Games]:
    """The games in parts, as studies of so many games each."""
    for first in range(0, games.count - each + 1, each):
        part = games.since(first)
        yield replace(
            part, results=part.results[:each], turns=part.turns[:each], moves=part.moves[:each],
            first=part.first[:each], first_won=part.first_won[:each],
            figures={key: column[:each] for key, column in part.figures.items()},
        )


def rows_between(games: list[Games]) -> tuple[Row, ...]:
    """The rows of a study of variants."""
    metrics = metrics_of(2, ("place",), is_mirror=True)
    (row,) = rows_of([halves(metrics, games, [m.key for m in metrics if m.is_primary])])
    return row


def check(first: Games, second: Games, each: int, nulls: tuple[str, ...] = SEARCHED) -> None:
    """Nothing is found in games where nothing is, more often than chance may find it."""
    pairs = list(zip(studies(first, each), studies(second, each), strict=False))
    for key in nulls:
        estimates = [estimate_of(m, sample_of(m, g)) for m in [metric_named(key)] for g, _ in pairs]
        hits = [e is not None and e.low <= 0 <= e.high for e in estimates]
        assert np.mean(hits) >= 0.93, key
    marked: dict[str, int] = {}
    small: dict[str, int] = {}
    for pair in pairs:
        for row in rows_between(list(pair)):
            apart = row.differences[1]
            marked[row.metric] = marked.get(row.metric, 0) + bool(apart and apart.is_marked)
            small[row.metric] = small.get(row.metric, 0) + bool(apart and apart.p < 0.05)
    assert {"score-1", "draws", "turns", "settled"} <= marked.keys()
    for key, count in marked.items():
        assert count <= 0.05 * len(pairs), key
    room = 3 * np.sqrt(0.05 * 0.95 * len(pairs))
    for key in (*SEARCHED, "score-1", "win-1"):
        assert small[key] <= 0.05 * len(pairs) + room, key


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


def test_no_study_finds_anything_where_nothing_is(folder: Path) -> None:
    """Two games that differ in nothing that matters: how long a search is, and its first luck."""
    first, second = (played(folder, 4, 6, 5, agent, 400) for agent in ("uct:10", "uct:12"))
    check(first, second, 20)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "turns", "thrown", "agent"), [
    (4, 6, 5, "uct:10"), (7, 10, 9, "uct:50"), (7, 10, 4, "uct:50"), (9, 40, 39, "uct:20"),
    (3, 3, 2, "flat:30"),  # with fewer turns there is no turn that could change a lead
])  # fmt: skip
def test_no_study_of_two_hundred_finds_anything(
    folder: Path, size: int, turns: int, thrown: int, agent: str
) -> None:
    games = played(folder, size, turns, thrown, agent, 8000)
    half = games.count // 2
    # Once the coin is thrown somebody does lead.
    nulls = SEARCHED if thrown == turns - 1 else ("spread", "lead-changes", "drama")
    check(next(studies(games, half)), games.since(half), 20, nulls)


def test_a_real_choice_is_found(folder: Path) -> None:
    """The first to take the middle cell wins: the best of nine moves is worth all, another none."""
    path = folder / "middle.yaml"
    path.write_text(
        "game: Middle\nplayers: White, Black\nboard: square(3)\npieces: man\n"
        "actions:\n  place(at in empty): put man on at\nturn: place\n"
        "end:\n  - when b2 not in empty: mover wins\n"
    )
    game = load_game(str(path))
    rows = play_batch(Batch(
        variant=0, pairing=0, agents=("uct:90",), first=0, count=40, seed=1, is_detailed=True,
        most_moves=500, engine=game.engine().name, version=program_version(),
        rules=packed_game(game),
    ))  # fmt: skip
    assert all(row.result == (1.0, 0.0) and row.moves == 1 for row in rows)
    spreads = [float(row.facts.split('"spread":')[1].split("}")[0].split(",")[0])
               for row in rows if row.facts]  # fmt: skip
    assert np.mean(spreads) > 0.9
