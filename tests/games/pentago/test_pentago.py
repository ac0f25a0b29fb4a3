"""Pentago: a marble, then a quarter turned."""

from __future__ import annotations

from typing import Any

from support.drawn import drawn
from support.positions import play, result, targets

from interpreter import load_game

GAME = load_game("pentago")
MARBLES = {"W": "marble White", "B": "marble Black"}


def at(drawing: str, **rest: Any) -> Any:
    return drawn(GAME, drawing, MARBLES, **rest)


def test_a_turn_is_a_marble_and_a_twist() -> None:
    start = GAME.start()
    assert len(start.moves()) == 36
    state = play(start, "place a1")
    assert state.seat == 0
    ways = ("clockwise", "anticlockwise")
    assert targets(state, "twist") == {f"{m} {w}" for m in ("b2", "e2", "b5", "e5") for w in ways}
    assert play(state, "twist e5 clockwise").seat == 1


def test_a_quarter_turns_by_ninety_degrees() -> None:
    """The lower left goes up to the upper left, clockwise."""
    state = at("""
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . W . .
        B W . W . .
    """)
    assert set(play(state, "place f6", "twist b2 clockwise").pieces()) == {
        "a3", "a2", "d2", "d1", "f6",
    }  # fmt: skip
    turned = play(state, "place f6", "twist b2 anticlockwise")
    assert set(turned.pieces()) == {"c1", "c2", "d2", "d1", "f6"}
    assert turned.at("c1").colour == "Black"


def test_five_before_the_twist() -> None:
    state = at("""
        . . . . . .
        . . . . . .
        . . . . . .
        B . B . B .
        . . . . . .
        . W W W W .
    """)
    assert result(play(state, "place a1")) == [1.0, 0.0]


def test_five_after_the_twist() -> None:
    """Column a from a1 to a3 is turned into row 3, beside two more."""
    state = at("""
        . . . . . .
        . . . . . .
        . . . . . .
        W . . W W .
        W . . . . .
        . . . . . .
    """)
    assert result(play(state, "place a1", "twist b2 clockwise")) == [1.0, 0.0]


def test_five_for_the_other_colour() -> None:
    drawing = """
        . . . . . .
        . . . . . .
        . . . . . .
        {0} . . {0} {0} .
        {0} . . . . .
        {0} . . {1} {1} .
    """
    state = at(drawing.format("B", "."))
    assert result(play(state, "place f6", "twist b2 clockwise")) == [0.0, 1.0]
    both = """
        . . . . . .
        . . . . . .
        . . . . . .
        B . W B B .
        B . W . . .
        B . . W W .
    """
    # Column a becomes row 3, and column c becomes row 1, both with two more beside them.
    assert result(play(at(both), "place c1", "twist b2 clockwise")) == [0.5, 0.5]
