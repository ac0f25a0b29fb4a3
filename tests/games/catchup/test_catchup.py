"""Catchup: three stones after the other side has raised the largest group."""

from __future__ import annotations

from support.positions import play, position, result, texts

from interpreter import load_game

GAME = load_game("catchup", side=3)


def test_the_first_turn_is_one_stone() -> None:
    start = load_game("catchup").start()
    assert len(start.moves()) == 61
    assert play(start, "place e5").seat == 1


def test_one_or_two_stones() -> None:
    state = play(GAME.start(), "place a1")
    assert "done" not in texts(state)
    one = play(state, "place e1")
    assert (one.seat, "done" in texts(one)) == (1, True)
    assert play(one, "done").seat == 0
    assert play(one, "place e3").seat == 0  # apart: the largest group stays one


def test_three_stones_to_catch_up() -> None:
    raised = play(GAME.start(), "place a1", "place e1", "place e2")  # a group of two
    assert raised.seat == 0
    two = play(raised, "place c1", "place c5")
    assert (two.seat, "done" in texts(two)) == (0, True)
    assert play(two, "place a3").seat == 1
    equal = play(raised, "place a2", "done")  # a1 and a2 are two as well, not more
    assert play(equal, "place c1", "place c5").seat == 0


def test_groups_are_compared_from_the_largest() -> None:
    """Nine each when White fills c3; beside them Blue has e1 alone, White has nothing."""
    board = {
        "Blue": "a1 a2 a3 b1 b2 b3 b4 c4 c5 e1",
        "White": "c1 c2 d1 d2 d3 d4 e2 e3",
    }
    assert result(play(position(GAME, board, seat=1), "place c3")) == [1.0, 0.0]


def test_the_largest_group_wins() -> None:
    board = {
        "Blue": "a1 a2 a3 b1 b2 b3 b4 c4 c5",
        "White": "c1 c2 d1 d2 d3 d4 e1 e2 e3",
    }
    assert result(play(position(GAME, board, seat=0), "place c3")) == [1.0, 0.0]
    assert result(play(position(GAME, board, seat=1), "place c3")) == [0.0, 1.0]
