"""Hex with holes: d4, e5 and f6 are no cells."""

from __future__ import annotations

import pytest
from support.positions import play, position, refusal, result, targets

from interpreter import GdlError, load_game

HOLES = {"d4", "e5", "f6"}


@pytest.mark.parametrize("size", [9, 11, 13])
def test_three_cells_fewer(size: int) -> None:
    game = load_game("hex-holes", size=size)
    assert len(game.board.cells) == size * size - 3
    assert HOLES.isdisjoint(game.board.cells)
    assert len(game.start().moves()) == size * size - 3


def test_nothing_can_be_placed_there() -> None:
    start = load_game("hex-holes").start()
    assert "e5" in refusal(start, "place e5")


def test_neighbours_of_a_hole_lack_it() -> None:
    graph = load_game("hex-holes").board.graph
    assert set(graph["e4"]) == {"f4", "d5", "e3", "f3"}  # d4 and e5 are gone
    assert set(graph["c3"]) == {"b3", "d3", "c2", "c4", "b4", "d2"}


def test_a_chain_goes_round_a_hole() -> None:
    """From e4 to e6 past e5: f4 and f5 join, d5 touches no e6."""
    game = load_game("hex-holes", size=7)
    stones = {"Red": "e1 e2 e3 e4 f4 e6 e7", "Blue": "a1 a2 a3 a4 a5 a6"}
    assert not play(position(game, stones), "place d5").is_over
    assert result(play(position(game, stones), "place f5")) == [1.0, 0.0]


def test_the_smallest_size_holds_the_holes() -> None:
    with pytest.raises(GdlError, match=r"\b7\b"):
        load_game("hex-holes", size=6)


def test_the_pie_is_that_of_hex() -> None:
    state = play(load_game("hex-holes", size=7, pie=True).start(), "place a1", "exchange")
    assert (state.seat, state.colour) == (0, "Blue")
    assert len(targets(state, "place")) == 45
