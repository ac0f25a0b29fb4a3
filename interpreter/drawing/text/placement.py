"""Places the cells of a board on the screen, to scale, and draws what is around them.

A row of the screen is about twice as high as a column is wide.  Layouts are tried from the roomiest
to the tightest: squares and hexes with their edges, then without.  The first that fits is taken; if
none does, the one with the fewest rows of those that are not too wide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from gdl.vocabulary.looks import has_crossings, has_dots
from interpreter.drawing.text.canvas import Canvas

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase

    Place = tuple[int, int]  # row and column of the first character of a cell
    Points = dict[str, tuple[float, float]]

NAME = re.compile(r"([a-z]+)([0-9]+)")
ROW_OF_HEXES = 3**0.5 / 2  # from the middle of a hex to the row above


@dataclass(frozen=True)
class Layout:
    """The place of each cell's first character, and the canvas with edges and names drawn."""

    places: dict[str, Place]
    canvas: Canvas
    brackets: bool  # whether there is room for a bracket on either side of a cell
    empty: str = "·"  # what is written on an empty cell; nothing where lines cross there
    names_all: bool = True  # whether each cell's name can be read from it

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the whole drawing."""
        at = [*self.canvas.cells, *self.canvas.arms, *self.places.values()]
        rows, columns = [r for r, _ in at], [c for _, c in at]
        return max(columns) - min(columns) + 2, max(rows) - min(rows) + 1


def lay_out(game: GameBase, wide: int, room: tuple[int, int]) -> Layout:
    """The roomiest layout within `room` (columns, rows) for symbols of `wide` characters."""
    if not game.board.cells:
        return Layout({}, Canvas(), False)
    nodes = game.board.graph.nodes
    points = {cell: (nodes[cell]["x"], nodes[cell]["y"]) for cell in game.board.cells}
    layouts = []
    for layout in attempts(game, points, wide):
        if layout.size[0] <= room[0] and layout.size[1] <= room[1]:
            return layout
        layouts.append(layout)
    narrow = [one for one in layouts if one.size[0] <= room[0]] or layouts[-1:]
    return min(narrow, key=lambda layout: layout.size[1])


def attempts(game: GameBase, points: Points, wide: int) -> Iterator[Layout]:
    """The layouts of a board, the roomiest first."""
    further = game.model.board.further
    if game.model.board.shape == "lines":
        yield from graphs(game, points, wide)
    elif game.reference.rules.topology.diagonal:
        if has_dots(game.model.looks):
            yield squares(points, wide, (wide + 3, 2), False, further)
        elif has_crossings(game.model.looks):
            yield from (replace(graph(game, points, wide, s), empty="") for s in (2.0, 1.0))
        for step in dict.fromkeys(((wide + 3, 4 if wide > 2 else 2), (wide + 3, 2))):
            yield squares(points, wide, step, True, further)
        for step in ((wide + 1, 1), (wide, 1)):
            yield squares(points, wide, step, False, further)
    else:
        flat = {cell: (x, y / ROW_OF_HEXES) for cell, (x, y) in points.items()}
        yield hexes(flat, wide, (4 if wide <= 3 else 8, 2), True, further)
        step = (wide + 2 - wide % 2 if wide > 1 else 2, 1)
        yield hexes(flat, wide, step, False, further)


# ---- squares -----------------------------------------------------------------------------------


def squares(
    points: Points, wide: int, step: Place, boxed: bool, further: Sequence[str] = ()
) -> Layout:
    """A board of squares; `step` is from cell to cell, in columns and rows."""
    across, down = step
    top = max(y for _, y in points.values())
    places = {c: (round((top - y) * down), round(x * across)) for c, (x, y) in points.items()}
    canvas = Canvas()
    if boxed:
        for row, column in places.values():
            box(canvas, row - down // 2, column - 2, (across, down))
    left = name_further(canvas, places, wide, further)
    below, before = (down // 2 if boxed else 0) + 1, 4 if boxed else 2
    name_edges(canvas, places, wide, below, before, further, left)
    return Layout(places, canvas, boxed or across > wide, " " if boxed else "·")


def box(canvas: Canvas, row: int, column: int, step: Place) -> None:
    """Draw the edges of a cell whose upper left corner is given."""
    across, down = step
    corners = [
        (row, column), (row, column + across), (row + down, column + across), (row + down, column)
    ]  # fmt: skip
    for a, b in pairwise([*corners, corners[0]]):
        canvas.line(a, b)


def name_further(
    canvas: Canvas, places: dict[str, Place], wide: int, further: Sequence[str]
) -> int:
    """Write the names of further points beside them, away from the board; return the first column
    that is taken.
    """
    columns = [column for cell, (_, column) in places.items() if cell not in further]
    middle = (min(columns) + max(columns)) / 2
    first = min(columns)
    for cell in further:
        row, column = places[cell]
        start = column + wide + 3 if column > middle else column - 3 - len(cell)
        canvas.text(row, start, cell, "dim")
        first = min(first, start, column)
    return first


def name_edges(
    canvas: Canvas,
    places: dict[str, Place],
    wide: int,
    below: int,
    before: int,
    further: Sequence[str] = (),
    left: int | None = None,
) -> bool:
    """Write ranks on the left and files below if names are like b4; return whether they are.

    The names of `further` points do not count; nothing is written from column `left` on.
    """
    ranks: dict[int, str] = {}
    files: dict[int, str] = {}
    for cell, (row, column) in places.items():
        if cell in further:
            continue
        match = NAME.fullmatch(cell)
        if (
            match is None
            or ranks.setdefault(row, match[2]) != match[2]
            or files.setdefault(column, match[1]) != match[1]
        ):
            return False
    start = (min(files) if left is None else left) - before
    bottom = max(row for row, _ in places.values()) + below
    for row, rank in ranks.items():
        canvas.text(row, start - len(rank) + 1, rank, "dim")
    last = min(files) - 2
    for column, file in sorted(files.items()):
        centre = column + (wide - len(file)) // 2
        if centre > last:
            canvas.text(bottom, centre, file, "dim")
            last = centre + len(file) - 1
    return True


# ---- hexes -------------------------------------------------------------------------------------


def hexes(
    points: Points, wide: int, step: Place, outlined: bool, further: Sequence[str] = ()
) -> Layout:
    """A board of hexes in level rows; points are (x, number of the row from the bottom)."""
    across, down = step
    top = max(row for _, row in points.values())
    centres = {
        c: (round((top - row) * down), round(x * across)) for c, (x, row) in points.items()
    }  # fmt: skip
    places = {c: (row, column - (wide - 1) // 2) for c, (row, column) in centres.items()}
    canvas = Canvas()
    if outlined:
        for centre in centres.values():
            outline(canvas, centre, across)
    edge = across // 2 + 1 if outlined else 1
    name_rows(canvas, {c: p for c, p in places.items() if c not in further}, wide, edge, step)
    name_further(canvas, places, wide, further)
    roomy = across >= wide + (2 if outlined else 1)
    return Layout(places, canvas, roomy, " " if outlined else "·")


def outline(canvas: Canvas, centre: Place, across: int) -> None:
    """Draw the edges of a hex that stands on a corner."""
    row, column = centre
    half, slant = across // 2, across // 4
    for side in (-1, 1):
        canvas.text(row, column + side * half, "│", "dim")
        canvas.text(row - 1, column + side * slant, "╲" if side > 0 else "╱", "dim")
        canvas.text(row + 1, column + side * slant, "╱" if side > 0 else "╲", "dim")


def name_rows(canvas: Canvas, places: dict[str, Place], wide: int, edge: int, step: Place) -> None:
    """Write numbers and letters beside a rhombus, else the first and last name of each row."""
    rows: dict[int, list[tuple[int, str]]] = {}
    for cell, (row, column) in places.items():
        rows.setdefault(row, []).append((column, cell))
    splits = {row: [split_name(c) for _, c in line] for row, line in rows.items()}
    numbered = all(len({number for _, number in names}) == 1 for names in splits.values())
    for row, line in rows.items():
        (start, first), (end, last) = min(line), max(line)
        before = splits[row][0][1] if numbered else first
        canvas.text(row, start - edge - len(before) - 1, before, "dim")
        if not numbered and len(line) > 1:
            canvas.text(row, end + wide + edge, last, "dim")
    if numbered:
        bottom = max(rows)
        for column, cell in rows[bottom]:
            canvas.text(bottom + step[1], column - step[0] // 2, split_name(cell)[0], "dim")


def split_name(cell: str) -> tuple[str, str]:
    """The letters and the digits of a cell's name."""
    match = NAME.fullmatch(cell)
    return (match[1], match[2]) if match else (cell, cell)


