"""Sets of cells with a name that `looks` shows on the board, whatever the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any

from gdl.model import nodes as model
from gdl.vocabulary.types import SetType
from interpreter.drawing.colours import TINT_OPACITY, TINTS, WIDE_TINT_OPACITY
from interpreter.drawing.scene.fills import fill_of
from interpreter.drawing.scene.looks import said
from interpreter.drawing.scene.parts import Path, cased, dot, frame, through, tint
from interpreter.drawing.scene.places import Place, Point

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase

    Pairs = Sequence[tuple[str, str]]

TINT = "#c9a227"  # of a set that belongs to no colour
WIDE = 1 / 4  # of the cells; what has more is a large part of the board
BAND = 5.0  # units from the edge of the board to the middle of a band along it
BAND_WIDTH = 6.0
BESIDE = 21.0  # units from a point to the middle of a band; a piece on it reaches as far as 16
BEYOND = 12.0  # units that a band reaches beyond the points at its ends
HALF = 0.1  # more than this of a way lies on the same side as another of length 1


@dataclass(frozen=True)
class Zone:
    """Cells with a name: tinted, framed, dotted, or with a band along the edge of the board."""

    cells: tuple[str, ...]
    label: str
    parts: tuple[Path, ...]
    bands: tuple[tuple[Point, ...], ...] = ()  # the lines of what lies around the board
    tint: str = ""  # the fill of the cells, where they are tinted


def zones(game: GameBase, cells: Sequence[Place], pairs: Pairs) -> tuple[Zone, ...]:
    """The zones of a game in the order of `looks`; `pairs` are the cells that lines join."""
    return tuple(zone for name in game.model.looks for zone in zones_of(game, name, cells, pairs))


def zones_of(
    game: GameBase, name: str, cells: Sequence[Place], pairs: Pairs
) -> Iterator[Zone]:  # fmt: skip
    """What `looks` shows of a definition or a fact of the players: for each colour at most one, or
    one for each part of a set of sets, which have tints in turn.
    """
    looks, colours = game.model.looks, game.players
    entry = said(looks, name)
    if entry.form == "nothing":
        return
    tints = tuple(TINTS.values()) if is_of_sets(game, name) else (TINT,)
    for number, (colour, marked) in enumerate(sets_of(game, name)):
        within = tuple(cell for cell in cells if cell.name in marked)
        own = fill_of(colour, colours, looks) if colour else tints[number % len(tints)]
        fill = entry.fill or own
        label = f"{name} of {colour}" if colour else name
        if within:
            around = edge(within, cells, pairs) if entry.form == "edge" else ()
            is_wide = colour is not None and len(within) > WIDE * len(cells)
            parts = zone_parts(entry.form, within, around, fill, is_wide)
            tint = "" if entry.form in ("dot", "edge", "outline") else fill
            yield Zone(tuple(cell.name for cell in within), label, parts, around, tint)


def zone_parts(
    form: str, within: Sequence[Place], around: Sequence[Sequence[Point]], fill: str, is_wide: bool
) -> tuple[Path, ...]:
    """How a set of cells is drawn; one that lies nowhere at the edge has frames instead.

    A tint of a large part of the board is faint, so that pieces and marks stand out.
    """
    if form == "dot":
        return dot([(cell.x, cell.y) for cell in within], fill)
    if around:
        return cased(Path("".join(map(through, around)), stroke=fill, width=BAND_WIDTH))
    if form in ("edge", "outline"):
        return frame(within, fill)
    return tint(within, fill, WIDE_TINT_OPACITY if is_wide else TINT_OPACITY)


def sets_of(game: GameBase, name: str) -> Iterator[tuple[str | None, frozenset[str]]]:
    """The cells that a definition or a fact names, for each colour where they differ by colour."""
    definition, fact = game.model.definitions.get(name), game.model.facts.get(name)
    if fact is not None and fact.of == "player":
        for colour in game.players:  # not of those that the options leave out
            if colour in fact.values:
                for part in parts_of(game, fact.values[colour], {}):
                    yield colour, part
    elif definition is not None and isinstance(definition.body, model.Expr):
        if not definition.slots:
            for part in parts_of(game, definition.body, {}):
                yield None, part
        else:
            for number, colour in enumerate(game.players):
                for part in parts_of(game, definition.body, {definition.slots[0]: number}):
                    yield colour, part


def is_of_sets(game: GameBase, name: str) -> bool:
    """Whether a definition gives sets of sets of cells."""
    definition = game.model.definitions.get(name)
    type = definition.body.type if definition and isinstance(definition.body, model.Expr) else None
    return isinstance(type, SetType) and isinstance(type.element, SetType)


def parts_of(
    game: GameBase, expr: model.Expr, bound: dict[int, Any]
) -> Iterator[frozenset[str]]:  # fmt: skip
    """The names of the cells that a constant expression gives; of a set of sets, of each one."""
    rules = game.reference.rules
    if rules.reads.of(expr):
        return
    frame = rules.frame()
    for slot, value in bound.items():
        frame[slot] = value
    value = rules.expressions.function(expr)(None, frame)  # type: ignore[arg-type]
    yield from named(value, rules.topology.cells)


def named(value: Any, cells: Sequence[str]) -> Iterator[frozenset[str]]:
    """The names of the cells of a value; of a set of sets, of each of them."""
    if isinstance(value, frozenset) and any(isinstance(part, frozenset) for part in value):
        for part in sorted(value, key=sorted):
            yield from named(part, cells)
    elif value is not None:
        yield frozenset(cells[c] for c in (value if isinstance(value, frozenset) else (value,)))


# ---- bands -------------------------------------------------------------------------------------


def edge(
    within: Sequence[Place], cells: Sequence[Place], pairs: Pairs
) -> tuple[tuple[Point, ...], ...]:
    """The lines of the band along the outer edge of some cells; none where they have no edge."""
    return tuple(beside_points(within, cells, pairs) if pairs else bands(within, cells))


def bands(within: Sequence[Place], cells: Sequence[Place]) -> Iterator[tuple[Point, ...]]:
    """The outer edges of some cells on the side where they lie, moved outwards."""
    taken: dict[tuple[Point, Point], int] = {}
    for cell in cells:
        for edge in edges(cell):
            taken[key(*edge)] = taken.get(key(*edge), 0) + 1
    outer = [(cell, a, b) for cell in within for a, b in edges(cell) if taken[key(a, b)] == 1]
    normals = [normal(cell, a, b) for cell, a, b in outer]
    x, y = sum(n[0] for n in normals), sum(n[1] for n in normals)
    length = hypot(x, y)
    is_all_round = length < HALF * len(outer)
    kept = [
        (moved(a, n), moved(b, n))
        for (_, a, b), n in zip(outer, normals, strict=True)
        if is_all_round or (n[0] * x + n[1] * y) / length > 0.3
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


# ---- bands beside points that lines join ---------------------------------------------------------


def beside_points(
    within: Sequence[Place], cells: Sequence[Place], pairs: Pairs
) -> Iterator[tuple[Point, ...]]:
    """A band beside each line between two of some points that has the board on one side only, and
    a bar before each other point that lies at the edge.
    """
    by_name = {cell.name: cell for cell in cells}
    ways: dict[str, list[Point]] = {cell.name: [] for cell in cells}
    for a, b in pairs:
        ways[a].append(way(by_name[a], by_name[b]))
        ways[b].append(way(by_name[b], by_name[a]))
    centre = Place(
        "", sum(c.x for c in cells) / len(cells), sum(c.y for c in cells) / len(cells), ()
    )
    names, done = {cell.name for cell in within}, set()
    for a, b in pairs:
        if a in names and b in names:
            x, y = way(by_name[a], by_name[b])
            for out in ((y, -x), (-y, x)):
                middle = ((by_name[a].x + by_name[b].x) / 2, (by_name[a].y + by_name[b].y) / 2)
                if is_outside(
                    (middle[0] - centre.x, middle[1] - centre.y), out, [*ways[a], *ways[b]]
                ):
                    done |= {a, b}
                    yield band(by_name[a], by_name[b], out)
    for cell in within:
        out = way(centre, cell)
        if cell.name not in done and is_outside(out, out, ways[cell.name]):
            yield band(cell, cell, out)


def is_outside(at: Point, out: Point, ways: Sequence[Point]) -> bool:
    """Whether a direction leads from a place, relative to the middle of the board, off the board:
    no line from there lies on that side.
    """
    return at[0] * out[0] + at[1] * out[1] > 0 and all(
        x * out[0] + y * out[1] < HALF for x, y in ways
    )


def band(a: Place, b: Place, out: Point) -> tuple[Point, ...]:
    """A straight band beside two points or before a single one, a little longer than they are."""
    along = (-out[1], out[0])
    forward = (b.x - a.x) * along[0] + (b.y - a.y) * along[1] >= 0
    x, y = (
        (BEYOND * along[0], BEYOND * along[1])
        if forward
        else (-BEYOND * along[0], -BEYOND * along[1])
    )
    ends = (a.x - x, a.y - y), (b.x + x, b.y + y)
    return tuple((round(u + BESIDE * out[0], 1), round(v + BESIDE * out[1], 1)) for u, v in ends)


def way(a: Place, b: Place) -> Point:
    """The direction, of length 1, from a place to another; none where they are the same."""
    length = hypot(b.x - a.x, b.y - a.y) or 1.0
    return (b.x - a.x) / length, (b.y - a.y) / length
