"""Quardo without swaps: pawns are placed and stay."""

from __future__ import annotations

import pytest
from support.positions import pawn, play, refusal, result, texts, with_pawns

from interpreter import GdlError, load_game

ALMOST = """
    .... .... .... ....
    .... .... .... ....
    .... .... .... fbhs
    fdhs fbct fdct pdhs
"""


def test_nobody_swaps() -> None:
    """In Quardo the swap of d1 and d2 wins a coin here."""
    assert "swap d1 d2" in texts(with_pawns(load_game("quardo"), ALMOST))
    state = with_pawns(load_game("quardo-still"), ALMOST)
    assert {text.split()[0] for text in texts(state)} == {"place"}
    assert len(texts(state)) == 11 * 11
    assert "swap" in refusal(state, "swap d1 d2")


def test_a_four_wins_its_coin() -> None:
    drawing = ALMOST.replace("pdhs", "....")
    state = play(with_pawns(load_game("quardo-still"), drawing), f"place {pawn('fdcs')} d1")
    assert state.variables["coins"] == {"First": 1, "Second": 0}


def test_the_game_ends_with_the_last_cell() -> None:
    full = """
        pbhs pbht pbcs ....
        pdhs pdht pdcs pdct
        fbhs fbht fbcs fbct
        fdhs fdht fdcs fdct
    """
    state = with_pawns(
        load_game("quardo-still"),
        full,
        variables={"unclaimed": [], "coins": {"First": 5, "Second": 7}},
    )
    assert texts(state) == {f"place {pawn('pbct')} d4"}
    assert result(play(state, f"place {pawn('pbct')} d4")) == [0.0, 1.0]


def test_the_options_are_those_of_quardo() -> None:
    assert load_game("quardo-still", players=3).seats == 3
    assert load_game("quardo-still", players=3).start().is_chance
    with pytest.raises(GdlError):
        load_game("quardo-still", players=1)


def test_perft() -> None:
    """Sixteen pawns on sixteen cells."""
    assert load_game("quardo-still").perft(1) == 16 * 16


@pytest.mark.slow
def test_perft_of_two() -> None:
    """Then fifteen on fifteen."""
    assert load_game("quardo-still").perft(2) == 256 * 225
