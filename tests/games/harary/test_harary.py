"""Harary's animals: whoever first makes one wins.

Martin Gardner, "Harary's generalized ticktacktoe" (Scientific American, April 1979): the smallest
boards where the first player can force them have the side 3 for El and Tippy, 4 for Tic and Elly
and 5 for Knobby; nobody can force Fatty.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from support.positions import play, result, texts
from support.quick import each

from gdl import GdlError
from interpreter import load_game


@pytest.mark.parametrize(
    ("animal", "first", "second", "last"),
    [("el", "a1 b2", "c3 c2", "b1"), ("tic", "a1 a2", "c3 c2", "a3"),
     ("tippy", "a1 b1 b2", "a3 b3 d4", "c2"), ("elly", "d4 d3 d2", "a1 a2 b4", "c2"),
     ("knobby", "a2 b2 c2", "a1 a3 d4", "b3"), ("skinny", "a2 b2 c2", "a1 a3 d4", "d2"),
     ("fatty", "a2 b2 b3", "a1 b1 d4", "a3"), ("snaky", "b5 b4 b3 b2 c2", "d1 d2 a1 a2 e5", "c1")],
)  # fmt: skip
def test_an_animal_wins_however_it_lies(animal: str, first: str, second: str, last: str) -> None:
    state = load_game("harary", animal=animal, size=6 if animal == "snaky" else 5).start()
    for mine, other in zip(first.split(), second.split(), strict=True):
        state = play(state, f"place {mine}", f"place {other}")
        assert not state.is_over
    assert result(play(state, f"place {last}")) == [1.0, 0.0]


def test_another_figure_of_as_many_cells_does_not() -> None:
    state = play(load_game("harary", animal="tippy", size=4).start(), "place a1", "place d1",
                 "place b1", "place d2", "place a2", "place d3", "place b2")  # fmt: skip
    assert not state.is_over and len(texts(state)) == 9


def test_an_animal_must_fit() -> None:
    with pytest.raises(GdlError, match="Skinny is four cells long"):
        load_game("harary", animal="skinny", size=3)


@pytest.mark.parametrize(
    ("animal", "wins"),
    each(2, [("el", True), ("tippy", True), ("tic", False), ("elly", False), ("knobby", False),
             ("fatty", False)]),
)  # fmt: skip
def test_what_can_be_forced_on_three_by_three(animal: str, wins: bool) -> None:
    assert value(load_game("harary", animal=animal, size=3).start()) == (1.0 if wins else 0.5)


def value(start: Any) -> float:
    """The share of the first player with best play."""

    @cache
    def best(stones: frozenset[tuple[str, str]]) -> float:
        shares = []
        for move in known[stones].moves():
            later = known[stones].play(move)
            key = frozenset((cell, piece.colour) for cell, piece in later.pieces().items())
            known[key] = later
            shares.append(later.result[0] if later.is_over else best(key))
        return max(shares) if known[stones].seat == 0 else min(shares)

    known = {frozenset[tuple[str, str]](): start}
    return best(frozenset())
