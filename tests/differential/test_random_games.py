"""Random games are what their moves are: C plays a game from one draw to the next as it plays the
same moves one by one, each of which it lists.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.quick import by_name

from interpreter import list_games, load_game
from interpreter.native.runtime.engine import NativeEngine

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

OUTSIDE = Path(__file__).parents[1] / "bench" / "outside"
DRAWN = [  # checked by playing on copies, or drawn in some other way of which there are few
    "cathedral", "chase", "congkak", "gess", "hex-go", "shobu", "tsuro", "zertz",
]  # fmt: skip
GAMES = ["dvonn", "go", "hus", "kalah", "oust", "tumbleweed"]
SEED, COUNT, MOST = 7, 12, 200  # of the games of each, and their moves


@pytest.mark.parametrize("name", by_name(3, sorted({*list_games()} - {*GAMES})))
def test_every_game(name: str) -> None:
    check(name)


@pytest.mark.parametrize("name", [*GAMES, *by_name(2, DRAWN)])
def test_games_that_are_drawn_otherwise(name: str) -> None:
    check(name if name in GAMES else str(OUTSIDE / f"{name}.yaml"))


def check(name: str) -> None:
    """Play random games and then their moves; both end alike."""
    engine = load_game(name).engine("native")
    assert isinstance(engine, NativeEngine)
    start = engine.start()
    for number, row in enumerate(engine.playout_rows(start, 0, COUNT, SEED, MOST)):
        node, moves = start, engine.playout_moves(start, number, SEED, MOST)
        for key in moves:
            after = engine.play(node, key, lambda *_: ())
            assert after is not None, (number, key)
            node = after
        assert len(moves) == row.moves and node.is_over == (row.result is not None), number
        if node.is_over:  # of another game the last turn may not be ended yet
            assert (node.result, node.turns) == (row.result, row.turns), number
