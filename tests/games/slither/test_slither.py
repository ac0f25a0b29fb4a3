"""Slither: place a stone, first moving one if one likes; no two stones only by a corner."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, refusal, result, targets

from interpreter import load_game

STONES = {"B": "stone Black", "W": "stone White"}
GAME = load_game("slither", size=4)


def test_the_start() -> None:
    assert len(load_game("slither").start().moves()) == 225


def test_no_two_stones_by_a_corner_only() -> None:
    state = drawn(GAME, ". . . .\n. . W .\n. B . .\n. . . .", STONES)
    for cell in ("a1", "a3", "c1"):
        assert "diagonally only" in refusal(state, f"place {cell}")
    assert "b3" in targets(state, "place")
    bent = play(drawn(GAME, ". . . .\n. . . .\n. B . W\n. B . .", STONES), "place c1")
    assert set(bent.pieces()) == {"b1", "b2", "c1", "d2"}  # b1 lies beside both b2 and c1


def test_a_shift_and_then_a_stone() -> None:
    state = drawn(GAME, ". . . .\n. . W .\n. B . .\n. . . .", STONES)
    assert {"b2 a1", "b2 b3", "b2 c1"} <= targets(state, "shift")
    moved = play(state, "shift b2 a1")
    assert moved.colour == "Black"
    assert targets(moved, "shift") == set()
    assert "b2" not in targets(moved, "place")
    assert play(moved, "place a2").colour == "White"


def test_a_shift_that_is_mended_by_the_stone() -> None:
    """The shift leaves a1 and b2 with a corner only; only a2 or b1 completes the turn."""
    state = drawn(GAME, ". . . .\n. B . .\n. . . W\nB . . .", STONES)
    assert targets(play(state, "shift b3 b2"), "place") == {"a2", "b1"}


def test_joining_the_own_sides_wins() -> None:
    state = drawn(GAME, "B . W .\nB . . .\n. . W .\nB . W .", STONES)
    assert result(play(state, "place a2")) == [1.0, 0.0]
    across = drawn(GAME, ". . . .\nB B . B\n. . W .\n. . . .", STONES)
    assert not play(across, "place c3").is_over  # left and right are White's sides
