"""Where the names of rows, columns and cells stand around a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, hypot

from interpreter.drawing.scene.places import Place, Point

NAME = re.compile(r"([a-z]+)([0-9]+)")
OUTSIDE = 34.0  # units from the middle of the last cell of a row or column to its name


@dataclass(frozen=True)
class Label:
    """A text on paper; a small one is the name of a single cell."""

    text: str
    x: float
    y: float
    small: bool = False


def labels(cells: Sequence[Place]) -> tuple[Label, ...]:
    """Names of rows and columns beside the board where cells are named so, else one a cell."""
    return straight(cells) or slanted(cells) or single(cells)


def straight(cells: Sequence[Place]) -> tuple[Label, ...]:
    """The letters below and the numbers on the left, where each means one level row or column."""
    rows: dict[str, float] = {}
    columns: dict[str, float] = {}
    for cell in cells:
        match = NAME.fullmatch(cell.name)
        if match is None or columns.setdefault(match[1], cell.x) != cell.x:
            return ()
        if rows.setdefault(match[2], cell.y) != cell.y:
            return ()
    bottom, left = max(rows.values()) + OUTSIDE, min(columns.values()) - OUTSIDE
    files = tuple(Label(name, x, bottom) for name, x in columns.items())
    return files + tuple(Label(name, left, y) for name, y in rows.items())


def slanted(cells: Sequence[Place]) -> tuple[Label, ...]:
    """The letters and numbers, each before the first cell of its row or column."""
    groups: dict[tuple[int, str], list[Place]] = {}
    for cell in cells:
        match = NAME.fullmatch(cell.name)
        if match is None:
            return ()
        for part in (1, 2):
            groups.setdefault((part, match[part]), []).append(cell)
    made = []
    for part in (1, 2):
        lines = [(text, line) for (which, text), line in groups.items() if which == part]
        way = next((way_of(line) for _, line in lines if len(line) > 1), None)
        for text, line in lines:
            way = way_of(line) if len(line) > 1 else way
            if way is None:
                return ()
            x, y = line[0].x - way[0] * OUTSIDE, line[0].y - way[1] * OUTSIDE
            made.append(Label(text, round(x, 1), round(y, 1)))
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
    return near > 0.9 * OUTSIDE and all(
        dist(p, q) > 12 for i, p in enumerate(points) for q in points[:i]
    )


def single(cells: Sequence[Place]) -> tuple[Label, ...]:
    """The name of each cell at its lower edge, under a piece."""
    return tuple(
        Label(c.name, c.x, round(c.y + 0.8 * (max(y for _, y in c.corners) - c.y), 1), True)
        for c in cells
    )
