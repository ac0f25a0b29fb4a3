"""Cuiquindi: moving a stone, placing another, and passing.

The boards of side 3 and 2, by cell:

      e1 e2 e3                c1 c2
     d1 d2 d3 d4            b1 b2 b3
    c1 c2 c3 c4 c5            a1 a2
     b1 b2 b3 b4
      a1 a2 a3
"""

from __future__ import annotations

from typing import Any

from support.positions import cells, on_hexagon, play, position, refusal, targets, texts

from interpreter import load_game

LONE = "a single stone cannot move"
NO_WAY = "no way leads there"
TOO_CLOSE = "too close to the creature that moved"
JOINS = "this would join two creatures"


def black(stones: str, white: str = "", **rest: Any) -> Any:
    return position(
        load_game("cuiquindi", side=3), pieces={"Black": stones, "White": white}, **rest
    )


def ends(state: Any, start: str) -> set[str]:
    """The cells to which the stone on `start` can move."""
    return {to.split()[1] for to in targets(state, "move") if to.split()[0] == start}


# Moving: "Move a stone of the mover's colour whose creature (group) has two stones or more. Lift
# it; with it lifted it steps from its cell to adjacent empty cells, one or more steps, and every
# cell that it enters must touch exactly one friendly creature of the board as it is with the stone
# lifted (lifting may have split its old creature in two; the creature touched may change from cell
# to cell). It must end on a cell other than the one it left. Only where it ends matters, not the
# path."


def test_a_turn_is_a_move_then_a_placement() -> None:
    state = play(black("c3 c4"), "move c3 b3")
    assert (state.seat, state.colour) == (0, "Black")
    assert set(state.pieces()) == cells("b3 c4")
    state = play(state, "grow e1")
    assert set(state.pieces()) == cells("b3 c4 e1")
    assert state.at("e1").colour == "Black"
    assert (state.seat, state.colour) == (1, "White")


def test_a_stone_of_a_pair_walks_round_the_other() -> None:
    """
      . . .
     . . x x        Round c4 five cells touch it and are empty, besides c3 itself.
    . . S B x       All other cells touch no black stone while c3 is lifted.
     . . x x
      . . .
    """
    state = black("c3 c4")
    assert ends(state, "c3") == cells("b3 b4 c5 d3 d4")
    assert ends(state, "c4") == cells("b2 b3 c2 d2 d3")
    assert NO_WAY in refusal(state, "move c3 c2")
    assert NO_WAY in refusal(state, "move c3 e1")


def test_it_ends_elsewhere() -> None:
    """Round c4 the stone could come back to c3, but not to stay."""
    refusal(black("c3 c4"), "move c3 c3")


def test_single_stones_do_not_move() -> None:
    state = black("e3 a1 a2")
    assert {text.split()[1] for text in texts(state)} == cells("a1 a2")
    assert LONE in refusal(state, "move e3 e2")


def test_stones_that_touch_only_the_enemy_are_single() -> None:
    state = black("e3 a1 a2", white="d3 d4")
    assert LONE in refusal(state, "move e3 e2")


def test_only_stones_of_the_mover_move() -> None:
    state = black("a1 a2", white="e1 e2")
    assert {text.split()[1] for text in texts(state)} == cells("a1 a2")
    refusal(state, "move e1 d1")


def test_only_empty_cells_are_entered() -> None:
    """
      . . .
     . . x x        With b4 taken the way round c4 goes by d3, d4 and ends at c5; b3 is a dead end.
    . . S B x       With d3 taken as well nothing else is left.
     . . x W
      . . .
    """
    assert ends(black("c3 c4", white="b4"), "c3") == cells("b3 c5 d3 d4")
    state = black("c3 c4", white="b4 d3")
    assert ends(state, "c3") == cells("b3")
    assert NO_WAY in refusal(state, "move c3 c5")


def test_enemy_creatures_do_not_count_as_touched() -> None:
    """b3 and b4 touch c4 and white stones below, d3 one above."""
    assert ends(black("c3 c4", white="a2 a3 e2"), "c3") == cells("b3 b4 c5 d3 d4")


def test_lifting_may_split_a_creature_and_the_way_lead_from_one_part_to_the_other() -> None:
    """
      . . .
     x x x x        With c3 lifted c2 and c4 are two creatures. b2 and d2 touch only c2, b3 and d3
    x B S B x       only c4; c3 itself touches both, but is not entered again.
     x x x x
      . . .
    """
    assert ends(black("c2 c3 c4"), "c3") == cells("b1 b2 b3 b4 c1 c5 d1 d2 d3 d4")


