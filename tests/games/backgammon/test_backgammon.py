"""Backgammon: throws, the bar, held points, bearing off, and as many pips as possible."""

from __future__ import annotations

from typing import Any

from support.drawn import stacked, stacks_of
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game

MEN = {"W": "man White", "B": "man Black"}
GAME = load_game("backgammon")
REST = "white_off:WWWWWWWWWWWWW black_off:BBBBBBBBB"


def at(stacks: str, throw: str, rest: str = REST) -> Any:
    """White to move after a throw."""
    return play(stacked(GAME, f"{stacks} {rest}", MEN), f"throw {throw}")


def test_the_start() -> None:
    start = GAME.start()
    standing = stacks_of(start, MEN)
    white = {cell: len(men) for cell, men in standing.items() if men[0] == "W"}
    black = {cell: len(men) for cell, men in standing.items() if men[0] == "B"}
    assert white == {"a4": 2, "m4": 5, "i1": 3, "f1": 5}
    assert black == {"a1": 2, "m1": 5, "i4": 3, "f4": 5}
    throws = {move.text: float(chance) for move, chance in start.chance}
    assert len(throws) == 30 and "first_throw 4 4" not in throws
    assert play(start, "first_throw 1 3").colour == "Black"


def test_three_and_one_make_the_five_point() -> None:
    state = play(GAME.start(), "first_throw 3 1", "move i1 3")
    assert state.colour == "White"
    after = play(state, "move f1 1")
    assert stacks_of(after, MEN)["e1"] == "WW"
    assert after.is_chance
    assert len(after.chance) == 36


def test_men_on_the_bar_enter_first() -> None:
    state = at("g3:W b1:W a4:BB f4:B", "6 1")
    assert texts(state) == {"move g3 6"}  # a4 is held, f4 is not
    after = play(state, "move g3 6")
    assert stacks_of(after, MEN)["g2"] == "B"  # which was hit on f4
    assert targets(after, "move") == {"f4 1", "b1 1"}


def test_who_cannot_enter_loses_the_turn() -> None:
    held = "a4:BB b4:BB c4:BB d4:BB e4:BB f4:BB"
    state = at(f"g3:W b1:W {held}", "6 1", "white_off:WWWWWWWWWWWWW black_off:BBB")
    assert state.is_chance
    assert play(state, "throw 2 1").colour == "Black"


def test_a_held_point_is_closed() -> None:
    state = at("c1:W h1:W e1:BB", "2 1")
    assert "the point is held" in refusal(state, "move h1 2")
    assert targets(state, "move") == {"h1 1", "c1 2"}  # after c1 1 no two could be played


def test_of_two_dice_of_which_one_is_playable_the_larger_is_played() -> None:
    """From m4, point 13, both 6 and 5 lead to free points, the rest from there to a held one."""
    state = at("m4:W b1:BB", "6 5", "white_off:WWWWWWWWWWWWWW black_off:BBBBBBBBBBBBB")
    assert texts(state) == {"move m4 6"}
    assert play(state, "move m4 6").is_chance


def test_both_dice_are_played_if_that_is_possible() -> None:
    """With 5 first, i1 is held; with 6 first, the man goes on to b1."""
    state = at("m4:W i1:BB", "6 5", "white_off:WWWWWWWWWWWWWW black_off:BBBBBBBBBBBBB")
    assert texts(state) == {"move m4 6"}
    assert texts(play(state, "move m4 6")) == {"move h1 5"}


def test_doubles_are_played_four_times() -> None:
    state = at("m4:W m1:W", "2 2")
    for _ in range(4):
        assert state.colour == "White"
        state = state.play(state.moves()[0])
    assert state.is_chance


def test_bearing_off() -> None:
    state = at("c1:W a1:W", "6 1")
    assert texts(state) == {"bear_off c1 6", "bear_off a1 1", "move c1 1"}
    assert "the throw must be exact" in refusal(at("f1:W c1:W", "4 1"), "bear_off c1 4")
    assert "not all men are at home" in refusal(at("h1:W a1:W", "3 1"), "bear_off a1 1")


def test_the_last_man_off_gets_one_point_two_or_three() -> None:
    state = at("a1:W f4:B", "1 2", "white_off:WWWWWWWWWWWWWW black_off:BBBBBBBBBBBBBB")
    assert texts(state) == {"bear_off a1 2"}  # the larger die
    assert result(play(state, "bear_off a1 2")) == [1.0, -1.0]
    off = "white_off:WWWWWWWWWWWWWW"
    for left, points in (("m1:BBBBBBBBBBBBBBB", 2), ("m1:BBBBBBBBBBBBBB g2:B", 3), ("f1:B", 3)):
        over = play(at(f"a1:W {left}", "2 1", off), "bear_off a1 2")
        assert result(over) == [points, -points]
