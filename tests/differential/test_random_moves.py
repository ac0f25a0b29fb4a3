"""Random moves are uniform in every position, however the generated code draws them.

The statistic is chi-squared.  The seeds are fixed, so a test fails always or never; of a uniform
generator one in a hundred million would fail.
"""

from __future__ import annotations

import random
import shutil
from typing import Any

import pytest
from scipy.stats import chisquare
from support import random_moves
from support.quick import each

from interpreter import load_game

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

LEAST_P = 1e-8
DRAWS_EACH = 400  # expected for each move
MOST_DRAWS = 100_000  # of one position; with 2,000 moves still 50 for each
GAMES = [
    ("hex", {"size": 5}), ("squ", {"size": 4}), ("cropa", {"side": 3}), ("cuiquindi", {"side": 3}),
    ("quarod", {"size": 4}), ("go", {"size": 4}), ("breakthrough", {"size": 5}),
    ("reversi", {}), ("english-draughts", {}), ("nine-mens-morris", {}), ("connect-four", {}),
    ("phantom-tic-tac-toe", {}), ("royal-game-of-ur", {}), ("quarto", {}),
    ("y", {"side": 4}), ("gomoku", {"size": 5}),
    pytest.param("amazons", {}, marks=pytest.mark.slow),  # these two have thousands of moves
    pytest.param("quardo", {}, marks=pytest.mark.slow),
]  # fmt: skip


def groups_of(state: Any) -> list[tuple[float, list[int]]]:
    """For each distinct outcome its probability, and the numbers of the moves that lead there."""
    moves = state.chance or [(m, 1 / len(state.moves())) for m in state.moves()]
    groups: dict[Any, tuple[float, list[int]]] = {}
    every = [state.game.move(k) for k in state._keys]
    for move, chance in moves:
        key = state.play(move).node.state
        before, numbers = groups.get(key, (0.0, []))
        groups[key] = (before + chance, [*numbers, every.index(move)])
    return list(groups.values())


@pytest.mark.parametrize("name, options", each(3, GAMES))
def test_random_moves_are_uniform(name: str, options: dict[str, Any]) -> None:
    state, chooser = load_game(name, **options).start(engine="native"), random.Random(3)
    for number in range(40):
        if state.is_over:
            return
        if number % 6 == 0:
            check(state, number)
        state = state.random_move(chooser)


def check(state: Any, seed: int) -> None:
    groups = groups_of(state)
    if len(groups) < 2:
        return
    count = min(DRAWS_EACH * len(groups), MOST_DRAWS)
    drawn = random_moves.drawn(state, count, seed)
    times = [drawn[move,] for move in state.engine.packed_moves(state.node)]
    assert sum(times) == count
    observed = [sum(times[n] for n in numbers) for _, numbers in groups]
    expected = [chance * count for chance, _ in groups]
    assert chisquare(observed, expected).pvalue > LEAST_P, (state, len(groups))
