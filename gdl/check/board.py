"""The board: from its section to the model.  Declares its cells and directions."""

from __future__ import annotations

from dataclasses import replace

from gdl.check.part import Part
from gdl.model import nodes as model
from gdl.source.diagnostics import DID_YOU_MEAN
from gdl.source.limits import MAX_CELLS, MAX_PILED
from gdl.source.wording import grouped, show
from gdl.syntax import nodes as syntax
from gdl.syntax.nodes import Name
from gdl.syntax.rule_file import BoardEntry
from gdl.vocabulary.drawn import board_cells, drawn
from gdl.vocabulary.lattice import (
    CONSTRUCTORS,
    HEXES,
    Lattice,
    Point,
    cell_count,
    lattice,
    place_of_name,
)
from gdl.vocabulary.synonyms import synonyms
from gdl.vocabulary.types import CELL, CELLS, DIRECTION, NUMBER

NO_BOARD = ("none", "nothing", "null", "false")  # what people write for it
NO_DIRECTIONS = "lines of points have no directions; name each point that the track passes"
NO_START = "a track begins with a cell, from which it goes on"
HEXES_OFFER = (
    "did you mean `{}`? Boards of hexes are `hexagon(n)` with n cells on each side, `rhombus(n)` "
    "with n rows of n cells, and `triangle(n)`"
)


