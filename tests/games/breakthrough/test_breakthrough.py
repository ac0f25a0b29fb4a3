"""Breakthrough: a step ahead, straight or slanting; captures slant only; the far row wins."""

from __future__ import annotations

import pytest
from support.drawn import drawn
from support.positions import play, refusal, result, targets, texts

from interpreter import GdlError, load_game

PAWNS = {"W": "pawn White", "B": "pawn Black"}


def test_the_set_up() -> None:
    game = load_game("breakthrough")
    pieces = game.start().pieces()
    assert {c for c, p in pieces.items() if p.colour == "White"} == {
        f + r for f in "abcdefgh" for r in "12"
    }
    assert {c for c, p in pieces.items() if p.colour == "Black"} == {
        f + r for f in "abcdefgh" for r in "78"
    }
    assert game.start().colour == "White"


def test_the_first_moves() -> None:
    start = load_game("breakthrough").start()
    from_b2 = {t for t in targets(start, "move") if t.startswith("b2")}
    assert from_b2 == {"b2 a3", "b2 b3", "b2 c3"}
    assert {t for t in targets(start, "move") if t.startswith("a2")} == {"a2 a3", "a2 b3"}
    assert not {t for t in targets(start, "move") if t[1] == "1"}  # the second row is in the way


MEETING = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . B B . . . .
    . . . W . . . .
    . . . . W . . .
    . . . . . . . .
    W . . . . . . B
"""


def test_captures_slant_and_straight_ahead_is_blocked() -> None:
    state = drawn(load_game("breakthrough"), MEETING, PAWNS)
    from_d4 = {t for t in targets(state, "move") if t.startswith("d4")}
    assert from_d4 == {"d4 c5", "d4 e5"}  # c5 by capture; d5 is blocked
    assert "straight(start) | slanting(start)" in refusal(state, "move d4 d5")
    after = play(state, "move d4 c5")
    assert after.at("c5").colour == "White"
    assert after.at("d4") is None
    assert len(after.pieces()) == len(state.pieces()) - 1


def test_an_own_pawn_is_not_captured() -> None:
    state = drawn(load_game("breakthrough"), MEETING, PAWNS)
    assert {t for t in targets(state, "move") if t.startswith("e3")} == {"e3 e4", "e3 f4"}
    refusal(state, "move e3 d4")


def test_no_pawn_goes_back_or_aside() -> None:
    state = drawn(load_game("breakthrough"), MEETING, PAWNS)
    for move in ("move e3 e2", "move e3 d3", "move e3 f2", "move e3 e5"):
        refusal(state, move)


def test_only_own_pawns_move() -> None:
    state = drawn(load_game("breakthrough"), MEETING, PAWNS)
    assert "mine" in refusal(state, "move c5 c4")
    assert "mine" in refusal(state, "move h8 h7")


def test_black_goes_down() -> None:
    state = drawn(load_game("breakthrough"), MEETING, PAWNS, seat=1)
    assert {t for t in targets(state, "move") if t[:2] in ("c5", "d5")} == {
        "c5 b4", "c5 c4", "c5 d4", "d5 c4", "d5 e4",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("seat", "move", "shares"),
    [(0, "move c7 c8", [1.0, 0.0]), (0, "move c7 d8", [1.0, 0.0]), (1, "move f2 f1", [0.0, 1.0])],
)
def test_the_far_row_wins(seat: int, move: str, shares: list[float]) -> None:
    drawing = """
        . . . B . . . .
        . . W . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . B . .
        W . . . . . W .
    """
    state = drawn(load_game("breakthrough"), drawing, PAWNS, seat=seat)
    assert result(play(state, move)) == shares


def test_capturing_the_last_pawn_wins() -> None:
    drawing = """
        . . . .
        . B . .
        W . . .
        . . . .
    """
    state = drawn(load_game("breakthrough", size=4), drawing, PAWNS)
    assert result(play(state, "move a2 b3")) == [1.0, 0.0]


def test_a_pawn_can_always_move() -> None:
    """The foremost pawn has an enemy in front, and captures."""
    drawing = """
        B B B B
        B B B B
        W W W W
        W W W W
    """
    state = drawn(load_game("breakthrough", size=4), drawing, PAWNS)
    assert texts(state) == {
        "move a2 b3", "move b2 a3", "move b2 c3", "move c2 b3", "move c2 d3", "move d2 c3",
    }  # fmt: skip


def test_sizes() -> None:
    assert len(load_game("breakthrough", size=6).start().pieces()) == 24
    with pytest.raises(GdlError, match=r"\b4\b.*\b26\b"):
        load_game("breakthrough", size=3)


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (1, 22),
        (2, 484),
        (3, 11132),
        pytest.param(4, 256036, marks=pytest.mark.slow),
    ],
)
def test_perft(depth: int, count: int) -> None:
    assert load_game("breakthrough").perft(depth) == count
