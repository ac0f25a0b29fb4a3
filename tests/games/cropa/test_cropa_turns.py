"""Cropa: the board, the turns, the limit on a group, and passing.

Black's first turn places one stone, every later turn exactly two, one after the other. "A stone
may be placed on an empty cell if, with it on the board, the group that contains it is at most one
larger than the largest of all other groups on the board, of either colour (0 where there is no
other group)." "The limit holds for each of the two placements by itself, at the moment it is made."
"A first stone that leaves no legal second stone is illegal." "When no legal pair exists, the turn
is a pass, even where a single stone could be placed; passing is otherwise illegal."

The boards of side 3 and 2, by cell:

      e1 e2 e3                c1 c2
     d1 d2 d3 d4            b1 b2 b3
    c1 c2 c3 c4 c5            a1 a2
     b1 b2 b3 b4
      a1 a2 a3
"""

from __future__ import annotations

import pytest
from support.positions import cells, on_hexagon, play, refusal, targets, texts

from interpreter import GdlError, load_game

TOO_LARGE = "the group would be too large"


# The board and the options.


def test_the_default_side_is_seven() -> None:
    game = load_game("cropa")
    assert game.options["side"] == 7
    assert len(game.board.cells) == 127
    assert "place m7" in texts(game.start())


@pytest.mark.parametrize(("side", "count"), [(5, 61), (7, 127), (9, 217)])
def test_published_sides(side: int, count: int) -> None:
    game = load_game("cropa", side=side)
    assert len(game.board.cells) == len(texts(game.start())) == count


@pytest.mark.parametrize(("side", "count"), [(2, 7), (3, 19), (4, 37), (6, 91)])
def test_unpublished_sides_load_too(side: int, count: int) -> None:
    assert len(load_game("cropa", side=side).board.cells) == count


@pytest.mark.parametrize("side", [1, 0, -7])
def test_a_side_out_of_range_is_an_error_that_names_the_range(side: int) -> None:
    with pytest.raises(GdlError, match=r"\b2\b.*\b30\b"):
        load_game("cropa", side=side)


# Turns.


def test_black_moves_first() -> None:
    game = load_game("cropa")
    start = game.start()
    assert tuple(game.players) == ("Black", "White")
    assert (start.seat, start.colour, start.turn) == (0, "Black", 0)


def test_the_first_turn_is_one_stone() -> None:
    state = play(load_game("cropa").start(), "place g7")
    assert (state.at("g7").kind, state.at("g7").colour) == ("stone", "Black")
    assert (state.seat, state.colour, state.turn) == (1, "White", 1)


def test_every_later_turn_is_two_stones() -> None:
    state = play(load_game("cropa", side=3).start(), "place c3", "place a1")
    assert (state.seat, state.colour, state.turn) == (1, "White", 1)
    state = play(state, "place e3")
    assert (state.seat, state.colour, state.turn) == (0, "Black", 2)
    assert state.at("a1").colour == state.at("e3").colour == "White"
    state = play(state, "place e1")
    assert (state.seat, state.turn) == (0, 2)
    state = play(state, "place a3")
    assert (state.seat, state.turn) == (1, 3)


def test_stones_go_on_empty_cells_only() -> None:
    state = play(load_game("cropa", side=3).start(), "place c3", "place a1")
    refusal(state, "place c3")
    refusal(state, "place a1")


def test_no_pie_rule_and_no_pass_at_the_start() -> None:
    state = load_game("cropa", side=3).start()
    for move in ("place c3", "place a1", "place e3", "place e1"):
        assert {text.split()[0] for text in texts(state)} == {"place"}
        refusal(state, "pass")
        state = play(state, move)


# The limit.


def test_the_first_stone_stands_against_no_other_group() -> None:
    """A group of 1 is at most one larger than 0."""
    assert targets(load_game("cropa", side=2).start(), "place") == cells("a1 a2 b1 b2 b3 c1 c2")


def test_no_other_group_counts_as_nought() -> None:
    """Black alone on the board: its stone of 1 may not grow to 2, which is more than 0 + 1."""
    drawing = """
          . . .
         . . . .
        . . B . .
         . . . .
          . . .
    """
    state = on_hexagon(load_game("cropa", side=3), drawing)
    for cell in cells("b2 b3 c2 c4 d2 d3"):
        assert TOO_LARGE in refusal(state, f"place {cell}")
    assert len(texts(state)) == 12


