"""Where the names of rows, columns and cells stand around a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, hypot

from gdl.source.wording import names_as_words
from interpreter.drawing.scene.places import Place, Point

NAME = re.compile(r"([a-z]+)([0-9]+)")
EDGE = 26.0  # units from the middle of the last cell of a row or column to what is outside
SHARE = 0.03  # of the width of the board, that the size of a name is
WIDE = 58.0  # units: the size of a name times its letters, so that a long one fits on its cell
LEAST = 8.0  # the size of a name on its cell, from which on it is read on a narrow screen
LINE = 1.1  # from one line of a name to the next, in its size
SMALLEST, LARGEST = 4.5, 20.0  # sizes of a name in units


@dataclass(frozen=True)
class Label:
    """A text on paper; a small one is the name of a single cell."""

    text: str
    x: float
    y: float
    small: bool = False
    size: float = 13.0


def labels(cells: Sequence[Place], further: Sequence[str] = ()) -> tuple[Label, ...]:
    """Names of rows and columns beside the board where cells are named so, else one a cell.

    Further points have names of their own.
    """
    inner = [cell for cell in cells if cell.name not in further]
    made = straight(inner, cells) or slanted(inner) or single(inner)
    outer = [cell for cell in cells if cell.name in further]
    return made + tuple(n for cell in outer for n in below(cell, cells) or single([cell]))


def straight(cells: Sequence[Place], around: Sequence[Place]) -> tuple[Label, ...]:
    """The letters below and the numbers on the left, where each means one level row or column.

    They stand outside all that is drawn `around`.
    """
    rows: dict[str, float] = {}
    columns: dict[str, float] = {}
    for cell in cells:
        match = NAME.fullmatch(cell.name)
        if match is None or columns.setdefault(match[1], cell.x) != cell.x:
            return ()
        if rows.setdefault(match[2], cell.y) != cell.y:
            return ()
    size = size_of(cells)
    bottom = max(cell.y for cell in around) + outside(size)
    left = min(cell.x for cell in around) - outside(size)
    files = tuple(Label(name, x, bottom, size=size) for name, x in columns.items())
    return files + tuple(Label(name, left, y, size=size) for name, y in rows.items())


def size_of(cells: Sequence[Place]) -> float:
    """The size of names: the same part of boards of every size."""
    xs = [x for cell in cells for x, _ in cell.corners]
    return round(min(max(SHARE * (max(xs) - min(xs)), SMALLEST), LARGEST), 1)


def outside(size: float) -> float:
    """How far the middle of a name is from the middle of the cell beside it."""
    return round(EDGE + 0.75 * size, 1)


def slanted(cells: Sequence[Place]) -> tuple[Label, ...]:
    """The letters and numbers, each before the first cell of its row or column."""
    groups: dict[tuple[int, str], list[Place]] = {}
    for cell in cells:
        match = NAME.fullmatch(cell.name)
        if match is None:
            return ()
        for part in (1, 2):
            groups.setdefault((part, match[part]), []).append(cell)
    made, size = [], size_of(cells)
    far = outside(size)
    for part in (1, 2):
        lines = [(text, line) for (which, text), line in groups.items() if which == part]
        way = next((way_of(line) for _, line in lines if len(line) > 1), None)
        for text, line in lines:
            way = way_of(line) if len(line) > 1 else way
            if way is None:
                return ()
            x, y = line[0].x - way[0] * far, line[0].y - way[1] * far
            made.append(Label(text, round(x, 1), round(y, 1), size=size))
    return tuple(made) if are_apart(made, cells) else ()


def way_of(line: Sequence[Place]) -> Point:
    """The direction, of length 1, from the first cell of a row or column to the second."""
    x, y = line[1].x - line[0].x, line[1].y - line[0].y
    return x / hypot(x, y), y / hypot(x, y)


def are_apart(made: Sequence[Label], cells: Sequence[Place]) -> bool:
    """Whether the names touch neither cells nor each other."""
    points = [(label.x, label.y) for label in made]
    middles = [(cell.x, cell.y) for cell in cells]
    near = min((dist(p, q) for p in points for q in middles), default=99.0)
    return near > EDGE and all(
        dist(p, q) > 12 for i, p in enumerate(points) for q in points[:i]
    )


def single(cells: Sequence[Place]) -> tuple[Label, ...]:
    """The name of each cell at its lower edge, under a piece."""
    return tuple(
        Label(
            names_as_words(c.name), c.x,
            round(c.y + 0.8 * (max(y for _, y in c.corners) - c.y), 1), True,
            round(min(LEAST, WIDE / len(c.name)), 1),
        )
        for c in cells
    )  # fmt: skip


def below(cell: Place, cells: Sequence[Place]) -> tuple[Label, ...]:
    """The words of a name that is too long for its cell, one a line under it, where nothing else
    is; else none.
    """
    words = names_as_words(cell.name).split(" ")
    longest = max(map(len, words))
    size = round(min(11.0, WIDE / longest), 1)
    if WIDE / len(cell.name) >= LEAST or size < LEAST:
        return ()
    top, wide = max(y for _, y in cell.corners), 0.3 * size * longest
    bottom = top + LINE * size * (len(words) + 0.4)
    for other in cells:
        xs, ys = zip(*other.corners, strict=True)
        beside = max(xs) <= cell.x - wide or cell.x + wide <= min(xs)
        if other is not cell and not (beside or max(ys) <= top or bottom <= min(ys)):
            return ()
    return tuple(
        Label(word, cell.x, round(top + LINE * size * (line + 0.7), 1), size=size)
        for line, word in enumerate(words)
    )
