"""Nim: as many as one likes, from one heap."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import pytest
from support.positions import play, result, texts

from interpreter import load_game
from interpreter.solve.solver import solve


def nim(*heaps: int, misere: bool = False) -> Any:
    sizes = {f"heap_{letter}": n for letter, n in zip("abcd", heaps, strict=True)}
    return load_game("nim", misere=misere, **sizes)


def test_the_start() -> None:
    start = load_game("nim").start()
    assert len(start.moves()) == 1 + 3 + 5 + 7
    assert "take d1 7" in texts(start) and "take c1 6" not in texts(start)


def test_matches_are_taken_from_one_heap() -> None:
    state = play(nim(0, 0, 2, 3).start(), "take d1 2")
    assert texts(state) == {"take c1 1", "take c1 2", "take d1 1"}


@pytest.mark.parametrize(("misere", "shares"), [(False, [1.0, 0.0]), (True, [0.0, 1.0])])
def test_the_last_match(misere: bool, shares: list[float]) -> None:
    assert result(play(nim(2, 0, 0, 0, misere=misere).start(), "take a1 2")) == shares


@pytest.mark.parametrize("heaps", [(0, 3, 4, 5), (0, 1, 2, 3), (1, 3, 5, 7)])
@pytest.mark.parametrize("misere", [False, True])
def test_bouton(heaps: tuple[int, ...], misere: bool) -> None:
    """The one to move loses if and only if the binary sum is 0; so also in the misère game, as long
    as some heap has more than one.
    """
    second = reduce(xor, heaps) == 0
    found = solve(nim(*heaps, misere=misere), engine="reference")
    assert found.shares == ((0, 1) if second else (1, 0))
