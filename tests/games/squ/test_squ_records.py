"""SQU: squs, the record, its holder and the pyramids.

"A squ is four discs of one colour on the corners of a square with sides parallel to the board's.
Its size is its side length in steps (two adjacent cells: 1)." "When a turn is over and the mover
owns a squ strictly larger than the record so far (any colour; 0 at the start), the mover's largest
squ becomes the record and the mover its holder."
"""

from __future__ import annotations

from typing import Any

import pytest
from support.positions import cells, on_squares, play, texts

from interpreter import load_game


def record(state: Any) -> tuple[int, str | None]:
    return state.variables["record"], state.variables["holder"]


def pyramids(state: Any, colour: str) -> set[str]:
    return set(state.marks["pyramids"][colour])


def test_no_record_at_the_start() -> None:
    start = load_game("squ").start()
    assert record(start) == (0, None)
    assert pyramids(start, "Red") == pyramids(start, "Black") == set()


@pytest.mark.parametrize(
    ("corners", "size"),
    [
        ("a1 b1 a2 b2", 1),
        ("d4 e4 d5 e5", 1),
        ("b2 d2 b4 d4", 2),
        ("a2 d2 a5 d5", 3),
        ("a1 e1 a5 e5", 4),
    ],
)
def test_the_size_of_a_squ_is_its_side_in_steps(corners: str, size: int) -> None:
    """Three corners stand; the fourth and a disc elsewhere make the record."""
    *three, fourth = corners.split()
    after = play(_red_on(three), f"drop {fourth}", "drop c1")
    assert record(after) == (size, "Red")
    assert pyramids(after, "Red") == cells(corners)
    assert pyramids(after, "Black") == set()


@pytest.mark.parametrize(
    "corners",
    [
        "b1 a2 c2 b3",  # a square that stands on a corner
        "b1 d2 a3 c4",  # a tilted square
        "a1 c1 a2 c2",  # a rectangle
        "a1 b1 b2 c2",  # a parallelogram
    ],
)
def test_other_quadrangles_are_no_squs(corners: str) -> None:
    *three, fourth = corners.split()
    after = play(_red_on(three), f"drop {fourth}", "drop e5")
    assert record(after) == (0, None)
    assert pyramids(after, "Red") == set()


def test_four_corners_of_two_colours_are_no_squ() -> None:
    state = on_squares(load_game("squ", size=3), ". . . \n R . . \n R B .", seat=0)
    assert record(play(state, "drop b2", "drop c3")) == (0, None)


def test_a_squ_does_not_wrap_round_the_edge() -> None:
    """a1 and d1, a2 and d2 are three steps apart, and one step apart round the edge."""
    drawing = """
        . . . .
        . . . .
        R . . .
        R . . R
    """
    state = on_squares(load_game("squ", size=4), drawing, seat=0)
    assert record(play(state, "drop d2", "drop b4")) == (0, None)


def test_the_record_changes_when_the_turn_is_over_not_before() -> None:
    state = _red_on(["a1", "b1", "a2"])
    between = play(state, "drop b2")
    assert record(between) == (0, None)
    assert pyramids(between, "Red") == set()
    assert record(play(between, "drop e5")) == (1, "Red")


def test_the_second_disc_may_complete_the_squ() -> None:
    assert record(play(_red_on(["a1", "b1", "a2"]), "drop e5", "drop b2")) == (1, "Red")


def test_both_discs_of_a_turn_count_together() -> None:
    assert record(play(_red_on(["a1", "b1"]), "drop a2", "drop b2")) == (1, "Red")


def test_the_single_disc_of_the_last_turn_can_set_the_record() -> None:
    """One cell is left; the single disc of Red completes a1 d1 a4 d4, which is larger than 1."""
    drawing = """
        R B B R
        B R B B
        R B R B
        . R B R
    """
    state = on_squares(
        load_game("squ", size=4), drawing, seat=0, variables={"record": 1, "holder": "Black"}
    )
    assert record(play(state, "drop a1")) == (3, "Red")


def test_an_equal_squ_does_not_take_the_record() -> None:
    drawing = """
        . . . .
        . . B B
        R R B .
        R R . .
    """
    state = on_squares(
        load_game("squ", size=4), drawing, seat=1, variables={"record": 1, "holder": "Red"}
    )
    after = play(state, "drop d2", "drop a4")  # c2 d2 c3 d3: 1 is not more than 1
    assert record(after) == (1, "Red")
    assert pyramids(after, "Black") == set()


def test_a_smaller_squ_does_not_take_the_record() -> None:
    drawing = """
        B . . R
        . . . .
        B B . .
        B . . .
    """
    state = on_squares(
        load_game("squ", size=4), drawing, seat=1, variables={"record": 2, "holder": "Red"}
    )
    assert record(play(state, "drop b1", "drop d1")) == (2, "Red")


def test_a_larger_squ_of_the_other_colour_takes_the_record() -> None:
    """
    5  . . B . B
    4  B . . . .
    3  . . B . B
    2  R R . . .
    1  R R . B R
       a b c d e   Red made 1, then Black makes c3 e3 c5 e5 of size 2.
    """
    state = play(load_game("squ", size=5).start(), "drop a1", "drop c3", "drop c5")
    state = play(state, "drop b1", "drop a2", "drop e3", "drop d1", "drop b2", "drop e1")
    assert record(state) == (1, "Red")
    assert pyramids(state, "Red") == cells("a1 b1 a2 b2")
    state = play(state, "drop e5", "drop a4")
    assert record(state) == (2, "Black")
    assert pyramids(state, "Black") == cells("c3 e3 c5 e5")
    # The pyramids of each colour stay on its own record squ.
    assert pyramids(state, "Red") == cells("a1 b1 a2 b2")