def test_a_cell_between_the_two_parts_touches_two_creatures() -> None:
    """
      . . .
     . . x x        With c3 lifted b2 and c4 are two creatures, and b3 touches both.
    . x S B x       c2 touches only b2, d3 only c4.
     x B - +        (a2 and b4 could be entered, but from there nothing can be placed: all that is
      x + .         in line with them is too close.)
    """
    state = black("b2 c3 c4")
    assert ends(state, "c3") == cells("a1 b1 c2 c5 d3 d4")
    assert NO_WAY in refusal(state, "move c3 b3")
    for cell in cells("a2 b4"):
        refusal(state, f"move c3 {cell}")


def test_the_whole_creature_is_judged_without_the_lifted_stone() -> None:
    """The same stones: with b2 lifted, c3 and c4 are still one, and b3 touches one creature."""
    assert "b3" in ends(black("b2 c3 c4"), "b2")


def test_a_cell_beside_another_creature_too_is_closed_and_so_is_what_lies_behind() -> None:
    """
      . . .
     . . W -        From c3 the only way is b3, which touches c4 and a3. c5 and d4 touch only c4,
    . . S B -       but no way leads there.
     . . # -
      . . B
    """
    state = black("c3 c4 a3", white="d3")
    assert ends(state, "c3") == set()
    for cell in cells("b3 b4 c5 d4"):
        assert NO_WAY in refusal(state, f"move c3 {cell}")


def test_the_stone_may_go_over_to_another_creature() -> None:
    """
      . . .
     . . W .        c4 leaves c3 for b4, which touches only a3. b3 touches c3 and a3, and c5 and d4
    . . B S -       touch nothing.
     . . - x
      . . B
    """
    state = black("c3 c4 a3", white="d3")
    assert ends(state, "c4") == cells("b4")
    state = play(state, "move c4 b4")
    assert set(state.pieces()) == cells("c3 b4 a3 d3")


def test_the_creature_touched_may_change_from_cell_to_cell() -> None:
    """
      . . .
     x x x x        c5 walks by b4, b3 (touching c4), c3 (c4), c2 (c1) to b1, c2 and d1, round c1.
    B x x B S       b2 and d2 touch neither.
     x - x x
      . . .
    """
    state = black("c4 c5 c1")
    assert ends(state, "c5") == cells("b1 b3 b4 c2 c3 d1 d3 d4")
    # With c4 lifted nothing but c5 is near: c3 touches no stone then.
    assert ends(state, "c4") == cells("b4 d4")
    assert NO_WAY in refusal(state, "move c4 c2")


def test_a_stone_with_no_way_out_stays() -> None:
    """a1 has only white and black neighbours."""
    state = black("a1 a2 a3", white="b1 b2")
    assert ends(state, "a1") == set()
    assert ends(state, "a3") != set()


# Placing: "Place a stone of the mover's colour on an empty cell from which a straight line of cells
# (one of the six directions) leads to the moved stone with only empty cells between, that is not
# adjacent to the creature that now contains the moved stone, and that touches at most one friendly
# creature: all judged on the board after the move (the cell that was left is empty)."


def test_placement_in_line_with_the_moved_stone() -> None:
    """
      x - -
     - x - -        After c3 to b3: along the row b1 (b2 and b4 are too close), north-west through
    - . . B -       the cell that was left d2 and e1 (c3 is too close), south a2 and a3 are too
     x . S .        close, north-east stands c4. All else is not in line.
      - . .
    """
    state = play(black("c3 c4"), "move c3 b3")
    assert targets(state, "grow") == cells("b1 d2 e1")
    for cell in cells("a2 a3 b2 b4 c3"):
        assert TOO_CLOSE in refusal(state, f"grow {cell}")
    for cell in cells("a1 c1 c2 d1 e2 e3"):
        refusal(state, f"grow {cell}")
    refusal(state, "pass")


def test_the_line_is_drawn_from_the_moved_stone_not_from_its_creature() -> None:
    """e2 and e3 are in line with c4, which did not move; c1 and c2 likewise."""
    state = play(black("c3 c4"), "move c3 b3")
    for cell in cells("c1 c2 e2"):
        refusal(state, f"grow {cell}")


