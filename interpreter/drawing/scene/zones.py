"""Sets of cells with a name that `looks` shows on the board, whatever the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from interpreter.drawing.scene.fills import fill_of
from interpreter.drawing.scene.looks import said
from interpreter.drawing.scene.places import Place, Point

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase

TINT = "#c9a227"  # of a set that belongs to no colour
BAND = 5.0  # units from the edge of the board to the middle of a band along it


@dataclass(frozen=True)
class Zone:
    """Cells with a name: tinted, framed, or with a band along the edge of the board (`paths`)."""

    form: str  # "tint", "outline", "dot" or "edge"
    cells: tuple[str, ...]
    fill: str
    label: str
    paths: tuple[tuple[Point, ...], ...] = ()


def zones(game: GameBase, cells: Sequence[Place]) -> tuple[Zone, ...]:
    """The zones of a game in the order of `looks`."""
    return tuple(zone for name in game.model.looks for zone in zones_of(game, name, cells))


def zones_of(game: GameBase, name: str, cells: Sequence[Place]) -> Iterator[Zone]:
    """What `looks` shows of a definition or a fact of the players: at most one for each colour."""
    looks, colours = game.model.looks, game.players
    entry = said(looks, name)
    form = entry.form or "tint"
    if form == "nothing":
        return
    for colour, marked in sets_of(game, name):
        within = tuple(cell for cell in cells if cell.name in marked)
        fill = entry.fill or (fill_of(colour, colours, looks) if colour else TINT)
        label = f"{name} of {colour}" if colour else name
        paths = tuple(bands(within, cells)) if form == "edge" else ()
        if within:
            yield Zone(form, tuple(cell.name for cell in within), fill, label, paths)


def sets_of(game: GameBase, name: str) -> Iterator[tuple[str | None, frozenset[str]]]:
    """The cells that a definition or a fact names, for each colour where they differ by colour."""
    definition, fact = game.model.definitions.get(name), game.model.facts.get(name)
    if fact is not None and fact.of == "player":
        for colour, expr in fact.values.items():
            yield colour, cells_of(game, expr, {})
    elif definition is not None and isinstance(definition.body, model.Expr):
        if not definition.slots:
            yield None, cells_of(game, definition.body, {})
        else:
            for number, colour in enumerate(game.players):
                yield colour, cells_of(game, definition.body, {definition.slots[0]: number})


def cells_of(game: GameBase, expr: model.Expr, bound: dict[int, Any]) -> frozenset[str]:
    """The names of the cells that a constant expression gives."""
    rules = game.reference.rules
    if rules.reads.of(expr):
        return frozenset()
    frame = rules.frame()
    for slot, value in bound.items():
        frame[slot] = value
    value = rules.expressions.function(expr)(None, frame)  # type: ignore[arg-type]
    cells = value if isinstance(value, frozenset) else () if value is None else (value,)
    return frozenset(rules.topology.cells[c] for c in cells)


# ---- bands -------------------------------------------------------------------------------------


def bands(within: Sequence[Place], cells: Sequence[Place]) -> Iterator[tuple[Point, ...]]:
    """The outer edges of some cells on the side where they lie, moved outwards."""
    taken: dict[tuple[Point, Point], int] = {}
    for cell in cells:
        for edge in edges(cell):
            taken[key(*edge)] = taken.get(key(*edge), 0) + 1
    outer = [(cell, a, b) for cell in within for a, b in edges(cell) if taken[key(a, b)] == 1]
    normals = [normal(cell, a, b) for cell, a, b in outer]
    x, y = sum(n[0] for n in normals), sum(n[1] for n in normals)
    length = hypot(x, y) or 1.0
    kept = [
        (moved(a, n), moved(b, n))
        for (_, a, b), n in zip(outer, normals, strict=True)
        if (n[0] * x + n[1] * y) / length > 0.3
    ]
    yield from kept


def edges(cell: Place) -> Iterator[tuple[Point, Point]]:
    """The edges of a cell."""
    return pairwise([*cell.corners, cell.corners[0]])


def key(a: Point, b: Point) -> tuple[Point, Point]:
    """An edge without its direction and without what rounding does to its ends."""
    first, second = sorted(((round(a[0]), round(a[1])), (round(b[0]), round(b[1]))))
    return first, second


def normal(cell: Place, a: Point, b: Point) -> Point:
    """The direction, of length 1, from the middle of a cell over an edge."""
    x, y = (a[0] + b[0]) / 2 - cell.x, (a[1] + b[1]) / 2 - cell.y
    length = hypot(x, y)
    return x / length, y / length


def moved(point: Point, way: Point) -> Point:
    """A point, moved outwards."""
    return round(point[0] + BAND * way[0], 1), round(point[1] + BAND * way[1], 1)
