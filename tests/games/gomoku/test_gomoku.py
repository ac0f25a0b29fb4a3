"""Gomoku, freestyle: five or more in a row win."""

from __future__ import annotations

import pytest
from support.drawn import drawn
from support.positions import play, refusal, result, targets

from interpreter import GdlError, load_game

STONES = {"B": "stone Black", "W": "stone White"}


def test_the_start() -> None:
    game = load_game("gomoku")
    assert game.options["size"] == 15
    assert len(targets(game.start(), "place")) == 225
    assert game.start().colour == "Black"
    assert "empty" in refusal(play(game.start(), "place h8"), "place h8")


@pytest.mark.parametrize("size", [13, 15, 19])
def test_published_sizes(size: int) -> None:
    assert load_game("gomoku", size=size).perft(1) == size * size


def test_wrong_size() -> None:
    with pytest.raises(GdlError, match=r"\b5\b.*\b25\b"):
        load_game("gomoku", size=4)


BEFORE_FIVE = """
    . . . . . . .
    B . . . . W .
    B B . . W . .
    B . B W . . .
    B . W B . . .
    . . . . . . .
    . W W W W . .
"""


@pytest.mark.parametrize(
    ("seat", "move", "wins"),
    [
        (0, "place a2", True),  # a column of five
        (0, "place a7", True),
        (0, "place e2", True),  # a diagonal
        (0, "place f1", False),
        (0, "place a1", False),  # the column a1 has a gap at a2
        (1, "place f1", True),  # a row
        (1, "place a1", True),
        (1, "place b2", True),
        (1, "place g7", True),  # the other diagonal
        (0, "place a6", None),
    ],
)
def test_five_in_a_row_win(seat: int, move: str, wins: bool | None) -> None:
    state = drawn(load_game("gomoku", size=7), BEFORE_FIVE, STONES, seat=seat)
    if wins is None:
        refusal(state, move)
        return
    after = play(state, move)
    assert after.is_over == wins
    if wins:
        assert result(after) == [1.0 - seat, float(seat)]


def test_six_in_a_row_win_too() -> None:
    drawing = 6 * ". . . . . . .\n" + "B B B . B B ."
    assert result(play(drawn(load_game("gomoku", size=7), drawing, STONES), "place d1")) == [1, 0]


def test_four_are_not_enough_and_colours_do_not_mix() -> None:
    drawing = 6 * ". . . . . . .\n" + "B B B . W . ."
    assert not play(drawn(load_game("gomoku", size=7), drawing, STONES), "place d1").is_over


def test_a_full_board_is_a_draw() -> None:
    drawing = """
        B B B B .
        W W W W B
        B B B B W
        W W W W B
        B B B B W
    """
    state = drawn(load_game("gomoku", size=5), drawing, STONES, seat=1)
    assert result(play(state, "place e5")) == [0.5, 0.5]
    row = drawn(load_game("gomoku", size=5), drawing, STONES)
    assert result(play(row, "place e5")) == [1.0, 0.0]
