"""Guard order: each condition of a step is tested as early as it can be, as a set where it can be.

A condition that depends on fewer parameters than its statement moves to the phase in which these
are chosen, if no effect in between changes what it reads.  One that tests the parameter just chosen
only for membership becomes a filter of the set that the parameter is chosen from.

Where the rules ask whether an action is possible before they offer another, its first parameter is
chosen from the cells that may have a second one, as far as shifts tell.  Not of other actions: most
cells have one, and chess took a third longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.bounds import needs
from interpreter.native.ir.costs import Costs
from interpreter.native.ir.effects import (
    Check,
    Effect,
    Effects,
    Let,
    depends_on,
    has_attempt,
    locals_of,
    written,
)
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.plan import Parameter, Plan, StepPlan
from interpreter.native.ir.rewrite import in_steps, put_steps
from interpreter.native.ir.terms import BOOL, TRUE, Term
from interpreter.native.ir.trees import Leaf, Tree, Way
from interpreter.native.passes.loops.fewer import parted
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.passes.loops.lift_conditions import ConditionLifter, left_by
from interpreter.native.passes.loops.lift_most import lift_most

WORTH_IT = 4  # first values that are worth choosing from fewer


def tighten(plan: Plan) -> None:
    """Test the conditions of all steps early."""
    in_steps(plan, lambda step: tightened(step, plan.layout))
    first = asked_first(plan)
    put_steps(plan, lambda s: with_likely(s, plan) if s.step.name in first else s)


def asked_first(plan: Plan) -> set[str]:
    """The actions of which the rules ask whether one is possible before they offer another."""
    asked: set[str] = set()

    def collect(tree: Tree, is_asked: bool) -> None:
        if isinstance(tree, Leaf):
            asked.update(s.name for s in tree.steps if is_asked and s is not None)
            return
        collect(tree.yes, is_asked or isinstance(tree, Way))
        collect(tree.no, is_asked)

    for tree in plan.trees.values():
        collect(tree, False)
    return asked


def with_likely(step: StepPlan, plan: Plan) -> StepPlan:
    """A step whose first value is chosen from those alone that may have a second one."""
    if len(step.parameters) < 2 or any(map(written, step.phases[:2])):
        return step
    first, second, *others = step.parameters
    kinds = (first.loop.of, first.loop.kind, second.loop.kind)
    if kinds != ("cells", "bits", "bits") or first.fixed is not None:
        return step
    lets = named((*step.phases[0], *step.phases[1]), {})
    asked, values = leading(step.phases[2], lets), t.substitute(second.filtered, lets)
    if first.filter.reads and asked == TRUE:  # the filter excludes all without a second value
        return step
    some = t.fold("any", (second.loop,), (values,), TRUE, asked, BOOL)
    likely, costs = lift_most(plan.layout, first.loop.name, some), Costs(plan.fields)
    rounds, takes = costs.size(first.domains[0]), costs.cost(likely)
    if first.domains[0].op == "read" and first.domains[0].data == "own":
        rounds = min(rounds, plan.most_pieces or rounds)
    excluded = rounds * (1 - costs.share(likely))
    if rounds < WORTH_IT or not likely.reads or likely.free or takes > excluded * costs.cost(some):
        return step
    return replace(step, parameters=(first.narrowed(likely), second, *others))


def leading(phase: Effects, lets: dict[str, Term]) -> Term:
    """What a phase checks before it changes anything, in terms of what `lets` stand for."""
    conditions = []
    for place, effect in enumerate(phase):
        if isinstance(effect, Check) and not effect.attempt:
            conditions.append(t.substitute(effect.condition, named(phase[:place], lets)))
        elif not isinstance(effect, Let):
            break
    return t.and_(*conditions)


def named(effects: Effects, lets: dict[str, Term]) -> dict[str, Term]:
    """What the names that effects give stand for, with those that are known before."""
    known = dict(lets)
    for effect in effects:
        if isinstance(effect, Let):
            known[effect.name] = t.substitute(effect.value, known)
    return known


def tightened(step: StepPlan, layout: Layout) -> StepPlan:
    """The same step with its conditions tested earlier."""
    if not step.parameters:
        return step
    behind = tuple(tuple(with_needs(phase, layout)) for phase in step.phases)
    phases = earlier(replace(step, phases=behind))
    parameters = list(step.parameters)
    for number in range(len(parameters) - 1):
        with_next = has_next_value(parameters, number, phases, layout)
        if with_next != TRUE:
            parameters[number] = replace(parameters[number], filter=with_next)
    return with_filters(replace(step, parameters=tuple(parameters), phases=tuple(phases)), layout)


def with_filters(step: StepPlan, layout: Layout) -> StepPlan:
    """The same step, its values chosen from those alone that conditions say are in some set."""
    parameters, phases = list(step.parameters), list(step.phases)
    names = frozenset(p.loop.name for p in parameters)
    for number, parameter in enumerate(parameters):
        if parameter.loop.kind != "bits" or parameter.loop.of == "places":
            continue
        type, every = parameter.domains[0].type, None
        if parameter.loop.of == "codes":
            every = t.const(type, (1 << parameter.packing.size) - 1)
        lifter = Lifter(layout, parameter.loop.name, every)
        lifter.of_cells = frozenset(p.loop.name for p in parameters if p.loop.of == "cells")
        filtered, rest = filters(parameter, phases[number + 1], lifter, names)
        if filtered != TRUE:
            parameters[number] = parameter.narrowed(filtered)
            phases[number + 1] = rest
    return replace(step, parameters=tuple(parameters), phases=tuple(phases))


def has_next_value(
    parameters: list[Parameter], number: int, phases: list[Effects], layout: Layout
) -> Term:
    """The values of a parameter for which the next one has a value, as a set; TRUE if unknown."""
    parameter, following = parameters[number], parameters[number + 1]
    if parameter.loop.of != "cells" or parameter.fixed is not None or following.loop.kind != "bits":
        return TRUE
    domain = following.domains[0]
    before = {p.loop.name for p in parameters[:number]}
    if parameter.loop.name not in domain.free or domain.free & before or (
        any(map(written, phases[: number + 1]))
    ):  # fmt: skip
        return TRUE
    lifted = Lifter(layout, parameter.loop.name).lift(t.some(domain))
    return TRUE if lifted is None else lifted


def earlier(step: StepPlan) -> list[Effects]:
    """The phases, each condition in the first one where it can be tested."""
    phases = [list(phase) for phase in step.phases]
    names = [p.loop.name for p in step.parameters]
    for at in range(len(phases) - 1, 0, -1):
        kept = []
        for place, effect in enumerate(phases[at]):
            if not isinstance(effect, Check) or effect.attempt:
                kept.append(effect)
                continue
            left = []
            for part in t.conditions_of(effect.condition):
                goal = earliest(part, at, place, phases, names)
                if goal is None:
                    left.append(part)
                else:
                    phases[goal].append(replace(effect, condition=part))
            if left:
                kept.append(replace(effect, condition=t.and_(*left)))
        phases[at] = kept
    return [tuple(phase) for phase in phases]


def with_needs(phase: Effects, layout: Layout) -> Iterator[Effect]:
    """Checks behind the cheaper ones that they need."""
    for effect in phase:
        if isinstance(effect, Check) and not effect.attempt:
            for part in t.conditions_of(effect.condition):
                yield from (replace(effect, condition=n) for n in needs(part, layout))
        yield effect


def earliest(
    part: Term, at: int, place: int, phases: list[list[Effect]], names: list[str]
) -> int | None:
    """The first phase before `at` in which a condition can be tested, None if there is none."""
    before: Effects = tuple(phases[at][:place])
    # a `try` that comes first must not be overtaken
    if has_attempt(before) or is_changed(part, before):
        return None
    goal = None
    for phase in range(at - 1, -1, -1):
        if names[phase] in part.free:  # chosen between this phase and the next
            break
        goal = phase
        effects: Effects = tuple(phases[phase])
        if is_changed(part, effects):
            break
    return goal


def is_changed(term: Term, effects: Effects) -> bool:
    """Whether a term may not mean the same before some effects."""
    return depends_on(term.reads, written(effects)) or bool(term.free & locals_of(effects))


def filters(
    parameter: Parameter, phase: Effects, lifter: ConditionLifter, names: frozenset[str]
) -> tuple[Term, Effects]:
    """The conditions at the beginning of a phase as a set, and the phase without them.

    They depend only on parameters, whose `names` are known: other variables belong to the phases.
    """
    if parameter.loop.kind != "bits" or parameter.fixed is not None:
        return TRUE, phase
    def fewer(cells: Term, part: Term) -> Term | None:
        is_one = parameter.loop.name in part.free and part.free <= names
        return left_by(lifter, cells, part) if is_one else None

    filtered, left = lifter.every, TRUE
    while left == TRUE and phase and isinstance(check := phase[0], Check) and not check.attempt:
        filtered, left = parted(filtered, check.condition, fewer)
        rest = () if left == TRUE else (replace(check, condition=left),)
        phase = (*rest, *phase[1:])
    return (TRUE if filtered == lifter.every else filtered), phase
