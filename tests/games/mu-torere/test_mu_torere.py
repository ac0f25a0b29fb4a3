"""Mū tōrere: into the middle only beside an enemy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from support.positions import play, position, refusal, result, targets

from interpreter import load_game
from interpreter.solve.solver import solve

GAME = load_game("mu-torere")


def at(black: str, white: str, **rest: Any) -> Any:
    return position(GAME, {"Black": black, "White": white}, kind="man", **rest)


def test_the_start() -> None:
    """Only the two outer men have an enemy beside them."""
    assert targets(GAME.start(), "move") == {"f6 d4", "a4 d4"}


def test_into_the_middle_and_out_of_it() -> None:
    state = play(GAME.start(), "move f6 d4")
    assert targets(state, "move") == {"g4 f6"}
    state = play(state, "move g4 f6")
    assert targets(state, "move") == {"d4 g4"}  # the others have no empty point beside them


def test_along_the_circle() -> None:
    state = at("d7 b6 a4 d4", "g4 f2 d1 b2")
    assert targets(state, "move") == {"d7 f6", "d4 f6"}
    assert "only a man beside an enemy" in refusal(at("d7 b6 a4 f6", "g4 f2 d1 b2"), "move d7 d4")


def test_who_cannot_move_loses() -> None:
    """The empty point d7 lies between Black's f6 and b6, and Black is in the middle."""
    state = at("d7 b6 a4 d4", "g4 f2 d1 b2")
    assert result(play(state, "move d7 f6")) == [1.0, 0.0]


def test_the_limit() -> None:
    state = at("d7 b6 a4 f6", "g4 f2 d1 b2", turn=98)
    state = play(state, "move f6 d4")
    assert result(play(state, "move g4 f6")) == [0.5, 0.5]


def test_perfect_play_is_a_draw() -> None:
    """Published by Marcia Ascher in 1987."""
    found = solve(load_game("mu-torere", limit=0))
    assert found.shares == (Fraction(1, 2), Fraction(1, 2))
    assert found.is_endless
