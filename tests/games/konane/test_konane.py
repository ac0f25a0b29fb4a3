"""Konane: two stones are taken off, then every move is a jump in a straight line."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, result, texts

from interpreter import load_game

STONES = {"B": "stone Black", "W": "stone White"}
GAME = load_game("konane", size=4)


def test_the_first_two_stones() -> None:
    start = load_game("konane").start()
    assert len(start.pieces()) == 64
    assert texts(start) == {f"begin {c}" for c in ("a1", "h8", "d4", "e5")}
    assert texts(play(start, "begin d4")) == {f"answer {c}" for c in ("c4", "e4", "d3", "d5")}
    assert texts(play(start, "begin a1")) == {"answer a2", "answer b1"}


def test_jumps_go_on_in_the_same_direction() -> None:
    state = drawn(load_game("konane", size=6), """
        . . . . . .
        . . . . . .
        . . W . . .
        . . . . . .
        . . W . . .
        B W . W . .
    """, STONES)  # fmt: skip
    assert texts(state) == {"jump a1 c1", "jump a1 e1"}  # but not round the corner at c1
    assert set(play(state, "jump a1 c1").pieces()) == {"c1", "d1", "c2", "c4"}
    assert set(play(state, "jump a1 e1").pieces()) == {"e1", "c2", "c4"}


def test_who_cannot_jump_loses() -> None:
    state = drawn(GAME, ". . . .\n. . . .\n. . . .\nB W . .", STONES)
    assert result(play(state, "jump a1 c1")) == [1.0, 0.0]
