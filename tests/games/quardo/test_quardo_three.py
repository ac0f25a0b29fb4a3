"""Quardo with three players.

"With 3 players, before the first turn chance puts one random pawn on one random cell (uniformly;
the last seat is the one that drew it), then seats 1, 2, 3 take turns."
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import (
    PAWN_CODES,
    cell_sets,
    pawn,
    play,
    refusal,
    result,
    targets,
    texts,
    with_pawns,
)

from interpreter import load_game

NEARLY_FULL = """
    pbhs pbht pbcs ....
    pdhs pdht pdcs pdct
    fbhs fbht fbcs fbct
    fdhs fdht fdcs fdct
"""
LAST = f"place {pawn('pbct')} d4"


def dealt(move: str) -> Any:
    """The state after the deal."""
    start = load_game("quardo", players=3).start()
    chosen = {each.text: each for each, _ in start.chance}
    return start.play(chosen[move])


def test_three_players() -> None:
    game = load_game("quardo", players=3)
    assert game.options["players"] == 3
    assert game.seats == 3
    assert tuple(game.players) == ("First", "Second", "Third")


def test_chance_puts_any_pawn_on_any_cell_with_equal_probability() -> None:
    start = load_game("quardo", players=3).start()
    assert start.seat is None
    assert not start.is_over
    assert not start.pieces()
    outcomes = {move.text: probability for move, probability in start.chance}
    assert set(outcomes) == {
        f"deal {pawn(code)} {file}{rank}"
        for code in PAWN_CODES
        for file in "abcd"
        for rank in "1234"
    }
    assert all(probability == pytest.approx(1 / 256) for probability in outcomes.values())


def test_then_seat_1_takes_the_first_turn() -> None:
    state = dealt(f"deal {pawn('fbct')} c2")
    assert (state.seat, state.colour, state.turn) == (0, "First", 0)
    assert list(state.chance) == []
    assert list(state.pieces()) == ["c2"]
    assert state.at("c2").colour is None
    assert dict(state.variables["coins"]) == {"First": 0, "Second": 0, "Third": 0}
    assert len(cell_sets(state.variables["unclaimed"])) == 19
    assert len(targets(state, "place")) == len(texts(state)) == 15 * 15
    refusal(state, f"place {pawn('fbct')} a1")
    refusal(state, f"place {pawn('fdhs')} c2")


def test_seats_take_turns_in_order() -> None:
    state = dealt(f"deal {pawn('fbct')} c2")
    order = []
    for code, cell in zip(["fdhs", "pbct", "pdht", "fdcs"], ["a1", "d4", "a4", "d1"], strict=True):
        order.append((state.seat, state.colour))
        state = play(state, f"place {pawn(code)} {cell}")
    assert order == [(0, "First"), (1, "Second"), (2, "Third"), (0, "First")]
    assert (state.seat, state.turn) == (1, 4)


def test_the_third_seat_takes_coins_too() -> None:
    state = dealt(f"deal {pawn('fdhs')} a1")
    state = play(state, f"place {pawn('fbct')} b1", f"place {pawn('fdct')} c1")
    state = play(state, f"place {pawn('fbhs')} d1")
    assert dict(state.variables["coins"]) == {"First": 0, "Second": 0, "Third": 1}


@pytest.mark.parametrize(
    ("coins", "expected"),
    [
        ((7, 6, 6), [1.0, 0.0, 0.0]),
        ((5, 8, 6), [0.0, 1.0, 0.0]),
        ((6, 6, 7), [0.0, 0.0, 1.0]),
        ((7, 7, 5), [0.5, 0.5, 0.0]),
        ((7, 5, 7), [0.5, 0.0, 0.5]),
        ((4, 7, 7), [0.0, 0.5, 0.5]),
        ((6, 6, 6), [0.5, 0.5, 0.5]),
        ((0, 0, 0), [0.5, 0.5, 0.5]),
    ],
)
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_seats_equal_at_the_top_share_the_win(
    coins: tuple[int, int, int], expected: list[float], seat: int
) -> None:
    """A result is 0.5 for every seat of a shared win and 0 for the rest."""
    named = dict(zip(("First", "Second", "Third"), coins, strict=True))
    state = with_pawns(
        load_game("quardo", players=3),
        NEARLY_FULL,
        seat=seat,
        variables={"coins": named, "unclaimed": []},
    )
    assert state.seat == seat
    over = play(state, LAST)
    assert dict(over.scores) == named
    assert result(over) == expected
