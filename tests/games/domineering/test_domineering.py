"""Domineering: upright and lying dominoes; who has no place for one loses.

The values of square boards are those of D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den
Herik, "Solving 8×8 Domineering" (2000): the first player wins on 2 × 2, 3 × 3 and 4 × 4, the second
one on 5 × 5.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from support.positions import play, result, targets, texts

from interpreter import load_game


def test_the_start() -> None:
    start = load_game("domineering").start()
    assert start.colour == "Vertical"
    assert len(start.moves()) == 56
    assert "a1 a2" in targets(start, "place")
    assert len(play(start, "place a1 a2").moves()) == 54


def test_a_domino_covers_two_cells() -> None:
    state = play(load_game("domineering", width=2, height=2).start(), "place a1 a2")
    assert set(state.pieces()) == {"a1", "a2"}
    assert result(state) == [1.0, 0.0]


def test_directions() -> None:
    state = play(load_game("domineering", width=3, height=2).start(), "place a1 a2")
    assert texts(state) == {"place b1 c1", "place b2 c2"}


@pytest.mark.parametrize(
    ("size", "first"),
    [(2, True), (3, True), (4, True), pytest.param(5, False, marks=pytest.mark.slow)],
)
def test_published_values(size: int, first: bool) -> None:
    assert wins(load_game("domineering", width=size, height=size).start()) == first


def wins(state: Any) -> bool:
    """Whether the player to move wins with best play."""

    @cache
    def value(key: tuple[frozenset[str], int]) -> bool:
        return any(
            later.is_over or not value((frozenset(later.pieces()), later.seat))
            for later in (known[key].play(m) for m in known[key].moves())
            if later.is_over or known.setdefault((frozenset(later.pieces()), later.seat), later)
        )

    start = (frozenset(state.pieces()), state.seat)
    known = {start: state}
    return value(start)
