"""Sokoban: the keeper pushes single boxes and never pulls."""

from __future__ import annotations

from typing import Any

from support.drawn import drawn
from support.positions import play, refusal, result, targets

from interpreter import load_game
from interpreter.solve.solver import solve

GAME = load_game("sokoban")
SIGNS = {"m": "man Keeper", "b": "box"}


def at(drawing: str, **rest: Any) -> Any:
    return drawn(GAME, drawing, SIGNS, **rest)


def test_the_start() -> None:
    start = GAME.start()
    assert {cell: piece.kind for cell, piece in start.pieces().items()} == {
        "c4": "man", "b4": "box", "d3": "box", "f2": "box",
    }  # fmt: skip
    assert targets(start, "step") == {"b4", "c5", "d4"}  # below is a wall
    assert start.seat == 0


def test_a_push() -> None:
    after = play(GAME.start(), "step b4")
    assert set(after.pieces()) == {"a4", "b4", "d3", "f2"}
    assert after.at("a4").kind == "box"
    assert "the box cannot move" in refusal(after, "step a4")  # against the wall


def test_no_two_boxes_and_no_pulling() -> None:
    state = at("""
        . . . . . . .
        . m b b . . .
        . . . . . . .
        . . . . . . .
        . . . . . b .
    """)
    assert targets(state, "step") == {"a4", "b5", "b3"}
    assert set(play(state, "step a4").pieces()) == {"a4", "c4", "d4", "f1"}


def test_a_box_on_every_goal() -> None:
    state = at("""
        . . . . . . .
        . . . . . . .
        . . . m . . .
        . . . b . . .
        . . b . b . .
    """)
    assert result(play(state, "step d2")) == [1.0]


def test_the_end_without_success() -> None:
    shut_in = at("""
        m b b . . . .
        b . . . . . .
        b . . . . . .
        . . . . . . .
        . . . . . . .
    """)
    assert targets(shut_in, "step") == set()
    late = GAME.state_from_json(GAME.start().to_json().replace('"turn": 0', '"turn": 999'))
    assert result(play(late, "step c5")) == [0.0]


def test_the_level_has_a_solution() -> None:
    """28 steps at best, as a search on the model of tests/peers finds, too."""
    game = load_game("sokoban", limit=0)
    solution = solve(game)
    assert (solution.shares, solution.length) == ((1,), 28)
    assert result(play(GAME.start(), *solution.line)) == [1.0]
