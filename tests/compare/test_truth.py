"""Studies of games whose truth is known: intervals that cover it, and p-values that are uniform."""

from __future__ import annotations

import math
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from interpreter import load_game
from interpreter.study.plan.metrics import Games, Metric, metrics_of
from interpreter.study.plan.parsing import question_of
from interpreter.study.plan.study import Pairing, Study, Variant
from interpreter.study.results.estimates import comparison_of, estimate_of, sample_of
from interpreter.study.statistics.sequential import decide
from interpreter.study.store.columns import Columns
from interpreter.study.store.contents import GameRow
from interpreter.study.store.store import open_store

STUDIES = 1000
GAMES = 400
MAX_MOVES = 1000

COIN = """
game: Coin
players: Heads, Tails
board: square(1)
pieces: stone
state:
  side: 0..99
chance:
  toss(n in 0..99): set side to n
actions:
  go: set side to side
turn: toss, go
end:
  - when side < {percent}: Heads wins
  - when side >= {percent}: Tails wins
"""
NIM = """
game: Nim
players: First, Second
board: square(1)
pieces: stone
state:
  heap: 0..{heap} = {heap}
actions:
  take(n in 1..3):
    - require n <= heap
    - set heap to heap - n
turn: take
end:
  - when heap = 0: mover wins
"""


@cache
def nim(heap: int) -> tuple[float, float]:
    """The chance that whoever moves wins by random play, and the mean number of moves."""
    if heap == 0:
        return 0.0, 0.0  # the other has taken the last
    after = [nim(heap - n) for n in (1, 2, 3) if n <= heap]
    return 1 - sum(a for a, _ in after) / len(after), 1 + sum(m for _, m in after) / len(after)


def written(folder: Path, name: str, text: str) -> Any:
    path = folder / f"{name}.yaml"
    path.write_text(text)
    return load_game(str(path))


def columns_of(game: Any, seed: int, count: int = GAMES) -> Games:
    """Random games of a seed as columns, by the way that studies go: through a file of rows."""
    store = open_store(Path(":memory:"))
    variant, pairing = Variant("x", "x", game), Pairing(("random",))
    study = Study("x", (variant,), (pairing,), seed=seed, games=count)
    store.begin(study)
    played = game.random_games(0, count, study.cell_seed(0, pairing), MAX_MOVES)
    store.add(0, 0, [GameRow(n, p.result, p.turns, p.moves, 0.0) for n, p in enumerate(played)])
    games = Columns(study, store).games(0, 0, count)
    store.close()
    return games


def metric(key: str) -> Metric:
    return next(m for m in metrics_of(2, (), is_mirror=True) if m.key == key)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rules")


# Tic-tac-toe by counting all games, each with its chance: 0.5849 won by the first, 0.1270 drawn.
TRUTHS = [
    ("tic-tac-toe", "win-1", 0.584921), ("tic-tac-toe", "win-2", 0.288095),
    ("tic-tac-toe", "draws", 0.126984),
    ("coin-50", "win-1", 0.5), ("coin-3", "win-1", 0.03), ("coin-50", "draws", 0.0),
    ("nim-7", "win-1", nim(7)[0]), ("nim-7", "turns", nim(7)[1]), ("nim-30", "turns", nim(30)[1]),
]  # fmt: skip


def game_named(name: str, folder: Path) -> Any:
    kind, _, number = name.partition("-")
    if kind == "coin":
        return written(folder, name, COIN.format(percent=number))
    if kind == "nim":
        return written(folder, name, NIM.format(heap=number))
    return load_game(name)


@pytest.mark.parametrize(("name", "key", "truth"), TRUTHS)
def test_one_large_study(folder: Path, name: str, key: str, truth: float) -> None:
    games = columns_of(game_named(name, folder), seed=1, count=20_000)
    estimate = estimate_of(metric(key), sample_of(metric(key), games))
    assert estimate is not None and estimate.low <= truth <= estimate.high
    assert estimate.high - estimate.low < 0.06 * max(truth, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "key", "truth"), TRUTHS)
def test_intervals_cover_the_truth(folder: Path, name: str, key: str, truth: float) -> None:
    game = game_named(name, folder)
    covered = 0
    for seed in range(STUDIES):
        estimate = estimate_of(metric(key), sample_of(metric(key), columns_of(game, seed)))
        assert estimate is not None
        covered += estimate.low <= truth <= estimate.high
    share = covered / STUDIES
    if truth in (0.0, 1.0):
        assert share == 1
    else:
        assert 0.93 <= share <= 0.97, share


@pytest.mark.slow
@pytest.mark.parametrize(("name", "key"), [("tic-tac-toe", "win-1"), ("nim-30", "turns"),
                                           ("coin-50", "win-1")])  # fmt: skip
def test_p_values_of_equals_are_uniform(folder: Path, name: str, key: str) -> None:
    game, p_values = game_named(name, folder), []
    for seed in range(STUDIES):
        first, second = (sample_of(metric(key), columns_of(game, s)) for s in (seed, 10**6 + seed))
        compared = comparison_of(metric(key), first, second)
        assert compared is not None
        p_values.append(compared.p)
    # P-values of whole numbers have steps; spread evenly over each step they have none.
    steps = np.unique(p_values)
    below = dict(zip(steps, np.concatenate([[0.0], steps[:-1]]), strict=True))
    chooser = random.Random(1)
    smooth = [chooser.uniform(below[p], p) for p in p_values]
    assert stats.kstest(smooth, "uniform").pvalue > 0.001
    assert 0.03 <= np.mean(np.array(p_values) <= 0.05) <= 0.07


@pytest.mark.slow
@pytest.mark.parametrize(("percent", "wanted"), [(50, "no difference"), (55, "difference")])
def test_the_sequential_test_keeps_its_error_rates(
    folder: Path, percent: int, wanted: str
) -> None:
    fair = written(folder, "coin-50", COIN.format(percent=50))
    other = written(folder, f"coin-{percent}", COIN.format(percent=percent))
    question, wrong, studies = question_of("win-1 5%", ("win-1",)), 0, 400
    for seed in range(studies):
        first = metric("win-1").numbers(columns_of(fair, seed, 6000))
        second = metric("win-1").numbers(columns_of(other, 10**6 + seed, 6000))
        answer = decide(question.sprt, second, first).answer
        wrong += answer not in (wanted, "open")
    assert wrong / studies <= 0.05 + 2.33 * math.sqrt(0.05 * 0.95 / studies)
