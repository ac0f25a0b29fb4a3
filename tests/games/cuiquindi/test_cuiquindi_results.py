"""Cuiquindi: the end and the score.

"The game ends when two passes follow each other. Score: one point for each different size among the
player's creatures; half a point to the player with the largest creature, a tie being decided by the
next largest, and so on (one who has a creature where the other has none left is ahead; equal to the
end: nobody gets it). Higher score wins; equal: draw."

Most positions here are full boards of side 3, where both players have to pass.
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import on_hexagon, play, result, texts

from interpreter import load_game


def passed_out(drawing: str, side: int = 3) -> Any:
    state = on_hexagon(load_game("cuiquindi", side=side), drawing, seat=0)
    return play(state, "pass", "pass")


def test_two_passes_end_the_game() -> None:
    """
     . .       Neither has a turn. One pair each: one point each and nobody's half: a draw.
    . B W
     B W
    """
    state = on_hexagon(load_game("cuiquindi", side=2), ". . \n . B W \n B W", seat=0)
    passed = play(state, "pass")
    assert not passed.is_over
    assert texts(passed) == {"pass"}
    over = play(passed, "pass")
    assert dict(over.scores) == {"Black": 1, "White": 1}
    assert result(over) == [0.5, 0.5]


def test_a_second_pass_ends_the_game_wherever_the_first_came_from() -> None:
    drawing = ". . \n . B W \n B W"
    state = on_hexagon(load_game("cuiquindi", side=2), drawing, seat=1, passes=1)
    assert result(play(state, "pass")) == [0.5, 0.5]


def test_a_turn_between_two_passes_keeps_the_game_going() -> None:
    """
     B .       Black passes, White moves and grows, Black passes again: the game goes on until
    B W W      White passes too. White is ahead by its second creature: 2.5 to 1.
     . .
    """
    state = on_hexagon(load_game("cuiquindi", side=2), "B . \n B W W \n . .", seat=0)
    assert texts(state) == {"pass"}
    state = play(state, "pass")
    assert texts(state) == {"move b2 c2"}
    state = play(state, "move b2 c2", "grow a1", "pass")
    assert not state.is_over
    assert texts(state) == {"pass"}
    over = play(state, "pass")
    assert dict(over.scores) == {"Black": 1, "White": 2.5}
    assert result(over) == [0.0, 1.0]


SCORES: dict[str, tuple[str, dict[str, float], list[float]]] = {
    # Black: d4 | e1 e2 | a2 b1 b2 b3 c1 c2: sizes 1, 2, 6: 3 points.
    # White: a1 | the nine others: 2 points, and half a point for the largest.
    # Variety beats the largest creature.
    "each different size is a point": ("""
          B B W
         W W W B
        B B W W W
         B B B W
          W B W
    """, {"Black": 3, "White": 2.5}, [1.0, 0.0]),
    # Black: a3 | e1 | c5 | the seven others: sizes 1, 7: 2 points and a half.
    # White: b1 | d1 d2 e2 | a2 b3 b4 c4 d4: sizes 1, 3, 5: 3 points.
    "equal sizes are one point": ("""
          B W B
         W W B W
        B B B W B
         W B W W
          B W B
    """, {"Black": 2.5, "White": 3}, [0.0, 1.0]),
    # Black: c1 | d2 e2 | a1 a3 b2 b3 c4 d4: sizes 1, 2, 6.
    # White: a2 | b4 c5 | the seven others: sizes 1, 2, 7.
    # Three points each; 7 is more than 6.
    "the largest creature decides with half a point": ("""
          W B W
         W B W B
        B W W B W
         W B B W
          B W B
    """, {"Black": 3, "White": 3.5}, [0.0, 1.0]),
    # Black: d1 d2 e2 | the seven others: 7, 3.
    # White: e1 | a2 | the seven others: 7, 1, 1.
    # Two points each; 7 is level, 3 is more than 1.
    "a tie of the largest is decided by the next": ("""
          W B W
         B B W B
        W W W W B
         W B B B
          B W B
    """, {"Black": 2.5, "White": 2}, [1.0, 0.0]),
    # Black: e3 | the eight others: 8, 1.
    # White: b1 | d1 | the eight others: 8, 1, 1.
    # Two points each; 8 and 1 are level, and White has one more.
    "who has a creature where the other has none left is ahead": ("""
          B W B
         W B W W
        B B B B W
         W B W W
          B W W
    """, {"Black": 2, "White": 2.5}, [0.0, 1.0]),
}  # fmt: skip


@pytest.mark.parametrize(("drawing", "scores", "shares"), SCORES.values(), ids=SCORES)
def test_scores_of_a_full_board(
    drawing: str, scores: dict[str, float], shares: list[float]
) -> None:
    over = passed_out(drawing)
    assert dict(over.scores) == scores
    assert result(over) == shares


@pytest.mark.parametrize("seat", [0, 1])
def test_equal_to_the_end_nobody_gets_the_half_and_the_game_is_drawn(seat: int) -> None:
    """Three single stones each in turn round an empty cell."""
    state = on_hexagon(load_game("cuiquindi", side=2), "W B \n B . W \n W B", seat=seat)
    over = play(state, "pass", "pass")
    assert dict(over.scores) == {"Black": 1, "White": 1}
    assert result(over) == [0.5, 0.5]