# ---- points and lines --------------------------------------------------------------------------


def graphs(game: GameBase, points: Points, wide: int) -> Iterator[Layout]:
    """Layouts of a board of points and lines, at smaller and smaller scales, each without and with
    room for names side by side; those in which a name has no place come last.
    """
    longest, lacking = max(map(len, points)), []
    for scale in (3.0, 2.0, 1.5, 1.0, 0.75, 0.5):
        for least in dict.fromkeys((wide + 2, max(wide, longest) + 2)):
            layout = graph(game, points, wide, scale, least)
            if layout.names_all:
                yield layout
            else:
                lacking.append(layout)
    yield from lacking


def graph(
    game: GameBase, points: Points, wide: int, scale: float, least: int | None = None
) -> Layout:
    """A board of points and lines; `scale` is the number of rows for a step of 1, and `least` the
    columns from a point to the next in its row, where that is not what symbols need.
    """
    gaps = [abs(a - b) for row in rows_of(points) for a, b in pairwise(sorted(row))]
    across = max([2 * scale, *((least or wide + 2) / gap for gap in gaps)])
    top = max(y for _, y in points.values())
    centres = {c: (round((top - y) * scale), round(x * across)) for c, (x, y) in points.items()}
    places = {c: (row, column - (wide - 1) // 2) for c, (row, column) in centres.items()}
    canvas = Canvas()
    for a, b in game.board.graph.edges:
        canvas.line(centres[a], centres[b], "dim")
    further = game.model.board.further
    left = name_further(canvas, places, wide, further) if further else None
    is_named = name_edges(canvas, places, wide, 1, 3, further, left)
    return Layout(places, canvas, True, names_all=is_named or name_points(canvas, places, wide))


def name_points(canvas: Canvas, places: dict[str, Place], wide: int) -> bool:
    """Write the name of each point below it, else above, to the right or to the left of it, where
    it touches neither a point nor another name; return whether all have such a place.
    """
    taken = {
        (row, at) for row, start in places.values() for at in range(start - 1, start + wide + 1)
    }
    left = 0
    for cell, (row, start) in places.items():
        middle = start + (wide - len(cell)) // 2
        spots = [(row + 1, middle), (row - 1, middle)]
        spots += [(row, start + wide + 2), (row, start - len(cell) - 2)]
        for spot, first in spots:
            letters = {(spot, at) for at in range(first, first + len(cell))}
            if not letters & taken:
                canvas.text(spot, first, cell, "dim")
                taken |= letters | {(spot, first - 1), (spot, first + len(cell))}
                break
        else:
            left += 1
    return not left


def rows_of(points: Points) -> list[list[float]]:
    """The x of the points of each row."""
    rows: dict[float, list[float]] = {}
    for x, y in points.values():
        rows.setdefault(y, []).append(x)
    return list(rows.values())
