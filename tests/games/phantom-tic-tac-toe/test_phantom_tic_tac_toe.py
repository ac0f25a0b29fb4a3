"""Phantom tic-tac-toe: the other's marks are hidden; a taken cell is refused, one tries again."""

from __future__ import annotations

from support.positions import play, refusal, result, targets

from interpreter import load_game

ALL = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}
TAKEN = "that cell is taken"


def test_each_sees_its_own_marks_alone() -> None:
    state = play(load_game("phantom-tic-tac-toe").start(), "place b2", "place a1")
    assert set(state.view(0).pieces) == {"b2"}
    assert set(state.view(1).pieces) == {"a1"}
    assert state.view(0).hidden == ALL - {"b2"}
    assert state.view(1).hidden == ALL - {"a1"}
    assert set(state.pieces()) == {"a1", "b2"}  # the umpire's board


def test_each_hears_its_own_moves_alone() -> None:
    state = play(load_game("phantom-tic-tac-toe").start(), "place b2", "place a1")
    assert state.view(0).heard == ("Cross: place b2",)
    assert state.view(1).heard == ("Nought: place a1",)


def test_the_moves_offered_tell_nothing() -> None:
    start = load_game("phantom-tic-tac-toe").start()
    one, other = play(start, "place b2"), play(start, "place c3")
    assert targets(one, "place") == targets(other, "place") == ALL
    assert one.view(1) == other.view(1)
    assert one.view(0) != other.view(0)


def test_a_taken_cell_is_refused_and_the_turn_goes_on() -> None:
    state = play(load_game("phantom-tic-tac-toe").start(), "place b2", "place b2")
    assert (state.seat, state.turn) == (1, 1)
    assert set(state.pieces()) == {"b2"}
    assert state.at("b2").colour == "Cross"
    assert targets(state, "place") == ALL - {"b2"}
    assert "tried" in refusal(state, "place b2")


def test_only_the_mover_is_told_of_a_refusal() -> None:
    state = play(load_game("phantom-tic-tac-toe").start(), "place b2", "place b2")
    assert any(TAKEN in line for line in state.view(1).heard)
    assert not any(TAKEN in line for line in state.view(0).heard)


def test_a_refused_cell_is_offered_again_next_turn() -> None:
    state = play(
        load_game("phantom-tic-tac-toe").start(), "place b2", "place b2", "place a1", "place c3"
    )
    assert state.seat == 1
    assert targets(state, "place") == ALL - {"a1"}


def test_an_own_cell_is_simply_illegal() -> None:
    state = play(load_game("phantom-tic-tac-toe").start(), "place b2", "place a1")
    assert "cells - mine" in refusal(state, "place b2")


def test_three_in_a_row_win() -> None:
    moves = ["a1", "a3", "b1", "b3", "c1"]
    state = play(load_game("phantom-tic-tac-toe").start(), *(f"place {m}" for m in moves))
    assert result(state) == [1.0, 0.0]
    assert state.view(1).result == (1.0, 0.0)


def test_a_draw_with_refusals_on_the_way() -> None:
    """
    O X X       Nought tries a1 and c1 before.
    X O O
    X O X
    """
    moves = ["a1", "a1", "b2", "c1", "c1", "b1", "b3", "c2", "a2", "a3", "c3"]
    state = play(load_game("phantom-tic-tac-toe").start(), *(f"place {m}" for m in moves))
    assert state.turn == 9
    assert result(state) == [0.5, 0.5]
