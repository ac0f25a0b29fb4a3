"""Smaller sets to choose from: what a step asks of a member of a family becomes a set of members.

Conditions on the cells of a member, such as that they are all free, exclude for each cell of a set
the members that have it, by a table; so no member that fails has to be looked at.  Where a set to
choose from takes a search or a loop, what narrows it is part of it, so that it is found only once.
Steps that are never legal are not offered.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import and_, or_

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effects, depends_on, written
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.plan import Menu, Parameter, Plan, StepPlan
from interpreter.native.ir.rewrite import put_steps, replaced, room_for_tables
from interpreter.native.ir.terms import FALSE, INT, TRUE, Loop, Table, Term
from interpreter.native.passes.groups.forks import asked_only
from interpreter.native.passes.loops.lift_conditions import ConditionLifter
from interpreter.native.passes.tighten import filters

LEAST = 32  # members of a family that are worth a table
MAX_WORDS = 200_000  # of its tables


def narrow(plan: Plan) -> None:
    """Change the parameters and menus of a plan."""
    narrower = Narrower(plan.layout, min(MAX_WORDS, room_for_tables(plan)))
    put_steps(plan, narrower.step)
    never = {s.number for s in plan.steps.values() if is_never(s)}

    def offered(menu: Menu) -> Menu:
        steps = tuple(s for s in menu.steps if s.number not in never)
        return replace(menu, steps=steps) if steps else menu

    plan.menus = {key: offered(menu) for key, menu in plan.menus.items()}


def is_never(step: StepPlan) -> bool:
    """Whether a step is illegal whatever the position."""
    effects = step.phases[0]
    return any(isinstance(e, Check) and not e.attempt and e.condition == FALSE for e in effects)


class Narrower:
    """Changes the steps of one plan."""

    def __init__(self, layout: Layout, room: int):
        self.layout, self.room = layout, room
        self.tables: dict[tuple[int, ...], Table] = {}

    def step(self, step: StepPlan) -> StepPlan:
        """A step whose parameters are chosen from smaller sets."""
        names = frozenset(p.loop.name for p in step.parameters)
        parameters, phases = list(step.parameters), list(step.phases)
        for number, parameter in enumerate(parameters):
            if parameter.loop.of == "places" and parameter.most >= LEAST:
                lifter = MemberLifter(self, parameter)
                found, rest = filters(parameter, phases[number + 1], lifter, names)
                if found != TRUE:
                    parameters[number] = filtered(parameter, found, phases[number + 1], rest)
                    phases[number + 1] = rest
            parameters[number] = joined(parameters[number], written(sum(phases[: number + 1], ())))
        narrowed = replace(step, parameters=tuple(parameters), phases=tuple(phases))
        return told_apart(narrowed) if len(parameters) > 1 else narrowed


def filtered(parameter: Parameter, found: Term, phase: Effects, rest: Effects) -> Parameter:
    """A parameter with one more filter, which stands for what a phase no longer checks."""
    if parameter.filter != TRUE:
        return parameter.narrowed(found)
    tests = tuple(e for e in phase if isinstance(e, Check) and e not in rest)
    return replace(parameter, filter=found, larger=parameter.domains[0], tests=tests)


def told_apart(step: StepPlan) -> StepPlan:
    """A step with all values of its second parameter at once, where each tells the first one."""
    first, second, *rest = step.parameters
    asked = t.var(first.loop.name, INT)
    domain, changed = second.domains[0], written(sum(step.phases[:2], ()))
    rows = [f for f in t.factors_of(domain) if f.op == "table" and f.args == (asked,)]
    if len(rows) != 1 or not is_chosen(first) or not is_chosen(second) or second.filter != TRUE:
        return step
    owners = owners_of(rows[0].data, second.packing.size)
    whole = t.fold("union", (first.loop,), (first.domains[0],), TRUE, rows[0], domain.type)
    every = replaced(domain, {rows[0]: whole})
    if owners is None or asked.data in every.free or depends_on(every.reads, changed):
        return step
    before = t.lookup(owners, t.var(second.loop.name, INT))
    second = replace(second, any_before=every, before=before)
    return replace(step, parameters=(first, second, *rest))


def is_chosen(parameter: Parameter) -> bool:
    """Whether a parameter is any element of a set."""
    return parameter.loop.kind == "bits" and parameter.fixed is None


def owners_of(rows: Table, size: int) -> Table | None:
    """The row that has each code; None if several have one."""
    owners = [0] * size
    for number, row in enumerate(rows.values):
        for code in bits_of(row):
            if owners[code]:
                return None
            owners[code] = number + 1
    return Table(INT, (size,), tuple(max(0, owner - 1) for owner in owners))


def joined(parameter: Parameter, changed: frozenset[str]) -> Parameter:
    """A parameter whose filter is part of the set that it is chosen from, if one takes a search."""
    domain, narrower = parameter.domains[0], parameter.filter
    is_search = domain.is_search or narrower.is_search
    if not is_search or depends_on(narrower.reads, changed):
        return parameter
    both = domain if narrower == TRUE else t.meet(domain, narrower)
    return replace(parameter, domains=(asked_only(both), *parameter.domains[1:]), filter=TRUE)


class MemberLifter(ConditionLifter):
    """Finds the members of a family for which a condition on one of them holds."""

    def __init__(self, narrower: Narrower, parameter: Parameter):
        self.size, self.type = parameter.packing.size, parameter.domains[0].type
        every = t.const(self.type, (1 << self.size) - 1)
        super().__init__(narrower.layout, parameter.loop.name, every)
        self.narrower = narrower

    def lift_meets(self, term: Term) -> Term | None:
        for one, other in (term.args, term.args[::-1]):
            members = self.members(one)
            if members is not None and self.name not in other.free:
                return self.having(members, other)
        return None

    def lift_within(self, term: Term) -> Term | None:
        members = self.members(term.args[0])
        if self.name in term.args[1].free or members is None:
            return None
        found = self.having(members, complement(term.args[1], self.layout.every_cell))
        return None if found is None else t.minus(self.every, found)

    def members(self, term: Term) -> tuple[int, ...] | None:
        """The set of cells that a term gives for each member; None if it depends on more."""
        if term.op == "const":
            return (term.data,) * self.size
        if term.op == "table" and term.args == (t.var(self.name, INT),) and term.type.is_set:
            return tuple(term.data.values)
        parts = [self.members(a) for a in term.args]
        known = [p for p in parts if p is not None]
        if not known or len(known) < len(parts):
            return None
        match term.op:
            case "union":
                return tuple(map(or_, *known))
            case "meet":
                return tuple(map(and_, *known))
            case "minus":
                return tuple(a & ~b for a, b in zip(*known, strict=True))
            case "dilate":
                near = self.layout.relations[term.data][1].values
                return tuple(reduce(or_, (near[c] for c in bits_of(m)), 0) for m in known[0])
        return None

    def having(self, members: tuple[int, ...], cells: Term) -> Term | None:
        """The members that have one of some cells; None where that takes too large a table."""
        tables = self.narrower.tables
        if members not in tables:
            words = self.layout.size * self.type.size
            if words > self.narrower.room:
                return None
            self.narrower.room -= words
            rows = [0] * self.layout.size
            for place, member in enumerate(members):
                for cell in bits_of(member):
                    rows[cell] |= 1 << place
            tables[members] = Table(self.type, (len(rows),), tuple(rows))
        if cells.op == "const":
            rows = [tables[members].values[c] for c in bits_of(cells.data)]
            return t.const(self.type, reduce(or_, rows, 0))
        name = "cell"
        found = t.lookup(tables[members], t.var(name, INT))
        loop = Loop("bits", name, INT, 1, "cells")
        return t.fold("union", (loop,), (cells,), TRUE, found, self.type)


def complement(cells: Term, every: int) -> Term:
    """The cells of the board that are not in a set."""
    whole = t.const(cells.type, every)
    if cells.op == "minus" and cells.args[0] == whole:
        return t.meet(whole, cells.args[1])
    return t.minus(whole, cells)
