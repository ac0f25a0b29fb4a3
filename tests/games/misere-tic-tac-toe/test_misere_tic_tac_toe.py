"""Misère tic-tac-toe: three in a row lose."""

from __future__ import annotations

from support.positions import play, result, targets

from interpreter import load_game


def test_three_in_a_row_lose() -> None:
    moves = ["a1", "a3", "b1", "b3", "c1"]
    state = play(load_game("misere-tic-tac-toe").start(), *(f"place {m}" for m in moves))
    assert result(state) == [0.0, 1.0]


def test_three_in_a_row_lose_for_nought_too() -> None:
    moves = ["a1", "a3", "b1", "b3", "a2", "c3"]
    state = play(load_game("misere-tic-tac-toe").start(), *(f"place {m}" for m in moves))
    assert result(state) == [1.0, 0.0]


def test_a_full_board_without_a_row_is_a_draw() -> None:
    moves = ["a1", "b2", "c1", "b1", "b3", "c2", "a2", "a3", "c3"]
    state = play(load_game("misere-tic-tac-toe").start(), *(f"place {m}" for m in moves))
    assert result(state) == [0.5, 0.5]


def test_the_moves_are_those_of_the_base() -> None:
    game = load_game("misere-tic-tac-toe")
    assert game.players == ("Cross", "Nought")
    assert len(targets(game.start(), "place")) == 9
    assert [game.perft(n) for n in (1, 2, 3)] == [9, 72, 504]
