"""Where the names of rows, columns and cells stand around a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.drawing.scene.scene import Place

NAME = re.compile(r"([a-z]+)([0-9]+)")
OUTSIDE = 30.0  # units from the middle of the last cell of a row or column to its name
POINT_OUTSIDE = 32.0
Point = tuple[float, float]


@dataclass(frozen=True)
class Label:
    """A text on paper; a small one is the name of a single cell."""

    text: str
    x: float
    y: float
    small: bool = False


def labels(game: GameBase, cells: Sequence[Place], are_points: bool) -> tuple[Label, ...]:
    """Names of rows and columns beside the board where cells are named so, else one a cell."""
    outside = POINT_OUTSIDE if are_points else OUTSIDE
    return straight(cells, outside) or slanted(cells) or single(cells)


def straight(cells: Sequence[Place], outside: float) -> tuple[Label, ...]:
    """The letters below and the numbers on the left, where each means one level row or column."""
    rows: dict[str, float] = {}
    columns: dict[str, float] = {}
    for cell in cells:
        match = NAME.fullmatch(cell.name)
        if match is None or columns.setdefault(match[1], cell.x) != cell.x:
            return ()
        if rows.setdefault(match[2], cell.y) != cell.y:
            return ()
    bottom, left = max(rows.values()) + outside, min(columns.values()) - outside
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
        way = common_way([line for _, line in lines])
        if way is None:
            return ()
        for text, line in lines:
            first = min(line, key=lambda c: c.x * way[0] + c.y * way[1])
            x, y = first.x - way[0] * OUTSIDE, first.y - way[1] * OUTSIDE
            made.append(Label(text, round(x, 1), round(y, 1)))
    return tuple(made) if are_apart(made, cells) else ()


def common_way(lines: Sequence[Sequence[Place]]) -> Point | None:
    """The direction, of length 1, in which the cells of every line follow one another."""
    found: Point | None = None
    for line in lines:
        for a, b in zip(line, line[1:], strict=False):
            length = hypot(b.x - a.x, b.y - a.y)
            way = (b.x - a.x) / length, (b.y - a.y) / length
            if found is not None and dist(found, way) > 0.02:
                return None
            found = found or way
    return found


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
