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
ON_CELL = 8.0  # the size of a name on its cell, where names around the board are no larger
BELOW = 11.0  # the size of a name below its cell, likewise
LINE = 1.2  # from one line of a name to the next, in its size
LETTER = 0.6  # how wide a letter is, in its size
SMALLEST, LARGEST = 4.5, 20.0  # sizes of a name in units

Box = tuple[float, float, float, float]  # left, top, right and bottom


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
    made = straight(inner, cells) or slanted(inner)
    named = [cell for cell in cells if not made or cell.name in further]
    return made + single(named, cells, made)


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
    size = size_of(around)
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


def single(
    named: Sequence[Place], cells: Sequence[Place], beside: Sequence[Label]
) -> tuple[Label, ...]:
    """The name of each of some cells: on the cell, or else below it, clear of the names `beside`
    the board; none of what has room on neither in a size that can be read where the whole board is
    as wide as a phone.
    """
    least, made = size_of(cells), list[Label]()
    for cell in named:
        fitting = min(max(ON_CELL, least), WIDE / len(cell.name))
        if fitting >= least:
            made.append(on_cell(cell, round(fitting, 1)))
        else:
            made += below(cell, cells, [*beside, *made], least)
    return tuple(made)


def on_cell(cell: Place, size: float) -> Label:
    """The name of a cell at its lower edge, under a piece."""
    bottom = max(y for _, y in cell.corners)
    y = round(cell.y + 0.8 * (bottom - cell.y), 1)
    return Label(names_as_words(cell.name), cell.x, y, True, size)


def below(
    cell: Place, cells: Sequence[Place], made: Sequence[Label], least: float
) -> tuple[Label, ...]:
    """The words of a name that is too long for its cell, one a line under it, where nothing else
    is; else none.
    """
    words = names_as_words(cell.name).split(" ")
    size = round(max(least, min(BELOW, WIDE / max(map(len, words)))), 1)
    top = max(y for _, y in cell.corners)
    lines = tuple(
        Label(word, cell.x, round(top + LINE * size * (line + 0.7), 1), size=size)
        for line, word in enumerate(words)
    )
    taken = [box(other.corners) for other in cells if other is not cell]
    taken += [box(ends(label)) for label in made]
    return () if any(overlap(box(ends(line)), it) for line in lines for it in taken) else lines


def ends(label: Label) -> tuple[Point, Point]:
    """The left upper and the right lower corner of a name."""
    wide, high = LETTER / 2 * label.size * max(2, len(label.text)), LINE / 2 * label.size
    return (label.x - wide, label.y - high), (label.x + wide, label.y + high)


def box(corners: Sequence[Point]) -> Box:
    """What is around some corners."""
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes have more than an edge in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
