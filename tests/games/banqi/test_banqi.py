"""Banqi: pieces of Chinese chess, face down."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from support.positions import play, position, result, targets

from interpreter import load_game

GAME = load_game("banqi")


def at(red: dict[str, str], black: dict[str, str], covers: str = "", **rest: Any) -> Any:
    """A position from cells and kinds."""
    board: dict[str, Any] = {cell: {"kind": "cover"} for cell in covers.split()}
    for colour, pieces in (("Red", red), ("Black", black)):
        board |= {cell: {"kind": kind, "colour": colour} for cell, kind in pieces.items()}
    return position(GAME, **{"board": board, **rest})


def test_everything_lies_face_down() -> None:
    start = GAME.start()
    assert len(targets(start, "choose")) == 32
    assert len(start.moves()) == 32
    chances = {m.text: p for m, p in play(start, "choose c2").chance}
    assert len(chances) == 14
    assert chances["turn_up Red Red-soldier"] == Fraction(5, 32)
    assert chances["turn_up Black Black-general"] == Fraction(1, 32)


def test_the_first_piece_gives_the_colours() -> None:
    same = play(GAME.start(), "choose c2", "turn_up Red Red-horse")
    assert (same.seat, same.colour) == (1, "Black")
    other = play(GAME.start(), "choose c2", "turn_up Black Black-horse")
    assert (other.seat, other.colour) == (1, "Red")
    later = play(other, "choose c3", "turn_up Black Black-horse")
    assert (later.seat, later.colour) == (0, "Black")  # only the first one does


def test_ranks() -> None:
    around = {"c3": "soldier", "d2": "general", "b2": "cannon", "c1": "advisor"}
    state = at({"c2": "general"}, around)
    assert targets(state, "capture") == {"c2 d2", "c2 b2", "c2 c1"}  # not the soldier
    state = at({"c2": "soldier"}, around)
    assert targets(state, "capture") == {"c2 c3", "c2 d2"}
    state = at({"c2": "elephant"}, around)
    assert targets(state, "capture") == {"c2 c3", "c2 b2"}


def test_the_cannon_jumps_over_one_piece() -> None:
    state = at({"a2": "cannon", "c2": "horse"}, {"e2": "general", "g2": "soldier"}, covers="a3")
    assert targets(state, "capture") == {"a2 e2"}
    near = at({"a2": "cannon"}, {"b2": "soldier", "c2": "general", "a4": "horse"}, covers="a3")
    assert targets(near, "capture") == {"a2 c2", "a2 a4"}  # over a cover, too; not next to it
    assert targets(near, "move") == {"a2 a1"}


def test_covers_are_not_taken() -> None:
    state = at({"c2": "general"}, {"h4": "soldier"}, covers="c3 b2")
    assert targets(state, "capture") == set()
    assert targets(state, "move") == {"c2 d2", "c2 c1"}
    assert targets(state, "choose") == {"c3", "b2"}


def test_the_last_piece() -> None:
    state = at({"c2": "general"}, {"c3": "horse"})
    assert result(play(state, "capture c2 c3")) == [1.0, 0.0]


def test_who_cannot_move_loses() -> None:
    """The cannon on a1 has no empty cell beside it and nothing behind a2 and b1."""
    state = at({"b1": "horse", "b2": "chariot"}, {"a1": "cannon"})
    assert result(play(state, "move b2 a2")) == [1.0, 0.0]


def test_fifty_quiet_turns() -> None:
    stored = {"chosen": None, "quiet": 49}
    state = at({"a1": "general"}, {"h4": "soldier"}, variables=stored)
    assert result(play(state, "move a1 a2")) == [0.5, 0.5]
    taking = at({"a1": "general"}, {"a2": "horse", "h4": "horse"}, variables=stored)
    assert not play(taking, "capture a1 a2").is_over
