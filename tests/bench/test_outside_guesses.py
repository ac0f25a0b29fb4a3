"""Mastermind, a file outside the library, against a model of its own."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from interpreter import load_game

PATH = Path(__file__).with_name("outside") / "mastermind.yaml"
HUES = ("red", "yellow", "green", "blue", "black", "white")


def answer(code: list[str], guess: list[str]) -> tuple[int, int]:
    """How many hues are right in place, and how many more in another."""
    blacks = sum(one == other for one, other in zip(code, guess, strict=True))
    return blacks, sum((Counter(code) & Counter(guess)).values()) - blacks


@pytest.mark.parametrize(("seed", "tries"), [(1, 12), (2, 6), (3, 8), (4, 10)])
def test_a_code_is_hidden_and_guesses_are_answered(seed: int, tries: int) -> None:
    chooser, state = random.Random(seed), load_game(PATH, tries=tries).start()
    code: list[str] = []
    while state.chance:
        move = chooser.choice([m.text for m, _ in state.chance])
        code.append(move.split()[-1])
        state = state.play(move)
    known = {m.text for m in state.moves()}
    assert len(known) == len(HUES) ** 4 and "code" not in state.view(0).variables
    for turn in range(1, tries + 1):
        guess = code if turn == 5 else chooser.choices(HUES, k=4)  # as if by luck
        state = state.play(f"guess {' '.join(guess)}")
        seen = state.view(0).variables
        assert (seen["blacks"][turn], seen["whites"][turn]) == answer(code, guess)
        assert not seen.get("code")
        if state.is_over:
            break
        assert {m.text for m in state.moves()} == known  # whatever is hidden
    assert state.is_over and turn == 5 and state.result == [1]
    assert list(map(state.variables["code"].get, range(1, 5))) == code


def test_the_code_is_not_broken_in_time() -> None:
    state = load_game(PATH, tries=6).start()
    for place in range(1, 5):
        state = state.play(f"hide {place} red")
    for _ in range(6):
        assert not state.is_over
        state = state.play("guess white red red red")
    assert state.is_over and state.result == [0]
