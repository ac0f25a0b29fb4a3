"""Quardo: the end and the result with two players.

"The game ends when the last empty cell is filled. Most coins wins; seats equal at the top share the
win."

    4  pbhs pbht pbcs  x        x = pbct is the last pawn. It makes the uppermost row (p, b), column
    3  pdhs pdht pdcs pdct      d (c, t) and the square c3-d4 (p, c).
    2  fbhs fbht fbcs fbct
    1  fdhs fdht fdcs fdct
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import pawn, play, result, texts, with_pawns

from interpreter import load_game

NEARLY_FULL = """
    pbhs pbht pbcs ....
    pdhs pdht pdcs pdct
    fbhs fbht fbcs fbct
    fdhs fdht fdcs fdct
"""
LAST = f"place {pawn('pbct')} d4"


def nearly_full(first: int, second: int, left: list[str], **rest: Any) -> Any:
    """One cell is empty, and of the coins only those of the fours in `left` are there."""
    variables = {
        "coins": {"First": first, "Second": second},
        "unclaimed": [each.split() for each in left],
    }
    return with_pawns(load_game("quardo"), NEARLY_FULL, variables=variables, **rest)


def test_the_last_cell_ends_the_game() -> None:
    state = nearly_full(5, 3, [])
    assert not state.is_over
    assert texts(state) == {LAST}
    over = play(state, LAST)
    assert len(over.pieces()) == 16
    assert over.moves() == []
    assert dict(over.scores) == {"First": 5, "Second": 3}
    assert result(over) == [1.0, 0.0]


def test_most_coins_win_whoever_fills_the_last_cell() -> None:
    assert result(play(nearly_full(3, 5, [], seat=0), LAST)) == [0.0, 1.0]
    assert result(play(nearly_full(3, 5, [], seat=1), LAST)) == [0.0, 1.0]


def test_equal_coins_share_the_win() -> None:
    assert result(play(nearly_full(4, 4, []), LAST)) == [0.5, 0.5]
    assert result(play(nearly_full(0, 0, []), LAST)) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("seat", "scores", "expected"), [(0, [5, 4], [1.0, 0.0]), (1, [4, 5], [0.0, 1.0])]
)
def test_the_coins_of_the_last_pawn_count(
    seat: int, scores: list[int], expected: list[float]
) -> None:
    over = play(nearly_full(4, 4, ["a4 b4 c4 d4"], seat=seat), LAST)
    assert list(dict(over.scores).values()) == scores
    assert result(over) == expected


def test_with_one_empty_cell_a_swap_is_still_a_turn() -> None:
    """
    4  pbhs pbht pbcs ....      Only the coin of the lowest row is left. Its d1 (p) can be changed
    3  pdht pdcs pdct fbcs      for c2 or d2 (f), or its b1 (b) for a2 or b2 (d).
    2  fdht fdcs fbht fbhs
    1  fdhs fbct fdct pdhs
    """
    drawing = """
        pbhs pbht pbcs ....
        pdht pdcs pdct fbcs
        fdht fdcs fbht fbhs
        fdhs fbct fdct pdhs
    """
    variables = {
        "coins": {"First": 9, "Second": 9},
        "unclaimed": [["a1", "b1", "c1", "d1"]],
    }
    state = with_pawns(load_game("quardo"), drawing, variables=variables)
    assert texts(state) == {LAST, "swap d1 c2", "swap d1 d2", "swap b1 a2", "swap b1 b2"}
    state = play(state, "swap b1 b2")
    assert (state.is_over, state.seat) == (False, 1)
    assert texts(state) == {LAST}
    over = play(state, LAST)
    assert dict(over.scores) == {"First": 10, "Second": 9}
    assert result(over) == [1.0, 0.0]


def test_a_game_is_not_over_for_want_of_coins() -> None:
    """All coins are gone, but two cells are empty."""
    drawing = NEARLY_FULL.replace("pbcs", "....")
    variables = {"coins": {"First": 10, "Second": 9}, "unclaimed": []}
    state = with_pawns(load_game("quardo"), drawing, variables=variables)
    assert not state.is_over
    assert len(texts(state)) == 4
    state = play(state, f"place {pawn('pbct')} c4")
    assert not state.is_over
    assert result(play(state, f"place {pawn('pbcs')} d4")) == [1.0, 0.0]


def test_a_lead_that_cannot_be_caught_up_does_not_end_the_game() -> None:
    assert not nearly_full(15, 0, []).is_over
