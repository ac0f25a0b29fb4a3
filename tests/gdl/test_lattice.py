"""Names, coordinates and sides of the built-in boards, against facts counted by hand."""

from __future__ import annotations

from math import dist, sqrt

import pytest

from gdl.vocabulary.lattice import (
    CONSTRUCTORS,
    Lattice,
    cell_count,
    lattice,
    letters,
    letters_value,
)


def where(board: Lattice, name: str) -> tuple[int, int]:
    return board.coordinates[board.names.index(name)]


def named(board: Lattice, cells: frozenset[int]) -> set[str]:
    return {board.names[c] for c in cells}


@pytest.mark.parametrize(
    ("shape", "size", "count"),
    [
        ("square", (1,), 1),
        ("square", (8,), 64),
        ("square", (64,), 4096),
        ("rectangle", (7, 6), 42),
        ("hexagon", (1,), 1),
        ("hexagon", (2,), 7),
        ("hexagon", (5,), 61),
        ("hexagon", (6,), 91),
        ("hexagon", (7,), 127),
        ("rhombus", (11,), 121),
        ("rhombus", (3, 5), 15),
        ("triangle", (1,), 1),
        ("triangle", (4,), 10),
        ("triangle", (11,), 66),
    ],
)
def test_number_of_cells(shape: str, size: tuple[int, ...], count: int) -> None:
    board = lattice(shape, size)
    assert cell_count(shape, size) == count
    assert len(board.names) == len(set(board.names)) == len(set(board.coordinates)) == count
    assert len(board.points) == len(board.rows) == len(board.columns) == count


def test_a_huge_board_is_counted_without_being_built() -> None:
    assert cell_count("square", (10**9,)) == 10**18


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "a"), (26, "z"), (27, "aa"), (28, "ab"), (52, "az"), (53, "ba"), (64, "bl"), (703, "aaa")],
)
def test_letters(number: int, text: str) -> None:
    assert letters(number) == text
    assert letters_value(text) == number


def test_names_on_squares() -> None:
    assert lattice("square", (3,)).names == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert lattice("square", (10,)).names[-1] == "j10"
    assert lattice("rectangle", (3, 2)).names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert lattice("square", (27,)).names[25:28] == ("z1", "aa1", "a2")


def test_coordinates_rows_and_columns_on_squares() -> None:
    board = lattice("rectangle", (6, 2))
    assert where(board, "a1") == (0, 0)
    assert where(board, "f2") == (5, 1)
    f2 = board.names.index("f2")
    assert (board.rows[f2], board.columns[f2]) == (2, 6)
    assert board.points[f2] == (5.0, 1.0)


def test_names_on_a_hexagon() -> None:
    names = lattice("hexagon", (5,)).names
    assert names[:11] == ("a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5", "b6")
    assert [n for n in names if n.startswith("e")] == [f"e{i}" for i in range(1, 10)]
    assert names[-5:] == ("i1", "i2", "i3", "i4", "i5")


def test_places_on_a_hexagon() -> None:
    """Side 2: the middle row b1 b2 b3 reaches half a cell further than a1 a2 on both sides."""
    board = lattice("hexagon", (2,))
    x = {name: point[0] for name, point in zip(board.names, board.points, strict=True)}
    assert x["a1"] - x["b1"] == 0.5
    assert x["b2"] - x["a1"] == 0.5
    assert x["c1"] == x["a1"]
    assert x["b3"] - x["c2"] == 0.5
    assert board.rows == (1, 1, 2, 2, 2, 3, 3)
    assert board.columns == (1, 2, 1, 2, 3, 1, 2)
    assert where(board, "b1") == (0, 1)


def test_names_on_a_rhombus() -> None:
    board = lattice("rhombus", (3,))
    assert board.names == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert where(board, "c2") == (2, 1)
    assert board.points[board.names.index("c2")] == (2.5, sqrt(3) / 2)
    wide = lattice("rhombus", (3, 2))
    assert wide.names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert wide.rows == (1, 1, 1, 2, 2, 2)
    assert wide.columns == (1, 2, 3, 1, 2, 3)


def test_names_on_a_triangle() -> None:
    board = lattice("triangle", (3,))
    assert board.names == ("a1", "a2", "a3", "b1", "b2", "c1")
    assert board.points[board.names.index("c1")] == (1.0, sqrt(3))


