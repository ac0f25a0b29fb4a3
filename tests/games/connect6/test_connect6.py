"""Connect6: one stone, then two a turn; six in a row win."""

from __future__ import annotations

from support.positions import play, result, targets

from interpreter import load_game

GAME = load_game("connect6", size=7)


def test_one_stone_and_then_two() -> None:
    state = play(GAME.start(), "place d4")
    assert state.colour == "White"
    state = play(state, "place a1")
    assert state.colour == "White"
    assert len(targets(state, "place")) == 47
    assert play(state, "place b1").colour == "Black"


def test_six_in_a_row_win_at_the_first_of_two_stones() -> None:
    state = play(GAME.start(), "place a1", "place a7", "place b7", "place b1", "place c1",
                 "place c7", "place d7", "place d1", "place e1", "place e7",
                 "place g7")  # fmt: skip
    assert result(play(state, "place f1")) == [1.0, 0.0]


def test_seven_in_a_row_win_too() -> None:
    state = play(GAME.start(), "place g1", "place a7", "place b7", "place b1", "place c1",
                 "place c7", "place e7", "place d1", "place e1", "place f7",
                 "place g6")  # fmt: skip
    state = play(state, "place a1")
    assert not state.is_over
    assert result(play(state, "place f1")) == [1.0, 0.0]
