"""Tic-tac-toe: three in a row win, a full board without is a draw."""

from __future__ import annotations

import pytest
from support.counts import perft_test
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game

ALL = {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}
LINES = [
    "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "a3 b2 c1",
]  # fmt: skip


def test_cross_begins_on_an_empty_board() -> None:
    start = load_game("tic-tac-toe").start()
    assert (start.seat, start.colour, start.turn) == (0, "Cross", 0)
    assert start.pieces() == {}
    assert targets(start, "place") == ALL


def test_the_players_mark_cells_in_turns() -> None:
    state = play(load_game("tic-tac-toe").start(), "place b2", "place a1")
    assert {cell: piece.colour for cell, piece in state.pieces().items()} == {
        "b2": "Cross",
        "a1": "Nought",
    }
    assert (state.seat, state.colour, state.turn) == (0, "Cross", 2)
    assert targets(state, "place") == ALL - {"b2", "a1"}


def test_a_marked_cell_cannot_be_marked() -> None:
    state = play(load_game("tic-tac-toe").start(), "place b2")
    assert "empty" in refusal(state, "place b2")
    assert "pass" in refusal(state, "pass")


@pytest.mark.parametrize("line", LINES)
def test_cross_wins_with_three_in_a_row(line: str) -> None:
    """Nought marks two cells beside the line, in no row with each other's third."""
    first, second, third = line.split()
    others = sorted(ALL - set(line.split()))[:2]
    state = load_game("tic-tac-toe").start()
    for mine, other in zip((first, second), others, strict=True):
        state = play(state, f"place {mine}", f"place {other}")
    assert not state.is_over
    assert result(play(state, f"place {third}")) == [1.0, 0.0]


def test_nought_wins_too() -> None:
    moves = ["a1", "a3", "b1", "b3", "a2", "c3"]
    assert result(play(load_game("tic-tac-toe").start(), *(f"place {m}" for m in moves))) == [0, 1]


def test_a_full_board_without_a_row_is_a_draw() -> None:
    """
    O X X
    X O O
    X O X
    """
    moves = ["a1", "b2", "c1", "b1", "b3", "c2", "a2", "a3", "c3"]
    state = play(load_game("tic-tac-toe").start(), *(f"place {m}" for m in moves))
    assert result(state) == [0.5, 0.5]


def test_the_last_mark_may_win() -> None:
    """
    O X X
    X X O
    X O O
    """
    moves = ["b3", "a3", "c3", "c2", "a2", "b1", "b2", "c1", "a1"]
    state = play(load_game("tic-tac-toe").start(), *(f"place {m}" for m in moves))
    assert result(state) == [1.0, 0.0]


# How many games there are with so many moves, counted many times: 255,168 in all.


test_perft = perft_test(
    lambda depth: load_game("tic-tac-toe").perft(depth),
    quick=[9, 72, 504, 3024], slow=[15120, 54720, 148176, 200448, 127872],
)  # fmt: skip


def test_reachable_positions() -> None:
    """5,478 in all; over are those with a row, and the full boards."""
    counts = load_game("tic-tac-toe").positions(9)
    assert [n for n, _ in counts] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    assert [over for _, over in counts] == [0, 0, 0, 0, 0, 120, 148, 444, 168, 78]


def test_texts_have_no_case() -> None:
    start = load_game("tic-tac-toe").start()
    assert start.parse("  PLACE   B2 ").text == "place b2"
    assert texts(start) == {f"place {cell}" for cell in ALL}
