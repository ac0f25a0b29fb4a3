"""Conditions on the entry of a table for one element of a set, as the set of all elements for which
they hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import compress, product
from math import prod

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.rewrite import replaced
from interpreter.native.ir.terms import INT, Table, Term
from interpreter.native.ir.terms.columns import MAX_ROWS, column
from interpreter.native.passes.patterns.whole import covered_by

MAX_ENTRIES = 4096  # words of a table of the codes that have each entry


@lru_cache(maxsize=256)
def steps_in(table: Table, exact: bool) -> tuple[int, ...] | None:
    """The differences of codes from a cell to its entry, a cell or a set of them, if 1 to 16.

    With `exact` they are the same for all cells that have any.
    """
    offsets: set[int] = set()
    for code, entry in enumerate(table.values):
        cells = bits_of(entry) if table.type.is_set else (entry,) if entry >= 0 else ()
        steps = {cell - code for cell in cells}
        if exact and offsets and steps and steps != offsets:
            return None
        offsets |= steps
    return tuple(sorted(offsets)) if 0 < len(offsets) <= 16 else None


def has_entry(table: Table) -> int:
    """The codes whose entry, another code, exists."""
    return sum(1 << i for i, v in enumerate(table.values) if v >= 0)


def indices_of(term: Term, name: str) -> dict[Term, int] | None:
    """The numbers on which a condition depends besides a variable, with how many values each may
    have; None where one of them is no index of a table.
    """
    sizes: dict[Term, int] = {}
    others = {part for part in term.parts if part.op in ("var", "read") and part.data != name}
    for part in term.parts:
        if part.op == "table":
            for index, size in zip(part.args, part.data.sizes, strict=True):
                sizes[index] = min(size, sizes.get(index, size))
    fixed = {index for index in others if not index.nullable and name not in index.free}
    known = {index: size for index, size in sizes.items() if index in fixed}
    return known if len(known) == len(others) else None


class TableLifter:
    """Finds for which values of one variable, `every` of which is a code, an entry is as it should
    be: entries that lie the same steps away everywhere are found by shifts.
    """

    def __init__(self, layout: Layout, name: str, every: Term | None = None):
        self.layout, self.name = layout, name
        self.board = t.const(layout.cell_set, layout.every_cell)
        self.every = self.board if every is None else every
        self.of_cells = frozenset[str]()  # other variables that are cells of the board

    def is_variable(self, term: Term) -> bool:
        """Whether a term is the variable."""
        return term.op == "var" and term.data == self.name

    def stepping(self, code: Term, inside: Term) -> Term | None:
        """The cells from which a step of a table ends in a set."""
        if code.op == "select" and code.args[2].value == -1 and code.args[1].op == "table":
            return None
        if inside.type != self.every.type:
            return None
        rows = self.step_rows(code)
        return None if rows is None else t.meet(rows[0], t.moved_by(inside, rows[1]))

    def stepped(self, code: Term, cells: Term) -> Term | None:
        """The cells to which a step of a table, which another index may choose, leads from some."""
        rows = self.step_rows(code)
        if rows is None:
            return None
        sources, steps = rows
        return t.moved_by(t.meet(sources, cells), t.arithmetic("sub", t.number(0), steps))

    def rows(self, entry: Term) -> tuple[Term, list[Table]] | None:
        """The index that chooses a table for the variable, and all these tables; the number 0 and
        one table where there is no such index, and None for any other entry.
        """
        at = next((i for i, index in enumerate(entry.args) if self.is_variable(index)), None)
        if entry.op != "table" or at is None or len(entry.args) > 2:
            return None
        if len(entry.args) == 1:
            return t.number(0), [entry.data]
        index, count = entry.args[1 - at], entry.data.sizes[1 - at]
        if self.name in index.free:
            return None
        return index, [entry.data.sliced(1 - at, value) for value in range(count)]

    def step_rows(self, code: Term) -> tuple[Term, Term] | None:
        """The cells that have a step, and by how much it changes a code, for a table of steps of
        which another index may choose one.
        """
        found = self.rows(code)
        if found is None or found[0].nullable or not self.is_of_cells(code.data):
            return None
        index, rows = found
        steps = [self.steps_of(row) if has_entry(row) else (0,) for row in rows]
        known = [step[0] for step in steps if step is not None and len(step) == 1]
        if len(known) < len(rows):
            return None
        sources = t.entry(self.every.type, map(has_entry, rows), index)
        return sources, t.entry(INT, known, index)

    def with_entry(self, term: Term) -> Term | None:
        """The codes whose entry, in a table that another index may choose, equals any number: by a
        table of these; None if it is large.
        """
        found = self.rows(term.args[0]) if term.op == "eq" else None
        if found is None or self.name in term.args[1].free or term.args[0].type != INT:
            return None
        (index, tables), values = found, term.args[0].data.values
        size = max(values) + 1
        if min(values) < 0 or size * len(tables) * self.every.type.size > MAX_ENTRIES:
            return None
        rows = [0] * size * len(tables)
        is_cell = index.op == "var" and index.data in self.of_cells
        for place in self.layout.cells if is_cell else range(len(tables)):
            for code, value in enumerate(tables[place].values):
                rows[place * size + value] |= 1 << code & self.every.data
        made = Table(self.every.type, (len(tables), size), tuple(rows))
        return t.lookup(made, index, t.code(term.args[1], size))

    def coded(self, number: Term, other: Term) -> Term | None:
        """The cells of which a number is another, or its entry in a table, where each bit of it is
        a set of cells: those that are in the sets of the bits of the other and in no more.
        """
        place = number.args[0] if number.op == "table" and len(number.args) == 1 else number
        planes = self.planes_of(place)
        if planes is None or self.name in other.free or other.nullable:
            return None
        entries = range(1 << len(planes)) if place is number else number.data.values
        if len(entries) > 1 << len(planes):  # some stand for numbers that the sets cannot tell
            return None
        places = {entry: i for i, entry in enumerate(entries) if entry >= 0}
        size = max(places, default=-1) + 1
        if len(places) < sum(entry >= 0 for entry in entries) or not 0 < size <= MAX_ENTRIES:
            return None
        code, whole = t.code(other, size), self.every.data

        def those(holds: Iterable[bool]) -> Term:
            """All cells if something holds for the number, which is said of each, else none."""
            return t.entry(self.every.type, (whole if flag else 0 for flag in holds), code)

        cells = those(entry in places for entry in range(size))
        for bit, plane in enumerate(planes):
            without = those(not places.get(entry, 0) >> bit & 1 for entry in range(size))
            either, both = t.union(plane, without), t.meet(plane, without)
            cells = t.minus(t.meet(cells, either), both)
        return cells

    def planes_of(self, number: Term) -> list[Term] | None:
        """The sets of the bits of a number, lowest first, if it is the sum of these."""
        planes: list[Term] = []
        parts = [number]
        while parts[0].op == "add":
            parts[:1] = parts[0].args
        for bit, part in enumerate(parts):
            if part.op != "select" or (part.args[1].value, part.args[2].value) != (1 << bit, 0):
                return None
            condition = part.args[0]
            if condition.op != "has" or not self.is_variable(condition.args[1]):
                return None
            if self.name in condition.args[0].free or condition.args[0].type != self.every.type:
                return None
            planes.append(condition.args[0])
        return planes

    def tabulated(self, term: Term) -> Term | None:
        """The codes for which a condition holds, by a table of the few numbers besides them on
        which it depends; None where it depends on more, or the table is large.
        """
        sizes = indices_of(term, self.name)
        if sizes is None:
            return None
        codes, each = bits_of(self.every.data), tuple(sizes.values())
        if prod(each) * self.every.type.size > MAX_ENTRIES or prod(each) * len(codes) > MAX_ROWS:
            return None
        names = [f"index {number}" for number in range(len(sizes))]
        variables = {index: t.var(name, INT) for index, name in zip(sizes, names, strict=True)}
        places = zip(*product(*map(range, each), codes), strict=True)
        columns = dict(zip((*names, self.name), map(list, places), strict=True))
        holds = column(replaced(term, variables), columns)
        if holds is None:
            return None
        bits = [1 << code for code in codes]
        rows = (holds[at : at + len(bits)] for at in range(0, len(holds), len(bits)))
        sets = tuple(sum(compress(bits, row)) for row in rows)
        return t.lookup(Table(self.every.type, each, sets), *sizes)

    def within_rows(self, pattern: Term, inside: Term) -> Term | None:
        """The cells whose pattern, for each value of an index that may choose it, lies within a
        set; None where patterns are not the same everywhere.
        """
        found = self.rows(pattern)
        if found is None or not self.layout.stride:
            return None
        index, rows = found
        steps = [self.steps_of(row) for row in rows]
        whole = tuple(sum(1 << i for i, v in enumerate(row.values) if v) for row in rows)
        if any(s is None and w for s, w in zip(steps, whole, strict=True)):
            return None
        anchors = covered_by(inside, steps, index)
        if anchors is None:
            return None
        empty = (self.layout.every_cell & ~w for w in whole)
        held = t.meet(t.entry(self.every.type, whole, index), anchors)
        return t.union(held, t.entry(self.every.type, empty, index))

    def around(self, table: Table, steps: tuple[int, ...], inside: Term) -> Term:
        """The cells from which one of several steps, each where the board has it, ends in a set."""
        cells = t.no(self.every.type)
        for step in steps:
            source = sum(
                1 << i for i, v in enumerate(table.values)
                if i + step >= 0 and v >> (i + step) & 1
            )  # fmt: skip
            moved = t.moved_by(inside, t.number(step))
            cells = t.union(cells, t.meet(t.const(self.every.type, source), moved))
        return cells

    def is_table(self, term: Term) -> bool:
        """Whether a term is an entry for the variable alone."""
        return term.op == "table" and len(term.args) == 1 and self.is_variable(term.args[0])

    def is_of_cells(self, table: Table) -> bool:
        """Whether the entries of a table are cells or sets of cells of the board, not numbers."""
        sets = table.type.is_set
        if self.every != self.board or (sets and table.type != self.every.type):
            return False
        codes = 0
        for entry in table.values:
            codes |= entry if sets else 1 << entry if entry >= 0 else 0
        return not codes & ~self.layout.every_cell

    def steps_of(self, table: Table, exact: bool = True) -> tuple[int, ...] | None:
        """The steps from a cell to the cells of its entry, if they are the same everywhere."""
        return steps_in(table, exact) if self.layout.stride else None
