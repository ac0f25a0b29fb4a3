"""Searches that go on from all cells of an edge at once, or begin with the path found last.

Where each step of a search leads as far from every cell that it is possible from, such as two cells
north over a piece, the cells that it is possible from are a set of the whole board (`Steps`).  Then
all cells found last go on together, by a shift for each step, instead of one by one with a test for
each.

That repeated steps from a cell lead to a set is true as long as one path does.  The path that was
found is kept outside the state, as a hint: each of its steps is tested, and only if one of them is
not possible any more, the cells are searched, which ends at the first one that is in the set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial, reduce

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import Possibilities
from interpreter.native.ir.rewrite import in_plan
from interpreter.native.ir.terms import BOOL, FALSE, INT, TRUE, Table, Term
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.passes.loops.unroll import resimplify

MAX_WAYS = 24  # different steps
MAX_ROUNDS = 100  # of all loops that give the steps
Ways = dict[int, Term]  # by how many codes a step goes, and from which cells it is possible


def go_on_together(plan: Plan) -> None:
    """Change all terms of a plan."""
    for op in ("reach", "roots"):
        in_plan(plan, partial(together, plan.layout), op=op)


def together(layout: Layout, term: Term) -> Term:
    """A term, with a search from whole edges, or parts joined by whole sets of steps, where it is
    one whose steps allow that.
    """
    if term.op not in ("reach", "roots") or not layout.stride:
        return term
    start, steps = term.args
    try:
        ways = Steps(layout, term.data).ways(steps)
    except NoWays:
        return term
    found = [(bits, cells) for bits, cells in sorted(ways.items()) if bits or term.op == "reach"]
    if not 0 < len(found) <= MAX_WAYS:
        return term
    return t.spread(start, found) if term.op == "reach" else t.links(start, found)


# ---- the path found last ----


def witness(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, partial(reaches, plan.layout), op="reach")


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


# ---- steps as steps from sets of cells ----


class NoWays(Exception):
    """Steps that are not the same from all cells."""


class Steps:
    """Finds the steps from one cell, a variable, as steps from sets of cells; or from those of some
    cells alone.
    """

    def __init__(self, layout: Layout, name: str, starts: Term | None = None):
        self.layout, self.cell = layout, t.var(name, INT)
        self.lifter = Lifter(layout, name)
        self.starts = self.lifter.board if starts is None else starts
        self.rounds_left = MAX_ROUNDS

    def is_fixed(self, term: Term) -> bool:
        """Whether a term is the same for all cells."""
        return self.cell.data not in term.free

    def ways(self, steps: Term) -> Ways:
        """The steps that a set of cells is made of, which depends on the variable."""
        if steps.value == 0:
            return {}
        match steps.op, steps.args:
            case "meet", _:
                return self.ending(t.factors_of(steps))
            case "minus", (one, other):
                if self.is_fixed(other):
                    return self.ending([one, t.minus(self.lifter.board, other)])
                ways = self.ways(one)
                if other == t.bit(other.type, self.cell):
                    return {b: c for b, c in ways.items() if b}
                return {b: t.minus(c, self.before(other, b)) for b, c in ways.items()}
            case "union", parts:
                return united(self.ways(part) for part in parts)
            case "fold", _ if steps.data.reduction == "union":
                if self.is_of_steps(steps):
                    return self.next_to(steps)
                return united(self.ways(one) for one in self.rounds(steps))
            case "select", (condition, yes, no):
                return united((self.ways_if(condition, yes), self.ways_if(t.not_(condition), no)))
            case "bit", (cell,):
                return self.of_table(cell)
            case "table", _:
                return self.of_table(steps)
        raise NoWays

    def ending(self, sets: Sequence[Term]) -> Ways:
        """The steps of the first set that is made of some, which end in all others."""
        for number, near in enumerate(sets):
            others = (*sets[:number], *sets[number + 1 :])
            with suppress(NoWays):
                if not self.is_fixed(near) and (ways := self.ways(near)):
                    inside = reduce(t.meet, others)
                    return {b: t.meet(c, self.before(inside, b)) for b, c in ways.items()}
        raise NoWays

    def before(self, inside: Term, bits: int) -> Term:
        """The cells from which a step of so many codes ends in a set."""
        if self.is_fixed(inside):
            return t.moved_by(inside, t.number(bits))
        if inside.op in ("meet", "minus"):
            return t.rebuild(inside, tuple(self.before(cells, bits) for cells in inside.args))
        return self.where(t.has(inside, self.end(bits)))

    def end(self, bits: int) -> Term:
        """The cell to which a step of so many codes leads; -1 where it leaves the board."""
        every = self.layout.every_cell
        from_ = every & (every >> bits if bits >= 0 else every << -bits)
        ends = (c + bits if from_ >> c & 1 else -1 for c in range(self.layout.size))
        return t.entry(INT, ends, self.cell)

    def where(self, condition: Term) -> Term:
        """The cells for which a condition holds."""
        holds = self.lifter.lift(condition)
        if holds is None:
            raise NoWays
        return holds

    def is_of_steps(self, fold: Term) -> bool:
        """Whether a loop that unites sets gives some elements of a set of steps."""
        loop, *more = fold.data.loops
        return not more and loop.kind == "bits" and not self.is_fixed(fold.args[0]) and (
            fold.args[-1] == t.bit(fold.type, t.var(loop.name, INT))
        )  # fmt: skip

    def next_to(self, fold: Term) -> Ways:
        """The steps to the elements, for which a condition holds, of a set of steps."""
        (loop,), (domain, condition, _) = fold.data.loops, fold.args
        found: Ways = {}
        for bits, cells in self.ways(domain).items():
            asked = t.substitute(condition, {loop.name: self.end(bits)})
            found[bits] = t.meet(cells, self.where(resimplify(self.layout, asked)))
        return found

    def rounds(self, fold: Term) -> Iterator[Term]:
        """The sets that the first of some loops unites."""
        (loop, *inner), (*domains, condition, body) = fold.data.loops, fold.args
        own, others = domains[: loop.count], tuple(domains[loop.count :])
        values: Sequence[int] = ()
        if loop.kind == "bits":
            values = bits_of(Possibilities(self.layout).of(own[0], {})[1])
        elif loop.kind in ("range", "while") and own[0].op == own[1].op == "const":
            values = range(own[0].data, own[1].data + 1)
        self.rounds_left -= len(values)
        if not values or self.rounds_left < 0:
            raise NoWays
        each = t.select(condition, body, t.no(body.type))
        if inner:
            each = t.fold("union", tuple(inner), others, condition, body, body.type)
        holds = TRUE
        for value in values:
            known = {loop.name: t.number(value)}
            if loop.kind == "bits":
                holds = t.has(own[0], t.number(value))
            elif loop.kind == "while":
                holds = t.and_(holds, t.substitute(own[2], known))
            one = t.select(holds, t.substitute(each, known), t.no(body.type))
            yield resimplify(self.layout, one)

    def ways_if(self, condition: Term, steps: Term) -> Ways:
        """The steps from the cells for which a condition holds."""
        if condition == FALSE or steps.value == 0:
            return {}
        holds = self.where(condition)
        return {bits: t.meet(cells, holds) for bits, cells in self.ways(steps).items()}

    def of_table(self, entry: Term) -> Ways:
        """The steps to the cells of an entry of a table."""
        if not self.lifter.is_table(entry) or not self.lifter.is_of_cells(entry.data):
            raise NoWays
        found, known = sources(entry.data, self.layout.every_cell), self.layout.cell_set
        shifts = self.layout.relations[entry.data.adjacency][0] if entry.data.adjacency else None
        order = found if shifts is None else [shift.bits for shift in shifts]
        ways = ((bits, t.const(known, found[bits])) for bits in order if bits in found)
        return {bits: t.meet(cells, self.starts) for bits, cells in ways}


def sources(table: Table, every: int) -> dict[int, int]:
    """By how many codes the entries of a table, cells or sets, are away, and from which cells."""
    found: dict[int, int] = {}
    for code in bits_of(every):
        entry = table.values[code]
        for cell in bits_of(entry) if table.type.is_set else [entry] if entry >= 0 else []:
            found[cell - code] = found.get(cell - code, 0) | 1 << code
        if len(found) > MAX_WAYS:
            raise NoWays
    return found


def united(many: Iterable[Ways]) -> Ways:
    """All steps of several kinds."""
    found: Ways = {}
    for ways in many:
        for bits, cells in ways.items():
            found[bits] = t.union(found[bits], cells) if bits in found else cells
    return {bits: cells for bits, cells in found.items() if cells.value != 0}
