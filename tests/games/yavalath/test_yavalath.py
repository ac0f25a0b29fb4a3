"""Yavalath: four in a row win, three in a row lose."""

from __future__ import annotations

import pytest
from support.positions import play, position, result, targets

from interpreter import load_game

GAME = load_game("yavalath", side=4)


def test_the_start() -> None:
    assert len(targets(load_game("yavalath").start(), "place")) == 61


@pytest.mark.parametrize(
    ("stones", "last", "shares"),
    [
        ("b1 b2 b4", "b3", [1.0, 0.0]),  # four in one go
        ("b1 b2", "b3", [0.0, 1.0]),
        ("a1 b2", "c3", [0.0, 1.0]),  # slanting to the right
        ("a1 b1", "c1", [0.0, 1.0]),  # along the edge
        ("b1 b2 b4 c3 d3", "b3", [1.0, 0.0]),  # four and three at once: the four counts
    ],
)
def test_rows(stones: str, last: str, shares: list[float]) -> None:
    assert result(play(position(GAME, {"White": stones}), f"place {last}")) == shares


def test_a_gap_is_no_row() -> None:
    assert not play(position(GAME, {"White": "b1 b3"}), "place b4").is_over


def test_the_pie_rule() -> None:
    state = play(load_game("yavalath", side=4, pie=True).start(), "place b2", "exchange")
    assert (state.colour, state.seat) == ("Black", 0)
