"""Los Alamos chess: six by six, no bishops, no double step, no castling."""

from __future__ import annotations

import pytest
from support.counts import perft_test
from support.fen import from_fen
from support.positions import play, result, targets

from interpreter import load_game


def test_the_set_up() -> None:
    start = load_game("los-alamos-chess").start()
    ranks = ["rook", "knight", "queen", "king", "knight", "rook"]
    for row, colour in (("1", "White"), ("6", "Black")):
        assert [start.at(c + row).kind for c in "abcdef"] == ranks
        assert {start.at(c + row).colour for c in "abcdef"} == {colour}
    assert start.colour == "White"


def test_pawns_make_single_steps() -> None:
    start = load_game("los-alamos-chess").start()
    assert targets(start, "advance") == {f"{c}2 {c}3" for c in "abcdef"}


def test_promotion_to_three_kinds() -> None:
    state = from_fen(load_game("los-alamos-chess"), "5k/P5/6/6/6/K5 w - - 0 1")
    assert targets(state, "promote") == {f"a5 a6 {k}" for k in ("queen", "rook", "knight")}


def test_mate_and_stalemate() -> None:
    game = load_game("los-alamos-chess")
    stalemate = play(from_fen(game, "5k/6/2Q2K/6/6/6 w - - 0 1"), "move c4 e4")
    assert result(stalemate) == [0.5, 0.5]
    assert stalemate.ended_because == "stalemate"
    mate = play(from_fen(game, "5k/6/5K/R5/6/6 w - - 0 1"), "move a3 a6")
    assert result(mate) == [1.0, 0.0]


@pytest.mark.parametrize(("pieces", "over"), [("N5", True), ("NN4", False), ("R5", False)])
def test_too_few_pieces(pieces: str, over: bool) -> None:
    state = from_fen(load_game("los-alamos-chess"), f"5k/6/6/{pieces}/6/K5 w - - 0 1")
    assert play(state, "move a1 b1").is_over == over


# Ten first moves by hand: six pawns, and each knight has two cells.
test_perft = perft_test(
    lambda depth: load_game("los-alamos-chess").perft(depth), quick=[10, 100], slow=[]
)
