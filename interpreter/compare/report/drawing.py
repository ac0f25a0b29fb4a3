"""Boards and pieces as SVG.

A `Sheet` is a board laid out in the units of the drawing.  Pieces and boards are drawn once, as
symbols, and used wherever they stand, so that a page of many positions stays small.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from interpreter.compare.report.escaping import escape

if TYPE_CHECKING:
    from interpreter.compare.results import Look, Tile, VariantResult

CELL = 40.0  # units of the drawing across the smallest cell
PIECE = 0.35  # radius of a piece, in cells
MARK = 36.0  # size of the characters on a piece, together
MARGIN = 0.55  # of a cell, around the board, for its names
NAME = re.compile(r"([a-z]+)([0-9]+)")
NAMED = {
    "black": "#1c1c1c", "white": "#ffffff", "red": "#d0342c", "blue": "#1f6fb4",
    "yellow": "#f2c80f", "green": "#1a7f4b", "orange": "#e67e22", "purple": "#7d4aa8",
    "violet": "#9b6fc4", "cyan": "#35b8c8", "magenta": "#c2379a", "pink": "#f19cb7",
    "brown": "#7b4b2a", "grey": "#8a8a8a", "gray": "#8a8a8a",
}  # fmt: skip
SPARE = ("#1f6fb4", "#f2c80f", "#d0342c", "#1a7f4b", "#9b6fc4", "#35b8c8")
"""For colours that are named after none."""
NOBODY = "#b9b2a3"
DARK_BELOW = 0.45  # brightness below which what stands on a colour is written in white


@dataclass(frozen=True)
class Sheet:
    """A board on paper: x to the right, y downwards."""

    tiles: tuple[Tile, ...]
    links: tuple[tuple[str, str], ...] = ()

    @cached_property
    def scale(self) -> float:
        """Units of the drawing for one of the board."""
        return CELL / (2 * min(map(inner_radius, self.tiles)))

    @cached_property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height."""
        xs = [x for t in self.tiles for x, _ in t.corners]
        ys = [-y for t in self.tiles for _, y in t.corners]
        edge = MARGIN * CELL
        left, top = min(xs) * self.scale - edge, min(ys) * self.scale - edge
        width, height = (max(v) - min(v) for v in (xs, ys))
        return left, top, width * self.scale + 2 * edge, height * self.scale + 2 * edge

    @cached_property
    def places(self) -> dict[str, tuple[float, float]]:
        """The middle of each cell."""
        return {t.cell: self.at(t.x, t.y) for t in self.tiles}

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the board on paper."""
        return round(x * self.scale, 1) + 0.0, round(-y * self.scale, 1) + 0.0

    @property
    def view_box(self) -> str:
        """What SVG calls so."""
        return " ".join(f"{v:.1f}" for v in self.box)


def inner_radius(tile: Tile) -> float:
    """How far it is from the middle of a cell to the middle of its nearest edge."""
    edges = pairwise([*tile.corners, tile.corners[0]])
    return min(hypot((a + c) / 2 - tile.x, (b + d) / 2 - tile.y) for (a, b), (c, d) in edges)


def sheet_of(variant: VariantResult) -> Sheet:
    """The board of a variant."""
    return Sheet(variant.board, variant.links)


def points(sheet: Sheet, tile: Tile) -> str:
    """The corners of a cell, as SVG writes them."""
    corners = (sheet.at(x, y) for x, y in tile.corners)
    return " ".join(f"{x:g},{y:g}" for x, y in corners)


def svg(sheet: Sheet, body: Iterable[str], label: str, kind: str) -> str:
    """A drawing of a board; the label is read out where it cannot be seen."""
    width = min(max(sheet.box[2] * 0.8, 160), 420)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="{sheet.view_box}" '
        f'width="{width:.0f}" role="img" aria-label="{escape(label)}">{"".join(body)}</svg>'
    )


# ---- the board ---------------------------------------------------------------------------------


def board(sheet: Sheet) -> list[str]:
    """The empty board: lines, cells with their names as titles, and names that are seen."""
    found = line_parts(sheet)
    for tile in sheet.tiles:
        title = f"<title>{escape(tile.cell)}</title>"
        found.append(f'<polygon class="cell" points="{points(sheet, tile)}">{title}</polygon>')
    return found + name_parts(sheet)


def line_parts(sheet: Sheet) -> list[str]:
    """The lines between cells that do not touch."""
    found = []
    for a, b in sheet.links:
        (x, y), (u, v) = sheet.places[a], sheet.places[b]
        found.append(f'<line class="link" x1="{x:g}" y1="{y:g}" x2="{u:g}" y2="{v:g}"/>')
    return found


def name_parts(sheet: Sheet) -> list[str]:
    """Names of rows and columns at the edges where cells are named so, else one in every cell."""
    names = edge_names(sheet)
    if names is None:
        return [
            name_part(tile.cell, *sheet.at(tile.x, tile.y - lowest(tile)), "name small")
            for tile in sheet.tiles
        ]
    return [name_part(name, x, y, "name") for name, x, y in names]


def lowest(tile: Tile) -> float:
    """How far below its middle the name of a cell stands: under a piece, above the edge."""
    return 0.78 * (tile.y - min(y for _, y in tile.corners))


def name_part(name: str, x: float, y: float, kind: str) -> str:
    """A name at its place."""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(name)}</text>'


def edge_names(sheet: Sheet) -> list[tuple[str, float, float]] | None:
    """The letters below and the numbers on the left, where each means one column or row."""
    rows: dict[str, float] = {}
    columns: dict[str, float] = {}
    for cell, (x, y) in sheet.places.items():
        match = NAME.fullmatch(cell)
        if match is None or columns.setdefault(match[1], x) != x:
            return None
        if rows.setdefault(match[2], y) != y:
            return None
    left, top, _, height = sheet.box
    inside = MARGIN * CELL / 2
    files = [(name, x, round(top + height - inside, 1)) for name, x in columns.items()]
    return files + [(name, round(left + inside, 1), y) for name, y in rows.items()]


# ---- pieces ------------------------------------------------------------------------------------


def looks(positions: Iterable[Mapping[str, Look]]) -> tuple[Look, ...]:
    """The kinds and colours that there are, in a fixed order."""
    found = {look for pieces in positions for look in pieces.values()}
    return tuple(sorted(found, key=lambda look: (look[0], look[1] or "", look[2])))


def piece_symbols(shown: Sequence[Look], colours: Sequence[str], prefix: str) -> list[str]:
    """A symbol for each look; its id is the prefix and the number of the look.

    Seats differ in shape too, kinds and attributes in the characters on the piece.
    """
    return [
        f'<symbol id="{prefix}{i}" overflow="visible">{piece(colour, colours, mark)}</symbol>'
        for i, (_, colour, mark) in enumerate(shown)
    ]


def piece(colour: str | None, colours: Sequence[str], mark: str) -> str:
    """A piece around the origin."""
    fill = fill_of(colour, colours)
    ink = "#fff" if brightness(fill) < DARK_BELOW else "#000"
    body = f'<g class="piece" fill="{fill}">{shape(colour, colours, ink)}</g>'
    size = f' style="font-size:{MARK / len(mark):.3g}px"' if len(mark) > 1 else ""
    word = f'<text class="kind" y="1" fill="{ink}"{size}>{escape(mark)}</text>' if mark else ""
    return body + word


def shape(colour: str | None, colours: Sequence[str], ink: str) -> str:
    """A disc for the first seat, one with a ring for the second, then others; nobody's is square.
    """
    radius = PIECE * CELL
    if colour is None or colour not in colours:
        place, size = f'x="{-radius:g}" y="{-radius:g}"', f"{2 * radius:g}"
        return f'<rect {place} width="{size}" height="{size}" rx="3"/>'
    seat = list(colours).index(colour)
    if seat < 2:
        ring = f'<circle r="{0.75 * radius:g}" fill="none" stroke="{ink}" stroke-opacity=".55"/>'
        return f'<circle r="{radius:g}"/>' + (ring if seat else "")
    corners = f"0,{-radius:g} {radius:g},0 0,{radius:g} {-radius:g},0"
    if seat % 2:
        corners = f"0,{-radius:g} {radius:g},{0.8 * radius:g} {-radius:g},{0.8 * radius:g}"
    return f'<polygon points="{corners}"/>'


def fill_of(colour: str | None, colours: Sequence[str]) -> str:
    """What a colour looks like: as it is called, else a spare one."""
    if colour is None:
        return NOBODY
    named = NAMED.get(colour.lower())
    taken = {NAMED.get(each.lower()) for each in colours}
    spare = [fill for fill in SPARE if fill not in taken]
    unnamed = [each for each in colours if each.lower() not in NAMED]
    return named or spare[unnamed.index(colour) % len(spare) if colour in unnamed else 0]


def brightness(fill: str) -> float:
    """How bright a colour is, from 0 to 1 (the luma of Rec. 601)."""
    red, green, blue = (int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
