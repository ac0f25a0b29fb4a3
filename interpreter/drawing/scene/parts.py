"""The few primitive things that boards are drawn with: paths, texts and small pieces.

Every front end draws these as they are.  On a board that is turned round, paths are turned with it;
texts and pieces move to the opposite place and stay upright.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import atan2, hypot
from typing import Any

from interpreter.drawing.colours import TINT_OPACITY, TINTED, brightness
from interpreter.drawing.scene.fills import ink_on
from interpreter.drawing.scene.places import CELL, Place, Point

NONE = "none"
STORED = "currentColor"  # of what belongs to no colour: that of all that is stored
INK = "#1d1d1f"  # of a text that belongs to no colour
NEAR = 0.7  # units; what rounding does to one corner of two cells is less
AMID = 0.3  # of the way to its cells, for the corners of a polygon
FRAME = 0.88  # of the way from the middle of a cell to its corners
DOT = 4.5  # radius


@dataclass(frozen=True)
class Path:
    """A line or an area.  Colours are those of SVG; `d` has absolute coordinates and straight lines
    or arcs, lines have round ends and corners.
    """

    d: str
    fill: str = NONE
    stroke: str = NONE
    width: float = 1.0  # of the stroke, in units
    opacity: float = 1.0

    def as_json(self) -> dict[str, Any]:
        """Plain data for the page."""
        return {"kind": "path", **asdict(self)}


@dataclass(frozen=True)
class Written:
    """A text around a point, with a light rim so that it can be read on anything."""

    text: str
    x: float
    y: float
    size: float
    fill: str = INK

    def as_json(self) -> dict[str, Any]:
        """Plain data for the page, which has an ink of its own for light and dark."""
        return {"kind": "text", **asdict(self), "fill": None if self.fill == INK else self.fill}


@dataclass(frozen=True)
class Small:
    """A piece around a point, in parts of its usual size."""

    look: str
    x: float
    y: float
    scale: float

    def as_json(self) -> dict[str, Any]:
        """Plain data for the page."""
        return {"kind": "piece", **asdict(self)}


Part = Path | Written | Small


# ---- paths ---------------------------------------------------------------------------------------


def through(points: Sequence[Point], is_closed: bool = False) -> str:
    """The `d` of a line through points."""
    return "M" + "L".join(f"{x:g},{y:g}" for x, y in points) + ("z" if is_closed else "")


def disc(x: float, y: float, radius: float) -> str:
    """The `d` of a disc."""
    left, right, arc = f"{x - radius:g},{y:g}", f"{x + radius:g},{y:g}", f"A{radius:g},{radius:g}"
    return f"M{left}{arc} 0 1 1 {right}{arc} 0 1 1 {left}z"


def area(cells: Sequence[Place], share: float = 1.0) -> str:
    """The `d` of cells, drawn nearer to their middles."""
    return "".join(
        through([(round(c.x + share * (x - c.x), 1), round(c.y + share * (y - c.y), 1))
                 for x, y in c.corners], True)
        for c in cells
    )  # fmt: skip


# ---- forms ---------------------------------------------------------------------------------------


def tint(
    cells: Sequence[Place], fill: str, opacity: float = TINT_OPACITY
) -> tuple[Path, ...]:  # fmt: skip
    """Cells in colour."""
    return (Path(area(cells), fill=TINTED.get(fill, fill), opacity=opacity),)


def amid(cells: Sequence[Place], fill: str) -> tuple[Path, ...]:
    """What lies between the middles of cells in colour; cells in line are coloured themselves."""
    points = around([(c.x, c.y) for c in cells])
    if is_straight(points):
        return tint(cells, fill)
    return (Path(through(points, True), fill=TINTED.get(fill, fill), opacity=TINT_OPACITY),)


def around(points: Sequence[Point]) -> list[Point]:
    """Points in the order in which they lie around their mean."""
    x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
    return sorted(points, key=lambda p: atan2(p[1] - y, p[0] - x))


def is_straight(points: Sequence[Point]) -> bool:
    """Whether all points lie on the line from the first to the last."""
    (x, y), (u, v) = points[0], points[-1]
    return all(abs((a - x) * (v - y) - (b - y) * (u - x)) < NEAR * CELL for a, b in points)


def frame(cells: Sequence[Place], fill: str) -> tuple[Path, ...]:
    """A frame inside each cell."""
    return cased(Path(area(cells, FRAME), stroke=fill, width=3))


def cased(line: Path) -> tuple[Path, ...]:
    """A line; a very dark or very light one lies on its contrary, to be seen on any ground."""
    if line.stroke == STORED or 0.2 < brightness(line.stroke) < 0.85:
        return (line,)
    case = replace(line, stroke=ink_on(line.stroke), width=line.width + 2, opacity=0.6)
    return case, line


def dot(points: Sequence[Point], fill: str) -> tuple[Path, ...]:
    """A small disc around each point."""
    d = "".join(disc(x, y, DOT) for x, y in points)
    return (Path(d, fill=fill, stroke="#ffffff", width=1.2),)


def line(cells: Sequence[Place], fill: str) -> tuple[Path, ...]:
    """A line through the middles of cells, or a small polygon amid cells that are not in line.

    It is faint for sets of many cells, which lie close.
    """
    is_own = fill != STORED
    if len(cells) > 2:
        width, opacity = 1.8, 0.7 if is_own else 0.35
    else:
        width, opacity = 4 if is_own else 2.5, 0.75
    return (Path(line_path(cells), stroke=fill, width=width, opacity=opacity),)


def line_path(cells: Sequence[Place]) -> str:
    """The `d` of a line through cells or of a polygon amid them."""
    points = [(c.x, c.y) for c in cells]
    if is_straight(points):
        return through(points)
    x, y = middle(cells)
    inner = [
        (round(x + AMID * (a - x), 1), round(y + AMID * (b - y), 1)) for a, b in around(points)
    ]
    return through(inner, True)


def wall(cells: Sequence[Place], fill: str) -> tuple[Path, ...]:
    """A bar on the edge that two cells share, or else half-way, across the way between them."""
    a, b = cells[0], cells[-1]
    shared = [p for p in a.corners if any(hypot(p[0] - x, p[1] - y) < NEAR for x, y in b.corners)]
    ends = [shared[0], shared[-1]] if len(shared) > 1 else across(a, b)
    return (Path(through(ends), stroke=fill, width=6),)


def across(a: Place, b: Place) -> list[Point]:
    """The ends of a bar half-way between two cells."""
    x, y, length = (a.x + b.x) / 2, (a.y + b.y) / 2, hypot(b.x - a.x, b.y - a.y) or 1.0
    dx, dy = (b.y - a.y) / length * CELL * 0.45, -(b.x - a.x) / length * CELL * 0.45
    return [(round(x - dx, 1), round(y - dy, 1)), (round(x + dx, 1), round(y + dy, 1))]


def middle(cells: Sequence[Place]) -> Point:
    """The mean of the middles of cells."""
    return sum(c.x for c in cells) / len(cells), sum(c.y for c in cells) / len(cells)
