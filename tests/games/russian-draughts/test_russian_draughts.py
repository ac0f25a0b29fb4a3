"""Russian draughts: flying kings, any capture, crowned on the way."""

from __future__ import annotations

from typing import Any

from support.counts import perft_test
from support.drawn import placed
from support.positions import play, result, targets, texts

from interpreter import load_game

GAME = load_game("russian-draughts")


def turns(depth: int) -> int:
    return GAME.perft(depth, turns=True)


def at(white: str, black: str, seat: int = 0, **rest: Any) -> Any:
    """Kings are written with a capital, as `Kd4`."""
    board = {
        cell[-2:]: {"kind": "king" if cell[0] == "K" else "man", "colour": colour}
        for colour, cells in (("White", white), ("Black", black))
        for cell in cells.split()
    }
    return placed(GAME, board, seat=seat, **rest)


def test_the_start() -> None:
    start = GAME.start()
    assert len(start.pieces()) == 24
    assert targets(start, "step") == {"a3 b4", "c3 b4", "c3 d4", "e3 d4", "e3 f4", "g3 f4", "g3 h4"}


test_perft = perft_test(turns, [7, 49, 302, 1469], [7482, 37_986, 190_146])  # as published


def test_men_capture_backwards_and_must() -> None:
    state = at("d4 a1", "c3 c5 g7")
    assert texts(state) == {"jump d4 b2", "jump d4 b6"}


def test_any_capture_may_be_chosen_but_is_carried_on() -> None:
    state = at("c3", "d4 f6 b4")
    assert texts(state) == {"jump c3 e5", "jump c3 a5"}  # two men, or one
    on = play(state, "jump c3 e5")
    assert (on.seat, texts(on)) == (0, {"jump e5 g7"})
    assert set(play(on, "jump e5 g7").pieces()) == {"g7", "b4"}


def test_a_king_flies() -> None:
    assert len(targets(at("Kd4", "h8 a7"), "step")) == 11  # as far as b6, g7, a1 and g1
    state = at("Ka1", "d4")
    assert texts(state) == {f"jump a1 {cell}" for cell in ("e5", "f6", "g7", "h8")}


def test_a_king_lands_where_it_can_go_on() -> None:
    state = at("Ka1", "d4 e7")
    assert texts(state) == {"jump a1 f6"}  # from there over e7
    assert texts(play(state, "jump a1 f6")) == {"jump f6 d8"}


def test_what_is_captured_stays_until_the_turn_is_complete() -> None:
    """The king goes round over four men to b4, and may not jump d2 a second time."""
    state = play(at("Kc1", "d2 f4 f6 d6 a7"), "jump c1 e3", "jump e3 g5", "jump g5 e7")
    assert (state.seat, len(state.pieces())) == (0, 6)
    assert texts(state) == {"jump e7 c5", "jump e7 b4", "jump e7 a3"}
    after = play(state, "jump e7 b4")
    assert after.seat == 1
    assert set(after.pieces()) == {"b4", "a7"}


def test_a_man_is_crowned_on_the_way() -> None:
    """From f6 over e7 to d8, and on as a king over b6."""
    state = play(at("f6", "e7 b6"), "jump f6 d8")
    assert state.seat == 0
    assert texts(state) == {"jump d8 a5"}
    assert result(play(state, "jump d8 a5")) == [1.0, 0.0]


def test_a_man_is_crowned_by_a_step() -> None:
    assert play(at("c7", "h8"), "step c7 b8").at("b8").kind == "king"


def test_who_cannot_move_loses() -> None:
    """Black's man on a5 has b4 in front of it, and c3 behind that."""
    assert result(play(at("a3 c3 g1", "a5"), "step a3 b4")) == [1.0, 0.0]


def test_fifteen_moves_of_kings_each() -> None:
    late = at("Ka1", "Kh2", variables={"taken": [], "quiet": 29})
    assert result(play(late, "step a1 b2")) == [0.5, 0.5]
    man = at("Ka1 c3", "Kh2", variables={"taken": [], "quiet": 29})
    assert not play(man, "step c3 d4").is_over


def test_the_third_occurrence() -> None:
    state = at("Ka1", "Kh2")
    there = ("step a1 b2", "step h2 g1", "step b2 a1", "step g1 h2")
    state = play(state, *there)
    assert not state.is_over
    assert result(play(state, *there)) == [0.5, 0.5]
