"""Dots and boxes: who closes a box draws again."""

from __future__ import annotations

from typing import Any

from support.positions import play, result, texts

from interpreter import load_game
from interpreter.solve.solver import solve

GAME = load_game("dots-and-boxes", width=3, height=3)


def drawn(state: Any, *lines: str) -> Any:
    return play(state, *(f"draw {{{line[:2]},{line[2:]}}}" for line in lines))


def test_the_start() -> None:
    """25 dots have 40 lines between them; nine have twelve."""
    assert len(load_game("dots-and-boxes").start().moves()) == 40
    assert len(GAME.start().moves()) == 12


def test_no_line_twice() -> None:
    assert "draw {a1,a2}" not in texts(drawn(GAME.start(), "a1a2"))


def test_who_closes_a_box_draws_again() -> None:
    three = drawn(GAME.start(), "a1a2", "a1b1", "a2b2")
    assert three.seat == 1
    four = drawn(three, "b1b2")
    assert four.seat == 1
    assert list(four.variables["holder"].values()).count("Blue") == 1
    assert drawn(four, "c1c2").seat == 0


def test_one_line_closes_two_boxes() -> None:
    lines = ["a1a2", "a1b1", "a2b2", "b1c1", "c1c2", "b2c2"]
    state = drawn(GAME.start(), *lines, "b1b2")
    assert list(state.variables["holder"].values()).count("Red") == 2
    assert state.seat == 0


def test_the_most_boxes_win() -> None:
    """Who draws the last line of one box alone; and both boxes of two, one after the other."""
    one = load_game("dots-and-boxes", width=2, height=2)
    assert result(drawn(one.start(), "a1a2", "a1b1", "a2b2", "b1b2")) == [0.0, 1.0]
    two = load_game("dots-and-boxes", width=3, height=2)
    apart = drawn(two.start(), "a1a2", "a1b1", "b1c1", "a2b2", "b2c2")  # Blue is to move
    assert apart.seat == 1
    both = drawn(apart, "b1b2")  # closes the left box
    assert (both.seat, result(drawn(both, "c1c2"))) == (1, [0.0, 1.0])


def test_four_boxes_are_won_by_the_first() -> None:
    """As the alpha-beta search of OpenSpiel finds, too."""
    assert solve(GAME).shares == (1, 0)


def test_three_play_in_turn_and_may_share() -> None:
    game = load_game("dots-and-boxes", width=3, height=2, players=3)
    state = drawn(game.start(), "a1a2", "a1b1", "a2b2")
    assert state.seat == 0
    state = drawn(state, "b1b2")  # Red closes the left box and draws again
    assert state.seat == 0
    state = drawn(state, "b1c1", "c1c2")
    assert state.seat == 2
    assert result(drawn(state, "b2c2")) == [0.5, 0.0, 0.5]
