"""Tzaar: captures, stacking, the three kinds, and the ways to place the pieces."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from support.drawn import stacked, stacks_of
from support.positions import play, refusal, result, texts

from interpreter import load_game

PIECES = {
    "Z": "tzaar White", "A": "tzarra White", "T": "tott White",
    "z": "tzaar Black", "a": "tzarra Black", "t": "tott Black",
}  # fmt: skip
STOCK = {"Z": 6, "A": 9, "T": 15, "z": 6, "a": 9, "t": 15}
GAME = load_game("tzaar")


def at(stacks: str) -> Any:
    return stacked(GAME, stacks, PIECES, supply=[0] * 6)


def dealt(seed: int) -> Any:
    state, chooser = GAME.start(), random.Random(seed)
    while state.is_chance:
        state = state.random_move(chooser)
    return state


def test_all_pieces_are_dealt() -> None:
    one, other = (stacks_of(dealt(seed), PIECES) for seed in (1, 2))
    assert Counter(one.values()) == Counter(other.values()) == STOCK
    assert one != other


def test_the_start_on_the_rule_sheet() -> None:
    """Rings of totts, tzaars, tzarras and totts, in wedges of one colour."""
    start = load_game("tzaar", layout="fixed").start()
    board = stacks_of(start, PIECES)
    assert Counter(board.values()) == STOCK
    rows = {y: "".join(board.get(f"{y}{x}", "-") for x in range(1, 10)) for y in "aceg"}
    assert rows == {"a": "tTTTT----", "c": "tazZZat--", "e": "TAZT-tzat", "g": "TAzzZAT--"}
    after = play(start, sorted(texts(start))[0])
    assert after.colour == "Black"  # the first turn is a single capture


def test_the_players_place_the_pieces() -> None:
    state = load_game("tzaar", layout="placed").start()
    assert len(texts(state)) == 3 * 60
    cells = sorted({text.split()[-1] for text in texts(state)})
    kinds = ["tzaar"] * 6 + ["tzarra"] * 9 + ["tott"] * 15
    for n, cell in enumerate(cells):
        assert state.colour == ("White", "Black")[n % 2]
        state = play(state, f"place {kinds[n // 2]} {cell}")
        assert not any(text.startswith("place tzaar") for text in texts(state)) or n < 11
    assert state.colour == "White"
    assert {text.split()[0] for text in texts(state)} == {"capture"}


def test_lines_end_at_the_first_stack_and_at_the_hole() -> None:
    """e1 does not see e9 through the middle; a4 is too high for a1."""
    state = at("a1:Z e1:A i1:T a4:tz e9:a i5:t")
    assert texts(state) == {"capture i1 i5"}
    assert "it is stronger" in refusal(state, "capture a1 a4")
    assert result(play(state, "capture i1 i5")) == [1.0, 0.0]  # the last tott


def test_a_second_move_captures_stacks_or_is_left_out() -> None:
    """From a2 and c1 lines lead to a3, to c1 and far up to i3; nothing of Black's can capture."""
    state = play(at("a1:Z a2:t a3:T c1:A i5:t i4:z i3:a"), "capture a1 a2")
    assert texts(state) == {"stack a2 a3", "stack a3 a2", "capture c1 i3", "pass"}
    assert play(state, "pass").colour == "Black"  # i3 sees c1


def test_a_stack_is_as_high_as_both_and_keeps_the_kind_on_top() -> None:
    state = play(at("a1:ZA a2:t a3:TT a5:A d1:T i5:t i4:z i3:a i2:A"), "capture a1 a2")
    assert stacks_of(state, PIECES)["a2"] == "ZA"
    assert stacks_of(play(state, "stack a2 a3"), PIECES)["a3"] == "TTZA"


def test_whoever_buries_the_last_of_a_kind_loses() -> None:
    state = play(at("a1:Z a2:t a3:T c2:A i5:t i4:z i3:a e1:A"), "capture a1 a2")
    assert result(play(state, "stack a2 a3")) == [0.0, 1.0]


def test_whoever_cannot_capture_loses() -> None:
    """i3 sees i1, which is too high; i5 and i4 see nothing but each other."""
    state = play(at("a1:Z a2:t a3:T e1:A i5:t i4:z i3:a i1:AA"), "capture a1 a2")
    assert result(play(state, "pass")) == [1.0, 0.0]
