"""Games with polyominoes: Blokus Duo, Golomb's pentominoes, Harary's animals.

Polyominoes are not drawn here but grown, cell by cell, and told apart by how they lie in a corner;
their names are those of the rule files, which are found by matching a drawing of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from peers.models.base import DIAGONAL, ORTHOGONAL, Cell, Model, plus, square, text_of

Shape = frozenset[Cell]
DRAWN = {  # rows from the top
    "one": "#", "two": "##", "three_straight": "###", "three_bent": "##/#.",
    "four_straight": "####", "four_bent": "###/#..", "four_t": "###/.#.", "four_square": "##/##",
    "four_z": "##./.##", "five_f": ".##/##./.#.", "five_i": "#####", "five_l": "####/#...",
    "five_n": "###./..##", "five_p": "###/##.", "five_t": "###/.#./.#.", "five_u": "#.#/###",
    "five_v": "#../#../###", "five_w": "#../##./.##", "five_x": ".#./###/.#.",
    "five_y": "####/.#..", "five_z": "##./.#./.##",
}  # fmt: skip
ANIMALS = {
    "el": "##/#.", "tic": "###", "elly": "###/#..", "tippy": "##./.##", "knobby": "###/.#.",
    "skinny": "####", "fatty": "##/##", "snaky": "####./...##",
}  # fmt: skip


def cells_of(drawing: str) -> Shape:
    rows = enumerate(drawing.split("/"))
    return frozenset((x, y) for y, row in rows for x, sign in enumerate(row) if sign == "#")


def cornered(cells: Iterable[Cell]) -> Shape:
    """The same cells, moved until they touch the axes."""
    listed = list(cells)
    left, low = min(x for x, _ in listed), min(y for _, y in listed)
    return frozenset((x - left, y - low) for x, y in listed)


@cache
def images(shape: Shape) -> frozenset[Shape]:
    """All ways to lay a shape down: four quarter turns of each side."""
    made, turned = set(), shape
    for _ in range(4):
        turned = frozenset((y, -x) for x, y in turned)
        made |= {cornered(turned), cornered((-x, y) for x, y in turned)}
    return frozenset(made)


@cache
def grown(size: int) -> frozenset[Shape]:
    """One image of each polyomino of so many cells, made by adding a cell in every way."""
    if size == 1:
        return frozenset([frozenset([(0, 0)])])
    larger = (
        shape | {there} for shape in grown(size - 1) for c in shape for step in ORTHOGONAL
        if (there := plus(c, step)) not in shape
    )  # fmt: skip
    return frozenset(min(images(cornered(cells)), key=sorted) for cells in larger)


@cache
def placements(shape: Shape, size: int) -> frozenset[Shape]:
    """Every place of a shape on a square board."""
    board = square(size, size)
    moved = (frozenset(plus(c, at) for c in image) for image in images(shape) for at in board)
    return frozenset(cells for cells in moved if cells <= board)


@cache
def covering(shape: Shape, size: int) -> dict[Cell, list[Shape]]:
    """The places of a shape that cover each cell of a square board."""
    found: dict[Cell, list[Shape]] = {cell: [] for cell in square(size, size)}
    for place in placements(shape, size):
        for cell in place:
            found[cell].append(place)
    return found


@cache
def listed(cells: Shape) -> str:
    """A set of cells as our moves write it: by row, and within a row from the left."""
    return "{" + ",".join(text_of(c) for c in sorted(cells, key=lambda c: (c[1], c[0]))) + "}"


class Tiles(Model):
    """Moves that lay polyominoes down."""

    size: int
    names_of: dict[str, Shape]

    def __init__(self, size: int, sizes: tuple[int, ...]):
        super().__init__()
        self.size, self.owner = size, {}  # type: int, dict[Cell, int]
        self.names_of = {}
        for shape in (shape for n in sizes for shape in grown(n)):
            drawn = ((name, cornered(cells_of(drawing))) for name, drawing in DRAWN.items())
            names = [name for name, image in drawn if image in images(shape)]
            assert len(names) == 1
            self.names_of[names[0]] = shape

    def places(self, left: Iterable[str]) -> Iterator[tuple[str, Shape]]:
        for name in left:
            for cells in placements(self.names_of[name], self.size):
                if not cells & self.owner.keys():
                    yield name, cells

    def play(self, name: str) -> None:
        self.listed = None
        self.shape = name.split()[1] if name != "pass" else ""
        super().play(name)


class BlokusDuo(Tiles):
    """Who lays no tile passes; after two passes the squares are counted."""

    def __init__(self) -> None:
        super().__init__(14, (1, 2, 3, 4, 5))
        self.left = [set(self.names_of), set(self.names_of)]
        self.latest, self.passes = ["", ""], 0

    def moves(self) -> Iterator[str]:
        """A tile touches an own one at a corner and none at an edge; the first covers a start."""
        own = {c for c, seat in self.owner.items() if seat == self.mover}
        beside = {plus(c, step) for c in own for step in ORTHOGONAL}
        corners = {plus(c, step) for c in own for step in DIAGONAL} or {(5, 10), (10, 5)}
        taken, board = self.owner.keys() | beside, square(self.size, self.size)
        fitting = [
            f"place {name} {listed(cells)}" for name in self.left[self.mover]
            for cells in self.touching(name, (corners & board) - taken)
            if cells.isdisjoint(taken)
        ]  # fmt: skip
        yield from fitting or ["pass"]

    def touching(self, name: str, wanted: Iterable[Cell]) -> set[Shape]:
        """The places of a tile that cover at least one of some cells."""
        there = covering(self.names_of[name], self.size)
        return {place for cell in wanted for place in there[cell]}

    def make(self, verb: str, cells: list[Cell]) -> None:
        self.passes = self.passes + 1 if verb == "pass" else 0
        if verb == "place":
            self.owner |= dict.fromkeys(cells, self.mover)
            self.left[self.mover].remove(self.shape)
            self.latest[self.mover] = self.shape
        self.mover = 1 - self.mover
        if self.passes == 2:
            first, second = map(self.score, (0, 1))
            if first == second:
                self.draw()
            else:
                self.wins(int(second > first))

    def score(self, seat: int) -> int:
        if not self.left[seat]:
            return 20 if self.latest[seat] == "one" else 15
        return -sum(len(self.names_of[name]) for name in self.left[seat])


class Golomb(Tiles):
    """The last player to lay a pentomino wins; there is one of each."""

    def __init__(self, size: int):
        super().__init__(size, (5,))
        self.left = set(self.names_of)

    def moves(self) -> Iterator[str]:
        return (f"place {name} {listed(cells)}" for name, cells in self.places(self.left))

    def make(self, verb: str, cells: list[Cell]) -> None:
        self.owner |= dict.fromkeys(cells, self.mover)
        self.left.remove(self.shape)
        self.mover = 1 - self.mover
        if not any(True for _ in self.moves()):
            self.wins(1 - self.mover)


class Harary(Model):
    """Who first has the whole animal among his stones wins."""

    def __init__(self, animal: str, size: int):
        super().__init__()
        self.free, self.stones = set(square(size, size)), (set(), set())  # type: ignore[var-annotated]
        self.wanted = placements(cornered(cells_of(ANIMALS[animal])), size)

    def moves(self) -> Iterator[str]:
        return (f"place {text_of(cell)}" for cell in self.free)

    def make(self, verb: str, cells: list[Cell]) -> None:
        self.free -= set(cells)
        self.stones[self.mover].update(cells)
        if any(animal <= self.stones[self.mover] for animal in self.wanted):
            self.wins(self.mover)
        elif not self.free:
            self.draw()
        self.mover = 1 - self.mover
