"""Gonnect: Go without passing, won by joining two opposite sides."""

from __future__ import annotations

import pytest
from support.drawn import drawn
from support.positions import play, refusal, result, texts

from interpreter import load_game

STONES = {"B": "stone Black", "W": "stone White"}
GAME = load_game("gonnect", size=4)


def test_nobody_passes() -> None:
    start = load_game("gonnect").start()
    assert len(start.moves()) == 169
    assert "pass" not in texts(start)


@pytest.mark.parametrize(
    ("drawing", "move"),
    [
        (". . . .\nB B B .\nW W . .\n. . . W", "place d3"),
        (". B . .\n. B . W\nW B . W\n. . W .", "place b1"),
    ],
)
def test_either_pair_of_sides(drawing: str, move: str) -> None:
    assert result(play(drawn(GAME, drawing, STONES), move)) == [1.0, 0.0]


def test_corners_do_not_connect() -> None:
    drawing = ". B . .\n. B . W\nB . . W\n. . W ."
    assert not play(drawn(GAME, drawing, STONES), "place a1").is_over


def test_suicide_is_illegal_even_where_it_would_join() -> None:
    drawing = "B W . .\nB W . .\nB W . .\n. W . ."
    state = drawn(GAME, drawing, STONES)
    assert "suicide" in refusal(state, "place a1")


def test_who_cannot_move_loses() -> None:
    game = load_game("gonnect", size=2)
    state = play(drawn(game, ". .\n. .", STONES), "place a1", "place b2")
    assert not state.is_over
    assert result(play(state, "place b1")) == [1.0, 0.0]  # a1 b1 join the sides


def test_the_pie_rule() -> None:
    state = play(load_game("gonnect", size=4, pie=True).start(), "place b2", "exchange")
    assert (state.colour, state.seat) == ("White", 0)