def test_white_may_answer_with_a_pair() -> None:
    """2 is one more than the black 1."""
    state = play(load_game("cropa", side=3).start(), "place c3", "place a1", "place a2")
    assert state.turn == 2


def test_the_largest_group_may_not_run_away() -> None:
    """
      . . .
     . . . .
    . . B B .       3 would be two more than the white 1: none of the eight cells next to the
     . . . .        pair, but any other
      W . .
    """
    drawing = """
          . . .
         . . . .
        . . B B .
         . . . .
          W . .
    """
    state = on_hexagon(load_game("cropa", side=3), drawing)
    for cell in cells("b2 b3 b4 c2 c5 d2 d3 d4"):
        assert TOO_LARGE in refusal(state, f"place {cell}")
    assert targets(state, "place") == cells("a2 a3 b1 c1 d1 e1 e2 e3")


def test_a_group_may_become_one_larger_than_the_largest_other() -> None:
    """White's stone may become 2, then 3, which is one more than the black 2."""
    drawing = """
          . . .
         . . . .
        . . B B .
         . . . .
          W . .
    """
    state = on_hexagon(load_game("cropa", side=3), drawing, seat=1)
    assert play(state, "place a2", "place a3").turn == state.turn + 1


def test_but_not_two_larger() -> None:
    """White has 2 and makes 3; 4 would be two more than the black 2."""
    drawing = """
          . . .
         . . . .
        . . B B .
         . . . .
          W W .
    """
    state = play(on_hexagon(load_game("cropa", side=3), drawing, seat=1), "place a3")
    assert TOO_LARGE in refusal(state, "place b1")
    assert "place e1" in texts(state)


def test_an_own_group_counts_as_another_group_too() -> None:
    """
      . . W        with a second pair of its own Black may make 3 of c3 c4; with a single stone
     . . . .       it may not
    . . B B .
     . . . .
      B B .
    """
    drawing = """
          . . W
         . . . .
        . . B B .
         . . . .
          B {} .
    """
    game = load_game("cropa", side=3)
    assert "place c5" in texts(on_hexagon(game, drawing.format("B")))
    assert TOO_LARGE in refusal(on_hexagon(game, drawing.format(".")), "place c5")


def test_a_group_is_measured_with_all_that_the_stone_joins() -> None:
    """
      . . W        c3 joins two single stones: 3 against a white 1 is too many, against 2 it is not
     . . . .
    . B . B .
     . . . .
      . . .
    """
    drawing = """
          . {} W
         . . . .
        . B . B .
         . . . .
          . . .
    """
    game = load_game("cropa", side=3)
    assert TOO_LARGE in refusal(on_hexagon(game, drawing.format(".")), "place c3")
    assert "place c3" in texts(on_hexagon(game, drawing.format("W")))


def test_the_groups_that_a_stone_joins_are_no_others() -> None:
    """
      W W W        c3 would join two pairs to 5. The pairs are gone then: against a white 3 that is
     . . . .       too many, against a white 4 it is not.
    B B . B B
     . . . .
      . . .
    """
    drawing = """
          W W W
         . . . {}
        B B . B B
         . . . .
          . . .
    """
    game = load_game("cropa", side=3)
    assert TOO_LARGE in refusal(on_hexagon(game, drawing.format(".")), "place c3")
    assert "place c3" in texts(on_hexagon(game, drawing.format("W")))


def test_stones_of_the_other_colour_do_not_join() -> None:
    """c3 touches two white pairs and one black stone: the black group is 2."""
    drawing = """
          . . .
         . . . .
        W W . W W
         . B . .
          . . .
    """
    assert "place c3" in texts(on_hexagon(load_game("cropa", side=3), drawing))


def test_the_limit_holds_for_the_first_stone_by_itself() -> None:
    """One order of a pair may be legal and the other not.

      W . W        c5 makes 3 of the pair: not against single stones, so not first; after a2 has
     . . . .       made a second pair, it may
    . . B B .
     . . . .
      B . .
    """
    drawing = """
          W . W
         . . . .
        . . B B .
         . . . .
          B . .
    """
    state = on_hexagon(load_game("cropa", side=3), drawing)
    assert TOO_LARGE in refusal(state, "place c5")
    assert play(state, "place a2", "place c5").turn == state.turn + 1


