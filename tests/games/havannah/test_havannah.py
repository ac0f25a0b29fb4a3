"""Havannah: a bridge of two corners, a fork of three edges, or a ring."""

from __future__ import annotations

import pytest
from support.positions import play, position, result, targets

from interpreter import load_game

GAME = load_game("havannah", side=3)  # rows a to e of 3, 4, 5, 4, 3 cells


def test_the_start() -> None:
    assert len(targets(load_game("havannah").start(), "place")) == 169


@pytest.mark.parametrize(
    ("stones", "last", "won"),
    [
        ("a1 a2", "a3", "a bridge"),
        ("a2 b2 c2", "d1", ""),  # the edges at the bottom and upper left only
        ("a2 b3 c4 d4", "b4", "a fork"),  # bottom, lower right, upper right
        ("b2 b3 c2 c4 d2", "d3", "a ring"),  # round the empty c3
        ("b2 b3 c2 d2 d3 c3", "c4", "a ring"),  # round a stone of one's own
    ],
)
def test_the_three_ways_to_win(stones: str, last: str, won: str) -> None:
    state = play(position(GAME, {"White": stones}), f"place {last}")
    assert (state.ended_because or "") == won


def test_a_ring_round_an_enemy_stone() -> None:
    state = position(GAME, {"White": "b2 b3 c2 c4 d2", "Black": "c3"})
    assert result(play(state, "place d3")) == [1.0, 0.0]


def test_a_corner_belongs_to_no_edge() -> None:
    """a1 is a corner; a2 lies on the lower edge and b1 on the next."""
    state = play(position(GAME, {"White": "a1 b1"}), "place b2")
    assert not state.is_over
