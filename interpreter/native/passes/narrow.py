"""Smaller sets to choose from: what a step asks of a member of a family becomes a set of members.

Conditions on the cells of a member, such as that they are all free, exclude for each cell of a set
the members that have it, by a table; so no member that fails has to be looked at.  Where a set to
choose from takes a search or a loop, what narrows it is part of it, so that it is found only once;
likewise where few values fit those chosen before, so that one of these is drawn.
Steps that are never legal are not offered.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from interpreter.native.ir import terms as t
from interpreter.native.ir.costs import Costs
from interpreter.native.ir.effects import (
    Check,
    Effects,
    depends_on,
    has_attempt,
    locals_of,
    written,
)
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.plan import Menu, Parameter, Plan, StepPlan
from interpreter.native.ir.rewrite import put_steps, replaced, room_for_tables
from interpreter.native.ir.terms import FALSE, INT, TRUE, Table, Term
from interpreter.native.passes.groups.forks import asked_only
from interpreter.native.passes.members import Families, MemberLifter
from interpreter.native.passes.tighten import filters

WORTH_A_TABLE = 32  # members of a family that are worth a table
MAX_WORDS = 200_000  # of its tables


def narrow(plan: Plan) -> None:
    """Change the parameters and menus of a plan."""
    families = Families(plan.layout, min(MAX_WORDS, room_for_tables(plan)))
    untabled = Families(plan.layout, 0)  # for steps of the first turns, which need not be fast
    costs, rare = Costs(plan.fields), plan.rare

    def smaller(step: StepPlan) -> StepPlan:
        return narrowed(step, untabled if step.number in rare else families, costs)

    put_steps(plan, smaller)
    never = {s.number for s in plan.steps.values() if is_never(s)}

    def offered(menu: Menu) -> Menu:
        steps = tuple(s for s in menu.steps if s.number not in never)
        return replace(menu, steps=steps) if steps else menu

    plan.menus = {key: offered(menu) for key, menu in plan.menus.items()}


def is_never(step: StepPlan) -> bool:
    """Whether a step is illegal, or one of its values has no choice, whatever the position."""
    effects, chosen = step.phases[0], filter(is_chosen, step.parameters)
    return any(parameter.filtered.value == 0 for parameter in chosen) or any(
        isinstance(e, Check) and not e.attempt and e.condition == FALSE for e in effects
    )


def narrowed(step: StepPlan, families: Families, costs: Costs) -> StepPlan:
    """A step whose parameters are chosen from smaller sets."""
    names = frozenset(p.loop.name for p in step.parameters)
    parameters, phases = list(step.parameters), list(step.phases)
    for number, parameter in enumerate(parameters):
        if parameter.loop.of == "places" and parameter.most >= WORTH_A_TABLE:
            domain, loop = parameter.domains[0], parameter.loop
            lifter = MemberLifter(families, loop.name, parameter.packing.size, domain.type)
            phase, early = with_early(phases[number + 1])
            found, rest = filters(parameter, phase, lifter, names)
            rest = tuple(e for e in rest if e not in early or has_attempt((e,)))
            if found != TRUE:
                tests = tuple(e for e in phase if isinstance(e, Check) and e not in rest)
                parameters[number] = parameter.narrowed(found) if parameter.filter != TRUE else (
                    replace(parameter, filter=found, larger=domain, tests=tests)
                )
            phases[number + 1] = rest
        before = written(sum(phases[: number + 1], ()))
        parameters[number] = joined(parameters[number], before, costs)
    smaller = replace(step, parameters=tuple(parameters), phases=tuple(phases))
    return told_apart(smaller) if len(parameters) > 1 else smaller


def with_early(phase: Effects) -> tuple[Effects, Effects]:
    """A phase in which what its first check after other effects needs of the position before them
    is checked before them, and these early checks.
    """
    is_check = [isinstance(effect, Check) for effect in phase]
    lead = is_check.index(False) if False in is_check else len(phase)
    if True not in is_check[lead:]:
        return phase, ()
    late = is_check.index(True, lead)
    changed, made = written(phase[lead:late]), locals_of(phase[lead:late])
    check = phase[late]
    assert isinstance(check, Check)
    needed = (still_some(part, changed, made) for part in t.conditions_of(check.condition))
    early = tuple(replace(check, condition=n) for n in needed if n != TRUE)
    return (*phase[:lead], *early, *phase[lead:]), early


def still_some(part: Term, changed: frozenset[str], made: frozenset[str]) -> Term:
    """What a condition that sets have a common element says of those of them that are as they were
    before some fields were changed and some variables made; TRUE for nothing.
    """
    if part.op != "meets":
        return TRUE
    factors = [f for a in part.args for f in t.factors_of(a)]
    same = [f for f in factors if not depends_on(f.reads, changed) and not f.free & made]
    return t.some(reduce(t.meet, same)) if same else TRUE


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
    owners = {code: number for number, row in enumerate(rows.values) for code in bits_of(row)}
    if len(owners) < sum(row.bit_count() for row in rows.values):
        return None
    return Table(INT, (size,), tuple(owners.get(code, 0) for code in range(size)))


def joined(parameter: Parameter, changed: frozenset[str], costs: Costs) -> Parameter:
    """A parameter whose filter is part of the set that it is chosen from, if one takes a search, or
    if few of that set are left whatever was chosen before.
    """
    domain, narrower = parameter.domains[0], parameter.filter
    is_search = domain.is_search or narrower.is_search
    are_few = bool(narrower.free) and 2 * costs.size(narrower) < costs.size(domain)
    if not (is_search or are_few) or depends_on(narrower.reads, changed):
        return parameter
    both = domain if narrower == TRUE else t.meet(domain, narrower)
    return replace(parameter, domains=(asked_only(both), *parameter.domains[1:]), filter=TRUE)