def test_the_limit_holds_for_the_second_stone_by_itself() -> None:
    """c4 makes a pair, as it may; c5 would then make 3 against single stones."""
    drawing = """
          W . W
         . . . .
        . . B . .
         . . . .
          . . .
    """
    state = on_hexagon(load_game("cropa", side=3), drawing)
    assert "place c5" in texts(state)
    state = play(state, "place c4")
    assert TOO_LARGE in refusal(state, "place c5")
    assert targets(state, "place") == cells("a1 a2 a3 b1 c1 d1 e2")


# Completing the turn.


def test_a_first_stone_that_leaves_no_second_is_illegal() -> None:
    """
     W .       b2 touches all other empty cells. With it Black has a pair, as it may, but every
    . . .      second stone would make 3 against single white stones. The other three leave one:
     W B       b1 then b3 or c2, b3 then b1, c2 then b1.
    """
    state = on_hexagon(load_game("cropa", side=2), "W . \n . . . \n W B")
    assert targets(state, "place") == cells("b1 b3 c2")
    refusal(state, "place b2")
    assert targets(play(state, "place b1"), "place") == cells("b3 c2")
    assert targets(play(state, "place b3"), "place") == cells("b1")
    assert targets(play(state, "place c2"), "place") == cells("b1")


# Passing.


def test_forced_pass_with_one_empty_cell() -> None:
    """
     W B       A black b2 would make 3 with a1 and c2 against white pairs, a stone that may be
    W . W      placed by itself; but a single cell never takes a pair.
     B W
    """
    state = on_hexagon(load_game("cropa", side=2), "W B \n W . W \n B W", seat=0)
    assert texts(state) == {"pass"}
    refusal(state, "place b2")


def test_forced_pass_in_mid_game_where_any_single_stone_could_be_placed() -> None:
    """
     . W       Black to move. Each of a2, b1, b3, c1 makes a pair with b2, which is allowed, and
    . B .      each other one then makes 3, which is not. White can place a2 (a pair with a1), then
     W .       c1 (a pair with c2): the game goes on.
    """
    drawing = ". W \n . B . \n W ."
    game = load_game("cropa", side=2)
    state = on_hexagon(game, drawing, seat=0)
    assert texts(state) == {"pass"}
    for cell in cells("a2 b1 b3 c1"):
        refusal(state, f"place {cell}")
    passed = play(state, "pass")
    assert not passed.is_over
    assert passed.pieces() == state.pieces()
    assert (passed.seat, passed.turn) == (1, state.turn + 1)
    assert targets(passed, "place") == cells("a2 b1 b3 c1")
    refusal(passed, "pass")
    # White's pairs of 2 let Black play on: b1 makes 2, b3 then 3.
    later = play(passed, "place a2", "place c1")
    assert targets(later, "place") == cells("b1 b3")
    assert play(later, "place b1", "place b3").is_over is False


def test_forced_pass_with_two_empty_cells_and_one_legal_stone() -> None:
    """
     . B       Black: c1 makes 3 (c1 c2 b3) against the white 2, but a2 then joins all to 5;
    W W B      a2 first joins a1, b3, c2 to 4. White: c1 or a2 makes 3, the other one then 4.
     B .
    """
    for seat in (0, 1):
        state = on_hexagon(load_game("cropa", side=2), ". B \n W W B \n B .", seat=seat)
        assert texts(state) == {"pass"}


def test_forced_pass_with_two_empty_cells_and_no_legal_stone() -> None:
    """
     W .       Black: c2 makes 3 with b3 and a2, b2 makes 4 with a2, b1, b3, and the white groups
    B . B      are single stones. White's b2 makes 3 against the black pair, c2 makes 2: each is
     W B       legal alone, but with both White would have 4.
    """
    drawing = "W . \n B . B \n W B"
    black = on_hexagon(load_game("cropa", side=2), drawing, seat=0)
    assert texts(black) == {"pass"}
    assert TOO_LARGE in refusal(black, "place b2")
    assert TOO_LARGE in refusal(black, "place c2")
    assert texts(on_hexagon(load_game("cropa", side=2), drawing, seat=1)) == {"pass"}


def test_a_full_board_is_a_forced_pass() -> None:
    state = on_hexagon(load_game("cropa", side=2), "W W \n W B W \n B B")
    assert texts(state) == {"pass"}


def test_passing_is_illegal_as_long_as_a_pair_exists() -> None:
    state = on_hexagon(load_game("cropa", side=2), "W . \n . . . \n W B")
    refusal(state, "pass")
    refusal(play(state, "place b1"), "pass")
