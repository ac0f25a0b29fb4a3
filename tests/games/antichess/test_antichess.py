"""Antichess: captures are compulsory, and who has lost everything or cannot move wins."""

from __future__ import annotations

import pytest
from support.counts import perft_test
from support.fen import from_fen
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game


def fen(text: str) -> object:
    return from_fen(load_game("antichess"), text)


def test_a_capture_is_compulsory() -> None:
    state = fen("8/8/8/3p4/4P3/8/8/R7 w - - 0 1")
    assert texts(state) == {"advance e4 d5"}
    assert "compulsory" in refusal(state, "move a1 a2")
    assert "compulsory" in refusal(state, "advance e4 e5")


def test_any_of_several_captures() -> None:
    state = fen("8/8/8/3p1n2/4P3/8/8/8 w - - 0 1")
    assert texts(state) == {"advance e4 d5", "advance e4 f5"}


def test_taking_in_passing_is_compulsory_too() -> None:
    state = play(fen("8/3p4/8/4P3/8/8/8/R7 b - - 0 1"), "advance d7 d5")
    assert texts(state) == {"en_passant e5 d6"}


def test_the_king_is_a_piece_like_any_other() -> None:
    state = fen("4r3/8/8/8/8/8/8/4K3 b - - 0 1")
    assert result(play(state, "move e8 e1")) == [1.0, 0.0]  # White has lost everything


def test_promotion_to_a_king() -> None:
    assert "a7 a8 king" in targets(fen("8/P7/8/8/8/8/8/7r w - - 0 1"), "promote")


def test_who_cannot_move_wins() -> None:
    """White's pawn stops Black's, which is then the only piece of Black."""
    state = play(fen("8/8/8/p7/8/P7/8/8 w - - 0 1"), "advance a3 a4")
    assert result(state) == [0.0, 1.0]
    assert state.ended_because == "no move is left"


@pytest.mark.parametrize(("black", "over"), [("1b6", True), ("b7", False)])
def test_bishops_that_never_meet(black: str, over: bool) -> None:
    """b1 is light, b8 dark and a8 light."""
    state = play(fen(f"{black}/8/8/8/8/8/8/1B6 w - - 0 1"), "move b1 c2")
    assert state.is_over == over


# 20, 400, 8,067, 153,299: published by Fairy-Stockfish for antichess.
test_perft = perft_test(
    lambda depth: load_game("antichess").perft(depth), quick=[20, 400, 8_067], slow=[153_299]
)
