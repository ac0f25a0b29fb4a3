"""Tracks: paths of cells along which one steps, and which may cross themselves."""

from __future__ import annotations


class Track:
    """A path with a direction of its own; a circuit if it ends on the cell where it began.

    It may cross itself: each of its places is one pass through a cell.
    """

    def __init__(self, path: tuple[int, ...]) -> None:
        self.circuit = len(path) > 1 and path[0] == path[-1]
        self.path = path[:-1] if self.circuit else path
        self.places: dict[int, list[int]] = {}
        for place, cell in enumerate(self.path):
            self.places.setdefault(cell, []).append(place)

    def walk(self, cell: int, times: int) -> int | None:
        """The cell `times` steps on (or back); None off the track, past its ends, for fractions,
        and where its passes through the cell disagree.
        """
        if times != int(times):
            return None
        ends = {self._at(place + int(times)) for place in self.places.get(cell, ())}
        return ends.pop() if len(ends) == 1 else None

    def _at(self, place: int) -> int | None:
        if self.circuit:
            return self.path[place % len(self.path)]
        return self.path[place] if 0 <= place < len(self.path) else None

    def ahead(self, cell: int) -> tuple[tuple[int, ...], ...]:
        """For each pass, the cells from here on, up to the end or to the same place of a circuit.

        The cell itself is left out where the track passes it again.
        """
        rays = []
        for place in self.places.get(cell, ()):
            around = self.path[:place] if self.circuit else ()
            rays.append(tuple(c for c in (*self.path[place + 1 :], *around) if c != cell))
        return tuple(ray for ray in rays if ray)
