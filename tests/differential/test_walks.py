"""The native engine plays every bundled game as the reference engine does: after every move of
random games both tell the same, whatever is asked.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from comparing import options_of, walk

from interpreter import list_games, load_game

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

QUICK_MOVES = 16  # of a walk of the quick suite; the reference engine is slow on large boards
WALKS = 200  # of a game in the slow suite
FEW = 4  # of those with larger boards than the default one


def cases() -> Iterator[Any]:
    for name in list_games():
        for options in options_of(name):
            text = ",".join(f"{k}={v}" for k, v in options.items())
            yield pytest.param(name, options, id=f"{name}-{text}" if text else name)


@pytest.mark.parametrize("name, options", list(cases()))
def test_walks(name: str, options: dict[str, Any]) -> None:
    game = load_game(name, **options)
    for seed in range(1 if options else 3):
        walk(game, seed, QUICK_MOVES)


@pytest.mark.slow
@pytest.mark.parametrize("name, options", list(cases()))
def test_long_walks(name: str, options: dict[str, Any]) -> None:
    game = load_game(name, **options)
    large = len(game.board.cells) > 120
    for seed in range(100, 100 + (FEW if large else WALKS)):
        walk(game, seed, 2000)
