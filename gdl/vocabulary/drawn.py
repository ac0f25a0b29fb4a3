"""Drawn boards: rows of marks, as a rule sheet draws them, to a `Lattice`.

In: the rows of a drawing from the top, each a text of marks with one blank between them.  `.` is a
cell, a letter a cell that has this letter, `-` no cell.  In a drawing of hexes a row that begins
with a blank lies half a cell further right.  `gdl.syntax.boards` has checked the rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.vocabulary.lattice import Lattice, Offset, cell_count, hexes, lattice, squares

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
    slanted = [(x - y) // 2 for x, y in places]  # rows alternate, so only one half is cut off
    left = min(slanted)
    return hexes(shape, tuple((q - left, y) for q, (_, y) in zip(slanted, places, strict=True)))


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
