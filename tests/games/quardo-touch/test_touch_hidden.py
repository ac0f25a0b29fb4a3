"""Touch of Quardo: what is hidden, what is told, and what fingers may learn.

"The same rules and options with the board hidden from every player for the whole game. A player is
told what is public: whose turn it is, what was announced (the action and the cells, and, of an own
pawn just placed, the attributes felt), the coins each one holds and which are gone. A player may
touch any cell or any unused pawn on its own turn as often as it likes and is told its attributes;
nothing else shows them." "An agent that plays it sees no more than that."
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import PAWN_CODES, attributes, cell_sets, pawn, play, texts, with_pawns

from interpreter import GdlError, load_game

ALL_CELLS = {file + rank for rank in "1234" for file in "abcd"}
ATTRIBUTE_WORDS = {word for code in ("fdhs", "pbct") for word in attributes(code).values()}

# The lowest row lacks a flat pawn on d1; d2 has one.
ALMOST = """
    .... .... .... ....
    .... .... .... ....
    .... .... .... fbhs
    fdhs fbct fdct pdhs
"""


def words(text: str) -> set[str]:
    return {word for word in ATTRIBUTE_WORDS if word in text}


def told(state: Any, seat: int) -> str:
    """All that the seat has heard."""
    return " / ".join(state.view(seat).heard)


def seen(state: Any, seat: int) -> tuple[Any, ...]:
    """All that the seat may know, in a form that can be compared."""
    view = state.view(seat)
    return (
        dict(view.pieces),
        frozenset(view.hidden),
        {name: str(value) for name, value in view.variables.items() if name != "unclaimed"},
        cell_sets(view.variables["unclaimed"]),
        view.supply,
        tuple(view.heard),
    )


def test_the_options_are_those_of_quardo() -> None:
    assert load_game("quardo-touch").seats == 2
    assert load_game("quardo-touch").options["players"] == 2
    assert load_game("quardo-touch", players=3).seats == 3
    with pytest.raises(GdlError, match=r"\b2\b.*\b3\b"):
        load_game("quardo-touch", players=4)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_board_is_hidden_from_every_player(seat: int) -> None:
    """From the mover and the other, before and after, also the pawns that one placed oneself."""
    state = load_game("quardo-touch").start()
    for move in ("", f"place {pawn('fdhs')} a1", f"place {pawn('pbct')} b2"):
        state = play(state, move) if move else state
        view = state.view(seat)
        assert dict(view.pieces) == {}
        assert set(view.hidden) == ALL_CELLS
        assert view.supply is None


def test_the_board_stays_hidden_to_the_last_cell() -> None:
    full = """
        pbhs pbht pbcs ....
        pdhs pdht pdcs pdct
        fbhs fbht fbcs fbct
        fdhs fdht fdcs fdct
    """
    state = with_pawns(load_game("quardo-touch"), full, variables={"unclaimed": []})
    for seat in (0, 1):
        view = state.view(seat)
        assert dict(view.pieces) == {}
        assert set(view.hidden) == ALL_CELLS
        assert view.supply is None


def test_coins_are_public() -> None:
    state = play(with_pawns(load_game("quardo-touch"), ALMOST), "swap d1 d2")
    for seat in (0, 1):
        variables = state.view(seat).variables
        assert dict(variables["coins"]) == {"First": 1, "Second": 0}
        gone = {frozenset({"a1", "b1", "c1", "d1"})}
        assert len(cell_sets(variables["unclaimed"])) == 18
        assert not cell_sets(variables["unclaimed"]) & gone


def test_whose_turn_it_is_is_public() -> None:
    """The state tells it, and what everyone hears is one announcement a turn."""
    start = load_game("quardo-touch").start()
    assert start.seat == 0
    assert tuple(start.view(0).heard) == tuple(start.view(1).heard) == ()
    state = play(start, f"place {pawn('fdhs')} a1")
    assert state.seat == 1
    assert len(state.view(0).heard) == len(state.view(1).heard) == 1


def test_others_hear_the_cell_of_a_placement_not_the_pawn() -> None:
    state = play(load_game("quardo-touch").start(), f"place {pawn('fdhs')} a1")
    heard = told(state, 1)
    assert "place" in heard
    assert "a1" in heard
    assert not words(heard)


def test_the_player_knows_the_pawn_it_has_just_placed() -> None:
    state = play(load_game("quardo-touch").start(), f"place {pawn('fdhs')} a1")
    heard = told(state, 0)
    assert "a1" in heard
    assert words(heard) == set(attributes("fdhs").values())


def test_all_hear_a_swap_with_its_cells() -> None:
    state = play(with_pawns(load_game("quardo-touch"), ALMOST), "swap d1 d2")
    for seat in (0, 1):
        heard = told(state, seat)
        assert "swap" in heard
        assert "d1" in heard
        assert "d2" in heard
        assert not words(heard)


def test_announcements_come_in_order_oldest_first() -> None:
    state = load_game("quardo-touch").start()
    cells = ["a1", "c3", "b4"]
    for code, cell in zip(PAWN_CODES, cells, strict=False):
        state = play(state, f"place {pawn(code)} {cell}")
    for seat in (0, 1):
        heard = state.view(seat).heard
        assert [cell for text, cell in zip(heard, cells, strict=True) if cell in text] == cells


def test_views_do_not_tell_pawns_apart() -> None:
    """Two games that differ in what the other one placed look the same to a player."""
    start = load_game("quardo-touch").start()
    one = play(start, f"place {pawn('fdhs')} a1")
    other = play(start, f"place {pawn('pbct')} a1")
    assert seen(one, 1) == seen(other, 1)
    assert seen(one, 0) != seen(other, 0)


def test_the_moves_offered_do_not_tell_pawns_apart() -> None:
    """Neither which pawns are used nor which swap would win a coin."""
    start = load_game("quardo-touch").start()
    one = play(start, f"place {pawn('fdhs')} a1")
    other = play(start, f"place {pawn('pbct')} a1")
    assert texts(one) == texts(other)

    game = load_game("quardo-touch")
    wins = with_pawns(game, ALMOST)
    wins_nothing = with_pawns(game, ALMOST.replace("fbhs", "pbhs"))
    assert "swap d1 d2" in texts(wins)
    assert texts(wins) == texts(wins_nothing)


# Touching.


def test_any_cell_and_any_pawn_may_be_touched() -> None:
    start = load_game("quardo-touch").start()
    expected = {f"touch {cell}" for cell in ALL_CELLS} | {
        f"feel {pawn(code)}" for code in PAWN_CODES
    }
    assert set(start.questions()) == expected


def test_touching_a_cell_tells_the_attributes() -> None:
    state = play(load_game("quardo-touch").start(), f"place {pawn('fbct')} c2")
    assert words(state.ask("touch c2")) == {"flat", "bulge", "circular", "tapered"}


def test_an_empty_cell_has_no_attributes() -> None:
    state = play(load_game("quardo-touch").start(), f"place {pawn('fbct')} c2")
    answer = state.ask("touch c3")
    assert answer is None or not words(answer)


def test_an_unused_pawn_is_told_from_a_used_one() -> None:
    state = play(load_game("quardo-touch").start(), f"place {pawn('fbct')} c2")
    unused = {state.ask(f"feel {pawn(code)}") for code in PAWN_CODES if code != "fbct"}
    assert len(unused) == 1
    assert state.ask(f"feel {pawn('fbct')}") not in unused


def test_one_may_touch_as_often_as_one_likes() -> None:
    state = play(load_game("quardo-touch").start(), f"place {pawn('fbct')} c2")
    answers = {state.ask("touch c2") for _ in range(5)}
    assert len(answers) == 1
    assert state.seat == 1
    assert "touch c2" in state.questions()


def test_touching_is_no_move_and_nobody_else_learns_of_it() -> None:
    state = play(load_game("quardo-touch").start(), f"place {pawn('fbct')} c2")
    before = seen(state, 0), state.turn, texts(state)
    state.ask("touch c2")
    state.ask(f"feel {pawn('pdhs')}")
    assert (seen(state, 0), state.turn, texts(state)) == before
    assert not any(text.startswith(("touch", "feel")) for text in texts(state))


def test_a_swap_is_felt_afterwards() -> None:
    state = play(with_pawns(load_game("quardo-touch"), ALMOST), "swap d1 d2")
    assert words(state.ask("touch d1")) == {"flat", "bulge", "hexagonal", "straight"}
    assert words(state.ask("touch d2")) == {"protruded", "dent", "hexagonal", "straight"}


def test_in_open_quardo_all_is_seen() -> None:
    """The standard game hides nothing and has nothing to ask."""
    state = play(load_game("quardo").start(), f"place {pawn('fbct')} c2")
    assert list(state.questions()) == []
    for seat in (0, 1):
        view = state.view(seat)
        assert set(view.pieces) == {"c2"}
        assert set(view.hidden) == set()
        assert view.supply is not None


# Three players: chance puts one pawn first, and nobody sees it.


def test_the_pawn_that_chance_put_is_hidden_too() -> None:
    start = load_game("quardo-touch", players=3).start()
    outcomes = {move.text: move for move, _ in start.chance}
    assert len(outcomes) == 256
    one = start.play(outcomes[f"deal {pawn('fdhs')} b3"])
    other = start.play(outcomes[f"deal {pawn('pbct')} b3"])
    assert one.seat == 0
    for seat in (0, 1):
        assert set(one.view(seat).hidden) == ALL_CELLS
        assert not words(told(one, seat))
        assert "b3" in told(one, seat)
        assert seen(one, seat) == seen(other, seat)
    assert dict(one.view(2).pieces) == {}
    assert words(one.ask("touch b3")) == set(attributes("fdhs").values())
