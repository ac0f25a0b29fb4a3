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
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from interpreter.drawing.colours import FILLS, SPARE_FILLS
from interpreter.study.report.charts.markup import macros
from interpreter.study.report.charts.numbers import number

if TYPE_CHECKING:
    from interpreter.study.results.results import Look, PairingResult, Tile, VariantResult

CELL = 40.0  # units of the drawing across the smallest cell
PIECE = 0.35  # radius of a piece, in cells
MARK = 36.0  # size of the characters on a piece, together
MARGIN = 0.55  # of a cell, around the board, for its names
NAME = re.compile(r"([a-z]+)([0-9]+)")
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

    @property
    def width(self) -> int:
        """How wide the drawing is on the page."""
        return round(min(max(self.box[2] * 0.8, 160), 420))


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


# ---- the board ---------------------------------------------------------------------------------


def board(sheet: Sheet) -> Markup:
    """The empty board: lines between cells that do not touch, cells with their names as titles, and
    names that are seen.
    """
    lines = [(*sheet.places[a], *sheet.places[b]) for a, b in sheet.links]
    cells = [(tile.cell, points(sheet, tile)) for tile in sheet.tiles]
    markup: Markup = macros("boards.svg").board(lines, cells, name_parts(sheet))
    return markup


def name_parts(sheet: Sheet) -> list[Markup]:
    """Names of rows and columns at the edges where cells are named so, else one in every cell."""
    names, kind = edge_names(sheet), "name"
    if names is None:
        kind = "name small"
        names = [(t.cell, *sheet.at(t.x, t.y - lowest(t))) for t in sheet.tiles]
    name = macros("boards.svg").name
    return [name(text, x, y, kind) for text, x, y in names]


def lowest(tile: Tile) -> float:
    """How far below its middle the name of a cell stands: under a piece, above the edge."""
    return 0.78 * (tile.y - min(y for _, y in tile.corners))


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
    kinds = {look for pieces in positions for look in pieces.values()}
    return tuple(sorted(kinds, key=lambda look: (look[0], look[1] or "", look[2])))


class Shape(NamedTuple):
    """The outline of a piece: a disc, perhaps with a ring; a square; or a polygon."""

    radius: float
    corners: str = ""
    is_square: bool = False
    has_ring: bool = False


def piece_symbols(shown: Sequence[Look], colours: Sequence[str], prefix: str) -> list[Markup]:
    """A symbol for each look, around the origin; its id is the prefix and the number of the look.

    Seats differ in shape too, kinds and attributes in the characters on the piece.
    """
    return [
        piece(f"{prefix}{i}", colour, colours, mark) for i, (_, colour, mark) in enumerate(shown)
    ]


def piece(key: str, colour: str | None, colours: Sequence[str], mark: str) -> Markup:
    """The symbol of a piece."""
    fill = fill_of(colour, colours)
    ink = "#fff" if brightness(fill) < DARK_BELOW else "#000"
    size = f"{MARK / len(mark):.3g}" if len(mark) > 1 else ""
    shape = shape_of(colour, colours)
    markup: Markup = macros("boards.svg").piece(key, shape, fill, ink, mark, size)
    return markup


def shape_of(colour: str | None, colours: Sequence[str]) -> Shape:
    """A disc for the first seat, one with a ring for the second, then others; nobody's is square.
    """
    radius = PIECE * CELL
    if colour is None or colour not in colours:
        return Shape(radius, is_square=True)
    seat = list(colours).index(colour)
    if seat < 2:
        return Shape(radius, has_ring=seat == 1)
    corners = f"0,{-radius:g} {radius:g},0 0,{radius:g} {-radius:g},0"
    if seat % 2:
        corners = f"0,{-radius:g} {radius:g},{0.8 * radius:g} {-radius:g},{0.8 * radius:g}"
    return Shape(radius, corners)


def fill_of(colour: str | None, colours: Sequence[str]) -> str:
    """What a colour looks like: as it is called, else a spare one."""
    if colour is None:
        return NOBODY
    named = FILLS.get(colour.lower())
    taken = {FILLS.get(each.lower()) for each in colours}
    spare = [FILLS[name] for name in SPARE_FILLS if FILLS[name] not in taken]
    unnamed = [each for each in colours if each.lower() not in FILLS]
    return named or spare[unnamed.index(colour) % len(spare) if colour in unnamed else 0]


def brightness(fill: str) -> float:
    """How bright a colour is, from 0 to 1 (the luma of Rec. 601)."""
    red, green, blue = (int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


# ---- heat maps -----------------------------------------------------------------------------------
#
# The script tints the boards; without scripting the words below each say where most is.

MAPS = (
    ("first_moves", "First moves", "games whose first turn changed the cell"),
    ("cell_use", "Cell use", "games in which a piece ever stood on the cell"),
    ("won_cells", "Cells of the winner", "won games that end with a piece of the winner on it"),
)
"""The field of `Charts`, its title, and what the share is of."""
TINTS = 5  # in the legend
MAX_NAMED = 3  # cells that the words below a map name


def heat_maps(
    pairing: PairingResult, variants: Sequence[VariantResult]
) -> list[tuple[str, Markup]]:
    """For each kind of map that there is its title and the maps of all variants, side by side.

    The maps of a kind have one scale, so that equal tints mean equal shares.
    """
    drawn = []
    for field, title, what in MAPS:
        shares = [getattr(charts, field) for charts in pairing.charts]
        most = max((v for each in shares for v in each.values()), default=0)
        if most > 0:
            maps = [
                heat_map(i, variant, each, most, title)
                for i, (variant, each) in enumerate(zip(variants, shares, strict=True))
            ]
            parts = [i / (TINTS - 1) for i in range(TINTS)]
            tints = [(part, percent(most * part)) for part in parts]
            body = macros("boards.svg").heat_maps(maps, tints, CELL * 0.8, percent(most), what)
            drawn.append((title, body))
    return drawn


def heat_map(
    number: int, variant: VariantResult, shares: Mapping[str, float], most: float, title: str
) -> tuple[str, Markup, str]:
    """The title of one variant, its map, and the cells with the largest shares."""
    words, sheet = largest(shares), sheet_of(variant)
    drawing = macros("boards.svg").drawing(
        "heat", sheet, number, f"{title}, {variant.shown}: {words}",
        ",".join(f"{1000 * shares.get(tile.cell, 0.0):.0f}" for tile in sheet.tiles),
        f"{1000 * most:.0f}",
    )  # fmt: skip
    return variant.shown, drawing, words


def largest(shares: Mapping[str, float]) -> str:
    """The cells with the largest shares, in words."""
    ordered = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))
    named = [f"{cell} {percent(share)}" for cell, share in ordered[:MAX_NAMED] if share > 0]
    return f"most often {', '.join(named)}" if named else "no cell"


def percent(share: float) -> str:
    """A share in per cent."""
    return f"{number(100 * share, 1)} %"
