"""Fox and geese: thirteen that go ahead, one that jumps."""

from __future__ import annotations

from typing import Any

from support.drawn import placed
from support.positions import play, result, targets, texts

from interpreter import load_game

GAME = load_game("fox-and-geese")


def at(geese: str, fox: str, seat: int = 0, **rest: Any) -> Any:
    board = {cell: {"kind": "goose", "colour": "Geese"} for cell in geese.split()}
    board[fox] = {"kind": "fox", "colour": "Fox"}
    return placed(GAME, board, seat=seat, **rest)


def test_the_start() -> None:
    start = GAME.start()
    assert (len(GAME.board.cells), len(start.pieces())) == (33, 14)
    ahead = {f"{c}3 {c}4" for c in "abcefg"}
    assert texts(start) == {f"advance {move}" for move in ahead}


def test_geese_never_go_back() -> None:
    state = at("d4 a3 b3 g3 f3", "d7")
    moves = {m for m in targets(state, "advance") if m.startswith("d4")}
    assert moves == {"d4 c4", "d4 e4", "d4 d5"}


def test_the_fox_jumps_over_one_goose() -> None:
    state = at("d5 e4 f4 c4 a3 b3", "d4", seat=1)
    assert targets(state, "run") == {"d4 d3"}
    assert targets(state, "catch") == {"d4 d6", "d4 b4"}  # f4 is behind e4


def test_the_fox_goes_on_or_stops() -> None:
    state = play(at("d3 e4 a3 b3 c3 f3 g3", "d2", seat=1), "catch d2 d4")
    assert (state.seat, texts(state)) == (1, {"done", "catch d4 f4"})
    assert play(state, "done").seat == 0
    again = play(state, "catch d4 f4")
    assert again.seat == 0
    assert set(again.pieces()) == {"f4", "a3", "b3", "c3", "f3", "g3"}


def test_a_turn_without_a_further_jump_is_over() -> None:
    state = play(at("d5 c6 e6 a3 b3 f3 g3", "d4", seat=1), "catch d4 d6")
    assert state.seat == 0  # beside c6 and e6 there is no hole


def test_fewer_than_five_geese() -> None:
    state = at("d5 a3 b3 f3 g3", "d4", seat=1)
    assert result(play(state, "catch d4 d6")) == [0.0, 1.0]


def test_the_fox_is_shut_in() -> None:
    """In the corner c7; behind d7 stands e7, and behind c6 stands c5."""
    state = at("d7 e7 c6 b5 c4 a3", "c7")
    assert result(play(state, "advance c4 c5")) == [1.0, 0.0]
    assert not play(state, "advance a3 b3").is_over  # c5 is empty


def test_geese_that_cannot_move() -> None:
    state = at("c7 d7 e7 c6 d6 e6", "d3", seat=1)
    assert result(play(state, "run d3 d2")) == [0.0, 1.0]
