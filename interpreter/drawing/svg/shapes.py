"""The outlines of pieces and what stands on them, as paths around the origin."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

OPEN = ("ring", "cross")
"""Shapes that are strokes instead of areas."""
CORNERS = {  # how many, the angle of the first in degrees, and the radius in parts of the given one
    "square": (4, 45, 1.24), "hexagon": (6, 30, 1.08), "diamond": (4, 0, 1.22),
    "triangle": (3, 90, 1.25), "octagon": (8, 22.5, 1.05),
}  # fmt: skip


@cache
def outline(shape: str, radius: float) -> str:
    """The outline of a shape as the `d` of a path."""
    r = radius
    if shape in ("disc", "ring"):
        return f"M{-r:g},0a{r:g},{r:g} 0 1 1 {2 * r:g},0a{r:g},{r:g} 0 1 1 {-2 * r:g},0z"
    if shape in CORNERS:
        count, first, scale = CORNERS[shape]
        down = 0.14 * r if shape == "triangle" else 0.0
        return closed([(first + 360 * i / count, scale * r) for i in range(count)], down)
    if shape == "star":
        return closed([(90 + 36 * i, (1.2 if i % 2 == 0 else 0.55) * r) for i in range(10)])
    if shape == "cross":
        a = 0.82 * r
        return f"M{-a:g},{-a:g}L{a:g},{a:g}M{-a:g},{a:g}L{a:g},{-a:g}"
    if shape == "plus":
        a, b = 0.38 * r, 1.1 * r
        points = [(-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a),
                  (-b, a), (-b, -a), (-a, -a)]  # fmt: skip
        return "M" + "L".join(f"{x:g},{y:g}" for x, y in points) + "z"
    return outline("disc", radius)


def closed(points: list[tuple[float, float]], down: float = 0.0) -> str:
    """A polygon of corners that are given as an angle in degrees and a distance."""
    places = [(d * cos(a * pi / 180), -d * sin(a * pi / 180) + down) for a, d in points]
    return "M" + "L".join(f"{x:.3g},{y:.3g}" for x, y in places) + "z"


GLYPHS = {
    "crown": "M-7,5L-8,-4L-3.5,0L0,-7L3.5,0L8,-4L7,5z",
    "coronet": "M-7,6L-9,-3L-5,0L-4,-6L-1,-0.5L0,-7L1,-0.5L4,-6L5,0L9,-3L7,6z",
}
"""What stands on a piece instead of a character, for a piece of radius 15."""


@cache
def cue(sign: str, radius: float) -> str:
    """The second sign of an owner as the `d` of a path to be stroked."""
    r = radius
    return {
        "dot": outline("disc", 0.22 * r),
        "bar": f"M{-0.55 * r:g},0L{0.55 * r:g},0",
        "plus": f"M{-0.5 * r:g},0L{0.5 * r:g},0M0,{-0.5 * r:g}L0,{0.5 * r:g}",
        "two": f"M{-0.5 * r:g},{-0.25 * r:g}L{0.5 * r:g},{-0.25 * r:g}"
               f"M{-0.5 * r:g},{0.25 * r:g}L{0.5 * r:g},{0.25 * r:g}",
        "cross": outline("cross", 0.45 * r),
        "frame": outline("diamond", 0.55 * r),
    }.get(sign, "")  # fmt: skip
