"""Quoridor: steps, jumps over the other pawn, walls that may cut off nobody."""

from __future__ import annotations

import json
from typing import Any

from support.positions import play, refusal, result, targets

from interpreter import load_game

GAME = load_game("quoridor")
FOUR = load_game("quoridor", players=4)


def wall(cells: str, way: str) -> str:
    """A wall whose lower left square is named."""
    x, y = cells[0], int(cells[1])
    right = chr(ord(x) + 1)
    return f"wall {{{x}{y},{right}{y},{x}{y + 1},{right}{y + 1}}} {way}"


def facing(*walls: str) -> Any:
    """White on e5 and Black on e6, with White to move; each wall is an even number of turns."""
    ways = ["step e1 e2", "step e9 e8", "step e2 e3", "step e8 e7", "step e3 e4", "step e7 e6",
            "step e4 e5"]  # fmt: skip
    state = play(GAME.start(), *ways)
    return play(state, *walls)


def test_the_start() -> None:
    """Three steps and 128 walls, as published; among four the walls are five each."""
    start = GAME.start()
    assert set(start.pieces()) == {"e1", "e9"}
    assert targets(start, "step") == {"e1 d1", "e1 f1", "e1 e2"}
    assert len(start.moves()) == 131
    assert start.variables["left"] == {"White": 10, "Black": 10}
    four = FOUR.start(engine="reference")
    assert {c: p.colour for c, p in four.pieces().items()} == {
        "e1": "White", "a5": "West", "e9": "Black", "i5": "East",
    }  # fmt: skip
    assert set(four.variables["left"].values()) == {5}


def test_four_play_clockwise() -> None:
    start = FOUR.start(engine="reference")
    assert play(start, "step e1 e2", "step a5 b5", "step e9 e8", "step i5 h5").seat == 0


def test_a_jump_over_the_other_pawn() -> None:
    assert targets(facing(), "step") == {"e6 d6", "e6 f6", "e6 e7", "e6 e4"}


def test_beside_the_other_pawn_if_a_wall_is_behind_it() -> None:
    """Black's wall is behind e5, on its lower side, or on the side and behind."""
    state = facing(wall("d4", "north"), wall("a8", "north"))
    assert targets(state, "step") == {"e6 d6", "e6 f6", "e6 e7", "e6 d5", "e6 f5"}
    closed = play(state, wall("d5", "east"), wall("g8", "north"))  # on the left of e5 and e6
    assert targets(closed, "step") == {"e6 f6", "e6 e7", "e6 f5"}


def test_beside_the_other_pawn_at_the_edge() -> None:
    state = play(facing(), "step e6 d6", "step e5 e4", "step d6 d5", "step e4 e3", "step d5 d4",
                 "step e3 e2", "step d4 d3", "step e2 e1", "step d3 d2", wall("a8", "north"),
                 "step d2 e2", wall("c8", "north"))  # fmt: skip
    assert targets(state, "step") == {"e2 d2", "e2 f2", "e2 e3", "e2 d1", "e2 f1"}


def test_no_jump_through_a_wall() -> None:
    state = facing(wall("e5", "north"))
    assert targets(state, "step") == {"e5 d5", "e5 f5", "e5 e4"}


def test_walls_do_not_cross_or_overlap() -> None:
    state = play(GAME.start(), wall("d4", "north"))
    walls = targets(state, "wall")
    for cells, way in (("d4", "east"), ("d4", "north"), ("c4", "north"), ("e4", "north")):
        assert wall(cells, way).removeprefix("wall ") not in walls
    for cells, way in (("c4", "east"), ("f4", "north"), ("d3", "east"), ("d5", "north")):
        assert wall(cells, way).removeprefix("wall ") in walls


def test_nobody_is_cut_off() -> None:
    """Four walls over row 1 leave one way, at i1, which the last one may not close."""
    state = play(GAME.start(), *(wall(f"{column}1", "north") for column in "aceg"))
    assert "a way to the goal must be left" in refusal(state, wall("h1", "east"))
    assert wall("h2", "east").removeprefix("wall ") in targets(state, "wall")


def test_ten_walls_each() -> None:
    data = json.loads(GAME.start().to_json())
    left = {"White": 0, "Black": 10}
    stored = {"variables": {**data["variables"], "left": left}}
    state = GAME.state_from_json(json.dumps(data | stored))
    assert state.variables["left"] == left
    assert targets(state, "wall") == set()
    assert "no wall is left" in refusal(state, wall("e5", "north"))


def test_the_opposite_side_wins() -> None:
    state = facing()
    ways = ["step e6 e4", "step e5 e6", "step e4 e3", "step e6 e7", "step e3 e2", "step e7 e8",
            "step e2 d2", "step e8 e9"]  # fmt: skip
    assert result(play(state, *ways)) == [1.0, 0.0]
