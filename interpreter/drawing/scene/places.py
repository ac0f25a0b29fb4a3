"""The cells of a board on paper."""

from __future__ import annotations

from dataclasses import dataclass

CELL = 40.0  # units of the drawing across the smallest cell
Point = tuple[float, float]


@dataclass(frozen=True)
class Place:
    """A cell on paper: its name, its middle and its corners, and whether it is a dark one."""

    name: str
    x: float
    y: float
    corners: tuple[Point, ...]
    shade: int = 0

    @property
    def points(self) -> str:
        """The corners as SVG writes them."""
        return " ".join(f"{x:g},{y:g}" for x, y in self.corners)
