"""The board as the engines see it: cells, neighbours, directions, lines and tracks, on networkx.

A lattice with its holes, or the lines of a custom graph, and tracks come in; a `Topology` goes out.
Cells and directions are indices into `cells` and `directions`.  Nothing here depends on a position;
what is needed repeatedly is computed once.

Directions are in this order: those of the lattice, then each track followed by its reverse, which
is called `-name`.  A custom graph has tracks only.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING

from gdl.vocabulary.lattice import Lattice, Point, place_points
from interpreter.board.components import components_of, levels
from interpreter.board.tracks import Track

if TYPE_CHECKING:
    import networkx as nx

Cells = frozenset[int]
Moves = tuple[tuple[int, int], ...]
Names = tuple[str, ...]
Ways = tuple[int, ...]  # directions
Point2 = tuple[int, int]

NO_CELLS = "the board has no cells"
KEPT_PARTS = 512  # sets of cells whose components are cached; on 19 x 19 about 20 MB


def from_lattice(
    lattice: Lattice,
    holes: frozenset[str] = frozenset(),
    tracks: Mapping[str, Names] | None = None,
    further: Mapping[str, Point] | None = None,
) -> Topology:
    """The board of a lattice without the holes.

    `further` are points that no step leads to, with the column and the row where each is drawn;
    they are the last cells.

    :raises ValueError: for an unknown hole, a board without cells, or an impossible track.
    """
    unknown = sorted(holes.difference(lattice.names))
    if unknown:
        raise ValueError(f"there is no cell {unknown[0]} to cut out of the board")
    kept = [i for i, name in enumerate(lattice.names) if name not in holes]
    if not kept:
        raise ValueError(NO_CELLS)
    points = {lattice.names[i]: lattice.points[i] for i in kept}
    points |= {name: lattice.place(*place) for name, place in (further or {}).items()}
    places = [(lattice.rows[i], lattice.columns[i]) for i in kept]
    return Topology(points, places, tracks or {}, lattice=lattice)


def from_lines(
    lines: tuple[Names, ...],
    points: Mapping[str, Point] | None = None,
    tracks: Mapping[str, Names] | None = None,
) -> Topology:
    """The custom graph of these straight lines and of further points that lie on none.

    A point that `points` does not place is placed by its name: `b4` is at (2, 4).

    :raises ValueError: for a point without a place, a line that passes a point twice, a board
        without cells, or an impossible track.
    """
    for line in lines:
        _require_once(line, "a line")
    if not any(lines):
        raise ValueError(NO_CELLS)
    placed, places = place_points([name for line in lines for name in line], points or {})
    return Topology(placed, places, tracks or {}, lines=lines)


def without_cells() -> Topology:
    """The board of a game without one."""
    return Topology({}, [], {})


class Topology:
    """An immutable board; cells and directions are indices in all methods."""

    def __init__(
        self,
        points: dict[str, Point],
        places: list[tuple[int, int]],
        tracks: Mapping[str, Names],
        lattice: Lattice | None = None,
        lines: tuple[Names, ...] = (),
    ) -> None:
        """Use the functions above; points and places (row, column) are in cell order.

        Points beyond those with a place are in no row and in no column.
        """
        self.cells: Names = tuple(points)
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.cells)}
        self._places = places
        self._rows = _by_number(row for row, _ in places)
        self._columns = _by_number(column for _, column in places)
        self._paths = tuple(tuple(self.index[name] for name in line) for line in lines)
        self._lay_out(lattice)
        self._name_directions(tuple(lattice.directions) if lattice else (), tracks)
        self._next = tuple(
            tuple(self._go(cell, ((d, 1),)) for cell in range(len(points)))
            for d in range(len(self.directions))
        )
        self.points = points
        edges = self._edges()
        self._neighbours: dict[Ways | None, tuple[Cells, ...]] = {None: edges}
        self._joined: dict[Ways | None, tuple[Cells, ...]] = {None: edges}
        self._rays: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}
        self._distances: dict[int, array[int]] = {}
        self._parts: dict[tuple[Cells, Ways | None], tuple[Cells, ...]] = {}

    def _lay_out(self, lattice: Lattice | None) -> None:
        """Take coordinates, sides and corners from the lattice, without those of holes."""
        self._coordinates: dict[int, Point2] = {}
        self._offsets: tuple[Point2, ...] = ()
        self.orthogonal: tuple[int, ...] = ()
        self.diagonal: tuple[int, ...] = ()
        self.sides: tuple[Cells, ...] = ()
        self.corners: Cells = frozenset()
        self.centre: Cells = frozenset()
        if lattice:
            cells = [self.index.get(name) for name in lattice.names]
            pairs = zip(cells, lattice.coordinates, strict=True)
            self._coordinates = {cell: place for cell, place in pairs if cell is not None}
            self._offsets = tuple(lattice.directions.values())
            names = list(lattice.directions)
            self.orthogonal = tuple(names.index(name) for name in lattice.orthogonal)
            self.diagonal = tuple(names.index(name) for name in lattice.diagonal)
            self.sides = tuple(_existing(cells[i] for i in side) for side in lattice.sides())
            self.corners = _existing(cells[i] for i in lattice.corners())
            there = [i for i, cell in enumerate(cells) if cell is not None]
            self.centre = _existing(cells[i] for i in lattice.centre(there))
        self._at = {place: cell for cell, place in self._coordinates.items()}

    def _name_directions(self, names: Names, tracks: Mapping[str, Names]) -> None:
        self.all_directions: tuple[int, ...] = tuple(range(len(names)))
        self._toward = {offset: d for d, offset in enumerate(self._offsets)}
        opposite = [self._toward[-dx, -dy] for dx, dy in self._offsets]
        walks: list[Track] = []
        for track, path in tracks.items():
            if track in names:
                raise ValueError(f"{track} is a direction of the board and cannot name a track")
            self._require_way(track, path)
            cells = tuple(self.index[cell] for cell in path)
            walks += [Track(cells), Track(cells[::-1])]
            opposite += [len(names) + 1, len(names)]
            names += (track, f"-{track}")
        self.directions: Names = names
        self.opposite: Ways = tuple(opposite)
        self._tracks = tuple(walks)

    def _require_way(self, track: str, path: Names) -> None:
        if not path:
            raise ValueError(f"the track {track} has no cells")
        for cell in path:
            if cell not in self.index:
                raise ValueError(f"there is no cell {cell} for the track {track} to pass")
        if any(a == b for a, b in pairwise(path)):
            raise ValueError(f"the track {track} stays where it is")

    def _pairs(self) -> list[tuple[int, int]]:
        pairs = [pair for path in self._paths for pair in pairwise(path)]
        for d in self.orthogonal:
            pairs += [(a, b) for a, b in enumerate(self._next[d]) if b is not None]
        return sorted(pairs)

    def _edges(self) -> tuple[Cells, ...]:
        near: list[set[int]] = [set() for _ in self.cells]
        for a, b in self._pairs():
            near[a].add(b)
            near[b].add(a)
        return tuple(map(frozenset, near))

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The cells and edges as a graph of networkx, which takes 0.2 s to import."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph()
        for cell, (name, (x, y)) in enumerate(self.points.items()):
            graph.add_node(name, x=x, y=y)
            if self._offsets and not self.diagonal and cell in self._coordinates:
                q, r = self._coordinates[cell]
                graph.add_node(name, q=q, r=r)
        graph.add_edges_from((self.cells[a], self.cells[b]) for a, b in self._pairs())
        nx.freeze(graph)
        return graph

    @property
    def coordinates(self) -> Mapping[int, Point2]:
        """Where each cell lies on the lattice; empty for a custom graph."""
        return self._coordinates

    @property
    def has_circuits(self) -> bool:
        """Whether some track is a circuit, on which any number of steps is possible."""
        return any(track.circuit for track in self._tracks)

    @property
    def offsets(self) -> tuple[Point2, ...]:
        """What a step in each direction of the lattice adds to the coordinates."""
        return self._offsets

    def step(self, cell: int, moves: Moves) -> int | None:
        """The cell that steps lead to, each a direction and a count (maybe negative), or None.

        On a lattice only the end must be on the board, on a track every step.
        """
        if len(moves) == 1 and moves[0][1] == 1:
            return self._next[moves[0][0]][cell]
        return self._go(cell, moves)

    def _go(self, cell: int, moves: Moves) -> int | None:
        dx = dy = 0
        for direction, times in moves:
            if direction < len(self._offsets):
                dx += times * self._offsets[direction][0]
                dy += times * self._offsets[direction][1]
            elif times:
                start = self._shift(cell, dx, dy)
                track = self._tracks[direction - len(self._offsets)]
                end = None if start is None else track.walk(start, times)
                if end is None:
                    return None
                cell, dx, dy = end, 0, 0
        return self._shift(cell, dx, dy)

    def _shift(self, cell: int, dx: int, dy: int) -> int | None:
        if not dx and not dy:
            return cell
        if cell not in self._coordinates:
            return None
        x, y = self._coordinates[cell]
        return self._at.get((x + dx, y + dy))

    def rays(self, cell: int, direction: int) -> tuple[tuple[int, ...], ...]:
        """The cells from here on, up to the edge, a hole or, on a circuit, this cell again.

        At most one way in a direction of the lattice, and one for each pass of a track.
        """
        key = (cell, direction)
        if key not in self._rays:
            self._rays[key] = self._find_rays(cell, direction)
        return self._rays[key]

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """The cells of all those ways, one way after another."""
        return tuple(c for ray in self.rays(cell, direction) for c in ray)

    def _find_rays(self, cell: int, direction: int) -> tuple[tuple[int, ...], ...]:
        if direction >= len(self._offsets):
            return self._tracks[direction - len(self._offsets)].ahead(cell)
        ahead = self._next[direction]
        way: list[int] = []
        there = ahead[cell]
        while there is not None:
            way.append(there)
            there = ahead[there]
        return (tuple(way),) if way else ()

    def most_ways(self, direction: int) -> int:
        """The most ways on from one cell: several along a track that passes a cell repeatedly."""
        return max((len(self.rays(c, direction)) for c in range(len(self.cells))), default=0)

    def leaps(self, cell: int, m: int, n: int) -> Cells:
        """The cells that an (m, n)-leaper reaches from here: m cells one way and n across.

        :raises ValueError: if the board is not one of squares.
        """
        if not self.diagonal:
            raise ValueError("leaps are for boards of squares")
        if cell not in self._coordinates:
            return frozenset()
        x, y = self._coordinates[cell]
        ends = {
            (x + s * a, y + t * b) for a, b in ((m, n), (n, m)) for s in (1, -1) for t in (1, -1)
        }
        return _existing(self._at.get(end) for end in ends) - {cell}

    # Neighbours

    def neighbours(self, cell: int, directions: Ways | None = None) -> Cells:
        """The cells one step away in these directions; without them, those across an edge."""
        if directions not in self._neighbours:
            self._neighbours[directions] = self._adjacency(directions or ())
        return self._neighbours[directions][cell]

    def _adjacency(self, directions: tuple[int, ...]) -> tuple[Cells, ...]:
        return tuple(
            frozenset(ray[0] for d in directions for ray in self.rays(cell, d))
            for cell in range(len(self.cells))
        )

    def both_ways(self, directions: Ways | None) -> tuple[Cells, ...]:
        """For each cell its neighbours in these directions and their opposites."""
        if directions not in self._joined:
            both = {d for one in directions or () for d in (one, self.opposite[one])}
            self._joined[directions] = self._adjacency(tuple(sorted(both)))
        return self._joined[directions]

    def links(self, directions: Ways | None = None) -> tuple[Cells, ...]:
        """The unordered pairs of neighbours, in the order of their cells."""
        joined = self.both_ways(directions)
        return tuple(
            frozenset((a, b)) for a in range(len(self.cells)) for b in sorted(joined[a]) if a < b
        )

    # Rows, columns, patterns

    def row(self, number: int) -> Cells:
        """The cells of a row, counted from 1 from the bottom; empty if there is no such row."""
        return self._rows.get(number, frozenset())

    def column(self, number: int) -> Cells:
        """The cells of a column, counted from 1 from the left; on hexagons, within each row."""
        return self._columns.get(number, frozenset())

    def row_of(self, cell: int) -> int | None:
        """The number of the row that a cell is in; None for a further point."""
        return self._places[cell][0] if cell < len(self._places) else None

    def column_of(self, cell: int) -> int | None:
        """The number of the column that a cell is in; None for a further point."""
        return self._places[cell][1] if cell < len(self._places) else None

    def lines(self, k: int, directions: Ways | None = None) -> tuple[Cells, ...]:
        """Every straight line of k cells, in the order of their cells.

        They run in these directions; without them, in all those of the lattice or, on a custom
        graph, along its lines.
        """
        if k < 1 or k != int(k):
            return ()
        k = int(k)
        if directions is None and self._paths:
            runs = [path[i : i + k] for path in self._paths for i in range(len(path) - k + 1)]
        else:
            ways = self.all_directions if directions is None else directions
            runs = [
                (cell, *ray[: k - 1])
                for d in ways for cell in range(len(self.cells))
                for ray in (self.rays(cell, d) or ((),))
            ]  # fmt: skip
        return _in_order(frozenset(run) for run in runs if len(set(run)) == k)

    def blocks(self, width: int, height: int) -> tuple[Cells, ...]:
        """Every block of that width and height, in the order of their cells.

        :raises ValueError: if the board is not one of squares.
        """
        if not self.diagonal:
            raise ValueError("blocks are for boards of squares")
        if width * height > len(self.cells) or (width, height) != (int(width), int(height)):
            return ()
        width, height = int(width), int(height)
        spread = [(dx, dy) for dx in range(width) for dy in range(height)]
        blocks = (
            _existing(self._at.get((x + dx, y + dy)) for dx, dy in spread) for x, y in self._at
        )
        return _in_order(block for block in blocks if block and len(block) == len(spread))

    # Straight lines and distances

    def towards(self, a: int, b: int) -> int | None:
        """The lattice direction in which b lies straight from a; None if it does not."""
        if a == b or not {a, b} <= self._coordinates.keys():
            return None
        (x, y), (u, v) = self._coordinates[a], self._coordinates[b]
        steps = gcd(u - x, v - y)
        return self._toward.get(((u - x) // steps, (v - y) // steps))

    def between(self, a: int, b: int) -> Cells | None:
        """The cells strictly between a and b, without holes; None if they are not in line."""
        if not self._offsets:
            return self._between_on_path(a, b)
        d = self.towards(a, b)
        if d is None:
            return None
        (x, y), (u, v) = self._coordinates[a], self._coordinates[b]
        return _existing(self._go(a, ((d, i),)) for i in range(1, gcd(u - x, v - y)))

    def _between_on_path(self, a: int, b: int) -> Cells | None:
        for path in self._paths:
            if a != b and a in path and b in path:
                first, last = sorted((path.index(a), path.index(b)))
                return frozenset(path[first + 1 : last])
        return None

    def distance(self, a: int, b: int) -> int | None:
        """The length of a shortest path across edges; None if there is none."""
        if a not in self._distances:
            far = array("i", [-1]) * len(self.cells)
            for steps, level in enumerate(levels(self._neighbours[None].__getitem__, a)):
                for cell in level:
                    far[cell] = steps
            self._distances[a] = far
        steps = self._distances[a][b]
        return steps if steps >= 0 else None

    # Connection

    def components(self, cells: Cells, directions: Ways | None = None) -> tuple[Cells, ...]:
        """The connected components of the cells, ordered by their first cell.

        Results are cached: a move that is tried leaves most sets of cells unchanged.
        """
        key = (cells, directions)
        parts = self._parts.get(key)  # looked up once: another thread may clear them in between
        if parts is None:
            parts = self._find_components(cells, directions)
            if len(self._parts) >= KEPT_PARTS:
                self._parts.clear()
            self._parts[key] = parts
        return parts

    def _find_components(self, cells: Cells, directions: Ways | None) -> tuple[Cells, ...]:
        joined = self.both_ways(directions)
        return tuple(sorted(components_of(cells, joined.__getitem__), key=min))


def _existing(cells: Iterable[int | None]) -> Cells:
    return frozenset(cell for cell in cells if cell is not None)


def _in_order(sets: Iterable[Cells]) -> tuple[Cells, ...]:
    return tuple(sorted(set(sets), key=sorted))


def _by_number(numbers: Iterable[int]) -> dict[int, Cells]:
    sets: dict[int, set[int]] = {}
    for cell, number in enumerate(numbers):
        sets.setdefault(number, set()).add(cell)
    return {number: frozenset(cells) for number, cells in sets.items()}


def _require_once(path: Names, what: str) -> None:
    for cell, times in Counter(path).items():
        if times > 1:
            raise ValueError(f"{what} passes {cell} twice")
