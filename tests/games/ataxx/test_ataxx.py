"""Ataxx: grow beside a piece or jump two cells; enemies next to it change sides."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, result, targets, texts

from interpreter import load_game

BLOBS = {"W": "blob White", "B": "blob Black"}
SMALL = load_game("ataxx", size=4)


def test_the_start() -> None:
    """Each of the two pieces reaches three cells beside it and five at two steps."""
    start = load_game("ataxx").start()
    assert {c: p.colour for c, p in start.pieces().items()} == {
        "a7": "White", "g1": "White", "a1": "Black", "g7": "Black",
    }  # fmt: skip
    assert targets(start, "grow") == {"a6", "b6", "b7", "f1", "f2", "g2"}
    assert len(targets(start, "jump")) == 10


MEETING = """
    . . . B
    W . B B
    . . . .
    . . . .
"""


def test_growing_leaves_the_piece_and_infects() -> None:
    state = play(drawn(SMALL, MEETING, BLOBS), "grow b4")
    assert {c: p.colour for c, p in state.pieces().items()} == {
        "a3": "White", "b4": "White", "c3": "White", "d3": "Black", "d4": "Black",
    }  # fmt: skip


def test_a_jump_leaves_an_empty_cell() -> None:
    state = play(drawn(SMALL, MEETING, BLOBS), "jump a3 c4")
    assert {p.colour for p in state.pieces().values()} == {"White"}
    assert set(state.pieces()) == {"c4", "c3", "d3", "d4"}
    assert result(state) == [1.0, 0.0]  # nothing of Black is left


def test_a_side_that_cannot_move_passes() -> None:
    """a1 reaches cells up to c3, and all of these are taken."""
    far = "W W . .\nW W W W\nW W W W\nB W W W"
    assert texts(drawn(SMALL, far, BLOBS, seat=1)) == {"pass"}


def test_a_full_board_is_counted() -> None:
    """White has six, and the one that grows makes it seven; c1 and c3 join it, which is nine."""
    drawing = """
        B W W W
        B B B W
        B B W .
        B B B W
    """
    assert result(play(drawn(SMALL, drawing, BLOBS), "grow d2")) == [1.0, 0.0]
