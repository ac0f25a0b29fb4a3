"""Loops over directions and numbers of steps as loops over the cells that these lead to.

That all cells before one lie in a set, so many steps in a direction, is what a look tells for all
directions at once; so is which cell follows those of a set that are in a row.  The precondition:
from each cell, a direction and a number lead to one cell, and all else that depends on them is
known from the board alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import islice, product
from operator import or_
from typing import Any

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.possible import Possibilities, rays
from interpreter.native.ir.rewrite import replaced
from interpreter.native.ir.terms import INT, TRUE, Loop, Table, Term, Type
from interpreter.native.ir.terms.columns import column

MAX_LINES = 20_000  # cells with a direction and a number
MAX_WORDS = 16_384  # of a table for each two cells
CELL, END, NUMBER, ROW = "x_cell", "x_end", "x_number", "x_row"
IN_ANY_ORDER = frozenset(("any", "count", "sum", "max", "union"))
Rows = dict[str, list[Any]]  # the values of variables


@frozen
class Line:
    """A loop over directions and numbers: the variables, the directions, the values of the number,
    the conditions and what is reduced; a row of cells in each direction, and the set that it is in;
    the cell before the row, where that is known.
    """

    way: str
    ways: Term
    number: str
    numbers: range
    conditions: tuple[Term, ...]
    body: Term
    row: Term
    inside: Term
    before: Term | None = None


def along_lines(layout: Layout, fold: Term) -> Term | None:
    """A loop as one over the cells that are seen; None for others."""
    way, *others = fold.data.loops
    reduction = fold.data.reduction
    if reduction not in IN_ANY_ORDER or way.kind != "bits" or way.of != "codes":
        return None
    ways, *domains, condition, body = fold.args
    if reduction == "any":
        condition, body = t.and_(condition, body), TRUE
    if body.op == "select" and body.args[2].value == 0 and reduction in ("union", "sum"):
        condition, body = t.and_(condition, body.args[0]), body.args[1]
    parts = tuple(parts_in(condition))
    if not others:
        line = with_count(layout, way.name, ways, parts, body)
    elif others[0].kind == "range" and all(d.op == "const" for d in domains[:2]):
        numbers = range(domains[0].data, domains[1].data + 1)
        line = with_number(layout, way.name, ways, others[0].name, numbers, parts, body)
        others, domains = others[1:], domains[2:]
    else:
        return None
    if line is None or (others and reduction not in ("any", "union")):
        return None
    ends = ends_of(layout, line)
    if ends is None or ends.is_within(others):
        return None
    return ends.loop(reduction, tuple(others), tuple(domains), fold.type)


def parts_in(condition: Term) -> Iterator[Term]:
    """The conditions of which all must hold, also those of conditions inside."""
    for part in t.conditions_of(condition):
        yield from parts_in(part) if part.op == "and" else (part,)


def with_number(
    layout: Layout, way: str, ways: Term, number: str, numbers: range, parts: tuple[Term, ...],
    body: Term,
) -> Line | None:  # fmt: skip
    """A loop that asks whether all cells up to a number are in a set."""
    for part in parts:
        if part.op != "fold" or part.data.reduction != "all" or number not in part.free:
            continue
        (loop, *more), (low, high, *holds) = part.data.loops, part.args
        cells = {p.args[1] for p in holds[-1].parts if p.op == "has"}
        if more or loop.kind != "range" or holds[0] != TRUE or len(cells) != 1:
            continue
        (cell,) = cells
        inside = set_with(layout, holds[-1], cell)
        if inside is None or loop.name in inside.free:
            continue
        left = tuple(p for p in parts if p is not part)
        is_led = any(p.op == "has" and {way, number} <= p.args[1].free for p in left)
        is_last = high == t.var(number, INT) and low == t.number(numbers.start)
        if is_last and not is_led:
            if not needs(holds[-1], cell):
                continue
            end = t.substitute(cell, {loop.name: high})
            left = (*left, *parts_in(t.has(inside, end)))  # the last of the row is where it ends
            high = t.arithmetic("sub", high, t.number(1))
        row = t.fold("union", (loop,), (low, high), TRUE, t.bit(inside.type, cell), inside.type)
        return Line(way, ways, number, numbers, left, body, row, inside)
    return None


def set_with(layout: Layout, condition: Term, cell: Term) -> Term | None:
    """The set that has a cell where a condition holds; None where it asks about other things."""
    board = t.const(layout.cell_set, layout.every_cell)
    if condition == t.exists(cell):
        return board
    match condition.op, condition.args:
        case "has", (cells, code) if code == cell:
            return cells
        case "not", (other,):
            outside = set_with(layout, other, cell)
            return outside and t.minus(board, outside)
        case "and" | "or" as op, parts:
            parts = tuple(p for p in parts if op == "or" or p != t.exists(cell))
            sets = [set_with(layout, part, cell) for part in parts]
            if None not in sets:
                return reduce(t.meet if op == "and" else t.union, (s for s in sets if s))
    return None


def needs(condition: Term, cell: Term) -> bool:
    """Whether a condition holds only where a cell exists: what is not in a set may be no cell."""
    if condition.op in ("and", "or"):
        some = any if condition.op == "and" else all
        return some(needs(part, cell) for part in condition.args)
    return condition == t.exists(cell) or condition.op == "has"


def with_count(
    layout: Layout, way: str, ways: Term, parts: tuple[Term, ...], body: Term
) -> Line | None:
    """A loop that counts how many cells of a set are in a row in the direction."""
    for look in (p for part in parts for p in part.parts if p.op == "sight"):
        cell, towards, inside = look.args
        row = t.meet(look, inside)
        if towards == t.bit(towards.type, t.var(way, INT)) and way not in cell.free | inside.free:
            made, number = t.var(ROW, row.type), t.var(NUMBER, INT)
            known = {row: made, t.count(made): number, t.some(row): t.lt(t.number(0), number)}
            left = tuple(parts_in(replaced(t.and_(*parts), known)))
            lengths = (len(ray) for d in range(len(layout.topology.directions))
                       for each in rays(layout, d) for ray in each)  # fmt: skip
            numbers, body = range(max(lengths, default=0)), replaced(body, known)
            return Line(way, ways, NUMBER, numbers, left, body, made, inside, cell)
    return None


@frozen
class Ends:
    """The cells that lines end in: the cell that they begin from, the set that they must end in,
    and for each two cells the values of the variables.
    """

    layout: Layout
    line: Line
    cell: Term
    goal: Term
    rows: Rows

    def is_within(self, others: Sequence[Loop]) -> bool:
        """Whether the cells depend on variables that the loop over them binds only within it."""
        names = {loop.name for loop in others}
        return not names.isdisjoint(self.cell.free | self.goal.free | self.line.inside.free)

    def loop(
        self, reduction: str, others: tuple[Loop, ...], domains: tuple[Term, ...], type: Type
    ) -> Term | None:
        """The loop over the cells that are seen; one over other variables is a part of its body."""
        line, names = self.line, {loop.name for loop in others}
        inner = t.and_(*(p for p in line.conditions if names & p.free))
        outer = (p for p in line.conditions if not names & p.free)
        body = t.fold(reduction, others, domains, inner, line.body, type) if others else line.body
        told = [one for part in (*outer, body) if (one := self.told(part)) is not None]
        if len(told) <= sum(not names & p.free for p in line.conditions):
            return None
        *conditions, body = told
        seen = t.sight(self.cell, line.ways, line.inside)
        board, led_to, every = self.layout.every_cell, Counter[int](), Counter[int]()
        domain = seen if self.goal.value == board else t.meet(seen, self.goal)
        for cell, end in zip(self.rows[CELL], self.rows[END], strict=True):
            led_to[cell] |= 1 << end
        for way in set(self.rows[line.way]):
            for cell, each in enumerate(rays(self.layout, way)):
                every[cell] |= sum(1 << c for ray in each for c in ray)
        if any(led_to[cell] != every[cell] for cell in self.layout.cells):
            ends = (led_to[cell] for cell in range(self.layout.size))
            domain = t.meet(t.entry(seen.type, ends, self.cell), domain)
        loop = Loop("bits", END, INT, 1, "cells")
        return t.fold(reduction, (loop,), (domain,), t.and_(*conditions), body, type)

    def told(self, term: Term) -> Term | None:
        """A term by the cell that a line ends in; None where that does not tell what it is."""
        if term.free.isdisjoint((self.line.way, self.line.number, ROW)):
            return term
        values = None
        if term.op != "bit":  # a cell alone: that may be the end of the line
            values = values_of(replaced(term, {self.cell: t.var(CELL, INT)}), self.rows)
        if values is not None and (entry := self.entry(term.type, values)) is not None:
            return entry
        args = [self.told(a) for a in term.args]
        if None in args or not args or term.op == "fold":
            return None
        return t.rebuild(term, tuple(a for a in args if a is not None))

    def entry(self, type: Type, values: list[Any]) -> Term | None:
        """What has a value for each two cells; None where a table of that would be large."""
        if values == self.rows[END]:
            return t.var(END, INT)
        if len(set(values)) == 1:
            return t.const(type, values[0])
        size = self.layout.size
        if size * size * max(1, type.size) > MAX_WORDS:
            return None
        table = [t.nothing(type).data] * (size * size)
        for cell, end, value in zip(self.rows[CELL], self.rows[END], values, strict=True):
            table[cell * size + end] = value
        return t.lookup(Table(type, (size, size), tuple(table)), self.cell, t.var(END, INT))


def ends_of(layout: Layout, line: Line) -> Ends | None:
    """Where lines end, by the first condition that has such a cell in a set; None where the board
    does not tell, or where two lines lead from one cell to another.
    """
    own = {line.way, line.number}
    for part in line.conditions:
        if part.op != "has" or not own <= part.args[1].free:
            continue
        goal, end = part.args
        starts = {p for p in end.parts if p.op in ("var", "read") and p.free.isdisjoint(own)}
        if len(starts) == 1 and own.isdisjoint(goal.free | line.inside.free):
            (start,) = starts
            if line.before not in (None, start):
                return None
            rows = rows_of(layout, line, start, end)
            left = tuple(p for p in line.conditions if p is not part)
            goal = t.minus(goal, line.inside) if line.number == NUMBER else goal
            line = replace(line, conditions=left)
            return None if rows is None else Ends(layout, line, start, goal, rows)
    return None


def rows_of(layout: Layout, line: Line, start: Term, end: Term) -> Rows | None:
    """The values of the variables where they lead to a cell; None where those between are not the
    row of a line, or where the cell is seen along two.
    """
    _, possible = Possibilities(layout).of(line.ways, {})
    ways = bits_of(possible & (1 << len(layout.topology.directions)) - 1)
    if len(layout.cells) * len(ways) * len(line.numbers) > MAX_LINES:
        return None
    every = list(zip(*product(layout.cells, ways, line.numbers), strict=True)) or [(), (), ()]
    rows: Rows = dict(zip((CELL, line.way, line.number), map(list, every), strict=True))
    known = {start: t.var(CELL, INT)}
    ends = values_of(replaced(end, known), rows)
    if ends is None:
        return None
    rows = {name: [v for v, e in zip(of, ends, strict=True) if e >= 0] for name, of in rows.items()}
    rows[END] = [e for e in ends if e >= 0]
    rows[ROW] = []
    for cell, way, last in zip(rows[CELL], rows[line.way], rows[END], strict=True):
        ray, *more = rays(layout, way)[cell] or ((),)
        if more or last not in ray:
            return None
        rows[ROW].append(sum(1 << c for c in ray[: ray.index(last)]))
    asked, told = values_of(replaced(line.row, known), rows), rows[ROW]
    if line.number == NUMBER:
        asked, told = rows[NUMBER], [row.bit_count() for row in rows[ROW]]
    pairs = set(zip(rows[CELL], rows[END], strict=True))
    if asked != told or not len(pairs) == len(told) > 0:
        return None
    seen = Counter((code, c) for way in ways for code in layout.cells
                   for ray in rays(layout, way)[code] for c in ray)  # fmt: skip
    return rows if all(seen[pair] == 1 for pair in pairs) else None


def values_of(term: Term, rows: Rows) -> list[Any] | None:
    """The values of a term, also of a loop over numbers, for each row; None if not known."""
    if term.reads or not term.free <= rows.keys():
        return None
    if term.op != "fold":
        return column(term, rows)
    (loop, *more), (*domains, condition, body) = term.data.loops, term.args
    bounds = [values_of(domain, rows) for domain in domains]
    if more or loop.kind != "range" or term.data.reduction != "union" or None in bounds:
        return None
    spans = [range(low, high + 1) for low, high in zip(*(b for b in bounds if b), strict=True)]
    long = {
        name: [value for value, span in zip(of, spans, strict=True) for _ in span]
        for name, of in rows.items()
    }  # fmt: skip
    long[loop.name] = [number for span in spans for number in span]
    sets = values_of(t.select(condition, body, t.no(body.type)), long)
    if sets is None:
        return None
    each = iter(sets)
    return [reduce(or_, islice(each, len(span)), 0) for span in spans]
