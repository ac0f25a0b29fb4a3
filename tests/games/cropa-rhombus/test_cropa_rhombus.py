"""Cropa on a rhombus: the rules of Cropa on the board of Hex."""

from __future__ import annotations

import pytest
from support.positions import play, position, refusal, result, targets, texts

from interpreter import GdlError, load_game

TOO_LARGE = "the group would be too large"


def test_the_board() -> None:
    game = load_game("cropa-rhombus")
    assert game.options["side"] == 9
    assert len(game.board.cells) == 81
    assert set(game.board.graph["b2"]) == {"a2", "c2", "b1", "b3", "a3", "c1"}


@pytest.mark.parametrize("side", [7, 9, 11])
def test_published_sizes(side: int) -> None:
    assert len(load_game("cropa-rhombus", side=side).start().moves()) == side * side


def test_a_size_out_of_range() -> None:
    with pytest.raises(GdlError, match=r"\b2\b.*\b30\b"):
        load_game("cropa-rhombus", side=1)


def test_one_stone_then_two() -> None:
    state = play(load_game("cropa-rhombus").start(), "place e5")
    assert (state.colour, state.turn) == ("White", 1)
    state = play(state, "place a1")
    assert (state.colour, state.turn) == ("White", 1)
    assert play(state, "place i9").colour == "Black"


def test_a_group_is_at_most_one_larger_than_the_largest_other() -> None:
    """Black a1 b1 with White's only stone: a third would make 3 against 1."""
    game = load_game("cropa-rhombus", side=5)
    state = position(game, {"Black": "a1 b1", "White": "e5"})
    assert TOO_LARGE in refusal(state, "place c1")
    assert "place d1" in texts(state)
    wider = position(game, {"Black": "a1 b1", "White": "e5 e4"})
    assert "place c1" in texts(wider)


def test_the_short_diagonal_connects_and_the_long_one_does_not() -> None:
    game = load_game("cropa-rhombus", side=5)
    state = position(game, {"Black": "b2 c2", "White": "e5"})
    assert "a3" not in targets(state, "place")  # next to b2
    assert "a1" in targets(state, "place")  # across the corner of b2


def test_all_games_on_four_cells() -> None:
    """Black one stone, White two of the three others, and nobody can place a pair any more."""
    counts = load_game("cropa-rhombus", side=2).positions(4)
    assert counts == [(1, 0), (4, 0), (12, 0), (12, 0), (12, 12)]


def test_fewer_single_stones_win() -> None:
    start = load_game("cropa-rhombus", side=2).start()
    pair = play(start, "place a1", "place b1", "place b2", "pass", "pass")
    assert result(pair) == [0.0, 1.0]
    singles = play(start, "place b1", "place a1", "place b2", "pass", "pass")
    assert result(singles) == [1.0, 0.0]
