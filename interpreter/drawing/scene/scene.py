"""The board on paper: a `Scene` of cells, links, names and zones, y downwards.

A game enters; nothing here depends on a position.  Every front end draws from the same scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from gdl.model.analysis import performed
from interpreter.drawing.scene.labels import Label, ends, labels
from interpreter.drawing.scene.parts import disc, through
from interpreter.drawing.scene.places import CELL, Place, Point
from interpreter.drawing.scene.tiles import Tile, links, style_of, tiles
from interpreter.drawing.scene.zones import Zone, zones

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase

NO_BOX = (0.0, 0.0, 0.0, 0.0)
DOT = 1.0  # the radius of a dot without the line around it
MARGIN = 0.16  # of a cell, around everything that is drawn


@dataclass(frozen=True)
class Scene:
    """A board on paper: cells that touch, points that lines join, or crossings, which are points
    amid cells that touch.
    """

    cells: tuple[Place, ...]
    links: tuple[tuple[str, str], ...]
    names: tuple[Label, ...]
    zones: tuple[Zone, ...]
    box: tuple[float, float, float, float]  # left, top, width and height
    style: str = "cells"  # "cells", "points" or "crossings"

    @property
    def view_box(self) -> str:
        """What SVG calls so."""
        return " ".join(f"{value:.1f}" for value in self.box)

    @cached_property
    def places(self) -> dict[str, Point]:
        """The middle of each cell."""
        return {cell.name: (cell.x, cell.y) for cell in self.cells}

    @cached_property
    def by_name(self) -> dict[str, Place]:
        """Each cell."""
        return {cell.name: cell for cell in self.cells}

    @property
    def lines(self) -> str:
        """The `d` of the lines between cells, of dots where crossings have none; else empty."""
        if self.style == "crossings" and not self.links:
            return "".join(disc(cell.x, cell.y, DOT) for cell in self.cells)
        pairs = self.links if self.style == "points" else straight(self.links, self.places)
        return "".join(through([self.places[a], self.places[b]]) for a, b in pairs)

    @property
    def rim(self) -> float:
        """How wide a line below the lines of crossings is that makes the border of the board even;
        0 where it is even, as that of squares.
        """
        corners = self.cells[0].corners if self.cells else ()
        if self.style != "crossings" or len(corners) <= 4 or not self.links:
            return 0.0
        return round(2 * max(hypot(x - self.cells[0].x, y - self.cells[0].y) for x, y in corners))

    def as_json(self) -> dict[str, Any]:
        """The scene as plain data for the page."""
        return {
            "viewBox": self.view_box,
            "style": self.style,
            "cells": [
                {"name": c.name, "x": c.x, "y": c.y, "points": c.points, "shade": c.shade}
                for c in self.cells
            ],
            "lines": self.lines,
            "rim": self.rim,
            "names": [
                {"text": n.text, "x": n.x, "y": n.y, "small": n.small, "size": n.size}
                for n in self.names
            ],
            "zones": [
                {"label": z.label, "cells": list(z.cells), "parts": [p.as_json() for p in z.parts]}
                for z in self.zones
            ],
        }  # fmt: skip


def straight(
    pairs: Sequence[tuple[str, str]], places: Mapping[str, Point]
) -> Iterator[tuple[str, str]]:
    """The ends of the lines of a lattice, each made of all pairs of neighbours on it."""
    ahead: dict[tuple[str, Point], str] = {}
    for pair in pairs:
        a, b = sorted(pair, key=places.__getitem__)
        (x, y), (u, v) = places[a], places[b]
        far = hypot(u - x, v - y)
        ahead[a, (round((u - x) / far, 1), round((v - y) / far, 1) + 0.0)] = b
    inner = {(end, way) for (_, way), end in ahead.items()}
    for start, way in ahead:
        if (start, way) in inner:
            continue
        end = start
        while (end, way) in ahead:
            end = ahead[end, way]
        yield start, end


def board_scene(game: GameBase) -> Scene:
    """The board of a game on paper; an empty sheet for a game without one."""
    if not game.board.cells:
        return Scene((), (), (), (), NO_BOX)
    all_tiles, style, pairs = tiles(game), style_of(game), links(game)
    further = game.model.board.further
    scale = CELL / (2 * min(inner_radius(t) for t in all_tiles if t.cell not in further))
    shades = chequered(game) if style == "cells" else {}
    cells = tuple(place(tile, scale, shades.get(tile.cell, 0)) for tile in all_tiles)
    names = labels(cells, further)
    zoned = zones(game, cells, pairs)
    return Scene(cells, pairs, names, zoned, box(cells, names, zoned), style)


def place(tile: Tile, scale: float, shade: int) -> Place:
    """A cell on paper."""
    corners = tuple(on_paper(x, y, scale) for x, y in tile.corners)
    return Place(tile.cell, *on_paper(tile.x, tile.y, scale), corners, shade)


def on_paper(x: float, y: float, scale: float) -> Point:
    """A point of the board on paper."""
    return round(x * scale, 1) + 0.0, round(-y * scale, 1) + 0.0


def inner_radius(tile: Tile) -> float:
    """How far it is from the middle of a cell to the middle of its nearest edge."""
    edges = pairwise([*tile.corners, tile.corners[0]])
    return min(hypot((a + c) / 2 - tile.x, (b + d) / 2 - tile.y) for (a, b), (c, d) in edges)


def box(
    cells: tuple[Place, ...], names: tuple[Label, ...], zoned: tuple[Zone, ...]
) -> tuple[float, float, float, float]:
    """Left, top, width and height of all that is drawn."""
    points = [point for cell in cells for point in cell.corners]
    points += [corner for name in names for corner in ends(name)]
    points += [
        (x + dx, y + dy)
        for zone in zoned for line in zone.bands for x, y in line for dx, dy in ((-3, -3), (3, 3))
    ]  # fmt: skip
    edge = MARGIN * CELL
    left, top = min(x for x, _ in points) - edge, min(y for _, y in points) - edge
    width, height = max(x for x, _ in points) - left + edge, max(y for _, y in points) - top + edge
    return left, top, width, height


def chequered(game: GameBase) -> dict[str, int]:
    """A pattern of light and dark squares, where pieces move about a whole board of squares."""
    board = game.model.board
    topology = game.reference.rules.topology
    if not topology.diagonal or board.holes is not None or board.tracks or board.further:
        return {}
    places = topology.coordinates.values()
    if len(places) < len({x for x, _ in places}) * len({y for _, y in places}):
        return {}
    if not any(isinstance(statement, model.Move) for statement in performed(game.model)):
        return {}
    return {
        topology.cells[cell]: (x + y + 1) % 2 for cell, (x, y) in topology.coordinates.items()
    }
