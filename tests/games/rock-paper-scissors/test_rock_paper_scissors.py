"""Rock, paper, scissors: both show a hand at the same time."""

from __future__ import annotations

import pytest
from support.positions import play, result, texts

from interpreter import load_game
from interpreter.solve import Unsolvable, solve

GAME = load_game("rock-paper-scissors")
BEATS = (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock"))


@pytest.mark.parametrize(("better", "worse"), BEATS)
def test_what_beats_what(better: str, worse: str) -> None:
    assert result(play(GAME.start(), f"show {better}", f"show {worse}")) == [1.0, 0.0]
    assert result(play(GAME.start(), f"show {worse}", f"show {better}")) == [0.0, 1.0]


def test_equal_hands_are_shown_again() -> None:
    state = play(GAME.start(), "show rock", "show rock")
    assert (state.is_over, state.turn, state.colour) == (False, 1, "Second")
    assert result(play(state, "show paper", "show rock")) == [0.0, 1.0]  # Second showed paper
    short = load_game("rock-paper-scissors", rounds=1)
    assert result(play(short.start(), "show paper", "show paper")) == [0.5, 0.5]


def test_the_second_hand_does_not_depend_on_the_first() -> None:
    for hand in ("rock", "paper", "scissors"):
        state = play(GAME.start(), f"show {hand}")
        assert texts(state) == {"show rock", "show paper", "show scissors"}
        assert state.view(1) == play(GAME.start(), "show rock").view(1)


def test_it_is_not_solved() -> None:
    with pytest.raises(Unsolvable, match="all choose at once"):
        solve(GAME)
