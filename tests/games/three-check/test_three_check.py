"""Three-check: chess, and the third check wins."""

from __future__ import annotations

from support.fen import from_fen
from support.positions import play, result

from interpreter import load_game

ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


def test_checks_are_counted_for_the_one_who_gives_them() -> None:
    state = play(from_fen(load_game("three-check"), ROOK), "move a1 a8")
    assert state.variables["checks"] == {"White": 1, "Black": 0}
    state = play(state, "move e8 d7", "move a8 a7", "move d7 e6", "move a7 a6")
    assert result(state) == [1.0, 0.0]
    assert state.ended_because == "the third check"


def test_a_move_without_check_counts_nothing() -> None:
    state = play(from_fen(load_game("three-check"), ROOK), "move a1 a7")
    assert state.variables["checks"] == {"White": 0, "Black": 0}


def test_black_wins_with_a_third_check_too() -> None:
    checks = {"White": 2, "Black": 2}
    black = "4K3/8/8/8/8/8/8/r3k3 b - - 0 1"
    state = from_fen(load_game("three-check"), black, checks=checks)
    assert result(play(state, "move a1 a8")) == [0.0, 1.0]


def test_a_knight_alone_can_still_win() -> None:
    state = from_fen(load_game("three-check"), "4k3/8/8/8/8/8/8/N3K3 w - - 0 1")
    assert not play(state, "move a1 b3").is_over


def test_bare_kings_are_a_draw() -> None:
    state = from_fen(load_game("three-check"), "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1")
    assert result(play(state, "move e1 d2")) == [0.5, 0.5]
