"""Candidates that are pairs of a cell and a neighbour, as a set of cells for each direction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effects, depends_on, written
from interpreter.native.ir.layout.layout import Layout, Shift
from interpreter.native.ir.plan import StepPlan
from interpreter.native.ir.terms import TRUE, Table, Term
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.sampling.records import Pairs


def pairs_of(step: StepPlan, layout: Layout) -> tuple[Pairs, frozenset[Term]] | None:
    """The pairs of the two parameters of a step, the first of which is known before, and the
    conditions on the position that all of them fulfil; None if they are no neighbours.
    """
    first, second = step.parameters
    cell = t.var(first.loop.name, t.INT)
    factors = t.factors_of(second.domains[0])
    near = [f for f in factors if f.op == "table" and f.data.adjacency and f.args == (cell,)]
    if len(near) != 1:
        return None
    shifts = layout.relations[near[0].data.adjacency][0]
    others = [f for f in factors if f is not near[0]]
    late = depends_on(second.filter.reads, changed_before(step))
    if second.filter != TRUE and not late:
        others.append(second.filter)
    if shifts is None or any(cell.data in f.free for f in others):
        return None
    lifter, proved = Lifter(layout, cell.data), list(early_conditions(step))
    sets = []
    for shift in shifts:
        pairs = t.meet(t.const(first.filtered.type, shift.source), first.filtered)
        for other in others:
            pairs = t.meet(pairs, t.moved(-shift.bits, other))
        there = t.lookup(step_table(shift, layout.size), cell)
        for condition in early_conditions(step):
            lifted = lifter.lift(t.substitute(condition, {second.loop.name: there}))
            if lifted is not None:
                pairs = t.meet(pairs, lifted)
            elif condition in proved:
                proved.remove(condition)
        sets.append((pairs, shift.bits))
    return Pairs(tuple(sets), second.filter if late else TRUE), frozenset(proved)


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
