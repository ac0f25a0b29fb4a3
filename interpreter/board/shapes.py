"""Shapes: sets of cells, moved, turned and mirrored over a board of squares or hexes."""

from __future__ import annotations

from gdl.source.limits import MAX_COPIED
from interpreter.board.topology import Cells, Topology

Place = tuple[int, int]
Image = tuple[Place, Place]  # where the steps (1, 0) and (0, 1) lead
MAX_KEPT = 200_000  # cells of the board times those of all shapes whose copies are kept


class Shapes:
    """The copies of the shapes of one board."""

    def __init__(self, topology: Topology):
        self.topology = topology
        self.at = {place: cell for cell, place in topology.coordinates.items()}
        self.images = images(topology)
        self._copies: dict[Cells, frozenset[Cells]] = {}

    def copies(self, shape: Cells) -> frozenset[Cells] | None:
        """All sets of cells of the board that are the shape moved, turned or mirrored.

        None for a shape beyond MAX_COPIED.  Further points cannot be moved: a shape that has some
        has no copy but itself.  Results are kept, since a rule asks for each of its moves.
        """
        if len(shape) * len(self.topology.cells) > MAX_COPIED:
            return None
        known = self._copies.get(shape)  # looked up once: another thread may clear them
        if known is None:
            known = self._find(shape)
            if sum(map(len, self._copies)) * len(self.topology.cells) > MAX_KEPT:
                self._copies.clear()
            self._copies[shape] = known
        return known

    def _find(self, shape: Cells) -> frozenset[Cells]:
        if not shape:
            return frozenset()
        places = self.topology.coordinates
        if not shape <= places.keys():
            return frozenset((shape,))
        sets: set[Cells] = set()
        for (ax, ay), (bx, by) in self.images:
            turned = [(x * ax + y * bx, x * ay + y * by) for x, y in map(places.get, shape)]  # type: ignore[misc]
            left, bottom = turned[0]
            steps = [(x - left, y - bottom) for x, y in turned]
            for x, y in self.at:
                cells = [self.at.get((x + dx, y + dy)) for dx, dy in steps]
                if None not in cells:
                    sets.add(frozenset(cells))  # type: ignore[arg-type]
        return frozenset(sets)


def images(topology: Topology) -> tuple[Image, ...]:
    """The ways to turn and to mirror a board: the linear maps that keep its steps across edges.

    Eight on squares, twelve on hexes.
    """
    steps = {topology.offsets[d] for d in topology.orthogonal}
    maps = ((a, b) for a in steps for b in steps)
    return tuple(sorted(
        ((ax, ay), (bx, by)) for (ax, ay), (bx, by) in maps
        if {(x * ax + y * bx, x * ay + y * by) for x, y in steps} == steps
    ))  # fmt: skip
