"""The cells of a board: their order, names, coordinates and places in a drawing.

In: a shape and its size.  Out: a `Lattice`; `place_points` does the same for a custom graph.
This is plain arithmetic that knows neither holes nor games: the checker takes from it which cells
exist, and the interpreter builds its topology on it.

Square boards have integer coordinates (file, rank), hex boards axial coordinates (q, r).  All count
from 0 and none is negative; r is the row from the bottom, so a hex cell is drawn at x = q + r/2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from string import ascii_lowercase, digits

Offset = tuple[int, int]
Point = tuple[float, float]

_PLACED_NAME = re.compile(r"([a-z]{1,2})([0-9]{1,3})")

SQUARE_DIRECTIONS: dict[str, Offset] = {
    "north": (0, 1), "northeast": (1, 1), "east": (1, 0), "southeast": (1, -1), "south": (0, -1),
    "southwest": (-1, -1), "west": (-1, 0), "northwest": (-1, 1),
}  # fmt: skip

HEX_DIRECTIONS: dict[str, Offset] = {
    "northeast": (0, 1), "east": (1, 0), "southeast": (1, -1), "southwest": (0, -1),
    "west": (-1, 0), "northwest": (-1, 1),
}  # fmt: skip

HEXES = ("hexagon", "rhombus", "triangle", "hexes")  # shapes of boards of hexes
ORTHOGONAL = ("north", "east", "south", "west")
DIAGONAL = ("northeast", "southeast", "southwest", "northwest")

CONSTRUCTORS: dict[str, tuple[int, ...]] = {
    "square": (1,), "rectangle": (2,), "hexagon": (1,), "rhombus": (1, 2), "triangle": (1,),
}  # fmt: skip
"""The shapes, and how many numbers may follow each."""

_SQUARE_SIDES = (("south",), ("east",), ("north",), ("west",))

_SIDES: dict[str, tuple[tuple[str, ...], ...]] = {
    "square": _SQUARE_SIDES,
    "rectangle": _SQUARE_SIDES,
    "rhombus": (("southwest",), ("east",), ("northeast",), ("west",)),
    "triangle": (("southwest", "southeast"), ("east", "northeast"), ("west", "northwest")),
    "hexagon": (
        ("southwest", "southeast"), ("southeast", "east"), ("east", "northeast"),
        ("northeast", "northwest"), ("northwest", "west"), ("west", "southwest"),
    ),
}
"""For each side, counter-clockwise from the bottom, the steps that lead off the board there."""


@dataclass(frozen=True)
class Lattice:
    """A board without holes; its cells are ordered by row from the bottom, each from the left.

    `shape` is that of a constructor, or "squares" or "hexes" of a drawn board.
    """

    shape: str
    names: tuple[str, ...]
    coordinates: tuple[Offset, ...]
    points: tuple[tuple[float, float], ...]  # for drawing, y upwards, neighbours at distance 1
    rows: tuple[int, ...]  # counted from 1, from the bottom
    columns: tuple[int, ...]  # counted from 1; on hexagons and triangles within the row

    @property
    def is_square(self) -> bool:
        """Whether the cells are squares; else they are hexes."""
        return self.shape not in HEXES

    @property
    def directions(self) -> dict[str, Offset]:
        """The step of each direction, clockwise from the north."""
        return SQUARE_DIRECTIONS if self.is_square else HEX_DIRECTIONS

    @property
    def orthogonal(self) -> tuple[str, ...]:
        """The directions across an edge: on hex boards all six."""
        return direction_sets(self.shape)["orthogonal"]

    @property
    def diagonal(self) -> tuple[str, ...]:
        """The directions across a corner of a square."""
        return direction_sets(self.shape)["diagonal"]

    def reaches(self, name: str) -> bool:
        """Whether some cell has the letters of a name, and some cell, maybe another, its number."""
        word = name.rstrip(digits)
        number = name[len(word) :]
        return any(n.rstrip(digits) == word for n in self.names) and any(
            n.lstrip(ascii_lowercase) == number for n in self.names
        )

    def sides(self) -> tuple[frozenset[int], ...]:
        """The cells along each side, counter-clockwise from the bottom; corners are in two.

        A drawn board has no sides.
        """
        there = set(self.coordinates)

        def leaves(cell: Offset, names: tuple[str, ...]) -> bool:
            offsets = (self.directions[name] for name in names)
            return all((cell[0] + dx, cell[1] + dy) not in there for dx, dy in offsets)

        return tuple(
            frozenset(i for i, cell in enumerate(self.coordinates) if leaves(cell, names))
            for names in _SIDES.get(self.shape, ())
        )

    def corners(self) -> frozenset[int]:
        """The cells in which two successive sides meet."""
        sides = self.sides()
        return frozenset().union(
            *(a & b for a, b in zip(sides, sides[1:] + sides[:1], strict=True))
        )

    def centre(self, there: Iterable[int]) -> frozenset[int]:
        """Those of some cells that are nearest to the middle, which is the mean of all cells."""
        n = len(self.names)
        # twice what is drawn, and the height in units of half the root of three: all are whole
        places = [(2 * x, 2 * y) if self.is_square else (2 * x + y, y) for x, y in self.coordinates]
        weight = 1 if self.is_square else 3
        x, y = sum(a for a, _ in places), sum(b for _, b in places)
        far = {
            cell: (n * places[cell][0] - x) ** 2 + weight * (n * places[cell][1] - y) ** 2
            for cell in there
        }
        least = min(far.values(), default=0)
        return frozenset(cell for cell, distance in far.items() if distance == least)

    def place(self, x: float, y: float) -> Point:
        """Where a further point is drawn: x columns from the left and y rows from the bottom,
        counted from 1; the column of a hex board is counted from its leftmost cell.
        """
        if self.is_square:
            return x - 1, y - 1
        return min(a for a, _ in self.points) + x - 1, (y - 1) * sqrt(3) / 2


def lattice(shape: str, size: tuple[int, ...]) -> Lattice:
    """Lay out a board: square(n), rectangle(w, h), hexagon(n), rhombus(n) or (w, h), triangle(n).

    Raises ValueError for an unknown shape, a wrong number of sizes, or a size below 1.
    """
    _require_size(shape, size)
    made = hexes if shape in HEXES else squares
    return made(shape, _cells(_spans(shape, size)))


def cell_count(shape: str, size: tuple[int, ...]) -> int:
    """How many cells a board would have, without laying it out.

    Raises ValueError as `lattice` does.
    """
    _require_size(shape, size)
    n, m = size[0], size[-1]
    if shape == "hexagon":
        return 3 * n * (n - 1) + 1
    if shape == "triangle":
        return n * (n + 1) // 2
    return n * m


def letters(number: int) -> str:
    """The letters that stand for a number from 1: a, b … z, aa, ab …"""
    text = ""
    while number:
        number, digit = divmod(number - 1, 26)
        text = chr(ord("a") + digit) + text
    return text


def letters_value(text: str) -> int:
    """The inverse of `letters`; the text is one or more letters from a to z."""
    value = 0
    for letter in text:
        value = 26 * value + ord(letter) - ord("a") + 1
    return value


def place_points(
    names: Iterable[str], given: Mapping[str, Point]
) -> tuple[dict[str, Point], list[tuple[int, int]]]:
    """The points of a custom graph in order, and the row and the column of each.

    The points are those in `names` and in `given`; one without a given place is placed by its name,
    `b4` at (2, 4).  Rows are the coordinates if these are all integers, else ranks counted from 1;
    and so are columns.

    Raises ValueError for a point without a place.
    """
    placed = {name: _require_place(name) for name in names if name not in given} | dict(given)
    ordered = sorted(placed, key=lambda name: (placed[name][1], placed[name][0], name))
    rows = _numbered([placed[name][1] for name in ordered])
    columns = _numbered([placed[name][0] for name in ordered])
    return {name: placed[name] for name in ordered}, list(zip(rows, columns, strict=True))


def place_of_name(name: str) -> Point | None:
    """The place of a point with a name such as `b4`; None for other names."""
    match = _PLACED_NAME.fullmatch(name)
    return (float(letters_value(match[1])), float(match[2])) if match else None


def _require_place(name: str) -> Point:
    place = place_of_name(name)
    if place is None:
        raise ValueError(f"the point {name} has no place; name it like b4 or say where it lies")
    return place


def _numbered(values: list[float]) -> list[int]:
    if all(float(value).is_integer() for value in values):
        return [int(value) for value in values]
    ranks = {value: rank for rank, value in enumerate(sorted(set(values)), start=1)}
    return [ranks[value] for value in values]


def _require_size(shape: str, size: tuple[int, ...]) -> None:
    if shape not in CONSTRUCTORS:
        raise ValueError(f"there is no board shape {shape}; there are {', '.join(CONSTRUCTORS)}")
    if len(size) not in CONSTRUCTORS[shape]:
        wanted = " or ".join(map(str, CONSTRUCTORS[shape]))
        raise ValueError(f"{shape} takes {wanted} number{'s' * (wanted != '1')}, not {len(size)}")
    if min(size) < 1:
        raise ValueError(f"the size of a {shape} is at least 1, not {min(size)}")


def _spans(shape: str, size: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """For each row from the bottom, the first coordinate of its first cell, and its cell count."""
    n, m = size[0], size[-1]
    if shape == "triangle":
        return tuple((0, n - r) for r in range(n))
    if shape == "hexagon":
        return tuple((max(0, n - 1 - r), 2 * n - 1 - abs(n - 1 - r)) for r in range(2 * n - 1))
    return ((0, n),) * m


def direction_sets(shape: str) -> dict[str, tuple[str, ...]]:
    """The directions that each word for some of them stands for, on a board of squares or hexes."""
    if shape in HEXES:
        every = tuple(HEX_DIRECTIONS)
        return {"directions": every, "orthogonal": every, "diagonal": ()}
    every = tuple(SQUARE_DIRECTIONS)
    return {"directions": every, "orthogonal": ORTHOGONAL, "diagonal": DIAGONAL}


def opposite(direction: str) -> str:
    """The direction that leads back."""
    x, y = SQUARE_DIRECTIONS[direction]
    return next(name for name, offset in SQUARE_DIRECTIONS.items() if offset == (-x, -y))


def squares(shape: str, cells: tuple[tuple[int, int], ...]) -> Lattice:
    """The lattice of square cells (column, row), counted from 0, in cell order."""
    return Lattice(
        shape=shape,
        names=tuple(f"{letters(x + 1)}{y + 1}" for x, y in cells),
        coordinates=cells,
        points=tuple((float(x), float(y)) for x, y in cells),
        rows=tuple(y + 1 for _, y in cells),
        columns=tuple(x + 1 for x, _ in cells),
    )


def hexes(shape: str, cells: tuple[Offset, ...]) -> Lattice:
    """The lattice of hex cells (q, r), counted from 0, in cell order.

    A rhombus names its cells as squares are named; elsewhere the letters say the row.
    """
    first: dict[int, int] = {}  # the place of the first cell of each row
    columns = tuple(n - first.setdefault(r, n) + 1 for n, (_, r) in enumerate(cells))
    places = [(column, r + 1) for column, (_, r) in zip(columns, cells, strict=True)]
    named = places if shape == "rhombus" else [(row, column) for column, row in places]
    return Lattice(
        shape=shape,
        names=tuple(f"{letters(letter)}{number}" for letter, number in named),
        coordinates=cells,
        points=tuple((q + r / 2, r * sqrt(3) / 2) for q, r in cells),
        rows=tuple(r + 1 for _, r in cells),
        columns=columns,
    )


def _cells(spans: tuple[tuple[int, int], ...]) -> tuple[Offset, ...]:
    return tuple((q, r) for r, (first, n) in enumerate(spans) for q in range(first, first + n))
