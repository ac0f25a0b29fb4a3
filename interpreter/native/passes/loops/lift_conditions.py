"""Conditions on one element of a set as the set of all elements for which they hold."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import eq
from typing import Any

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.terms import BOOL, FALSE, INT, TRUE, Table, Term
from interpreter.native.passes.patterns.whole import covered, covered_by, shifted

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


def alike(one: Table, other: Table) -> Table:
    """Where the entries of two tables are equal."""
    return Table(BOOL, one.sizes, tuple(map(eq, one.values, other.values)))


def has_any(table: Table) -> int:
    """The codes whose entry, a set, is not empty."""
    return sum(1 << i for i, v in enumerate(table.values) if v)


class ConditionLifter:
    """Finds for which values of one variable, `every` of which is a code, a condition holds."""

    def __init__(self, layout: Layout, name: str, every: Term | None = None):
        self.layout, self.name = layout, name
        self.board = t.const(layout.cell_set, layout.every_cell)
        self.every = self.board if every is None else every

    def is_variable(self, term: Term) -> bool:
        """Whether a term is the variable."""
        return term.op == "var" and term.data == self.name

    def lift(self, term: Term) -> Term | None:
        """All cells for which a condition holds; None where it is no such condition."""
        if self.name not in term.free:
            if term in (TRUE, FALSE):
                return self.every if term == TRUE else t.no(self.every.type)
            return t.select(term, self.every, t.no(self.every.type))
        method = getattr(self, f"lift_{term.op}", None)
        lifted: Term | None = method(term) if method is not None else None
        return lifted

    def lift_not(self, term: Term) -> Term | None:
        inner = self.lift(term.args[0])
        return None if inner is None else t.minus(self.every, inner)

    def lift_and(self, term: Term) -> Term | None:
        cells = self.every
        for part in self.with_one_fixed(term, t.and_):
            holds = self.lift(part)
            if holds is None:
                return None
            if part.op == "not":
                inner = self.lift(part.args[0])
                assert inner is not None
                cells = t.minus(cells, inner)
            else:
                cells = holds if cells is self.every else t.meet(cells, holds)
        return cells

    def lift_or(self, term: Term) -> Term | None:
        parts = [self.lift(part) for part in self.with_one_fixed(term, t.or_)]
        return None if None in parts else t.union(*(p for p in parts if p is not None))

    def with_one_fixed(self, term: Term, joined: Callable[..., Term]) -> list[Term]:
        """The parts of a condition, those that do not depend on the variable as one.

        So a guard among these stays before what it guards.
        """
        fixed = [part for part in term.args if self.name not in part.free]
        kept = []
        for part in term.args:
            if self.name in part.free:
                kept.append(part)
            elif part is fixed[0]:
                kept.append(joined(*fixed))
        return kept

    def lift_select(self, term: Term) -> Term | None:
        condition, yes, no = (self.lift(a) if a.type == BOOL else None for a in term.args)
        if condition is None or yes is None or no is None:
            return None
        return t.union(t.meet(condition, yes), t.minus(no, condition))

    def lift_has(self, term: Term) -> Term | None:
        inside, code = term.args
        if self.name in inside.free:
            return None
        if self.is_variable(code):
            return t.meet(inside, self.every) if inside.type == self.every.type else None
        return self.stepping(code, inside)

    def stepping(self, code: Term, inside: Term) -> Term | None:
        """The cells from which a step of a table ends in a set."""
        if code.op == "select" and code.args[2].value == -1 and code.args[1].op == "table":
            return None
        if not self.is_table(code) or inside.type != self.every.type:
            return None
        if not self.is_of_cells(code.data):
            return None
        step = self.steps_of(code.data)
        if step is None or len(step) != 1:
            return None
        source = sum(1 << i for i, v in enumerate(code.data.values) if v >= 0)
        return t.meet(t.const(self.every.type, source), shifted(inside, step[0]))

    def lift_le(self, term: Term) -> Term | None:
        a, b = term.args
        if b.value is not None and a.op == "fold":
            return self.counted(a, b.data + 1, below=True)
        return self.counted(b, a.data, below=False) if a.value is not None else None

    def counted(self, fold: Term, number: int, below: bool) -> Term | None:
        """The cells for which a loop counts fewer than a number, or at least so many."""
        many = self.at_least(fold, number)
        if many is None:
            return None
        return t.minus(self.every, many) if below else many

    def at_least(self, fold: Term, number: int) -> Term | None:
        """The cells for which a loop that does not depend on them counts so many."""
        if fold.op != "fold" or fold.data.reduction != "count" or number not in (1, 2):
            return None
        *domains, condition, body = fold.args
        if any(self.name in d.free for d in domains):
            return None
        lifted = self.lift(t.and_(condition, body))
        if lifted is None:
            return None
        reduction = "union" if number == 1 else "twice"
        return t.fold(reduction, fold.data.loops, tuple(domains), TRUE, lifted, lifted.type)

    def exactly(self, fold: Term, number: int) -> Term | None:
        """The cells for which a loop counts exactly none or one."""
        if number == 0:
            return self.counted(fold, 1, below=True)
        once = self.at_least(fold, 1) if number == 1 else None
        if once is None:
            return None
        *domains, condition, body = once.args
        return t.fold("once", once.data.loops, tuple(domains), condition, body, once.type)

    def lift_lt(self, term: Term) -> Term | None:
        code, zero = term.args
        if zero.value is not None and code.op == "fold":
            return self.counted(code, zero.data, below=True)
        if code.value is not None and zero.op == "fold":
            return self.counted(zero, code.data + 1, below=False)
        if not self.is_table(code) or zero.value is None:
            return None
        return self.chosen(code.data, lambda v: v < zero.data)

    def lift_eq(self, term: Term) -> Term | None:
        code, other = term.args
        if self.is_variable(code) and self.name not in other.free:
            return t.bit(self.every.type, other)
        if code.op == "fold" and other.value is not None:
            return self.exactly(code, other.data)
        if code.op == "select":
            ways = (t.eq(way, other) for way in code.args[1:])
            return self.lift(t.select(code.args[0], *ways))
        if not self.is_table(code):
            return None
        if self.is_table(other) and other.data.sizes == code.data.sizes:
            return self.chosen(alike(code.data, other.data), bool)
        if other.value is not None:
            return self.chosen(code.data, lambda v: v == other.data)
        return None if self.name in other.free else self.with_entry(code.data, other)

    def with_entry(self, table: Table, other: Term) -> Term | None:
        """The codes whose entry is equal to a term, by a table of them; None where it is large."""
        having: dict[Any, int] = {}
        for code, value in enumerate(table.values):
            having[value] = having.get(value, 0) | (1 << code & self.every.data)
        if other.op == "table":
            sizes, values, at = other.data.sizes, other.data.values, other.args
        elif table.type == INT and min(having) >= 0 and max(having) < MAX_ENTRIES:
            size = max(having) + 1
            sizes, values, at = (size,), range(size), (t.code(other, size),)
        else:
            return None
        if len(values) * self.every.type.size > MAX_ENTRIES:
            return None
        rows = tuple(having.get(value, 0) for value in values)
        return t.lookup(Table(self.every.type, sizes, rows), *at)

    def lift_table(self, term: Term) -> Term | None:
        if self.is_table(term):
            return self.chosen(term.data, bool)
        return self.row(term) if len(term.args) == 2 else None

    def row(self, term: Term) -> Term | None:
        """The cells whose entry holds, for each value of the other index of a table."""
        at = next((i for i, a in enumerate(term.args) if self.is_variable(a)), None)
        if at is None or self.name in term.args[1 - at].free:
            return None
        table = term.data
        rows = []
        for other in range(table.sizes[1 - at]):
            bits = 0
            for code, holds in enumerate(table.sliced(1 - at, other).values):
                bits |= bool(holds) << code
            rows.append(bits & self.every.data)
        return t.lookup(Table(self.every.type, (len(rows),), tuple(rows)), term.args[1 - at])

    def chosen(self, table: Table, holds: Callable[[Any], bool]) -> Term:
        """The cells whose entry satisfies a condition."""
        bits = sum(1 << i for i, v in enumerate(table.values) if holds(v))
        return t.const(self.every.type, bits & self.every.data)

    def lift_within(self, term: Term) -> Term | None:
        pattern, inside = term.args
        if self.name in inside.free or pattern.op != "table" or not self.is_of_cells(pattern.data):
            return None
        at = next((i for i, a in enumerate(pattern.args) if self.is_variable(a)), None)
        if at is None or len(pattern.args) > 2 or not self.layout.stride:
            return None
        if len(pattern.args) == 2:
            return self.within_row(pattern, at, inside)
        steps = self.steps_of(pattern.data)
        if steps is None:
            return None
        whole = has_any(pattern.data)
        held = t.meet(t.const(self.every.type, whole), covered(inside, steps))
        return t.union(held, t.const(self.every.type, self.layout.every_cell & ~whole))

    def within_row(self, pattern: Term, at: int, inside: Term) -> Term | None:
        """The cells whose pattern, for each value of another index, lies within a set."""
        index, size = pattern.args[1 - at], pattern.data.sizes[1 - at]
        if self.name in index.free:
            return None
        parts = [pattern.data.sliced(1 - at, value) for value in range(size)]
        steps = [self.steps_of(part) for part in parts]
        whole = tuple(has_any(part) for part in parts)
        if any(s is None and w for s, w in zip(steps, whole, strict=True)):
            return None
        anchors = covered_by(inside, steps, index)
        if anchors is None:
            return None
        empty = tuple(self.layout.every_cell & ~w for w in whole)
        held = t.meet(t.lookup(Table(self.every.type, (size,), whole), index), anchors)
        return t.union(held, t.lookup(Table(self.every.type, (size,), empty), index))

    def lift_meets(self, term: Term) -> Term | None:
        pattern, inside = term.args
        if self.name in inside.free or not self.is_table(pattern):
            return None
        if self.is_of_cells(pattern.data):
            if pattern.data.adjacency and self.is_symmetric(pattern.data):
                return t.dilate(pattern.data.adjacency, pattern.data, inside)
            steps = self.steps_of(pattern.data, exact=False)
            if steps is not None:
                return self.around(pattern.data, steps, inside)
        return None

    def around(self, table: Table, steps: tuple[int, ...], inside: Term) -> Term | None:
        """The cells from which one of several steps, each where the board has it, ends in a set."""
        cells = t.no(self.every.type)
        for step in steps:
            source = sum(
                1 << i for i, v in enumerate(table.values)
                if i + step >= 0 and v >> (i + step) & 1
            )  # fmt: skip
            cells = t.union(cells, t.meet(t.const(self.every.type, source), shifted(inside, step)))
        return cells

    def is_symmetric(self, table: Table) -> bool:
        """Whether a neighbour relation holds both ways."""
        values = table.values
        return all(values[j] >> i & 1 for i, v in enumerate(values) for j in bits_of(v))

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
