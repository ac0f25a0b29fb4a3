"""King of the hill: chess, and a king on d4, e4, d5 or e5 wins."""

from __future__ import annotations

import pytest
from support.fen import from_fen
from support.positions import play, refusal, result

from interpreter import load_game

NEAR = "4k3/8/8/8/8/2K5/8/r7 w - - 0 1"


def test_the_hill_wins() -> None:
    state = from_fen(load_game("king-of-the-hill"), NEAR)
    assert result(play(state, "move c3 d4")) == [1.0, 0.0]
    assert not play(state, "move c3 c4").is_over


@pytest.mark.parametrize("cell", ["d4", "e4", "d5", "e5"])
def test_black_wins_on_each_of_its_cells(cell: str) -> None:
    start = {"d4": "c3", "e4": "f3", "d5": "c6", "e5": "f6"}[cell]
    rows = ["8"] * 8
    rows[8 - int(start[1])] = f"{ord(start[0]) - 97}k{7 - ord(start[0]) + 97}"
    rows[7] = "7K"
    state = from_fen(load_game("king-of-the-hill"), "/".join(rows) + " b - - 0 1")
    assert result(play(state, f"move {start} {cell}")) == [0.0, 1.0]


def test_nobody_climbs_into_check() -> None:
    state = from_fen(load_game("king-of-the-hill"), "3rk3/8/8/8/8/2K5/8/8 w - - 0 1")
    assert "in check" in refusal(state, "move c3 d4")


def test_bare_kings_go_on() -> None:
    state = from_fen(load_game("king-of-the-hill"), "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert not play(state, "move e1 e2").is_over


def test_mate_and_the_fifty_moves_as_in_chess() -> None:
    game = load_game("king-of-the-hill")
    mate = from_fen(game, "7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    assert play(mate, "move a1 a8").ended_because == "checkmate"
    assert result(play(mate, "move a1 a2")) == [0.5, 0.5]
