"""Lasca: prisoners, compulsory jumps, officers."""

from __future__ import annotations

from typing import Any

from support.drawn import stacked, stacks_of
from support.positions import play, result, texts

from interpreter import load_game

MEN = {"w": "soldier White", "b": "soldier Black", "W": "officer White", "B": "officer Black"}
GAME = load_game("lasca")


def at(stacks: str, seat: int = 0) -> Any:
    return stacked(GAME, stacks, MEN, seat=seat, variables={"jumped": []})


def test_the_start() -> None:
    start = GAME.start()
    assert sorted(stacks_of(start, MEN).values()) == ["b"] * 11 + ["w"] * 11
    assert texts(start) == {
        "step a3 b4", "step c3 b4", "step c3 d4", "step e3 d4", "step e3 f4", "step g3 f4",
    }  # fmt: skip


def test_a_jump_takes_a_prisoner_and_is_compulsory() -> None:
    """As on lasca.org: a1 takes b2."""
    state = at("a1:w b2:b g1:w g7:b")
    assert texts(state) == {"jump a1 c3"}
    assert stacks_of(play(state, "jump a1 c3"), MEN) == {"c3": "bw", "g1": "w", "g7": "b"}


def test_of_a_column_only_the_commander_is_taken() -> None:
    """As on lasca.org: b4 takes the white commander and sets the black prisoner free."""
    after = play(at("b4:b c3:bw g1:w", seat=1), "jump b4 d2")
    assert stacks_of(after, MEN) == {"c3": "b", "d2": "wb", "g1": "w"}


def test_soldiers_go_and_take_forward_only() -> None:
    assert texts(at("d4:w c3:b e3:b g7:b")) == {"step d4 c5", "step d4 e5"}
    assert texts(at("d4:W c3:b e3:b g7:b")) == {"jump d4 b2", "jump d4 f2"}


def test_jumps_go_on_but_not_twice_over_a_column() -> None:
    state = play(at("a1:W b2:bb d4:b g7:b"), "jump a1 c3")
    assert state.colour == "White"
    assert texts(state) == {"jump c3 e5"}  # not back over b2, where a soldier is left
    after = play(state, "jump c3 e5")
    assert stacks_of(after, MEN) == {"b2": "b", "e5": "bbW", "g7": "b"}
    assert after.colour == "Black"


def test_a_new_officer_ends_the_turn() -> None:
    after = play(at("c5:w d6:b f6:b a1:b"), "jump c5 e7")
    assert stacks_of(after, MEN) == {"e7": "bW", "f6": "b", "a1": "b"}
    assert after.colour == "Black"


def test_officers_stay_officers_as_prisoners() -> None:
    after = play(at("a1:w b2:bB g7:b"), "jump a1 c3")
    assert stacks_of(after, MEN) == {"b2": "b", "c3": "Bw", "g7": "b"}


def test_whoever_cannot_move_loses() -> None:
    assert result(play(at("a1:w b2:b"), "jump a1 c3")) == [1.0, 0.0]


def test_a_draw_by_repetition() -> None:
    state = at("a1:W g7:B")
    for _ in range(2):
        assert not state.is_over
        state = play(state, "step a1 b2", "step g7 f6", "step b2 a1", "step f6 g7")
    assert result(state) == [0.5, 0.5]
