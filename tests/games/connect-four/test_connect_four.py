"""Connect Four: a disc falls to the lowest empty cell of its column; four in a row win."""

from __future__ import annotations

import pytest
from support.counts import perft_test
from support.drawn import drawn
from support.positions import play, refusal, result, targets

from interpreter import load_game

DISCS = {"Y": "disc Yellow", "R": "disc Red"}


def test_the_start() -> None:
    game = load_game("connect-four")
    assert len(game.board.cells) == 42
    assert game.start().colour == "Yellow"
    assert targets(game.start(), "drop") == {"a1", "b1", "c1", "d1", "e1", "f1", "g1"}


def test_discs_pile_up() -> None:
    state = play(load_game("connect-four").start(), "drop d1", "drop d2", "drop a1")
    assert targets(state, "drop") == {"a2", "b1", "c1", "d3", "e1", "f1", "g1"}
    assert [state.at(c).colour for c in ("d1", "d2", "a1")] == ["Yellow", "Red", "Yellow"]


def test_a_disc_does_not_float() -> None:
    state = load_game("connect-four").start()
    assert "lowest" in refusal(state, "drop d2")
    assert "lowest" in refusal(play(state, "drop d1"), "drop d1")


def test_a_full_column_takes_no_more() -> None:
    state = load_game("connect-four").start()
    state = play(state, *(f"drop d{y}" for y in range(1, 7)))
    assert targets(state, "drop") == {"a1", "b1", "c1", "e1", "f1", "g1"}
    assert "d7" in refusal(state, "drop d7")


BEFORE_FOUR = """
    . . . . . . .
    . . . . . . .
    . . . R . . .
    Y . R Y . . .
    Y R Y R . . .
    Y Y R R . R R
"""


@pytest.mark.parametrize(
    ("seat", "move", "shares"),
    [
        (0, "drop a4", [1.0, 0.0]),  # the column a1 a2 a3 a4
        (1, "drop e1", [0.0, 1.0]),  # the row c1 d1 e1 f1 g1: five are four as well
        (0, "drop d5", None),
        (1, "drop a4", None),
        (0, "drop b3", None),
    ],
)
def test_columns_and_rows(seat: int, move: str, shares: list[float] | None) -> None:
    state = play(drawn(load_game("connect-four"), BEFORE_FOUR, DISCS, seat=seat), move)
    assert state.is_over == (shares is not None)
    if shares:
        assert result(state) == shares


@pytest.mark.parametrize(
    ("drawing", "move"),
    [
        (
            """
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . Y R . . .
            . Y R R . . .
            Y R R Y . . .
            """,
            "drop d4",
        ),
        (
            """
            . . . Y . . .
            . . . R Y . .
            . . . Y R Y .
            . . . R Y R .
            . . . R R Y Y
            . . . Y R R R
            """,
            "drop g3",
        ),
    ],
)
def test_both_diagonals(drawing: str, move: str) -> None:
    assert result(play(drawn(load_game("connect-four"), drawing, DISCS), move)) == [1.0, 0.0]


def test_four_with_the_middle_filled_last() -> None:
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . R R . R Y Y
    """
    state = drawn(load_game("connect-four"), drawing, DISCS, seat=1)
    assert result(play(state, "drop d1")) == [0.0, 1.0]


NEARLY_FULL = """
    R R Y Y R . Y
    Y Y R R Y Y R
    R R Y Y R R Y
    Y Y R R Y Y R
    R R Y Y R R Y
    Y Y R R Y Y R
"""


def test_a_full_board_is_a_draw() -> None:
    """No four anywhere: two in a row at most, and each column alternates."""
    state = drawn(load_game("connect-four"), NEARLY_FULL, DISCS, seat=1)
    assert targets(state, "drop") == {"f6"}
    assert result(play(state, "drop f6")) == [0.5, 0.5]


# Published: oeis.org/A212693 counts positions; these are move sequences.


test_perft = perft_test(
    lambda depth: load_game("connect-four").perft(depth),
    quick=[7, 49, 343, 2401], slow=[16807, 117649],
)  # fmt: skip


def test_positions() -> None:
    """Distinct positions after each disc, published as OEIS A212693: 1, 7, 49, 238, 1120, 4263."""
    counts = load_game("connect-four").positions(4)
    assert [n for n, _ in counts] == [1, 7, 49, 238, 1120]
