"""Pente: five in a row, or ten stones captured in pairs."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, refusal, result, targets

from interpreter import load_game

STONES = {"W": "stone White", "B": "stone Black"}
GAME = load_game("pente", size=9)
EMPTY = ". . . . . . . . .\n"
ROW = EMPTY * 8


def test_the_first_stone_goes_to_the_centre() -> None:
    assert targets(load_game("pente").start(), "begin") == {"j10"}
    assert targets(GAME.start(), "begin") == {"e5"}


def test_pro_keeps_the_third_stone_away() -> None:
    state = play(load_game("pente", size=9, pro=True).start(), "begin e5", "place a1")
    assert "three points" in refusal(state, "second g7")
    assert {"h5", "e8", "b2"} <= targets(state, "second")
    assert len(targets(state, "second")) == 81 - 25 - 1


def test_a_pair_is_captured_and_one_or_three_are_not() -> None:
    pair = play(drawn(GAME, ROW + "W B B . . . . . .", STONES), "place d1")
    assert set(pair.pieces()) == {"a1", "d1"}
    assert pair.variables["taken"] == {"White": 2, "Black": 0}
    three = play(drawn(GAME, ROW + "W B B B . . . . .", STONES), "place e1")
    assert len(three.pieces()) == 5
    one = play(drawn(GAME, ROW + "W B . . . . . . .", STONES), "place c1")
    assert len(one.pieces()) == 3


def test_a_pair_may_move_in_between() -> None:
    state = play(drawn(GAME, ROW + "W B . W . . . . .", STONES, seat=1), "place c1")
    assert len(state.pieces()) == 4


def test_two_pairs_at_once() -> None:
    state = play(drawn(GAME, ROW + "W B B . B B W . .", STONES), "place d1")
    assert state.variables["taken"]["White"] == 4


def test_ten_captured_stones_win() -> None:
    taken = {"White": 8, "Black": 0}
    state = drawn(GAME, ROW + "W B B . . . . . .", STONES, variables={"taken": taken})
    assert result(play(state, "place d1")) == [1.0, 0.0]


def test_five_and_six_in_a_row_win() -> None:
    assert result(play(drawn(GAME, ROW + "W W W W . . . . .", STONES), "place e1")) == [1.0, 0.0]
    assert result(play(drawn(GAME, ROW + "W W W . W W . . .", STONES), "place d1")) == [1.0, 0.0]