def test_directions() -> None:
    square = lattice("square", (3,))
    assert list(square.directions) == [
        "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    ]  # fmt: skip
    assert square.orthogonal == ("north", "east", "south", "west")
    assert square.diagonal == ("northeast", "southeast", "southwest", "northwest")
    assert square.is_square
    rhombus = lattice("rhombus", (3,))
    hexes = ("northeast", "east", "southeast", "southwest", "west", "northwest")
    assert tuple(rhombus.directions) == rhombus.orthogonal == hexes
    assert rhombus.diagonal == ()
    assert not rhombus.is_square
    assert rhombus.directions["northeast"] == (0, 1)
    assert rhombus.directions["northwest"] == (-1, 1)


@pytest.mark.parametrize("shape", ["hexagon", "rhombus", "triangle"])
def test_hex_neighbours_are_drawn_at_distance_one(shape: str) -> None:
    board = lattice(shape, (4,))
    point = dict(zip(board.coordinates, board.points, strict=True))
    for (q, r), here in point.items():
        for dq, dr in board.directions.values():
            if (q + dq, r + dr) in point:
                assert dist(here, point[q + dq, r + dr]) == pytest.approx(1)


def test_north_and_east_are_where_they_should_be_in_the_drawing() -> None:
    for board in (lattice("square", (3,)), lattice("hexagon", (2,))):
        middle = board.coordinates[len(board.names) // 2]
        point = dict(zip(board.coordinates, board.points, strict=True))
        for name, (dx, dy) in board.directions.items():
            x, y = point[middle[0] + dx, middle[1] + dy]
            here = point[middle]
            assert ("north" in name, "south" in name) == (y > here[1], y < here[1])
            assert ("east" in name, "west" in name) == (x > here[0], x < here[0])


def test_sides_of_squares() -> None:
    board = lattice("rectangle", (3, 2))
    assert [named(board, s) for s in board.sides()] == [
        {"a1", "b1", "c1"}, {"c1", "c2"}, {"a2", "b2", "c2"}, {"a1", "a2"},
    ]  # fmt: skip
    assert named(board, board.corners()) == {"a1", "c1", "a2", "c2"}


def test_a_single_row_has_two_corners() -> None:
    board = lattice("rectangle", (5, 1))
    assert named(board, board.corners()) == {"a1", "e1"}


def test_sides_of_a_hexagon() -> None:
    board = lattice("hexagon", (3,))
    assert [named(board, s) for s in board.sides()] == [
        {"a1", "a2", "a3"},
        {"a3", "b4", "c5"},
        {"c5", "d4", "e3"},
        {"e1", "e2", "e3"},
        {"c1", "d1", "e1"},
        {"a1", "b1", "c1"},
    ]
    assert named(board, board.corners()) == {"a1", "a3", "c1", "c5", "e1", "e3"}


def test_sides_of_a_rhombus() -> None:
    board = lattice("rhombus", (3,))
    assert [named(board, s) for s in board.sides()] == [
        {"a1", "b1", "c1"}, {"c1", "c2", "c3"}, {"a3", "b3", "c3"}, {"a1", "a2", "a3"},
    ]  # fmt: skip
    assert named(board, board.corners()) == {"a1", "c1", "a3", "c3"}


def test_sides_of_a_triangle() -> None:
    board = lattice("triangle", (3,))
    assert [named(board, s) for s in board.sides()] == [
        {"a1", "a2", "a3"}, {"a3", "b2", "c1"}, {"a1", "b1", "c1"},
    ]  # fmt: skip
    assert named(board, board.corners()) == {"a1", "a3", "c1"}


@pytest.mark.parametrize(
    ("shape", "size", "words"),
    [
        ("circle", (3,), "no board shape circle"),
        ("square", (3, 3), "square takes 1 number, not 2"),
        ("rectangle", (3,), "rectangle takes 2 numbers, not 1"),
        ("rhombus", (1, 2, 3), "rhombus takes 1 or 2 numbers, not 3"),
        ("hexagon", (0,), "at least 1, not 0"),
        ("rectangle", (3, -1), "at least 1, not -1"),
    ],
)
def test_what_cannot_be_built(shape: str, size: tuple[int, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lattice(shape, size)
    with pytest.raises(ValueError, match=words):
        cell_count(shape, size)


def test_a_lattice_is_a_value() -> None:
    for shape, counts in CONSTRUCTORS.items():
        size = (3,) * counts[0]
        assert lattice(shape, size) == lattice(shape, size)
        assert hash(lattice(shape, size)) == hash(lattice(shape, size))
