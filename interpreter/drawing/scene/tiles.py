"""How the cells of a board are drawn, computed from where they lie and what they touch.

Where all neighbours lie equally far apart in few directions, the cells are those of a lattice and
each is drawn as what lies nearer to it than to its neighbours: a square, a hexagon; or they are the
crossings of its lines.  Else they are points joined by lines, and each is drawn as a round spot.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, hypot, inf, isclose, pi, sin
from typing import TYPE_CHECKING

from gdl.vocabulary.looks import has_crossings, has_dots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.api.game_base import GameBase

    Point = tuple[float, float]

MAX_STEPS = 6  # ways to a neighbour on a lattice of equal cells: six on hexagons
SPOT_CORNERS = 16
FURTHER = 0.9  # of the size of a cell, for a further point, so that it stays apart from the others
SPOT_RADIUS = 0.42  # of the distance to the nearest point: below a half, so spots do not touch
DIGITS = 9  # of coordinates: what arithmetic adds beyond these is noise


@dataclass(frozen=True)
class Tile:
    """One cell as it is drawn: its centre, and the corners around it; y grows upwards."""

    cell: str
    x: float
    y: float
    corners: tuple[tuple[float, float], ...]


def tiles(game: GameBase) -> tuple[Tile, ...]:
    """Each cell's centre and corners, counter-clockwise; y grows upwards, in units of the board."""
    steps, further = lattice_steps(game), game.model.board.further
    shape = nearest_region(steps) if steps else spot(SPOT_RADIUS * nearest(game.board.cells, game))
    return tuple(
        tile(cell, x, y, shape, FURTHER if cell in further else 1.0)
        for cell, (x, y) in zip(game.board.cells, places(game.board.cells, game), strict=True)
    )


def tile(cell: str, x: float, y: float, shape: Sequence[Point], size: float) -> Tile:
    """A cell of a shape and a size."""
    corners = ((round(x + size * dx, DIGITS), round(y + size * dy, DIGITS)) for dx, dy in shape)
    return Tile(cell, x, y, tuple(corners))


def style_of(game: GameBase) -> str:
    """How cells are drawn: as "cells" that touch, as "points", or as "crossings" of a lattice
    whose lines join the middles of its cells, where `looks` says `board: points` or `dots`.
    """
    if not lattice_steps(game):
        return "points" if game.board.graph.edges else "cells"
    return "crossings" if has_crossings(game.model.looks) else "cells"


def links(game: GameBase) -> tuple[tuple[str, str], ...]:
    """The neighbours to join by a line: none where the cells touch and are drawn so, or as dots."""
    if style_of(game) == "cells" or has_dots(game.model.looks):
        return ()
    index = {cell: i for i, cell in enumerate(game.board.cells)}
    pairs = (sorted(edge, key=index.__getitem__) for edge in game.board.graph.edges)
    return tuple(sorted(((a, b) for a, b in pairs), key=lambda p: (index[p[0]], index[p[1]])))


def places(cells: Sequence[str], game: GameBase) -> list[Point]:
    """Where some cells lie, in their order."""
    nodes = game.board.graph.nodes
    return [(float(nodes[cell]["x"]), float(nodes[cell]["y"])) for cell in cells]


def nearest(cells: Sequence[str], game: GameBase) -> float:
    """The distance of the two cells that are nearest to each other; 1 where there is but one."""
    points = sorted(set(places(cells, game)))
    distance = inf
    for i, a in enumerate(points):
        for b in points[i + 1 :]:
            if b[0] - a[0] >= distance:
                break
            distance = min(distance, dist(a, b))
    return 1.0 if distance == inf else distance


def lattice_steps(game: GameBase) -> tuple[Point, ...]:
    """The ways to a neighbour that there are on a lattice of equal cells, else none.

    A lattice with at most two axes gets the ways across too: a row of cells is one of squares.
    """
    board, further = game.board, game.model.board.further
    nodes = board.graph.nodes
    steps = set()
    for a, b in board.graph.edges:
        x, y = nodes[b]["x"] - nodes[a]["x"], nodes[b]["y"] - nodes[a]["y"]
        steps |= {rounded(x, y), rounded(-x, -y)}
    lengths = [hypot(*step) for step in steps]
    if not steps or len(steps) > MAX_STEPS or max(lengths) - min(lengths) > 1e-6:
        return ()
    joined = [cell for cell in board.cells if cell not in further]
    if nearest(joined, game) < min(lengths) - 1e-6 or min(lengths) < 1e-6:
        return ()
    if len(steps) <= 4:
        steps |= {rounded(-y, x) for x, y in steps}
    return tuple(sorted(steps))


def rounded(x: float, y: float) -> Point:
    """A point without noise, and without the sign of a zero."""
    return round(x, DIGITS) + 0.0, round(y, DIGITS) + 0.0


def nearest_region(steps: Sequence[Point]) -> tuple[Point, ...]:
    """The corners of what lies nearer to the middle than to any step (its Voronoi region)."""
    far = max(hypot(*step) for step in steps)
    region: list[Point] = [(far, far), (-far, far), (-far, -far), (far, -far)]
    for step in steps:
        region = clipped(region, step)
    return tuple(
        b for a, b in pairwise([region[-1], *region]) if not isclose(dist(a, b), 0, abs_tol=1e-9)
    )


def clipped(region: Sequence[Point], step: Point) -> list[Point]:
    """The part of a region that is nearer to the middle than to the step (Sutherland, Hodgman)."""
    corners: list[Point] = []
    for a, b in pairwise([region[-1], *region]):
        over_a, over_b = beyond(a, step), beyond(b, step)
        if (over_a > 0) != (over_b > 0):
            part = over_a / (over_a - over_b)
            corners.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
        if over_b <= 0:
            corners.append(b)
    return corners


def beyond(point: Point, step: Point) -> float:
    """How far a point lies over the line half-way to the step; negative before it."""
    return point[0] * step[0] + point[1] * step[1] - (step[0] ** 2 + step[1] ** 2) / 2


def spot(radius: float) -> tuple[Point, ...]:
    """The corners of a nearly round shape."""
    angles = [2 * pi * i / SPOT_CORNERS for i in range(SPOT_CORNERS)]
    return tuple((radius * cos(a), radius * sin(a)) for a in angles)
