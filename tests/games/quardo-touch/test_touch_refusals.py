"""Touch of Quardo: the observer, and the rules that stay as they are.

"The same rules and options …" as Quardo. "The observer refuses an illegal swap, says so to all, and
the turn goes on."
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import PAWN_CODES, pawn, play, refusal, result, texts, with_pawns

from interpreter import load_game

NO_COIN = "a swap must win a coin"

# The lowest row lacks a flat pawn on d1; d2 has one, c2 has not.
ALMOST = """
    .... .... .... ....
    .... .... .... ....
    .... .... pbcs fbhs
    fdhs fbct fdct pdhs
"""
NEARLY_FULL = """
    pbhs pbht pbcs ....
    pdhs pdht pdcs pdct
    fbhs fbht fbcs fbct
    fdhs fdht fdcs fdct
"""


def told(state: Any, seat: int) -> str:
    return " / ".join(state.view(seat).heard)


def test_an_illegal_swap_is_refused_and_the_turn_goes_on() -> None:
    state = with_pawns(load_game("quardo-touch"), ALMOST)
    after = play(state, "swap d1 c2")
    assert (after.seat, after.turn, after.is_over) == (state.seat, state.turn, False)
    assert after.pieces() == state.pieces()
    assert dict(after.variables["coins"]) == {"First": 0, "Second": 0}


def test_the_observer_says_so_to_all() -> None:
    state = play(with_pawns(load_game("quardo-touch"), ALMOST), "swap d1 c2")
    for seat in (0, 1):
        assert NO_COIN in told(state, seat)


def test_a_refused_swap_is_not_offered_again_this_turn() -> None:
    state = with_pawns(load_game("quardo-touch"), ALMOST)
    after = play(state, "swap d1 c2")
    assert texts(after) == texts(state) - {"swap d1 c2"}
    refusal(after, "swap d1 c2")


def test_it_is_offered_again_in_the_next_turn() -> None:
    """Second places on c3; neither the swap nor its refusal has changed anything since."""
    state = play(with_pawns(load_game("quardo-touch"), ALMOST), "swap d1 c2", "swap d1 d2")
    assert state.seat == 1
    assert "swap d1 c2" in texts(state)
    again = play(state, f"place {pawn('pbct')} a4")
    assert again.seat == 0
    assert "swap d1 c2" in texts(again)


def test_several_swaps_may_be_refused_in_one_turn() -> None:
    state = play(with_pawns(load_game("quardo-touch"), ALMOST), "swap d1 c2", "swap a1 b1")
    assert (state.seat, told(state, 1).count(NO_COIN)) == (0, 2)
    done = play(state, "swap d1 d2")
    assert (done.seat, done.turn) == (1, state.turn + 1)
    assert dict(done.variables["coins"]) == {"First": 1, "Second": 0}


def test_a_swap_of_a_four_without_its_coin_is_refused() -> None:
    state = with_pawns(load_game("quardo-touch"), ALMOST, variables={"unclaimed": []})
    after = play(state, "swap d1 d2")
    assert (after.seat, after.turn) == (0, state.turn)
    assert NO_COIN in told(after, 1)


def test_a_swap_with_an_empty_cell_is_refused() -> None:
    state = with_pawns(load_game("quardo-touch"), ALMOST)
    after = play(state, "swap d2 d3")
    assert (after.seat, after.turn) == (0, state.turn)
    assert after.pieces() == state.pieces()


def test_cells_that_are_no_neighbours_are_no_move_at_all() -> None:
    """That needs no observer: everybody knows the board."""
    refusal(with_pawns(load_game("quardo-touch"), ALMOST), "swap a1 d2")


@pytest.mark.parametrize(
    "move", [f"place {pawn('fdhs')} a4", f"place {pawn('pbct')} a1", f"place {pawn('fdhs')} a1"]
)
def test_a_used_pawn_or_a_full_cell_takes_no_placement(move: str) -> None:
    """Whether the observer refuses it or it is not offered: nothing is placed, the turn goes on."""
    state = with_pawns(load_game("quardo-touch"), ALMOST)
    if move in texts(state):
        after = play(state, move)
        assert (after.seat, after.turn) == (state.seat, state.turn)
        assert after.pieces() == state.pieces()
        assert move not in texts(after)
    else:
        refusal(state, move)


def test_a_legal_placement_ends_the_turn() -> None:
    state = play(load_game("quardo-touch").start(), f"place {pawn('fdhs')} a1")
    assert (state.seat, state.turn) == (1, 1)
    assert set(state.pieces()) == {"a1"}


def test_placing_wins_coins_as_in_quardo() -> None:
    state = load_game("quardo-touch").start()
    for code, cell in zip(["fdhs", "fbct", "fdct", "fbhs"], ["a1", "b1", "c1", "d1"], strict=True):
        state = play(state, f"place {pawn(code)} {cell}")
    assert dict(state.variables["coins"]) == {"First": 0, "Second": 1}


@pytest.mark.parametrize(
    ("first", "second", "expected"), [(5, 3, [1.0, 0.0]), (3, 5, [0.0, 1.0]), (4, 4, [0.5, 0.5])]
)
def test_the_end_as_in_quardo(first: int, second: int, expected: list[float]) -> None:
    variables = {"coins": {"First": first, "Second": second}, "unclaimed": []}
    state = with_pawns(load_game("quardo-touch"), NEARLY_FULL, variables=variables)
    assert not state.is_over
    over = play(state, f"place {pawn('pbct')} d4")
    assert dict(over.scores) == {"First": first, "Second": second}
    assert result(over) == expected


def test_a_hidden_game_can_be_played_to_its_end() -> None:
    """Placements only, in the order of the pawns and the cells."""
    state = load_game("quardo-touch").start()
    cells = [file + rank for rank in "1234" for file in "abcd"]
    for code, cell in zip(PAWN_CODES, cells, strict=True):
        assert not state.is_over
        state = play(state, f"place {pawn(code)} {cell}")
    assert state.is_over
    assert sum(dict(state.scores).values()) > 0


def test_three_players_take_turns() -> None:
    start = load_game("quardo-touch", players=3).start()
    outcomes = {move.text: move for move, _ in start.chance}
    state = start.play(outcomes[f"deal {pawn('fdhs')} b3"])
    seats = []
    for code, cell in zip(["fdht", "fdcs", "fdct", "fbhs"], ["a1", "a2", "a3", "a4"], strict=True):
        seats.append(state.seat)
        state = play(state, f"place {pawn(code)} {cell}")
    assert seats == [0, 1, 2, 0]


def test_refusals_are_heard_by_the_third_player_too() -> None:
    state = with_pawns(load_game("quardo-touch", players=3), ALMOST)
    after = play(state, "swap d1 c2")
    assert after.seat == state.seat
    assert all(NO_COIN in told(after, seat) for seat in (0, 1, 2))
