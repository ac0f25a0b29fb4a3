"""Drawn boards: rows of marks, as a rule sheet draws them, to a `Lattice`.

In: the rows of a drawing from the top, each a text of marks with one blank between them.  `.` is a
cell, a letter a cell that has this letter, `-` no cell.  In a drawing of hexes a row that begins
with a blank lies half a cell further right.  `gdl.syntax.boards` has checked the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from gdl.vocabulary.lattice import (
    HEX_DIRECTIONS,
    Lattice,
    Offset,
    cell_count,
    lattice,
    letters,
    squares,
)

CELL, NO_CELL = ".", "-"
DRAWN = ("squares", "hexes")
Rows = tuple[str, ...]


def board_lattice(shape: str, size: tuple[int, ...], rows: Rows) -> Lattice:
    """The lattice of a board: that of a drawing with these rows, else of a constructor.

    Raises ValueError as `lattice` does.
    """
    return drawn(shape, rows) if rows else lattice(shape, size)


def board_cells(shape: str, size: tuple[int, ...], rows: Rows) -> int:
    """How many cells that lattice has, without laying it out.

    Raises ValueError as `lattice` does.
    """
    return sum(1 for _ in marks(rows)) if rows else cell_count(shape, size)


def drawn(shape: str, rows: Rows) -> Lattice:
    """The lattice of a drawing of squares or of hexes; places without a cell are not part of it."""
    places = [place for place, _ in marks(rows)]
    if shape == "squares":
        return squares(shape, tuple((x // 2, y) for x, y in places))
    return _hexes(places)


def named_marks(shape: str, rows: Rows) -> tuple[tuple[str, str], ...]:
    """The name of each cell of a drawing with its mark, in the order of the cells."""
    found = (mark for _, mark in marks(rows))
    return tuple(zip(drawn(shape, rows).names, found, strict=True))


def marks(rows: Rows) -> Iterator[tuple[Offset, str]]:
    """The marks of cells, row by row from the bottom and each row from the left.

    A place is the distance from the margin in half cells, and the row from the bottom; both count
    from 0.
    """
    for row, text in enumerate(reversed(rows)):
        shift = text.startswith(" ")
        for number, mark in enumerate(text.split()):
            if mark != NO_CELL:
                yield (2 * number + shift, row), mark


def _hexes(places: list[Offset]) -> Lattice:
    slanted = [(x - y) // 2 for x, y in places]  # rows alternate, so only one half is cut off
    left = min(slanted)
    cells = tuple((q - left, y) for q, (_, y) in zip(slanted, places, strict=True))
    first: dict[int, int] = {}  # the number of the first cell of each row
    numbers = tuple(n - first.setdefault(r, n) + 1 for n, (_, r) in enumerate(cells))
    return Lattice(
        shape="hexes",
        names=tuple(f"{letters(r + 1)}{n}" for n, (_, r) in zip(numbers, cells, strict=True)),
        coordinates=cells,
        points=tuple((q + r / 2, r * sqrt(3) / 2) for q, r in cells),
        rows=tuple(r + 1 for _, r in cells),
        columns=numbers,
        directions=dict(HEX_DIRECTIONS),
        orthogonal=tuple(HEX_DIRECTIONS),
        diagonal=(),
    )
