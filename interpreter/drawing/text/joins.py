"""What is drawn between two cells of a text board: a line from one to the other, or a wall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.drawing.text.canvas import Canvas
    from interpreter.drawing.text.placement import Place


@dataclass(frozen=True)
class Join:
    """A line, a wall or a text between two cells, and its style."""

    cells: tuple[str, str]
    is_wall: bool = False
    style: str = "bold"
    text: str = ""  # in place of a line or a wall


def draw_join(canvas: Canvas, join: Join, ends: tuple[Place, Place], wide: int) -> None:
    """Draw a join between cells whose first characters are given, as far as there is room.

    A cell has `wide` characters.  Where cells touch, nothing can stand between them.
    """
    (row, column), (below, other) = sorted(ends)
    if row == below:
        level(canvas, join, row, range(column + wide, other))
        return
    middle = (wide - 1) // 2
    rows = range(row + 1, below)
    if join.is_wall or join.text:
        rows = rows[len(rows) // 2 : len(rows) // 2 + 1]
    for at in rows:
        across = column + middle + round((other - column) * (at - row) / (below - row))
        if join.text:
            canvas.text(at, across - (len(join.text) - 1) // 2, join.text, join.style)
        elif column != other:
            # A slanted stroke would look like the edges of hexes and the lines of a board.
            canvas.text(at, across, "╳" if join.is_wall else "•", join.style)
        elif join.is_wall:
            canvas.text(at, column - 1, "━" * (wide + 2), join.style)
        else:
            canvas.text(at, across, "║", join.style)


def level(canvas: Canvas, join: Join, row: int, gap: range) -> None:
    """Draw a join in the columns between two cells of one row."""
    if join.text:
        start = gap.start + max(0, (len(gap) - len(join.text)) // 2)
        canvas.text(row, start, join.text[: len(gap)], join.style)
    elif join.is_wall and gap:
        canvas.text(row, gap[len(gap) // 2], "┃", join.style)
    else:
        canvas.text(row, gap.start, "═" * len(gap), join.style)
