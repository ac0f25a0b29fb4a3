"""Focus: columns move as far as the men that go, what is too much is taken off below."""

from __future__ import annotations

from typing import Any

from support.drawn import stacked, stacks_of
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game

MEN = {"W": "man White", "B": "man Black"}
GAME = load_game("focus")


def at(stacks: str, seat: int = 0, white: int = 0, black: int = 0) -> Any:
    stored = {"reserve": {"White": white, "Black": black}}
    return stacked(GAME, stacks, MEN, seat=seat, variables=stored)


def test_the_start() -> None:
    """Each man steps four ways, but the two at corners of the inner square two only."""
    start = GAME.start()
    assert list(stacks_of(start, MEN).values()).count("W") == 18
    assert len(texts(start)) == 18 * 4 - 2 * 2


def test_the_upper_men_move_as_far_as_they_are() -> None:
    state = at("d4:BWW a3:B")
    assert targets(state, "move") == {
        f"d4 {cell}" for cell in "d5 d6 d7 e4 f4 g4 d3 d2 d1 c4 b4 a4".split()
    }
    assert stacks_of(play(state, "move d4 d5"), MEN) == {"d4": "BW", "d5": "W", "a3": "B"}
    assert stacks_of(play(state, "move d4 f4"), MEN) == {"d4": "B", "f4": "WW", "a3": "B"}
    assert stacks_of(play(state, "move d4 a4"), MEN) == {"a4": "BWW", "a3": "B"}


def test_the_corners_are_cut_off() -> None:
    assert targets(at("b2:W h6:B"), "move") == {"b2 b3", "b2 c2"}


def test_ones_own_men_go_into_reserve_and_the_others_are_out() -> None:
    mixed = play(at("d4:BBW d7:WBB h5:B"), "move d4 d7")
    assert stacks_of(mixed, MEN) == {"d7": "BBBBW", "h5": "B"}
    assert mixed.variables["reserve"] == {"White": 1, "Black": 0}
    taken = play(at("d4:WWW d7:BBWBB h5:B"), "move d4 d7")
    assert stacks_of(taken, MEN) == {"d7": "BBWWW", "h5": "B"}
    assert taken.variables["reserve"] == {"White": 1, "Black": 0}


def test_a_man_in_reserve_is_entered_anywhere() -> None:
    state = at("d4:BBBBB h5:B", white=1)
    assert len(targets(state, "enter")) == 52
    after = play(state, "enter d4")
    assert stacks_of(after, MEN) == {"d4": "BBBBW", "h5": "B"}
    assert after.variables["reserve"] == {"White": 0, "Black": 0}
    assert "no man in reserve" in refusal(after, "enter a3")


def test_whoever_can_neither_move_nor_enter_loses() -> None:
    assert result(play(at("d4:W d5:B"), "move d4 d5")) == [1.0, 0.0]
    assert not play(at("d4:W d5:B", black=1), "move d4 d5").is_over
