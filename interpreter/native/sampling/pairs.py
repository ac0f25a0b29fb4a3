"""Candidates that are pairs of a cell and one a step away, as a set of cells for each length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import zip_longest

from gdl.source.frozen import frozen
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effects, depends_on, written
from interpreter.native.ir.layout.layout import Layout, Shift, bits_of
from interpreter.native.ir.plan import StepPlan
from interpreter.native.ir.possible import Possibilities
from interpreter.native.ir.terms import TRUE, Table, Term
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.passes.loops.unroll import resimplify
from interpreter.native.sampling.records import Pairs

MAX_LENGTHS = 16  # of steps in a table, for each of which there is a set
MAX_ROUNDS = 9  # of a loop whose rounds lead to different cells
MAX_LOOPS = 3  # one within the other
MAX_PAIRS = 40  # sets in all


@frozen
class Steps:
    """Steps of one length from a cell: where they begin, on what condition, sets of which each has
    the cell that they lead to, and the number on which their length depends, with its value here.
    """

    shift: Shift
    condition: Term = TRUE
    ends: tuple[Term, ...] = ()
    case: tuple[Term, int] | None = None


def pairs_of(step: StepPlan, layout: Layout) -> tuple[Pairs, frozenset[Term]] | None:
    """The pairs of the two parameters of a step, the first of which is known before, and the
    conditions on the position that all of them fulfil; None if steps do not lead from one to the
    other.
    """
    first, second = step.parameters
    cell, other = (t.var(p.loop.name, t.INT) for p in step.parameters)
    checked, residue = tuple(early_conditions(step)), second.filter
    domain, filtered = second.domains[0], tuple[Term, ...]()
    if depends_on(residue.reads, changed_before(step)):
        found = steps_of(domain, cell, layout)
    else:
        alone, filtered = apart(residue, cell, other)
        found = steps_of(domain if alone == TRUE else t.meet(domain, alone), cell, layout)
        if found is None:
            found, filtered = steps_of(second.filtered, cell, layout), ()
        residue = residue if filtered else TRUE
    if found is None or len({each.shift.bits for each in found}) > MAX_PAIRS:
        return None
    lifter, proved = Lifter(layout, cell.data), {*checked, *filtered}
    sets: dict[tuple[Term, int] | None, dict[int, Term]] = {}
    for each in found:
        bits, starts = each.shift.bits, lifter.lift(each.condition)
        if starts is None:
            return None
        pairs = t.meet(t.const(first.filtered.type, each.shift.source), first.filtered)
        if each.condition != TRUE:
            pairs = t.meet(pairs, starts)
        for ends in each.ends:
            pairs = t.meet(pairs, t.moved(-bits, ends))
        there = t.lookup(step_table(each.shift, layout.size), cell)
        for condition in (*filtered, *checked):
            lifted = lifter.lift(t.substitute(condition, {other.data: there}))
            if lifted is not None:
                pairs = t.meet(pairs, lifted)
            else:
                proved.discard(condition)
        same = sets.setdefault(each.case, {})
        same[bits] = t.union(same[bits], pairs) if bits in same else pairs
    if filtered and proved.issuperset(filtered):
        residue = TRUE
    return Pairs(tuple(joined(sets)), residue), frozenset(proved)


def apart(cells: Term, cell: Term, other: Term) -> tuple[Term, tuple[Term, ...]]:
    """A set that does not depend on one cell, TRUE for all cells, and conditions on another cell of
    it to be in a set that does.
    """
    if cell.data not in cells.free:
        return cells, ()
    if cells.op == "minus":
        larger, conditions = apart(cells.args[0], cell, other)
        return larger, (*conditions, *t.conditions_of(t.not_(t.has(cells.args[1], other))))
    return TRUE, t.conditions_of(t.has(cells, other))


def joined(
    sets: Mapping[tuple[Term, int] | None, Mapping[int, Term]]
) -> Iterator[tuple[Term, Term]]:
    """The first cells and the distances of pairs; cases of a number, of which one holds, as one."""
    for number in dict.fromkeys(case and case[0] for case in sets):
        cases = [(case, found) for case, found in sets.items() if (case and case[0]) == number]
        empty = t.no(next(iter(cases[0][1].values())).type), t.number(0)
        rows = [[(cells, t.number(bits)) for bits, cells in found.items()] for _, found in cases]
        for column in zip_longest(*rows, fillvalue=empty):
            cells, bits = column[0]
            for (case, _), (others, further) in zip(cases[1:], column[1:], strict=True):
                assert case is not None
                here = t.eq(case[0], t.number(case[1]))
                cells, bits = t.select(here, others, cells), t.select(here, further, bits)
            yield cells, bits


def steps_of(cells: Term, cell: Term, layout: Layout) -> tuple[Steps, ...] | None:
    """The steps that lead from a cell to a set of cells; None where there are other ways."""
    match cells.op:
        case "table":
            return steps_in(cells.data, cells.args, cell, layout)
        case "bit" if cells.args[0].op == "table":
            codes = cells.args[0].data
            ends = tuple(1 << c if c >= 0 else 0 for c in codes.values)
            table = Table(cells.type, codes.sizes, ends)
            return steps_in(table, cells.args[0].args, cell, layout)
        case "select" if cells.args[2].value == 0:
            condition, chosen, _ = cells.args
            found = steps_of(chosen, cell, layout)
            return found and tuple(
                replace(s, condition=t.and_(condition, s.condition)) for s in found
            )
        case "union":
            parts = [steps_of(part, cell, layout) for part in cells.args]
            return None if None in parts else tuple(s for p in parts if p is not None for s in p)
        case "fold" if cells.data.reduction == "union":
            rounds = rounds_of(cells, layout)
            return None if rounds is None else steps_of(t.union(*rounds), cell, layout)
        case "minus":
            whole, without_ = cells.args
            if without_ == t.bit(without_.type, cell):
                return steps_of(whole, cell, layout)
            every = t.const(cells.type, layout.every_cell)
            return ending(steps_of(whole, cell, layout), (t.minus(every, without_),), cell)
        case "meet":
            factors = t.factors_of(cells)
            near = next((f for f in factors if steps_of(f, cell, layout) is not None), None)
            if near is not None:
                rest = [f for f in factors if f is not near]
                rows = [f.data for f in rest if f.op == "table" and f.args == (cell,)]
                others = tuple(f for f in rest if f.op != "table" or f.args != (cell,))
                return ending(within(steps_of(near, cell, layout), rows), others, cell)
    return None


def steps_in(
    table: Table, args: tuple[Term, ...], cell: Term, layout: Layout
) -> tuple[Steps, ...] | None:
    """The steps from a cell to those of its row; which rows there are may depend on a number, such
    as whose turn it is.
    """
    if args == (cell,):
        shifts = shifts_of(table, layout)
        return None if shifts is None else tuple(map(Steps, shifts))
    if len(args) != 2 or args[1] != cell or cell.data in args[0].free or args[0].uncertain:
        return None
    found: list[Steps] = []
    cases, size = table.sizes
    for case in range(cases):
        rows = Table(table.type, (size,), table.values[case * size : (case + 1) * size])
        shifts = shifts_of(rows, layout)
        if shifts is None:
            return None
        found += (Steps(s, case=(args[0], case)) for s in shifts)
    return tuple(found)


def rounds_of(union: Term, layout: Layout) -> tuple[Term, ...] | None:
    """The sets that the first loop of a union unites; None where they are many."""
    (loop, *inner), (*domains, condition, body) = union.data.loops, union.args
    own, others = domains[: loop.count], tuple(domains[loop.count :])
    values: Sequence[int] = ()
    if loop.kind == "bits":
        values = bits_of(Possibilities(layout).of(own[0], {})[1])
    elif loop.kind in ("range", "while") and own[0].op == own[1].op == "const":
        values = range(own[0].data, own[1].data + 1)
    loops = sum(len(part.data.loops) for part in union.parts if part.op == "fold")
    if not 0 < len(values) <= MAX_ROUNDS or loops > MAX_LOOPS:
        return None
    each = t.select(condition, body, t.no(body.type))
    if inner:
        each = t.fold("union", tuple(inner), others, condition, body, body.type)
    sets, holds = [], TRUE
    for value in values:
        known = {loop.name: t.number(value)}
        if loop.kind == "bits":
            holds = t.has(own[0], t.number(value))
        elif loop.kind == "while":
            holds = t.and_(holds, t.substitute(own[2], known))
        one = t.select(holds, t.substitute(each, known), t.no(body.type))
        sets.append(resimplify(layout, one))
    return tuple(sets)


def within(steps: tuple[Steps, ...] | None, tables: Sequence[Table]) -> tuple[Steps, ...] | None:
    """Those of some steps that end in the row of their cell in each of some tables."""
    def source(shift: Shift) -> int:
        kept = (c for c in bits_of(shift.source)
                if all(rows.values[c] >> c + shift.bits & 1 for rows in tables))  # fmt: skip
        return sum(1 << c for c in kept)

    return steps and tuple(
        replace(s, shift=Shift(source(s.shift), s.shift.bits)) for s in steps
    )


def ending(
    steps: tuple[Steps, ...] | None, ends: tuple[Term, ...], cell: Term
) -> tuple[Steps, ...] | None:
    """Those of some steps that end in some sets; None where these depend on the first cell."""
    if steps is None or any(cell.data in end.free for end in ends):
        return None
    both = (reduce(t.meet, ends),) if ends else ()  # moved at once
    return tuple(replace(s, ends=(*s.ends, *both)) for s in steps)


def shifts_of(table: Table, layout: Layout) -> tuple[Shift, ...] | None:
    """The steps between a cell and those of its row in a table; None if they have many lengths."""
    if table.adjacency:
        shifts: tuple[Shift, ...] | None = layout.relations[table.adjacency][0]
        return shifts
    sources: dict[int, int] = {}
    for code, row in enumerate(table.values):
        for other in bits_of(row):
            sources[other - code] = sources.get(other - code, 0) | 1 << code
    if not 0 < len(sources) <= MAX_LENGTHS or 0 in sources:
        return None
    return tuple(Shift(source, bits) for bits, source in sources.items())


def step_table(shift: Shift, size: int) -> Table:
    """For each code the one that it is shifted to; -1 if the step leaves the board."""
    codes = (c + shift.bits if shift.source >> c & 1 else -1 for c in range(size))
    return Table(t.INT, (size,), tuple(codes))


def changed_before(step: StepPlan) -> frozenset[str]:
    """The fields that may be changed before the last parameter of a step is chosen."""
    return frozenset[str]().union(*map(written, step.phases[:-1]))


def early_conditions(step: StepPlan) -> Iterator[Term]:
    """Conditions on the position before a step, tested as soon as its parameters are chosen."""
    changed = changed_before(step)
    for effect in step.phases[-1]:
        if not isinstance(effect, Check) or effect.attempt:
            return
        conditions = t.conditions_of(effect.condition)
        yield from (c for c in conditions if not depends_on(c.reads, changed))


def without(effects: Effects, proved: frozenset[Term]) -> Effects:
    """Effects without the conditions that are proved, up to the first effect that is no check."""
    left: list[Check] = []
    for place, effect in enumerate(effects):
        if not isinstance(effect, Check) or effect.attempt:
            return (*left, *effects[place:])
        condition = t.and_(*(c for c in t.conditions_of(effect.condition) if c not in proved))
        if condition != TRUE:
            left.append(replace(effect, condition=condition))
    return tuple(left)
