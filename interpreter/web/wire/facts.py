"""What the words of a game mean: the facts that never change, as texts and small drawings.

Steps are drawn on the cells around the one where they begin, a set of cells is drawn by itself; all
drawings of a fact have one size, so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import pi, sin
from typing import TYPE_CHECKING, Any

from gdl.source.wording import names_as_words
from gdl.vocabulary.types import CELL, DIRECTION, VECTOR, SetType, Type
from interpreter.board.codes import as_moves
from interpreter.drawing.scene import board_scene
from interpreter.drawing.scene.parts import Path, disc, through
from interpreter.drawing.scene.places import CELL as WIDE
from interpreter.drawing.text.values import value_text

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.drawing.scene.places import Point

Points = Sequence["Point"]
LINE, CHOSEN, START = "#857d6d", "#14624e", "#22242a"  # on paper
NEAR = 0.7  # units; what rounding does
FAR = 6 * WIDE  # from the middle of a drawing to its edge, at most


def word_facts(game: GameBase) -> dict[str, list[dict[str, Any]]]:
    """The facts of each word, in the order of the file."""
    rules = game.reference.rules
    found: dict[str, list[dict[str, Any]]] = {}
    for fact in game.model.facts.values():
        if fact.of != "word" or any(map(rules.reads.of, fact.values.values())):
            continue
        values = {word: rules.fixed(value) for word, value in fact.values.items()}
        drawings = drawn(game, fact.type, values)
        for word, value in values.items():
            found.setdefault(word, []).append(
                {
                    "label": names_as_words(fact.name),
                    "text": fact_text(game, fact.type, value),
                    "drawing": drawings.get(word),
                }
            )
    return found


def fact_text(game: GameBase, type: Type, value: Any) -> str:
    """The value of a fact, in the words of moves."""
    if value == frozenset():
        return "none"
    shown = game.codes.decode(type, value)
    if element_of(type) != VECTOR:
        return value_text(shown)
    steps = shown if isinstance(type, SetType) else [shown]
    return ", ".join(steps)


def element_of(type: Type) -> Type:
    """The type of the elements of a set, or of a value that stands alone."""
    return type.element if isinstance(type, SetType) else type


# ---- drawings ----------------------------------------------------------------------------------


def drawn(game: GameBase, type: Type, values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The drawings of a fact by word; none of what is neither steps nor a set of cells, none of
    steps on tracks, which lead another way from another cell, and none of what takes much room.
    """
    cells = board_scene(game).cells
    if isinstance(type, SetType) and type.element == CELL:
        areas = {word: [(cells[c].x, cells[c].y) for c in value] for word, value in values.items()}
        shown = {word: centred(points) for word, points in areas.items() if points}
        return drawings(game, shown, has_start=False)
    if element_of(type) not in (DIRECTION, VECTOR):
        return {}
    steps = {word: [way(game, s) for s in steps_of(type, v)] for word, v in values.items()}
    ways = {word: [p for p in points if p is not None] for word, points in steps.items()}
    is_whole = all(len(ways[word]) == len(points) for word, points in steps.items())
    return drawings(game, ways, has_start=True) if is_whole else {}


def steps_of(type: Type, value: Any) -> list[Any]:
    """Each of some steps, or a single one, as directions and how often each is gone."""
    each = value if isinstance(type, SetType) else [] if value == frozenset() else [value]
    return [as_moves(step) for step in each]


def way(game: GameBase, moves: Sequence[tuple[int, int]]) -> Point | None:
    """How far a step leads on paper; None for one on a track."""
    offsets = game.reference.rules.topology.offsets
    if any(direction >= len(offsets) for direction, _ in moves):
        return None
    i, j = (sum(times * offsets[direction][axis] for direction, times in moves) for axis in (0, 1))
    return on_paper(game, i, j)


def on_paper(game: GameBase, i: int, j: int) -> Point:
    """Where a point of the lattice lies from the one without coordinates, y downwards."""
    is_square = game.reference.rules.topology.diagonal
    x, y = (i, j) if is_square else (i + j / 2, j * sin(pi / 3))
    return round(WIDE * x, 1), round(-WIDE * y, 1)


def centred(points: Points) -> Points:
    """Points around the middle of all."""
    x, y = ((min(p[axis] for p in points) + max(p[axis] for p in points)) / 2 for axis in (0, 1))
    return [(u - x, v - y) for u, v in points]


def drawings(
    game: GameBase, shown: Mapping[str, Points], *, has_start: bool
) -> dict[str, dict[str, Any]]:
    """Drawings of some cells for each word, on the lattice if they are seen from a cell."""
    ends = [abs(value) for points in shown.values() for point in points for value in point]
    first = next(iter(board_scene(game).cells), None)
    far = max(ends, default=0.0)
    if first is None or not 0 < far + WIDE <= FAR:
        return {}
    outline = [(x - first.x, y - first.y) for x, y in first.corners]
    around = list(lattice(game, far)) if has_start else []
    half = far + WIDE * 0.7
    return {
        word: {
            "viewBox": f"{-half:g} {-half:g} {2 * half:g} {2 * half:g}",
            "parts": [
                part.as_json()
                for part in (
                    Path(cells_at(outline, around), stroke=LINE, width=1.5),
                    Path(cells_at(outline, points), fill=CHOSEN, stroke=LINE, width=1.5),
                    Path(disc(0, 0, WIDE * 0.3) if has_start else "", fill=START),
                )
                if part.d
            ],
        }
        for word, points in shown.items()
    }


def lattice(game: GameBase, far: float) -> Iterator[Point]:
    """All points of the lattice that are no farther away than `far` to each side."""
    count = 2 * int(far / WIDE) + 1
    for i, j in product(range(-count, count + 1), repeat=2):
        point = on_paper(game, i, j)
        if max(map(abs, point)) <= far + NEAR:
            yield point


def cells_at(outline: Points, points: Points) -> str:
    """The `d` of cells around some points."""
    return "".join(through([(x + u, y + v) for x, y in outline], True) for u, v in points)