class Boards(Part):
    """The part of the checker for boards."""

    def board(self, entry: BoardEntry) -> model.Board:
        if entry.lines:
            board = self.lines_board(entry)
        elif entry.drawing is not None:
            board = self.drawn_board(entry, entry.drawing)
        elif entry.cells is not None:
            board = self.lattice_board(entry, entry.cells)
        else:
            board = model.Board(entry.span, "square", (1,))
            if not entry.is_broken:
                self.report.add("no-board", entry.span)
        tracks = {}
        for name, path in entry.tracks:
            if self.symbols.declare(name, "direction", DIRECTION, name.text):
                tracks[name.text] = self.track(path)
        holes, are_all = self.named(board.holes)
        if are_all:
            self.context.cell_number = sum(1 for _ in self.symbols.names("cell")) - len(holes)
        self.context.pile = self.pile(entry)
        return replace(board, span=entry.span, tracks=tracks, pile=self.context.pile)

    def pile(self, entry: BoardEntry) -> int | None:
        """How many pieces may stand on a cell; None for a board without piles."""
        if entry.pile is None:
            return None
        expr = self.expressions.of_type(entry.pile, self.context.scope(), NUMBER)
        most = self.constant(expr)
        if most is None:
            return 1
        if most < 1 or most != int(most):
            self.report.add("pile-size", expr.span, given=show(most))
            return 1
        cells = sum(1 for _ in self.symbols.names("cell"))
        if most * cells > MAX_PILED:
            self.report.add("pile-too-large", expr.span, most=grouped(MAX_PILED))
            return 1
        return int(most)

    # ---- tracks ----

    def track(self, track: syntax.Track) -> tuple[str, ...]:
        """The cells of a track; reports one that follows itself, and a step that leads nowhere.

        After a mistake nobody knows where the track is, until it names a cell of the lattice.
        """
        cells: list[Name] = []
        is_lost = False
        for place, part in enumerate(track.parts):
            if isinstance(part, syntax.Stretch) or part.text in self.context.directions:
                found = self.stretch(part, cells, is_lost)
                is_lost = found is None
                cells = [] if found is None else [*cells, *found]
            else:
                self.passed(part, cells, track.parts[place + 1 : place + 2])
                is_known = self.symbols.is_a("cell", part.text)
                is_lost = is_lost or not is_known
                cells = [*cells, part] if is_known else [part]
        return tuple(cell.text for cell in cells)

    def passed(
        self, cell: Name, before: list[Name], after: tuple[Name | syntax.Stretch, ...]
    ) -> None:
        """Report a cell of a track that there is not, or that was passed just before."""
        if cell.text in self.context.holes:
            self.report.add("hole-used", cell.span, word=cell.text)
        elif self.symbols.is_a("cell", cell.text):
            self.require_first(cell, tuple(before[-1:]))
        elif self.context.has_board:
            around = (*before[-1:], *(part for part in after if isinstance(part, Name)))
            known = sorted(self.symbols.names("cell"), key=lambda n: self.far(n, around))
            taken = {cell.text, *(c.text for c in around)}
            self.symbols.unknowns.add(
                cell, "unknown-cell", self.report.near(cell.text, self.context.directions),
                [n for n in known if n not in taken], known, board=self.context.board_extent,
            )  # fmt: skip

    def stretch(
        self, part: Name | syntax.Stretch, before: list[Name], is_lost: bool
    ) -> list[Name] | None:
        """The cells that a track passes by steps in one direction from its last cell, leaving out
        further points; None after an error, be it an earlier one (`is_lost`).
        """
        way, times = (part, 1) if isinstance(part, Name) else (part.direction, self.times(part))
        made = self.context.lattice
        places = dict(zip(made.names, made.coordinates, strict=True)) if made else {}
        there = {place: name for name, place in places.items() if name not in self.context.holes}
        at = next((cell.text for cell in reversed(before) if cell.text in places), None)
        why = None
        if made is None or way.text not in made.directions:
            why = f"it goes by {', '.join(self.context.directions)}" if made else NO_DIRECTIONS
        elif at is None and not is_lost:
            why = NO_START
        cells: list[Name] = []
        while why is None and at and made and times is not None and len(cells) < times:
            (x, y), (dx, dy) = places[at], made.directions[way.text]
            to = there.get((x + dx, y + dy))
            if to is None:
                why = f"one step {way.text} of {at} there is no cell"
            else:
                cells.append(Name(part.span, to))
            at = to
        if why is not None:
            is_way = made is not None and way.text in made.directions
            near = () if is_way else self.report.near(way.text, self.context.directions)
            self.report.add(
                "track-step", part.span, word=part.span.text, why=why, candidates=near
            )
        return cells if why is None and at is not None and times is not None else None

    def times(self, part: syntax.Stretch) -> int | None:
        """How many steps a track goes on in one direction; None after an error."""
        expr = self.expressions.of_type(part.times, self.context.scope(), NUMBER)
        times = self.constant(expr)
        if times is None:
            return None
        if times < 0 or times != int(times):
            why = f"a number of steps is whole and not below 0, and this is {show(times)}"
            self.report.add("track-step", part.span, word=part.span.text, why=why)
            return None
        return int(times)

    def far(self, name: str, others: tuple[Name, ...]) -> int:
        """The sum of the distances of a cell from others; 0 without a lattice."""
        made = self.context.lattice
        if made is None:
            return 0
        places = dict(zip(made.names, made.coordinates, strict=True))
        if name not in places:
            return 0
        x, y = places[name]
        near_by = (places[o.text] for o in others if o.text in places)
        return sum(max(abs(x - u), abs(y - v)) for u, v in near_by)

    def require_first(self, point: Name, before: tuple[Name, ...]) -> None:
        """Report a point that is among those before it."""
        if any(other.text == point.text for other in before):
            self.report.add("passed-twice", point.span, word=point.text)

    # ---- lines of points ----

    def lines_board(self, entry: BoardEntry) -> model.Board:
        """A custom graph: every point of a line is a cell."""
        points = self.given(entry)
        seen: dict[str, int] = {}  # in how many lines each point is
        for line in entry.lines:
            if len(line.points) < 2:
                self.report.add("short-line", line.span)
            for place, point in enumerate(line.points):
                self.require_first(point, line.points[:place])
                if point.text not in seen:
                    self.symbols.declare(point, "cell", CELL, point.text)
                seen[point.text] = seen.get(point.text, 0) + 1
        self.places(entry, points, seen)
        if len(seen) > MAX_CELLS:
            self.report.add("board-too-large", entry.span, most=grouped(MAX_CELLS))
        self.context.board_extent = f"{len(seen)} points"
        self.context.has_board = True
        lines = tuple(tuple(p.text for p in line.points) for line in entry.lines)
        return model.Board(entry.span, "lines", lines=lines, points=points)

    def places(self, entry: BoardEntry, points: dict[str, Point], seen: dict[str, int]) -> None:
        """Report unused points, points without a place, and lines that are not straight."""
        for name, _ in entry.points:
            if name.text not in seen:
                self.report.add("unused-point", name.span, word=name.text)
        told: set[str] = set()
        for line in entry.lines:
            for point in line.points:
                if point.text not in points and place_of_name(point.text) is None:
                    if point.text not in told:
                        told.add(point.text)
                        known = self.straight(line, point, seen)
                        self.report.add(
                            "point-without-place", point.span, word=point.text,
                            candidates=self.report.near(point.text, known, seen),
                        )  # fmt: skip
                    break
            else:
                if not any(p.text in points for p in line.points):
                    self.require_straight(line, seen)

    def straight(self, line: syntax.Path, odd: Name, seen: dict[str, int]) -> list[str]:
        """The points of the board that would make a line straight in place of the odd one."""
        others = [place_of_name(p.text) for p in line.points if p is not odd]
        names = {p.text for p in line.points}
        return [
            name for name in seen
            if name not in names and is_straight([*others, place_of_name(name)])
        ]  # fmt: skip

    def require_straight(self, line: syntax.Path, seen: dict[str, int]) -> None:
        """Warn of the point that keeps a line from being straight."""
        if is_straight([place_of_name(p.text) for p in line.points]):
            return
        for odd in sorted(line.points, key=lambda p: seen[p.text]):
            if is_straight([place_of_name(p.text) for p in line.points if p is not odd]):
                known = self.straight(line, odd, seen)
                nearby = self.report.near(odd.text, known)
                self.report.add("bent-line", odd.span, word=odd.text, candidates=nearby)
                return

    # ---- lattices ----

    def lattice_board(self, entry: BoardEntry, node: syntax.Expr) -> model.Board:
        """A lattice made by a constructor such as `square(8)`, perhaps without some cells."""
        further: list[Name] = []
        while isinstance(node, syntax.Binary) and node.op.text == "|":
            further = [*self.point_names(node.right), *further]
            node = node.left
        holes: list[syntax.Expr] = []
        while isinstance(node, syntax.Binary) and node.op.text == "-":
            holes.append(node.right)
            node = node.left
        fallback = model.Board(node.span, "square", (1,))
        if not isinstance(node, syntax.Call) or node.name.text not in CONSTRUCTORS:
            self.not_a_board(node)
            return fallback
        size = self.size(node, len(further))
        if size is None:
            return fallback
        self.lattice(entry, lattice(node.name.text, size))
        taken: model.Expr | None = None
        for hole in reversed(holes):
            checked = self.expressions.of_type(hole, self.context.scope(), CELLS, CELL)
            taken = checked if taken is None else model.SetOperation(
                checked.span, CELLS, "|", taken, checked
            )  # fmt: skip
        self.context.holes, _ = self.named(taken)
        points = self.further(entry, further)
        return model.Board(
            node.span, node.name.text, size, taken, points=points, further=tuple(points)
        )

    def drawn_board(self, entry: BoardEntry, drawing: syntax.Drawing) -> model.Board:
        """A drawing; what stands under `points` are further points."""
        count = board_cells(drawing.shape, (), drawing.texts) + len(entry.points)
        if count > MAX_CELLS:
            self.report.add("board-too-large", entry.span, most=grouped(MAX_CELLS))
            return model.Board(drawing.span, "square", (1,))
        self.lattice(entry, drawn(drawing.shape, drawing.texts))
        points = self.further(entry, [name for name, _ in entry.points])
        rows = tuple(model.BoardRow(row.text, row.span) for row in drawing.rows)
        return model.Board(
            drawing.span, drawing.shape, points=points, rows=rows, further=tuple(points)
        )

    def point_names(self, node: syntax.Expr) -> tuple[Name, ...]:
        """The names of further points, `{bar, store}`; anything else is reported."""
        items = node.items if isinstance(node, syntax.Display) else (node,)
        words = tuple(Name(i.span, i.text) for i in items if isinstance(i, syntax.Word))
        if len(words) < len(items):
            self.report.add("not-a-point", node.span)
        return words

    def further(self, entry: BoardEntry, names: list[Name]) -> dict[str, Point]:
        """Declare further points; where each of them is drawn, in columns and rows."""
        given = self.given(entry)
        points: dict[str, Point] = {}
        for name in names:
            if not self.symbols.declare(name, "cell", CELL, name.text):
                continue
            if name.text not in given:
                candidates = self.report.near(name.text, [n for n in given if n not in points])
                self.report.add(
                    "further-without-place", name.span, word=name.text, candidates=candidates
                )
            points[name.text] = given.get(name.text, (1.0, 1.0))
        for name, _ in entry.points:
            if all(name.text != other.text for other in names):
                self.report.add("point-not-named", name.span, word=name.text)
        return points

    def given(self, entry: BoardEntry) -> dict[str, Point]:
        """Where the entries under `points` lie."""
        return {n.text: (self.coordinate(p.x), self.coordinate(p.y)) for n, p in entry.points}

    def coordinate(self, node: syntax.Expr) -> float:
        """A column or a row of a drawing; 1 after an error."""
        value = self.constant(self.expressions.of_type(node, self.context.scope(), NUMBER))
        return 1.0 if value is None else float(value)

    def named(self, expr: model.Expr | None) -> tuple[frozenset[str], bool]:
        """The cells that a set names, and whether it has no others."""
        lattice = self.context.lattice
        parts: tuple[model.Expr, ...] = ()
        match expr:
            case None:
                return frozenset(), True
            case model.Value(value=str(name)):
                return frozenset({name}), True
            case model.BuiltinCall(name="corners") if lattice:
                return frozenset(lattice.names[i] for i in lattice.corners()), True
            case model.BuiltinCall(name="centre") if lattice:
                middle = lattice.centre(range(len(lattice.names)))
                return frozenset(lattice.names[i] for i in middle), True
            case model.Display(items=items):
                parts = items
            case model.SetOperation(op="|", left=left, right=right):
                parts = left, right
            case _:
                return frozenset(), False
        found = [self.named(part) for part in parts]
        return frozenset().union(*(cells for cells, _ in found)), all(known for _, known in found)

    def not_a_board(self, node: syntax.Expr) -> None:
        name = node.name if isinstance(node, syntax.Call) else None
        if name is not None and name.text in self.symbols.unknowns.broken:
            return
        candidates: tuple[str, ...] = ()
        if isinstance(node, syntax.Number):
            candidates = (f"square({node.span.text})",)
        if name is not None:
            meant = (s for s in synonyms(name.text) if s in CONSTRUCTORS)
            candidates = tuple(dict.fromkeys((*meant, *self.report.near(name.text, CONSTRUCTORS))))
        is_hexes = (
            isinstance(node, syntax.Call)
            and node.name.text.lower().startswith("hex")
            and len(node.args) == 1
        )
        of_hexes = tuple(shape for shape in CONSTRUCTORS if is_hexes and shape in HEXES)
        is_none = node.span.text.lower() in NO_BOARD
        self.report.add(
            "not-a-board", name.span if name else node.span, known=", ".join(CONSTRUCTORS),
            hint="a game without a board has no heading `board`" if is_none else None,
            candidates=candidates or of_hexes,
            offer=HEXES_OFFER if is_hexes else DID_YOU_MEAN,
        )  # fmt: skip

    def size(self, node: syntax.Call, further: int) -> tuple[int, ...] | None:
        """The numbers of a constructor, checked against its limits together with more points."""
        given = self.expressions.plain_args(node.args, self.context.scope())
        if given is None:
            return None
        folded = [self.constant(self.expressions.coerce(g, NUMBER)) for g in given]
        allowed = CONSTRUCTORS[node.name.text]
        if len(given) not in allowed:
            wanted = " or ".join(map(str, allowed))
            fitting = tuple(s for s, sizes in CONSTRUCTORS.items() if len(given) in sizes)
            self.expressions.wrong_count(
                node.name.span, node.name.text, wanted, len(given), candidates=fitting
            )
            return None
        for number, expr in zip(folded, given, strict=True):
            if number is not None and (number < 1 or number != int(number)):
                self.report.add("board-size", expr.span, given=show(number))
                return None
        if None in folded:
            return None
        size = tuple(int(n) for n in folded)
        if max(size) > MAX_CELLS or cell_count(node.name.text, size) + further > MAX_CELLS:
            self.report.add("board-too-large", node.span, most=grouped(MAX_CELLS))
            return None
        return size

    def lattice(self, entry: BoardEntry, made: Lattice) -> None:
        """Declare the cells and the directions of a lattice."""
        self.context.lattice = made
        self.context.has_board = True
        self.context.directions = tuple(made.directions)
        self.context.board_extent = f"the cells {made.names[0]} to {made.names[-1]}"
        for cell in made.names:
            old = self.symbols.table.get(cell)
            if old is not None:
                self.report.add("cell-name", old.span, word=cell)
            else:
                self.symbols.declare(Name(entry.span, cell), "cell", CELL, cell)


def is_straight(places: list[Point | None]) -> bool:
    """Whether points lie on one line; a point without a place is on none."""
    known = [p for p in places if p is not None]
    if len(known) < len(places):
        return False
    if len(known) < 3:
        return True
    (x, y), (u, v) = known[0], known[-1]
    return all((u - x) * (b - y) == (v - y) * (a - x) for a, b in known)
