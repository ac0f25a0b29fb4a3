"""Lines of Action: as many steps as there are men on the line; all men in one group win."""

from __future__ import annotations

import pytest
from support.drawn import drawn
from support.positions import play, result, targets

from interpreter import load_game

MEN = {"B": "man Black", "W": "man White"}
EMPTY = ". . . . . . . .\n"


def test_the_first_moves() -> None:
    """b1: two men on its column, six on its row, two on each diagonal."""
    start = load_game("lines-of-action").start()
    assert {t for t in targets(start, "move") if t.startswith("b1")} == {"b1 b3", "b1 d3", "b1 h1"}
    assert len(start.moves()) == 36


def test_own_men_are_jumped_and_enemies_are_not() -> None:
    own = drawn(load_game("lines-of-action"), EMPTY * 7 + "B B . . . . . W", MEN)
    assert "a1 d1" in targets(own, "move")
    enemy = drawn(load_game("lines-of-action"), EMPTY * 7 + "B W . B . . . W", MEN)
    assert not {t for t in targets(enemy, "move") if t.startswith("a1") and t.endswith("1")}


def test_an_enemy_is_taken_where_the_move_ends() -> None:
    state = drawn(load_game("lines-of-action"), EMPTY * 7 + "B . W . B . . .", MEN)
    drawing = EMPTY * 7 + "B . . W B . . ."
    assert "a1 d1" in targets(drawn(load_game("lines-of-action"), drawing, MEN), "move")
    assert "a1 d1" not in targets(state, "move")  # c1 is in the way


@pytest.mark.parametrize(("both", "shares"), [("wins", [1.0, 0.0]), ("draws", [0.5, 0.5])])
def test_a_move_that_joins_both_sides(both: str, shares: list[float]) -> None:
    """g6 takes the white man that stood apart on g8, and lies beside the black one on h7."""
    top = ". . . . . . W .\n. . . . . . . B\n. . . . . . B .\n"
    drawing = top + EMPTY * 3 + "W . . . . . . .\nW . . . . . . ."
    state = play(drawn(load_game("lines-of-action", both=both), drawing, MEN), "move g6 g8")
    assert result(state) == shares


def test_a_single_man_is_one_group() -> None:
    drawing = "B . . . . . . .\n" + EMPTY * 6 + "B W . . . . . ."
    state = drawn(load_game("lines-of-action"), drawing, MEN)
    assert not state.is_over
    drawing = "B . . . . . . W\n" + EMPTY * 6 + "B . W . . . . ."
    taken = play(drawn(load_game("lines-of-action"), drawing, MEN), "move a1 c1")
    assert result(taken) == [0.0, 1.0]
