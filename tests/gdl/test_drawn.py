"""Drawn boards: names, places and letters of their cells, counted by hand."""

from __future__ import annotations

from math import dist, isclose
from pathlib import Path

import pytest
from support.tiny import tiny

from gdl.vocabulary.drawn import board_cells, board_lattice, drawn, named_marks
from gdl.vocabulary.lattice import Lattice, lattice

CROSS = ("- - a", ". . . .", "- b")
DVONN = (
    "- . . . . . . . . .",
    " . . . . . . . . . .",
    ". . . . . . . . . . .",
    " . . . . . . . . . .",
    "- . . . . . . . . .",
)


def middle(board: Lattice, without: str = "") -> str:
    there = [i for i, name in enumerate(board.names) if name not in without.split()]
    return " ".join(board.names[i] for i in sorted(board.centre(there)))


def test_drawn_squares_are_named_by_their_marks_places_without_a_cell_included() -> None:
    board = drawn("squares", CROSS)
    assert board.names == ("b1", "a2", "b2", "c2", "d2", "c3")
    assert board.coordinates == ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (2, 2))
    assert (board.rows, board.columns) == ((1, 2, 2, 2, 2, 3), (2, 1, 2, 3, 4, 3))
    assert board.is_square and board.sides() == () and board.corners() == frozenset()
    assert named_marks("squares", CROSS) == (
        ("b1", "b"), ("a2", "."), ("b2", "."), ("c2", "."), ("d2", "."), ("c3", "a"),
    )  # fmt: skip


def test_drawn_hexes_are_named_by_row_and_number() -> None:
    board = drawn("hexes", DVONN)
    assert len(board.names) == board_cells("hexes", (), DVONN) == 49
    assert board.names[:9] == tuple(f"a{n}" for n in range(1, 10))
    assert board.names[-1] == "e9" and "c11" in board.names
    assert min(q for q, _ in board.coordinates) == 0


def test_neighbours_of_drawn_hexes_are_one_apart() -> None:
    board = drawn("hexes", DVONN)
    where = dict(zip(board.coordinates, board.points, strict=True))
    pairs = [
        (a, (a[0] + dx, a[1] + dy)) for a in where for dx, dy in board.directions.values()
        if (a[0] + dx, a[1] + dy) in where
    ]  # fmt: skip
    assert len(pairs) == 2 * (2 * 8 + 2 * 9 + 10 + 2 * 18 + 2 * 20)  # along rows, between rows
    assert all(isclose(dist(where[a], where[b]), 1) for a, b in pairs)


@pytest.mark.parametrize("side", [1, 2, 4])
def test_a_drawn_hexagon_is_the_hexagon(side: int) -> None:
    rows = [side + min(r, 2 * side - 2 - r) for r in range(2 * side - 1)]
    widest = 2 * side - 1
    text = [
        " " * ((widest - n) % 2) + "- " * ((widest - n) // 2) + " ".join("." * n) for n in rows
    ]
    board, whole = drawn("hexes", tuple(text)), lattice("hexagon", (side,))
    assert (board.names, board.points) == (whole.names, whole.points)
    assert board.coordinates == whole.coordinates and board.columns == whole.columns


@pytest.mark.parametrize(
    ("shape", "size", "cells"),
    [
        ("square", (1,), "a1"),
        ("square", (3,), "b2"),
        ("square", (4,), "b2 c2 b3 c3"),
        ("rectangle", (4, 3), "b2 c2"),
        ("hexagon", (3,), "c3"),
        ("rhombus", (3,), "b2"),
        ("rhombus", (2,), "b1 a2"),
        ("triangle", (2,), "a1 a2 b1"),
        ("triangle", (3,), "a2 b1 b2"),
        ("triangle", (4,), "b2"),
    ],
)
def test_the_centre(shape: str, size: tuple[int, ...], cells: str) -> None:
    assert middle(board_lattice(shape, size, ())) == cells


def test_where_the_middle_is_cut_out_the_centre_is_what_is_left_nearest() -> None:
    assert middle(lattice("hexagon", (2,)), without="b2") == "a1 a2 b1 b3 c1 c2"
    assert middle(lattice("square", (3,)), without="b2 b1") == "a2 c2 b3"
    assert middle(drawn("hexes", DVONN)) == "c6"


def test_further_points_lie_in_columns_and_rows() -> None:
    assert lattice("square", (4,)).place(6, 1.5) == (5, 0.5)
    assert drawn("hexes", DVONN).place(1, 3) == pytest.approx(drawn("hexes", DVONN).points[19])


def test_a_point_may_lie_between_columns(tmp_path: Path) -> None:
    board = "board:\n  cells: square(2) | {bar}\n  points:\n    bar: 2.5 (1 + 0.25)\n"
    game = tiny(tmp_path, board + "actions:\n  place(at in empty): put man on at\nturn: place\n")
    assert game.model.board.points == {"bar": (2.5, 1.25)}
