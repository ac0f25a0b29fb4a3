"""Clobber: a stone takes an enemy beside it; who cannot loses."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, result, texts

from interpreter import load_game

STONES = {"W": "stone White", "B": "stone Black"}


def test_the_start() -> None:
    """Any two neighbours differ, so there is a move for each of the 49 links of 6 × 5 cells."""
    start = load_game("clobber").start()
    assert len(start.moves()) == 49
    assert (start.at("a1").colour, start.at("b1").colour) == ("White", "Black")


def test_only_enemies_beside_are_taken() -> None:
    state = drawn(load_game("clobber", width=3, height=2), "W B .\n. . B", STONES)
    assert texts(state) == {"clobber a2 b2"}


def test_who_cannot_move_loses() -> None:
    state = drawn(load_game("clobber", width=3, height=2), "W B .\n. . .", STONES)
    assert result(play(state, "clobber a2 b2")) == [1.0, 0.0]
