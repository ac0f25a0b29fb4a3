"""Searches that go on from all cells of an edge at once, or begin with the path found last.

Where each step of a search leads as far from every cell that it is possible from, such as two cells
north over a piece, the cells that it is possible from are a set of the whole board.  Then all cells
found last go on together, by a shift for each step, instead of one by one with a test for each.

That repeated steps from a cell lead to a set is true as long as one path does.  The path that was
found is kept outside the state, as a hint: each of its steps is tested, and only if one of them is
not possible any more, the cells are searched, which ends at the first one that is in the set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import prod

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import in_plan
from interpreter.native.ir.terms import BOOL, FALSE, INT, Table, Term
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.passes.loops.lift_conditions import values_of
from interpreter.native.passes.loops.unroll import resimplify
from interpreter.native.passes.patterns.whole import shifted

MAX_WAYS = 24  # different steps
MAX_ROUNDS = 64  # of the loops that give the steps
Ways = dict[int, Term]  # by how many codes a step goes, and from which cells it is possible


class NoWays(Exception):
    """Steps that are not the same from all cells."""


def go_on_together(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, partial(together, plan.layout))


def together(layout: Layout, term: Term) -> Term:
    """A term, with a search from whole edges where it is one whose steps allow that."""
    if term.op != "reach" or not layout.stride:
        return term
    start, steps = term.args
    try:
        ways = Steps(layout, term.data).ways(steps)
    except NoWays:
        return term
    return t.spread(start, sorted(ways.items())) if 0 < len(ways) <= MAX_WAYS else term


class Steps:
    """Finds the steps from one cell, a variable, as steps from sets of cells."""

    def __init__(self, layout: Layout, name: str):
        self.layout, self.name = layout, name
        self.lifter = Lifter(layout, name)
        self.board = self.lifter.board

    def ways(self, steps: Term) -> Ways:
        """The steps that a set of cells is made of, which depends on the variable."""
        match steps.op, steps.args:
            case "meet", (one, other):
                if self.name in one.free:
                    one, other = other, one
                inside = self.fixed(one)
                return {b: t.meet(c, shifted(inside, b)) for b, c in self.ways(other).items()}
            case "minus", (one, other):
                out = self.fixed(other)
                return {b: t.minus(c, shifted(out, b)) for b, c in self.ways(one).items()}
            case "union", parts:
                return united(self.ways(part) for part in parts)
            case "fold", (domain, *_) if self.name in domain.free:
                return self.next_to(steps)
            case "fold", _ if steps.data.reduction == "union":
                return united(self.ways_if(*each) for each in self.rounds(steps))
            case "select", (condition, yes, no):
                ways = self.ways_if(condition, yes), self.ways_if(t.not_(condition), no)
                return united(iter(ways))
            case "bit", (cell,):
                return self.of_table(cell)
            case "table", _:
                return self.of_table(steps)
            case "const", () if steps.data == 0:
                return {}
        raise NoWays

    def fixed(self, cells: Term) -> Term:
        """A set that does not depend on the variable."""
        if self.name in cells.free:
            raise NoWays
        return cells

    def next_to(self, fold: Term) -> Ways:
        """The steps to the elements, for which a condition holds, of a set of steps."""
        loop, *more = fold.data.loops
        if more or loop.kind != "bits" or fold.data.reduction != "union":
            raise NoWays
        domain, condition, body = fold.args
        if body != t.bit(body.type, t.var(loop.name, INT)):
            raise NoWays
        found: Ways = {}
        for bits, cells in self.ways(domain).items():
            ends = (c + bits if self.has_code(c) and self.has_code(c + bits) else -1
                    for c in range(self.layout.size))  # fmt: skip
            end = t.lookup(Table(INT, (self.layout.size,), tuple(ends)), t.var(self.name, INT))
            holds = resimplify(self.layout, t.substitute(condition, {loop.name: end}))
            step = self.ways_if(holds, t.bit(cells.type, end))
            found |= {b: t.meet(cells, c) for b, c in step.items()}
        return found

    def has_code(self, code: int) -> bool:
        """Whether a code is a cell of the board."""
        return code >= 0 and bool(self.layout.every_cell >> code & 1)

    def rounds(self, fold: Term) -> Iterator[tuple[Term, Term]]:
        """The condition and the body of each round of loops over what is known."""
        *domains, condition, body = fold.args
        names = [loop.name for loop in fold.data.loops]
        values, at = [], 0
        for loop in fold.data.loops:
            known = values_of(loop, tuple(domains[at : at + loop.count]), MAX_ROUNDS)
            if known is None:
                raise NoWays
            values.append(known)
            at += loop.count
        if prod(map(len, values)) > MAX_ROUNDS:
            raise NoWays
        for chosen in product(*values):
            given = {name: t.number(value) for name, value in zip(names, chosen, strict=True)}
            yield tuple(
                resimplify(self.layout, t.substitute(part, given)) for part in (condition, body)
            )  # type: ignore[misc]

    def ways_if(self, condition: Term, steps: Term) -> Ways:
        """The steps from the cells for which a condition holds."""
        if condition == FALSE:
            return {}
        holds = self.lifter.lift(condition)
        if holds is None:
            raise NoWays
        return {bits: t.meet(cells, holds) for bits, cells in self.ways(steps).items()}

    def of_table(self, entry: Term) -> Ways:
        """The steps to the cells of an entry of a table."""
        if not self.lifter.is_table(entry) or not self.lifter.is_of_cells(entry.data):
            raise NoWays
        found = sources(entry.data)
        return {bits: t.const(self.board.type, cells) for bits, cells in found.items()}


def sources(table: Table) -> dict[int, int]:
    """By how many codes the entries of a table, cells or sets, are away, and from which cells."""
    found: dict[int, int] = {}
    for code, entry in enumerate(table.values):
        for cell in bits_of(entry) if table.type.is_set else [entry] if entry >= 0 else []:
            found[cell - code] = found.get(cell - code, 0) | 1 << code
        if len(found) > MAX_WAYS:
            raise NoWays
    return found


def united(many: Iterator[Ways]) -> Ways:
    """All steps of several kinds."""
    found: Ways = {}
    for ways in many:
        for bits, cells in ways.items():
            found[bits] = t.union(found[bits], cells) if bits in found else cells
    return {bits: cells for bits, cells in found.items() if cells.value != 0}


# ---- the path found last ----


def witness(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, partial(reaches, plan.layout))


def reaches(layout: Layout, term: Term) -> Term:
    """A term, with a search that ends early where it asks whether one gets somewhere."""
    if term.op != "meets":
        return term
    for search, goal in (term.args, term.args[::-1]):
        if search.op == "reach" and goal.free <= search.free:  # or one search serves many goals
            start, steps = search.args
            to = f"{search.data}_to"
            is_step = resimplify(layout, t.has(steps, t.var(to, INT)))
            return Term("reaches", BOOL, (start, goal, steps, is_step), (search.data, to))
    return term
