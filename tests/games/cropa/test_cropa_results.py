"""Cropa: the end and the result.

"The game ends when two passes follow each other. The player with fewer groups of size 1 wins; a tie
moves on to size 2, 3, …; equal at every size: draw."

Most positions here are full boards, where both players have to pass.
"""

from __future__ import annotations

from typing import Any

from support.positions import on_hexagon, play, result, texts

from interpreter import load_game


def counts(state: Any, colour: str, sizes: int) -> list[int]:
    """How many groups of size 1, 2, … the colour has."""
    return list(state.scores[colour])[:sizes]


def test_two_passes_end_the_game() -> None:
    """
     . B       Neither can place a pair. Black has a1 alone and the pair b3 c2, White the pair
    W W B      b1 b2: fewer single stones, so White wins.
     B .
    """
    state = on_hexagon(load_game("cropa", side=2), ". B \n W W B \n B .", seat=0)
    passed = play(state, "pass")
    assert not passed.is_over
    assert texts(passed) == {"pass"}
    over = play(passed, "pass")
    assert over.turn == state.turn + 2
    assert counts(over, "Black", 3) == [1, 1, 0]
    assert counts(over, "White", 3) == [0, 1, 0]
    assert result(over) == [0.0, 1.0]


def test_it_does_not_matter_who_passes_first() -> None:
    state = on_hexagon(load_game("cropa", side=2), ". B \n W W B \n B .", seat=1)
    assert result(play(state, "pass", "pass")) == [0.0, 1.0]


def test_a_second_pass_ends_the_game_wherever_the_first_came_from() -> None:
    state = on_hexagon(load_game("cropa", side=2), ". B \n W W B \n B .", seat=0, passes=1)
    assert result(play(state, "pass")) == [0.0, 1.0]


def test_a_turn_between_two_passes_keeps_the_game_going() -> None:
    """
     . W       Black has to pass, White plays a2 c1, and Black's b1 b3 fills the board:
    . B .      White's pass is the first in a row again, Black's the second.
     W .
    """
    state = on_hexagon(load_game("cropa", side=2), ". W \n . B . \n W .", seat=0)
    state = play(state, "pass", "place a2", "place c1", "place b1", "place b3")
    assert texts(state) == {"pass"}
    state = play(state, "pass")
    assert not state.is_over
    over = play(state, "pass")
    # Black has one group of 3, White two of 2.
    assert counts(over, "Black", 3) == [0, 0, 1]
    assert counts(over, "White", 3) == [0, 2, 0]
    assert result(over) == [1.0, 0.0]


def test_passes_do_not_add_up_over_other_turns() -> None:
    """A pass of long ago (passes = 0) does not count."""
    state = on_hexagon(load_game("cropa", side=2), "W W \n W B W \n B B", seat=0, passes=0)
    assert not play(state, "pass").is_over


def sizes(state: Any, colour: str) -> list[int]:
    """The sizes of the colour's groups in ascending order, as the score tells them."""
    return [size for size, n in enumerate(state.scores[colour], 1) for _ in range(n)]


def test_fewer_single_stones_win_whatever_else() -> None:
    """
      B B W         Black: a1 b1 | b4 c4 d4 | d1 d2 e1 e2.
     B B W B        White: c5, alone between b4, c4 and d4 | the nine others.
    W W W B W       Black has no single stone and wins, with more groups and more small ones.
     B W W B
      B W W
    """
    drawing = """
          B B W
         B B W B
        W W W B W
         B W W B
          B W W
    """
    over = play(on_hexagon(load_game("cropa", side=3), drawing), "pass", "pass")
    assert sizes(over, "Black") == [2, 3, 4]
    assert sizes(over, "White") == [1, 9]
    assert result(over) == [1.0, 0.0]


def test_without_single_stones_the_pairs_decide() -> None:
    """
      W B W         Black: a2 a3 | the nine others.
     W B W B        White: d1 e1 | d3 e3 | a1 b2 b3 b4.
    B B B B B       Nobody has a single stone, Black has fewer pairs.
     B W W W
      W B B
    """
    drawing = """
          W B W
         W B W B
        B B B B B
         B W W W
          W B B
    """
    over = play(on_hexagon(load_game("cropa", side=3), drawing), "pass", "pass")
    assert sizes(over, "Black") == [2, 9]
    assert sizes(over, "White") == [2, 2, 4]
    assert result(over) == [1.0, 0.0]


def test_as_many_single_stones_move_on_to_the_pairs() -> None:
    """
       W W B B          Black: f1 | e3 e4 | g3 g4 | c5 c6 d6 | the eight others.
      B W W W W         White: c1 | a1 b2 | the eighteen others.
     W W B B W W        One single stone each; Black has two pairs, White one.
    B B W W W B W
     W B B W B B
      B W B W W
       W B B W
    """
    drawing = """
           W W B B
          B W W W W
         W W B B W W
        B B W W W B W
         W B B W B B
          B W B W W
           W B B W
    """
    over = play(on_hexagon(load_game("cropa", side=4), drawing), "pass", "pass")
    assert sizes(over, "Black") == [1, 2, 2, 3, 8]
    assert sizes(over, "White") == [1, 2, 18]
    assert result(over) == [0.0, 1.0]


def test_as_many_pairs_move_on_to_size_three() -> None:
    """
       W B W B          Black: a3 | f5 g4 | b5 c5 d5 d6 d7 | the eight others.
      W W B W B         White: c6 | d1 d2 | f1 f2 g1 | the fifteen others.
     B B B W W W        One single stone and one pair each; only White has a group of 3.
    W W B W B B B
     B B W W B W
      W W W W B
       W W B W
    """
    drawing = """
           W B W B
          W W B W B
         B B B W W W
        W W B W B B B
         B B W W B W
          W W W W B
           W W B W
    """
    over = play(on_hexagon(load_game("cropa", side=4), drawing), "pass", "pass")
    assert sizes(over, "Black") == [1, 2, 5, 8]
    assert sizes(over, "White") == [1, 2, 3, 15]
    assert result(over) == [1.0, 0.0]


def test_sizes_that_nobody_has_are_level() -> None:
    """
      B B W         Black: one group of 10. White: b1 c1 d1 | the six others.
     W B W W        Level at 1 and 2; at 3 Black has none.
    W B B B W
     W B W W
      B B B
    """
    drawing = """
          B B W
         W B W W
        W B B B W
         W B W W
          B B B
    """
    over = play(on_hexagon(load_game("cropa", side=3), drawing), "pass", "pass")
    assert sizes(over, "Black") == [10]
    assert sizes(over, "White") == [3, 6]
    assert result(over) == [1.0, 0.0]


def test_equal_at_every_size_is_a_draw() -> None:
    """
     W B       Six single stones in turn round an empty cell.
    B . W
     W B
    """
    over = play(on_hexagon(load_game("cropa", side=2), "W B \n B . W \n W B"), "pass", "pass")
    assert result(over) == [0.5, 0.5]


def test_equal_at_three_sizes_is_a_draw() -> None:
    """
      B W B         Black: b1 | d1 e1 | a2 b3 c4 c5 d3 e3.
     B W B W        White: d4 | a3 b4 | a1 b2 c2 c3 d2 e2.
    . W W B B
     B W B W
      W B W
    """
    drawing = """
          B W B
         B W B W
        . W W B B
         B W B W
          W B W
    """
    over = play(on_hexagon(load_game("cropa", side=3), drawing), "pass", "pass")
    assert sizes(over, "Black") == sizes(over, "White") == [1, 2, 6]
    assert result(over) == [0.5, 0.5]
