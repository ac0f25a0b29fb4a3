"""Oust: a stone apart, or one that makes a larger group than those it touches, which go."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game

STONES = {"B": "stone Black", "W": "stone White"}
GAME = load_game("oust", size=4)


def test_the_start() -> None:
    assert len(targets(load_game("oust").start(), "place")) == 81
    assert not play(GAME.start(), "place a1").is_over


def test_no_stone_joins_without_a_capture() -> None:
    state = drawn(GAME, ". . . .\n. . . W\n. . . .\nB . . .", STONES)
    assert "must touch enemies" in refusal(state, "capture b1")
    assert targets(state, "capture") == set()
    assert "b1" not in targets(state, "place")
    assert "c3" in targets(state, "place")  # beside an enemy only


def test_the_larger_group_takes_and_places_again() -> None:
    state = drawn(GAME, ". . . .\nW . . .\n. . W .\nB . . .", STONES)
    assert targets(state, "capture") == {"a2"}
    after = play(state, "capture a2")
    assert set(after.pieces()) == {"a1", "a2", "c2"}
    assert after.colour == "Black"
    assert play(after, "place d4").colour == "White"


def test_an_equal_group_is_not_taken() -> None:
    state = drawn(GAME, "W . . .\nW . . .\n. . . .\nB . . .", STONES)
    assert "not smaller" in refusal(state, "capture a2")


def test_taking_everything_wins() -> None:
    state = drawn(GAME, ". . . .\nW . . .\n. . . .\nB . . .", STONES)
    assert result(play(state, "capture a2")) == [1.0, 0.0]


def test_a_side_without_a_placement_passes() -> None:
    """a1 lies beside own stones, and no stone there takes the three of b2."""
    drawing = "W W .\nB W B\n. B W"
    state = drawn(load_game("oust", size=3), drawing, STONES)
    assert texts(state) == {"pass"}


def test_a_board_of_single_stones_is_a_draw() -> None:
    state = drawn(load_game("oust", size=3), "W B W\nB W B\nW B W", STONES)
    assert texts(state) == {"pass"}
    assert result(play(state, "pass", "pass")) == [0.5, 0.5]
