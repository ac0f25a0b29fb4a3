"""Classic game (Quarto): picking and placing.

"Seat 1 first only picks a pawn for seat 2. Then each turn is: place the pawn that was given; if
that makes a four the mover wins at once; otherwise pick an unused pawn for the opponent. No pawn
ever moves."

In the drawings a pawn is four letters: flat/protruded, dent/bulge, hexagonal/circular,
straight/tapered.
"""

from __future__ import annotations

import pytest
from support.positions import PAWN_CODES, attributes, pawn, play, refusal, targets, texts

from interpreter import GdlError, load_game

CELLS = {file + rank for file in "abcd" for rank in "1234"}


def test_two_players_on_sixteen_cells_without_options() -> None:
    game = load_game("quarto")
    assert game.seats == 2
    assert tuple(game.players) == ("First", "Second")
    assert len(game.board.cells) == 16
    assert not game.options


def test_an_unknown_option_is_an_error() -> None:
    with pytest.raises(GdlError):
        load_game("quarto", players=3)


def test_seat_1_first_only_picks() -> None:
    start = load_game("quarto").start()
    assert (start.seat, start.turn) == (0, 0)
    assert start.variables["given"] is None
    assert targets(start, "pick") == {pawn(code) for code in PAWN_CODES}
    assert len(texts(start)) == 16
    state = play(start, f"pick {pawn('fbct')}")
    assert (state.seat, state.turn) == (1, 1)
    assert state.variables["given"] == pawn("fbct")
    assert not state.pieces()


def test_seat_2_places_the_pawn_that_was_given() -> None:
    state = play(load_game("quarto").start(), f"pick {pawn('fbct')}")
    assert targets(state, "place") == CELLS
    assert len(texts(state)) == 16
    refusal(state, f"pick {pawn('fdhs')}")
    state = play(state, "place b3")
    assert dict(state.at("b3").attributes) == attributes("fbct")
    assert (state.at("b3").kind, state.at("b3").colour) == ("pawn", None)


def test_then_it_picks_an_unused_pawn_for_the_opponent() -> None:
    state = play(load_game("quarto").start(), f"pick {pawn('fbct')}", "place b3")
    assert (state.seat, state.turn) == (1, 1)
    assert state.variables["given"] is None
    assert targets(state, "pick") == {pawn(code) for code in PAWN_CODES if code != "fbct"}
    assert len(texts(state)) == 15
    refusal(state, f"pick {pawn('fbct')}")
    refusal(state, "place a1")
    state = play(state, f"pick {pawn('pdhs')}")
    assert (state.seat, state.turn) == (0, 2)
    assert state.variables["given"] == pawn("pdhs")


def test_every_later_turn_is_a_placement_and_a_pick() -> None:
    state = play(load_game("quarto").start(), f"pick {pawn('fbct')}", "place b3")
    state = play(state, f"pick {pawn('pdhs')}")
    assert targets(state, "place") == CELLS - {"b3"}
    assert len(texts(state)) == 15
    refusal(state, "place b3")
    state = play(state, "place a1")
    assert dict(state.at("a1").attributes) == attributes("pdhs")
    assert len(targets(state, "pick")) == 14
    state = play(state, f"pick {pawn('fdhs')}")
    assert (state.seat, state.turn) == (1, 3)


def test_nobody_passes_and_no_pawn_moves() -> None:
    state = load_game("quarto").start()
    for move in (f"pick {pawn('fdhs')}", "place a1", f"pick {pawn('fdht')}", "place b1"):
        assert {text.split()[0] for text in texts(state)} <= {"pick", "place"}
        refusal(state, "pass")
        refusal(state, "swap a1 b1")
        before = state.pieces()
        state = play(state, move)
        assert before.items() <= state.pieces().items()
