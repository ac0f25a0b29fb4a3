"""Quarod: the end and the score.

"Two passes end the game. Score: the largest size for which the player has strictly more groups of
exactly that size than the opponent; 0 where there is none. Higher score wins. Both 0: the player
who made the last turn that was not a pass loses. (Equal scores above 0 cannot occur.)"

In the drawn positions all rods point north, so that nobody is engaged and both have to pass.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import play, result, texts, with_rods

from interpreter import load_game


def passed_out(size: int, drawing: str, **rest: Any) -> Any:
    """The end of a position of colours, after two passes."""
    rods = " \n".join(
        " ".join(".." if s == "." else f"{s}^" for s in line.split())
        for line in drawing.splitlines()
    )
    return play(with_rods(load_game("quarod", size=size), rods, **rest), "pass", "pass")


def test_two_passes_end_the_game() -> None:
    state = with_rods(load_game("quarod", size=2), "B> W< \n B> W<", variables={"latest": "White"})
    passed = play(state, "pass")
    assert not passed.is_over
    assert texts(passed) == {"pass"}
    over = play(passed, "pass")
    assert over.is_over
    assert over.turn == state.turn + 2


def test_the_largest_size_of_which_one_has_more_is_the_score() -> None:
    """
    B B W       Black: c1 c2 | a3 b3: two pairs: 2.
    W . B       White: c3 | a1 a2 b1: 1 and 3, none of which Black has: 3.
    W W B
    """
    over = passed_out(3, "B B W \n W . B \n W W B")
    assert dict(over.scores) == {"Black": 2, "White": 3}
    assert result(over) == [0.0, 1.0]


def test_the_result_goes_to_the_seat_that_plays_the_colour() -> None:
    """The same position after the pie: seat 1 is White."""
    over = passed_out(3, "B B W \n W . B \n W W B", colours=["White", "Black"])
    assert result(over) == [1.0, 0.0]


def test_who_passes_first_does_not_matter() -> None:
    assert result(passed_out(3, "B B W \n W . B \n W W B", seat=1)) == [0.0, 1.0]


def test_a_size_of_which_both_have_as_many_does_not_count() -> None:
    """
    B B W W     Black: a4 b4 | a1 a2 | c1 c2 c3 d2: sizes 2, 2, 4.
    W W B W     White: d1 | c4 d4 d3 | a3 b3 b2 b1: sizes 1, 3, 4.
    B W B B     4 is level. Black has more of 2, White more of 3: 2 to 3.
    B W B W
    """
    over = passed_out(4, "B B W W \n W W B W \n B W B B \n B W B W")
    assert dict(over.scores) == {"Black": 2, "White": 3}
    assert result(over) == [0.0, 1.0]


def test_more_of_a_size_counts_not_only_having_one() -> None:
    """
    W B W W     Black: a3 b3 c3 b4 | b1 c1 d1 d2: 4, 4.
    B B B W     White: a1 a2 b2 c2: 4 | c4 d4 d3: 3 | a4: 1.
    W W W B     Black has more of 4, White more of 3.
    W B B B
    """
    over = passed_out(4, "W B W W \n B B B W \n W W W B \n W B B B")
    assert dict(over.scores) == {"Black": 4, "White": 3}
    assert result(over) == [1.0, 0.0]


def test_with_the_largest_level_small_groups_decide() -> None:
    """
    W B W W     Black: d1 | d3 | a1 a2 b1 b2 b3 b4: 1, 1, 6.
    W B W B     White: a3 a4 | c1 c2 c3 c4 d2 d4: 2, 6.
    B B W W     6 is level; White has a pair, Black only single stones.
    B B W B
    """
    over = passed_out(4, "W B W W \n W B W B \n B B W W \n B B W B")
    assert dict(over.scores) == {"Black": 1, "White": 2}
    assert result(over) == [0.0, 1.0]


def test_a_single_largest_group_decides() -> None:
    """
    W B B B     Black: b4 c4 d4 c3 d3: 5 | b2 | a1 | d1: 5, 1, 1, 1.
    W W B B     White: a4 a3 b3 a2: 4 | c2 d2 b1 c1: 4.
    W B W W     5 of Black against 4 of White.
    B W W B
    """
    over = passed_out(4, "W B B B \n W W B B \n W B W W \n B W W B")
    assert dict(over.scores) == {"Black": 5, "White": 4}
    assert result(over) == [1.0, 0.0]


def test_groups_connect_by_edges_only() -> None:
    """
    B W B       Eight single pieces: 0 to 0. By corners White would have a group of 4.
    W . W
    B W B
    """
    over = passed_out(3, "B W B \n W . W \n B W B", variables={"latest": "White"})
    assert dict(over.scores) == {"Black": 0, "White": 0}
    assert result(over) == [1.0, 0.0]


@pytest.mark.parametrize(("latest", "expected"), [("Black", [0.0, 1.0]), ("White", [1.0, 0.0])])
def test_both_nought_the_player_of_the_last_turn_loses(latest: str, expected: list[float]) -> None:
    """
    B B W       One group of 4 each.
    B . W
    B W W
    """
    over = passed_out(3, "B B W \n B . W \n B W W", variables={"latest": latest})
    assert dict(over.scores) == {"Black": 0, "White": 0}
    assert result(over) == expected


def test_both_nought_it_is_the_player_who_loses_whatever_the_colour() -> None:
    """After the pie seat 2 is Black; Black made the last turn that was not a pass."""
    over = passed_out(
        3, "B B W \n B . W \n B W W", colours=["White", "Black"], variables={"latest": "Black"}
    )
    assert result(over) == [1.0, 0.0]


def test_a_whole_game_that_seat_2_ends_by_placing() -> None:
    """
    a2 B>  b2 W<        One pair of each colour in a column, all engaged to each other: nobody can
    a1 B>  b1 W<        swap, and seat 2 made the last turn.
    """
    state = play(load_game("quarod", size=2).start(), "place a1 b1", "place a2 b2")
    assert texts(state) == {"pass"}
    over = play(state, "pass", "pass")
    assert over.turn == 4
    assert dict(over.scores) == {"Black": 0, "White": 0}
    assert result(over) == [1.0, 0.0]


def test_a_whole_game_that_seat_1_ends_by_a_swap() -> None:
    """
    a2 W>  b2 B<        a1 and a2 change places: a row of each colour, and none is engaged but these
    a1 B>  b1 W<        two. Seat 1 made the last turn, though seat 2 passed first.
    """
    state = play(load_game("quarod", size=2).start(), "place a1 b1", "place b2 a2")
    assert texts(state) == {"swap a1 a2", "swap b2 b1"}
    state = play(state, "swap a1 a2")
    assert state.seat == 1
    assert result(play(state, "pass", "pass")) == [0.0, 1.0]


def test_a_whole_game_with_the_pie() -> None:
    """The same with seat 2 exchanging: now seat 2, as Black, makes the swap and loses."""
    state = play(load_game("quarod", size=2).start(), "place a1 b1", "exchange", "place b2 a2")
    assert (state.seat, state.colour) == (1, "Black")
    state = play(state, "swap a1 a2", "pass")
    assert not state.is_over
    over = play(state, "pass")
    assert result(over) == [1.0, 0.0]


def test_an_exchange_does_not_change_who_made_which_turn() -> None:
    """After the pie seat 1, as White, places the last pair and loses."""
    state = play(load_game("quarod", size=2).start(), "place a1 b1", "exchange", "place a2 b2")
    assert result(play(state, "pass", "pass")) == [0.0, 1.0]
