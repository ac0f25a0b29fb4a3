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
SERVED = Path(__file__).parents[1] / "native" / "served"
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


@pytest.mark.parametrize("most", [2, 3])
def test_a_first_piece_that_leaves_no_second_leaves_its_group(most: int, tmp_path: Path) -> None:
    rules = (SERVED / "hamlets.yaml").read_text()
    changed = rules.replace("hexagon(6)", "hexagon(3)").replace("<= 5", f"<= {most}")
    (tmp_path / "hamlets.yaml").write_text(changed)
    check(str(tmp_path / "hamlets.yaml"), count=200)


SOWN = """
game: Sown
players: A, B
board:
  cells: rectangle(5, 2)
  tracks:
    round: a1 b1 c1 d1 e1 e2 d2 c2 b2 a2 a1
  pile: 30
pieces:
  seed:
    owner: none
setup:
  - for i in 1..3: put seed on cells
state:
  held: 0..40
actions:
  sow(c in pieces):
    - let n = height[c]
    - for i in 1..n: move 1 of c to c + i*round
    - require height[last] < 7, "too high"
    - add 1 to held
  keep: add 1 to held
opening:
  - keep
turn: {turn}
{more}
end:
  - {end}
  - when turns = 40: draw
"""
SOWINGS = {  # what ends at once, what is counted, what follows, and what may still be refused
    "at once": ("sow", "", "as soon as height[a1] >= 6: mover wins"),
    "rounds": ("sow up to 3 times, keep", "", "when height[a1] >= 6: mover wins"),
    "twice": ("sow, sow", "", "when height[a1] >= 6: mover wins"),
    "either": ("sow or sow, keep", "", "when height[a1] >= 6: mover wins"),
    "refused": ("sow", "after turn:\n  - require height[b1] < 6", "when stuck: mover wins"),
    "next": ("sow", "after turn:\n  - if last in row(1): set next to mover", "when stuck: draw"),
}


@pytest.mark.parametrize("name", SOWINGS)
def test_what_follows_a_candidate_that_was_played_on_copies(name: str, tmp_path: Path) -> None:
    turn, more, end = SOWINGS[name]
    (tmp_path / "sown.yaml").write_text(SOWN.format(turn=turn, more=more, end=end))
    check(str(tmp_path / "sown.yaml"))


def check(name: str, count: int = COUNT) -> None:
    """Play random games and then their moves; both end alike."""
    engine = load_game(name).engine("native")
    assert isinstance(engine, NativeEngine)
    start = engine.start()
    for number, row in enumerate(engine.playout_rows(start, 0, count, SEED, MOST)):
        node, moves = start, engine.playout_moves(start, number, SEED, MOST)
        for key in moves:
            after = engine.play(node, key, lambda *_: ())
            assert after is not None, (number, key)
            node = after
        assert len(moves) == row.moves and node.is_over == (row.result is not None), number
        if node.is_over:  # of another game the last turn may not be ended yet
            assert (node.result, node.turns) == (row.result, row.turns), number