def test_an_enemy_stone_blocks_the_line() -> None:
    """With d2 taken e1 is behind it; with b2 taken b1 is."""
    assert targets(play(black("c3 c4", white="d2"), "move c3 b3"), "grow") == cells("b1")
    assert targets(play(black("c3 c4", white="b2"), "move c3 b3"), "grow") == cells("d2 e1")


def test_an_own_stone_blocks_the_line() -> None:
    """With a single e1 nothing lies behind d2; with a single b1 nothing is left along the row."""
    assert targets(play(black("c3 c4 e1"), "move c3 b3"), "grow") == cells("b1 d2")
    assert targets(play(black("c3 c4 b1"), "move c3 b3"), "grow") == cells("d2 e1")


def test_the_new_stone_may_touch_the_enemy() -> None:
    state = play(black("c3 c4", white="a1 c2"), "move c3 b3")
    assert "b1" in targets(state, "grow")


def test_the_new_stone_may_touch_one_other_creature_of_its_own() -> None:
    """b1 touches the single stone a1."""
    state = play(black("c3 c4 a1"), "move c3 b3")
    assert "b1" in targets(state, "grow")


def test_two_stones_of_one_creature_are_one_creature() -> None:
    """d2 touches e1 and e2, which belong together."""
    state = play(black("c3 c4 e1 e2"), "move c3 b3")
    assert targets(state, "grow") == cells("b1 d2")


def test_the_new_stone_may_not_join_two_creatures() -> None:
    """b1 touches a1 and c1."""
    state = play(black("c3 c4 a1 c1"), "move c3 b3")
    assert targets(state, "grow") == cells("d2 e1")
    assert JOINS in refusal(state, "grow b1")


def test_the_creature_that_stayed_behind_may_be_touched() -> None:
    """
      . . .
     . . W .        c4 has gone over to a3: b4 and a3 are the creature that moved. Along the row b3
    . . B . .       is too close; b2 touches c3, which is another creature now, and may be taken,
     . . # S        and so may b1. North-west c4 is too close, north-east c5.
      . . B
    """
    state = play(black("c3 c4 a3", white="d3"), "move c4 b4")
    assert targets(state, "grow") == cells("b1 b2")
    assert TOO_CLOSE in refusal(state, "grow b3")
    assert set(play(state, "grow b2").pieces()) == cells("c3 a3 d3 b4 b2")


# "A move after which no placement is legal is itself illegal. When no legal pair exists, the turn
# is a pass; passing is otherwise illegal."


def test_a_move_that_leaves_no_placement_is_illegal() -> None:
    """
     . .       b2 is next to every cell. The moves of b3 leave b2 in the creature that moved, so
    W B B      nothing can be placed. b2 to c2 leaves a2, b2, c1 empty, all of them too close.
     W .       b2 to a2 leaves b2 and c2, too close, and c1, in line through the cell left.
    """
    state = on_hexagon(load_game("cuiquindi", side=2), ". . \n W B B \n W .", seat=0)
    assert texts(state) == {"move b2 a2"}
    for move in ("move b3 a2", "move b3 c1", "move b3 c2", "move b2 c2"):
        refusal(state, move)
    assert targets(play(state, "move b2 a2"), "grow") == {"c1"}


def test_forced_pass_although_stones_could_be_moved() -> None:
    """
     . .       Black: a1 to b1, c1, c2 leaves b2 in the creature; b2 to b1 leaves b2 and c1, too
    . B W      close, and c2, which is not in line with b1.
     B W
    """
    state = on_hexagon(load_game("cuiquindi", side=2), ". . \n . B W \n B W", seat=0)
    assert texts(state) == {"pass"}
    for move in ("move a1 b1", "move a1 c1", "move a1 c2", "move b2 b1"):
        refusal(state, move)


def test_forced_pass_where_no_stone_can_be_moved() -> None:
    """White's a2 has no empty neighbour, b3 only c2, which touches no white stone but b3 itself."""
    state = on_hexagon(load_game("cuiquindi", side=2), ". . \n . B W \n B W", seat=1)
    assert texts(state) == {"pass"}
    assert NO_WAY in refusal(state, "move b3 c2")


def test_forced_pass_with_nothing_but_single_stones() -> None:
    state = black("a1 a3 e1", white="c3 c4")
    assert texts(state) == {"pass"}
    passed = play(state, "pass")
    assert (passed.seat, passed.is_over) == (1, False)
    assert passed.pieces() == state.pieces()


def test_passing_is_illegal_while_a_turn_can_be_made() -> None:
    assert "pass" not in texts(black("c3 c4"))
    refusal(black("c3 c4"), "pass")
