"""Chess: the moves that are special, check, and the ends of a game by the Laws of FIDE."""

from __future__ import annotations

import pytest
from support.fen import from_fen
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def fen(text: str) -> object:
    return from_fen(load_game("chess"), text)


def test_the_set_up() -> None:
    start = load_game("chess").start()
    assert "".join(start.at(f"{c}1").kind[0] for c in "abcdefgh") == "rkbqkbkr"
    assert start.at("e1").kind == start.at("e8").kind == "king"
    assert {start.at(f"{c}7").colour for c in "abcdefgh"} == {"Black"}
    assert start.colour == "White"


def test_castling_on_both_sides() -> None:
    state = fen(CASTLING)
    assert targets(state, "castle") == {"east", "west"}
    short = play(state, "castle east")
    assert (short.at("g1").kind, short.at("f1").kind) == ("king", "rook")
    long = play(state, "castle west")
    assert (long.at("c1").kind, long.at("d1").kind) == ("king", "rook")
    assert long.variables["castling"] == {"White": set(), "Black": {"east", "west"}}


def test_a_rook_that_moves_or_is_taken_castles_no_more() -> None:
    state = play(fen(CASTLING), "move a1 a8")
    assert state.variables["castling"] == {"White": {"east"}, "Black": {"east"}}


@pytest.mark.parametrize(
    ("black", "sides", "why"),
    [
        ("4r3", set(), "out of check"),  # on e8
        ("5r2", {"west"}, "through check"),  # f8 guards f1
        ("6r1", {"west"}, "in check"),  # g8 guards g1
        ("1r6", {"east", "west"}, ""),  # b1 may be attacked
        ("2r5", {"east"}, "in check"),  # c8 guards c1
    ],
)
def test_castling_and_attacks(black: str, sides: set[str], why: str) -> None:
    state = fen(f"{black}/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert targets(state, "castle") == sides
    for side in {"east", "west"} - sides:
        assert why in refusal(state, f"castle {side}")


def test_castling_needs_free_cells() -> None:
    state = fen("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1")
    assert "between king and rook" in refusal(state, "castle west")
    assert "between king and rook" in refusal(state, "castle east")


def test_taking_in_passing() -> None:
    state = play(fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), "advance d7 d5")
    assert state.variables["passed"] == "d6"
    taken = play(state, "en_passant e5 d6")
    assert set(taken.pieces()) == {"e8", "e1", "d6"}
    later = play(state, "move e1 e2", "move e8 e7")
    assert targets(later, "en_passant") == set()  # only at once


def test_nobody_may_take_in_passing_who_would_be_in_check() -> None:
    """Both pawns leave the row between the king a5 and the rook h5; then d6 is not stored."""
    state = play(fen("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1"), "advance d7 d5")
    assert state.variables["passed"] is None
    assert targets(state, "en_passant") == set()


def test_promotion_to_four_kinds() -> None:
    state = fen("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    kinds = {"queen", "rook", "bishop", "knight"}
    assert targets(state, "promote") == {f"a7 {c} {k}" for c in ("a8", "b8") for k in kinds}
    assert targets(state, "advance") == set()
    assert play(state, "promote a7 b8 knight").at("b8").kind == "knight"


def test_pinned_pieces_and_answers_to_check() -> None:
    pinned = fen("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1")
    assert "your king would be in check" in refusal(pinned, "move e2 d3")
    double = fen("4r1k1/8/8/8/8/3n4/8/4KQ2 w - - 0 1")
    assert texts(double) == {"move e1 d1", "move e1 d2"}  # from both the rook and the knight


def test_mate_and_stalemate() -> None:
    fools = play(
        load_game("chess").start(), "advance f2 f3", "advance e7 e5", "advance g2 g4", "move d8 h4"
    )
    assert result(fools) == [0.0, 1.0]
    assert fools.ended_because == "checkmate"
    stalemate = play(fen("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"), "move g5 g6")
    assert result(stalemate) == [0.5, 0.5]
    assert stalemate.ended_because == "stalemate"


@pytest.mark.parametrize(
    ("pieces", "over"),
    [("N7", True), ("B7", True), ("NN6", False), ("BB6", False), ("B1B5", True), ("R7", False),
     ("b1B5", True), ("bB6", False), ("P7", False), ("nB6", False)],
)  # fmt: skip
def test_too_few_pieces_for_a_mate(pieces: str, over: bool) -> None:
    """Row 4 holds what is left beside the kings: a4 and c4 are of one shade, a4 and b4 are not."""
    state = play(fen(f"7k/8/8/8/{pieces}/8/8/4K3 w - - 0 1"), "move e1 e2")
    assert state.is_over == over
    if over:
        assert result(state) == [0.5, 0.5]


@pytest.mark.parametrize("quiet", [98, 99])
def test_fifty_moves_each(quiet: int) -> None:
    state = fen(f"7k/8/8/8/8/8/P7/R3K3 w - - {quiet} 80")
    assert play(state, "move e1 e2").is_over == (quiet == 99)
    assert not play(state, "advance a2 a3").is_over


def test_mate_comes_before_fifty_moves() -> None:
    state = fen("7k/8/6K1/8/8/8/8/R7 w - - 99 80")
    assert result(play(state, "move a1 a8")) == [1.0, 0.0]


def test_the_third_occurrence() -> None:
    there_and_back = ["move g1 f3", "move g8 f6", "move f3 g1", "move f6 g8"]
    state = play(load_game("chess").start(), *there_and_back)
    assert not state.is_over
    assert result(play(state, *there_and_back)) == [0.5, 0.5]


def test_a_position_with_other_rights_is_another() -> None:
    """Kings that are back do not castle: what was before they moved does not count."""
    around = ["move e1 e2", "move e8 e7", "move e2 e1", "move e7 e8"]
    state = play(fen(CASTLING), *around, *around)
    assert not state.is_over
    assert result(play(state, *around[:2])) == [0.5, 0.5]
