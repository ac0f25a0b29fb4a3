"""Sets of cells that `looks` tints: a ground of that colour where a terminal has colours, and their
names and cells in words on all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawing.colours import parts
from interpreter.drawing.scene import board_scene
from interpreter.drawing.text.tables import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.api.game_base import GameBase

DARKER = 0.4  # of a fill, so that what stands on it can be read
MOST_CELLS = 24  # that are named


def grounds(game: GameBase) -> dict[str, str]:
    """The style of the ground of each tinted cell."""
    return {
        cell: f"on {darkened(zone.tint)}"
        for zone in board_scene(game).zones if zone.tint
        for cell in zone.cells
    }  # fmt: skip


def darkened(fill: str) -> str:
    """A darker shade of `#rrggbb`."""
    return "#" + "".join(f"{round(DARKER * part):02x}" for part in parts(fill))


def tint_lines(game: GameBase, width: int) -> Iterator[str]:
    """What is tinted, in words."""
    for zone in board_scene(game).zones:
        if zone.tint:
            cells, count = zone.cells, len(zone.cells)
            named = " ".join(cells) if count <= MOST_CELLS else (
                f"{cells[0]} … {cells[-1]}, {count} cells"
            )  # fmt: skip
            yield from wrapped(f"{zone.label}: {named}", width)
