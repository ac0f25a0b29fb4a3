"""Rule files at the edges of what the native engine takes for granted, and what must hold for each.

Each is played out in full on both engines, and the results of uniformly random native games are
compared with their exact mean, which the reference engine's tree gives.  A table of such files
becomes two tests by `edge_tests`; `edge` makes the game of one file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.both_engines import compare_trees, pair, walk
from support.c_driver import COMPILER, assert_clean
from support.quick import each
from support.tiny import tiny, with_usual

GAMES = 40000
DEEP = 30
WALKS = 3

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")


def edge(folder: Path, rules: str) -> Any:
    """The game of a rule file, played with stones by Red and Blue unless it says otherwise."""
    return tiny(folder, with_usual(rules, players="Red, Blue", pieces="stone"))


def edge_tests(edges: Mapping[str, str]) -> tuple[Callable[..., None], Callable[..., None]]:
    """Two tests of every file of a table: on both engines, and under the sanitizers."""

    @pytest.mark.parametrize("text", edges.values(), ids=edges)
    def test_an_edge(tmp_path: Path, text: str) -> None:
        check_both_engines(edge(tmp_path, text))

    @pytest.mark.parametrize("name", each(3, edges))
    @pytest.mark.usefixtures("folder")
    def test_an_edge_under_the_sanitizers(tmp_path: Path, name: str) -> None:
        assert_clean(edge(tmp_path, edges[name]), tmp_path)

    return test_an_edge, test_an_edge_under_the_sanitizers


def check_both_engines(game: Any) -> None:
    """The engines agree on the whole tree, and random native games have the exact mean of it."""
    native, reference = pair(game)
    assert compare_trees(native, reference, DEEP, set()) > 1
    for seed in range(WALKS):
        assert walk(game, seed, DEEP) <= DEEP
    *wanted, length, square = exact(reference, {})
    engine = native.engine
    played = engine.playouts(native.node, GAMES, 7, 1, 1000)
    assert played.unfinished == 0
    for share, mean in zip(played.results, wanted, strict=True):
        assert abs(share - mean) <= 5 * math.sqrt(max(mean * (1 - mean), 1e-9) / GAMES)
    spread = math.sqrt(max(square - length**2, 1e-9) / GAMES)
    assert abs(played.mean_moves - length) <= 5 * spread


def exact(state: Any, known: dict[Any, tuple[float, ...]]) -> tuple[float, ...]:
    """The mean result of random games from a state, their mean length, and that of its square."""
    if state.is_over:
        return (*state.result, 0.0, 0.0)
    if state not in known:
        moves = state.chance or [(m, 1 / len(state.moves())) for m in state.moves()]
        results = [(exact(state.play(m), known), odds) for m, odds in moves]
        *shares, length, square = (
            math.fsum(r[i] * odds for r, odds in results) for i in range(state.game.seats + 2)
        )
        known[state] = (*shares, length + 1, square + 2 * length + 1)
    return known[state]
