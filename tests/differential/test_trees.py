"""All games of small boards, or their first moves: the same tree on both engines."""

from __future__ import annotations

import shutil
from typing import Any

import pytest
from support.both_engines import compare_trees, pair
from support.quick import each

from interpreter import load_game

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

DEEP = 99
TREES = [
    ("hex", {"size": 2}, DEEP), ("hex", {"size": 3, "pie": True}, 4), ("squ", {"size": 3}, 6),
    ("cropa", {"side": 2}, 8), ("cuiquindi", {"side": 2}, DEEP), ("quarod", {"size": 2}, DEEP),
    ("quarod", {"size": 3}, 4), ("go", {"size": 2}, 7), ("tic-tac-toe", {}, DEEP),
    ("misere-tic-tac-toe", {}, DEEP), ("connect-four", {}, 4), ("breakthrough", {"size": 4}, 4),
    ("reversi", {}, 4), ("english-draughts", {}, 4), ("phantom-tic-tac-toe", {}, 3),
    ("dark-hex", {"size": 2}, 4), ("royal-game-of-ur", {}, 4), ("y", {"side": 3}, 5),
    ("nine-mens-morris", {}, 2), ("quarto", {}, 2), ("quardo", {"players": 3}, 1),
]  # fmt: skip


@pytest.mark.parametrize("name, options, depth", each(3, TREES))
def test_trees(name: str, options: dict[str, Any], depth: int) -> None:
    compare_trees(*pair(load_game(name, **options)), depth, set())
