"""Pig: roll on, or hold."""

from __future__ import annotations

from support.positions import play, result, texts

from interpreter import load_game

GAME = load_game("pig", goal=10)


def test_a_turn_begins_with_a_roll() -> None:
    start = GAME.start()
    assert texts(start) == {"roll"}
    thrown = play(start, "roll")
    assert {m.text for m, _ in thrown.chance} == {f"throw {n}" for n in range(1, 7)}
    assert {float(p) for _, p in thrown.chance} == {1 / 6}


def test_points_are_added_up_and_held() -> None:
    state = play(GAME.start(), "roll", "throw 3", "roll", "throw 4")
    assert (state.seat, state.variables["pot"]) == (0, 7)
    state = play(state, "hold")
    assert (state.seat, state.variables["pot"]) == (1, 0)
    assert state.variables["points"] == {"White": 7, "Black": 0}


def test_a_one_ends_the_turn_and_loses_its_points() -> None:
    state = play(GAME.start(), "roll", "throw 6", "roll", "throw 1")
    assert (state.seat, state.variables["pot"]) == (1, 0)
    assert state.variables["points"] == {"White": 0, "Black": 0}


def test_the_goal() -> None:
    state = play(GAME.start(), "roll", "throw 6", "roll", "throw 5")
    assert texts(state) == {"hold"}
    assert result(play(state, "hold")) == [1.0, 0.0]
