"""Abalone: lines that advance and push, sidesteps, and what is pushed off."""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, position, refusal, result, targets, texts

from interpreter import load_game

GAME = load_game("abalone")


def at(black: str, white: str, pushed_off: int = 0) -> Any:
    stored = {"lost": {"Black": 0, "White": pushed_off}, "quiet": 0}
    return position(GAME, {"Black": black, "White": white}, "marble", variables=stored)


def standing(state: Any) -> dict[str, str]:
    return {cell: piece.colour for cell, piece in state.pieces().items()}


def board(black: str, white: str) -> dict[str, str]:
    return dict.fromkeys(black.split(), "Black") | dict.fromkeys(white.split(), "White")


@pytest.mark.parametrize(("layout", "count"), [("standard", 44), ("belgian_daisy", 52)])
def test_the_start(layout: str, count: int) -> None:
    """Fourteen marbles each; the numbers of first moves are published."""
    start = load_game("abalone", layout=layout).start()
    colours = list(standing(start).values())
    assert colours.count("Black") == colours.count("White") == 14
    assert start.colour == "Black"
    assert len(texts(start)) == count


def test_more_marbles_push_fewer() -> None:
    two = play(at("e1 e2", "e3 i5"), "advance e1 e2")
    assert standing(two) == board("e2 e3", "e4 i5")
    three = play(at("e1 e2 e3", "e4 e5 i5"), "advance e1 e2")
    assert standing(three) == board("e2 e3 e4", "e5 e6 i5")


@pytest.mark.parametrize(
    ("black", "white", "rear", "message"),
    [
        ("e1", "e2", "e1", "they are not fewer"),
        ("e1 e2", "e3 e4", "e1", "they are not fewer"),
        ("e1 e2 e3", "e4 e5 e6", "e1", "they are not fewer"),
        ("e1 e2 e4", "e3", "e1", "a marble is behind them"),
        ("e1 e2 e3 e4", "i5", "e1", "three marbles at most"),
        ("e8 e9", "i5", "e8", "you may not push off your own marble"),
    ],
)
def test_what_is_not_pushed(black: str, white: str, rear: str, message: str) -> None:
    next_to = f"e{int(rear[1]) + 1}"
    assert message in refusal(at(black, white), f"advance {rear} {next_to}")


def test_of_four_in_line_the_first_three_advance() -> None:
    assert standing(play(at("e1 e2 e3 e4", "i5"), "advance e2 e3")) == board("e1 e3 e4 e5", "i5")


def test_a_marble_is_pushed_off() -> None:
    after = play(at("e5 e6 e7", "e8 e9 i5"), "advance e5 e6")
    assert standing(after) == board("e6 e7 e8", "e9 i5")
    assert after.variables["lost"] == {"Black": 0, "White": 1}


def test_the_sixth_one_wins() -> None:
    assert result(play(at("e7 e8", "e9 i5", 5), "advance e7 e8")) == [1.0, 0.0]


def test_sidesteps_need_free_cells_and_push_nothing() -> None:
    """f5 stands in the way to the northeast only."""
    state = at("e4 e5", "f5 i5")
    assert targets(state, "sidestep") == {
        f"{{e4,e5}} {way}" for way in ("northwest", "southeast", "southwest")
    }
    assert standing(play(state, "sidestep {e4,e5} northwest")) == board("f3 f4", "f5 i5")