def test_the_holder_may_beat_its_own_record() -> None:
    state = play(load_game("squ", size=5).start(), "drop a1", "drop e1", "drop e2")
    state = play(state, "drop b1", "drop a2", "drop e4", "drop d5", "drop b2", "drop c1")
    assert record(state) == (1, "Red")
    state = play(state, "drop d3", "drop b5", "drop a3", "drop c3")  # a1 c1 a3 c3
    assert record(state) == (2, "Red")
    assert pyramids(state, "Red") == cells("a1 c1 a3 c3")


def test_the_largest_of_several_new_squs_becomes_the_record() -> None:
    """
    3  R . x
    2  R x .      b2 completes a1 b1 a2 b2 (1), c3 completes a1 c1 a3 c3 (2)
    1  R R R
    """
    state = on_squares(load_game("squ", size=4), ". . . . \n R . . . \n R . . . \n R R R .", seat=0)
    for order in (("drop b2", "drop c3"), ("drop c3", "drop b2")):
        after = play(state, *order)
        assert record(after) == (2, "Red")
        assert pyramids(after, "Red") == cells("a1 c1 a3 c3")


def test_pyramids_go_to_the_squ_in_the_lowest_row_first() -> None:
    """
    3  R R . . .
    2  x R . R R    a2 b2 a3 b3 lies further left, d1 e1 d2 e2 lower: the row decides
    1  . . . x R
       a b c d e
    """
    drawing = """
        . . . . .
        . . . . .
        R R . . .
        . R . R R
        . . . . R
    """
    state = on_squares(load_game("squ", size=5), drawing, seat=0)
    for order in (("drop a2", "drop d1"), ("drop d1", "drop a2")):
        after = play(state, *order)
        assert record(after) == (1, "Red")
        assert pyramids(after, "Red") == cells("d1 e1 d2 e2")


def test_pyramids_go_to_the_leftmost_squ_of_the_lowest_row() -> None:
    drawing = """
        . . . . .
        . . . . .
        . . . . .
        . B . . B
        B B . B B
    """
    state = on_squares(load_game("squ", size=5), drawing, seat=1)
    for order in (("drop a2", "drop d2"), ("drop d2", "drop a2")):
        assert pyramids(play(state, *order), "Black") == cells("a1 b1 a2 b2")


def test_pyramids_go_to_a_squ_of_the_record_size_even_if_a_smaller_one_is_lower() -> None:
    """
    5  . R . R .
    3  . R . x .    b3 d3 b5 d5 (2) is higher than a1 b1 a2 b2 (1)
    2  R x . . .
    1  R R . . .
    """
    drawing = """
        . R . R .
        . . . . .
        . R . . .
        R . . . .
        R R . . .
    """
    after = play(on_squares(load_game("squ", size=5), drawing, seat=0), "drop b2", "drop d3")
    assert pyramids(after, "Red") == cells("b3 d3 b5 d5")


def test_an_equal_squ_lower_down_does_not_move_the_pyramids() -> None:
    state = play(load_game("squ", size=5).start(), "drop d4", "drop a1", "drop a5")
    state = play(state, "drop e4", "drop d5", "drop c3", "drop c1", "drop e5", "drop d1")
    assert pyramids(state, "Red") == cells("d4 e4 d5 e5")
    state = play(state, "drop b4", "drop b3", "drop e1", "drop d2", "drop a2", "drop b5")
    state = play(state, "drop e2", "drop a4")  # d1 e1 d2 e2 is lower, but no new record
    assert record(state) == (1, "Red")
    assert pyramids(state, "Red") == cells("d4 e4 d5 e5")


def test_pyramids_change_nothing_that_is_legal() -> None:
    """The same board, record and holder reached with the pyramids on one squ or on the other."""
    start = play(load_game("squ", size=5).start(), "drop a1", "drop c3", "drop c5")
    low, high = ("drop b1", "drop a2"), ("drop d5", "drop e4")
    black = (("drop e1", "drop b5"), ("drop a3", "drop d2"), ("drop c1", "drop b4"))
    finish_low, finish_high = ("drop b2", "drop d1"), ("drop d4", "drop e5")
    common = play(start, *low, *black[0], *high, *black[1])
    one = play(common, *finish_low, *black[2], *finish_high)
    other = play(common, *finish_high, *black[2], *finish_low)
    assert one.pieces() == other.pieces()
    assert record(one) == record(other) == (1, "Red")
    assert pyramids(one, "Red") == cells("a1 b1 a2 b2")
    assert pyramids(other, "Red") == cells("d4 e4 d5 e5")
    assert texts(one) == texts(other)


def _red_on(names: list[str]) -> Any:
    rows = [
        " ".join("R" if f"{file}{rank}" in names else "." for file in "abcde")
        for rank in (5, 4, 3, 2, 1)
    ]
    return on_squares(load_game("squ", size=5), "\n".join(rows), seat=0)
