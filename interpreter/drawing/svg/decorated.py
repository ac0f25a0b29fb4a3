"""Zones and decorations as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, hypot

from markupsafe import Markup

from interpreter.drawing.scene.fills import brightness, ink_on
from interpreter.drawing.scene.places import CELL, Place
from interpreter.drawing.scene.scene import Scene
from interpreter.drawing.scene.stored import Decoration
from interpreter.drawing.svg.markup import macros
from interpreter.drawing.svg.shapes import outline

UNDER = ("tint", "line")
"""The forms that lie under the pieces; the others lie on them."""
PLAIN = "currentColor"  # of what belongs to no colour: that of the group around it
OFFSETS = {"se": (11.0, 11.0), "nw": (-11.0, -11.0), "ne": (11.0, -11.0), "sw": (-11.0, 11.0)}
NEAR = 0.7  # units; what rounding does to one corner of two cells is less
AMID = 0.3  # of the way to its cells, for the corners of a polygon
SMALL = 0.45  # of a piece that is only stored


def zone_marks(scene: Scene) -> list[Markup]:
    """The zones of a board."""
    cells = {cell.name: cell for cell in scene.cells}
    made = []
    for zone in scene.zones:
        if zone.form == "edge":
            path = "".join("M" + "L".join(f"{x:g},{y:g}" for x, y in line) for line in zone.paths)
            part = {"d": path, "fill": "none", "stroke": zone.fill, "stroke-width": "6",
                    "stroke-linecap": "round"}  # fmt: skip
        else:
            part = on_cells(zone.form, [cells[name] for name in zone.cells], zone.fill)
        made.append(macros().mark("zone", part, zone.label))
    return made


def on_cells(form: str, cells: Sequence[Place], fill: str) -> dict[str, str]:
    """A tint, a frame or a dot on each cell."""
    if form == "outline":
        return {"d": frames(cells), "fill": "none", "stroke": fill, "stroke-width": "3",
                "stroke-linejoin": "round"}  # fmt: skip
    if form == "tint":
        return {"d": "".join(polygon(cell, 1) for cell in cells), "fill": fill,
                "fill-opacity": "0.3"}  # fmt: skip
    disc = outline("disc", 4.5)
    paths = "".join(f"M{c.x:g},{c.y:g}m{disc[1:]}" for c in cells)
    return {"d": paths, "fill": fill, "stroke": "#ffffff", "stroke-width": "1.2"}


def frames(cells: Sequence[Place]) -> str:
    """A frame inside each cell."""
    return "".join(polygon(cell, 0.82) for cell in cells)


def casing(fill: str, cells: Sequence[Place]) -> Markup:
    """What makes a frame of a very dark or very light colour visible on any board."""
    is_plain = fill == PLAIN or 0.2 < brightness(fill) < 0.85
    if is_plain:
        return Markup()
    around = {"d": frames(cells), "fill": "none", "stroke": ink_on(fill), "stroke-width": "5",
              "stroke-opacity": "0.6", "stroke-linejoin": "round"}  # fmt: skip
    markup: Markup = macros().mark("casing", around, "")
    return markup


def polygon(cell: Place, part: float) -> str:
    """The corners of a cell, drawn nearer to its middle."""
    corners = ((cell.x + part * (x - cell.x), cell.y + part * (y - cell.y))
               for x, y in cell.corners)  # fmt: skip
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in corners) + "z"


def drawn(scene: Scene, mark: Decoration) -> Markup:
    """A decoration."""
    fill = mark.fill or PLAIN
    cells = {cell.name: cell for cell in scene.cells}
    places = [cells[name] for name in mark.cells]
    right, down = OFFSETS.get(mark.corner, (0.0, 0.0))
    x = sum(c.x for c in places) / len(places) + right
    y = sum(c.y for c in places) / len(places) + down
    markup: Markup
    if mark.form in ("count", "text"):
        wide = 22 if mark.corner else 34
        size = min(wide / 2.1, max(6.0, 1.4 * wide / max(len(mark.text), 1)))
        markup = macros().written(mark.text, x, y, size, mark.fill or "#1d1d1f", mark.label)
    elif mark.form == "piece":
        markup = macros().use(mark.text, x, y, SMALL * (0.8 if mark.corner else 1))
    elif mark.form in ("line", "wall"):
        path = line(places) if mark.form == "line" else wall(places)
        width, opacity = stroke_of(mark)
        part = {"d": path, "fill": "none", "stroke": fill, "stroke-linecap": "round",
                "stroke-width": width, "stroke-opacity": opacity}  # fmt: skip
        markup = macros().mark("stored", part, mark.label)
    elif mark.form == "dot":
        middle = Place("", round(x, 1), round(y, 1), ())
        markup = macros().mark("stored", on_cells("dot", [middle], fill), mark.label)
    else:
        markup = macros().mark("stored", on_cells(mark.form, places, fill), mark.label)
        if mark.form == "outline":
            markup = casing(fill, places) + markup
    return markup


def stroke_of(mark: Decoration) -> tuple[str, str]:
    """The width and the opacity of a line: faint for sets of many cells, which lie close."""
    if mark.form == "wall":
        return "6", "1"
    if len(mark.cells) > 2:
        return "1.8", "0.7" if mark.fill else "0.35"
    return ("4", "0.75") if mark.fill else ("2.5", "0.75")


def line(places: Sequence[Place]) -> str:
    """A line through the middles of cells, or a small polygon amid cells that are not in line."""
    points = [(c.x, c.y) for c in places]
    (x, y), (u, v) = points[0], points[-1]
    if all(abs((a - x) * (v - y) - (b - y) * (u - x)) < NEAR * CELL for a, b in points):
        return "M" + "L".join(f"{a:g},{b:g}" for a, b in points)
    x, y = sum(a for a, _ in points) / len(points), sum(b for _, b in points) / len(points)
    around = sorted(points, key=lambda p: atan2(p[1] - y, p[0] - x))
    inner = (f"{x + AMID * (a - x):.1f},{y + AMID * (b - y):.1f}" for a, b in around)
    return "M" + "L".join(inner) + "z"


def wall(places: Sequence[Place]) -> str:
    """A bar on the edge that two cells share, or else half-way, across the way between them."""
    a, b = places[0], places[-1]
    shared = [p for p in a.corners if any(hypot(p[0] - x, p[1] - y) < NEAR for x, y in b.corners)]
    if len(shared) > 1:
        (x, y), (u, v) = shared[0], shared[-1]
        return f"M{x:g},{y:g}L{u:g},{v:g}"
    x, y, length = (a.x + b.x) / 2, (a.y + b.y) / 2, hypot(b.x - a.x, b.y - a.y) or 1.0
    dx, dy = (b.y - a.y) / length * CELL * 0.45, -(b.x - a.x) / length * CELL * 0.45
    return f"M{x - dx:.1f},{y - dy:.1f}L{x + dx:.1f},{y + dy:.1f}"
