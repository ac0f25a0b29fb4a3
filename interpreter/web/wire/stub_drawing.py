"""A plain drawing of boards until `interpreter.drawing` has one; to be deleted."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from interpreter.drawing.colours import FILLS
from interpreter.study.results.tiles import tiles

CELL = 40.0


@dataclass(frozen=True)
class Cell:
    name: str
    x: float
    y: float
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Scene:
    view_box: str
    cells: tuple[Cell, ...]
    links: tuple[tuple[str, str], ...] = ()
    names: tuple[Any, ...] = ()
    zones: tuple[Any, ...] = ()


def board_scene(game: Any) -> Scene:
    made = [
        Cell(t.cell, t.x * CELL, -t.y * CELL, tuple((x * CELL, -y * CELL) for x, y in t.corners))
        for t in tiles(game)
    ]
    xs = [x for c in made for x, _ in c.corners]
    ys = [y for c in made for _, y in c.corners]
    box = f"{min(xs) - 20:g} {min(ys) - 20:g} {max(xs) - min(xs) + 40:g} {max(ys) - min(ys) + 40:g}"
    return Scene(box, tuple(made))


def look_of(game: Any, piece: Any) -> str:
    words = [piece.kind, piece.colour or "nobody", *map(str, piece.attributes.values())]
    return "-".join(words)


def symbol(game: Any, piece: Any) -> str:
    look = look_of(game, piece)
    fill = FILLS.get((piece.colour or "").lower(), "#888888")
    text = escape("".join(str(v)[:1] for v in piece.attributes.values()) or piece.kind[:1])
    return (
        f'<symbol id="{escape(look)}" overflow="visible"><circle r="14" fill="{fill}" '
        f'stroke="#777"/><text text-anchor="middle" y="5" fill="#777">{text}</text></symbol>'
    )


def board_svg(game: Any, pieces: Any = None, decorations: Any = ()) -> str:
    scene = board_scene(game)
    parts = [
        f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in c.corners)}" fill="#eee" '
        'stroke="#999"/>'
        for c in scene.cells
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{scene.view_box}">{"".join(parts)}</svg>'
    )


def decorations(game: Any, view: Any) -> tuple[Any, ...]:
    return ()
