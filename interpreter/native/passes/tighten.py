"""Guard order: each condition of a step is asked as soon as it can be, as a set where it can be.

A condition that depends on fewer parameters than its statement moves to the stage in which these
are chosen, if no effect in between changes what it reads.  One that asks the parameter just chosen
only for membership becomes a filter of the set that the parameter is chosen from.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native import terms as t
from interpreter.native.effects import Check, Effect, Effects, has_attempt, locals_of, written
from interpreter.native.lowering.asks import Asks
from interpreter.native.lowering.layout import Layout, bits_of
from interpreter.native.passes.known import with_knowledge
from interpreter.native.passes.lift import Lifter
from interpreter.native.plan import Parameter, StepPlan
from interpreter.native.terms import TRUE, Term


def tighten(step: StepPlan, asks: Asks) -> StepPlan:
    """The same step with its conditions asked earlier."""
    if not step.parameters:
        return step
    layout = asks.layout
    step = replace(step, stages=with_knowledge(step.parameters, step.stages, asks))
    stages = earlier(replace(step, stages=tuple(with_first_steps(list(step.stages), layout))))
    parameters = list(step.parameters)
    for number in range(len(parameters) - 1):
        leading = leads_somewhere(parameters, number, stages, layout)
        if leading != TRUE:
            parameters[number] = replace(parameters[number], filter=leading)
    for number, parameter in enumerate(parameters):
        filtered, rest = filters(parameter, stages[number + 1], layout)
        if filtered != TRUE:
            if parameter.filter != TRUE:
                filtered = t.meet(parameter.filter, filtered)
            parameters[number] = replace(parameter, filter=filtered)
            stages[number + 1] = rest
    return replace(step, parameters=tuple(parameters), stages=tuple(stages))


def leads_somewhere(
    parameters: list[Parameter], number: int, stages: list[Effects], layout: Layout
) -> Term:
    """The values of a parameter for which the next one has a value, as a set; TRUE if unknown."""
    parameter, following = parameters[number], parameters[number + 1]
    if parameter.loop.of != "cells" or parameter.fixed is not None or following.loop.kind != "bits":
        return TRUE
    domain = following.domains[0]
    before = {p.loop.name for p in parameters[:number]}
    if parameter.loop.name not in domain.free or domain.free & before:
        return TRUE
    if any(written(stage) for stage in stages[: number + 1]):
        return TRUE
    lifted = Lifter(layout, parameter.loop.name).lift(t.some(domain))
    return TRUE if lifted is None else lifted


def earlier(step: StepPlan) -> list[Effects]:
    """The stages, each condition in the first one where it can be asked."""
    stages = [list(stage) for stage in step.stages]
    names = [p.loop.name for p in step.parameters]
    for at in range(len(stages) - 1, 0, -1):
        kept = []
        for place, effect in enumerate(stages[at]):
            if not isinstance(effect, Check) or effect.attempt:
                kept.append(effect)
                continue
            left = []
            for part in split(effect.condition):
                goal = earliest(part, at, place, stages, names)
                if goal is None:
                    left.append(part)
                else:
                    stages[goal].append(replace(effect, condition=part))
            if left:
                kept.append(replace(effect, condition=t.and_(*left)))
        stages[at] = kept
    return [tuple(stage) for stage in stages]


def split(condition: Term) -> tuple[Term, ...]:
    """The parts of which all must hold."""
    return condition.args if condition.op == "and" else (condition,)


def with_first_steps(stages: list[Effects], layout: Layout) -> list[Effects]:
    """Before what is asked of all that is seen beyond the first step: whether that one is clear."""
    found = []
    for stage in stages:
        effects: list[Effect] = []
        for effect in stage:
            if isinstance(effect, Check) and not effect.attempt:
                for part in split(effect.condition):
                    clear = first_step(part, layout)
                    if clear is not None:
                        effects.append(replace(effect, condition=clear))
            effects.append(effect)
        found.append(tuple(effects))
    return found


def first_step(part: Term, layout: Layout) -> Term | None:
    """What must hold where something is seen that is not next to the cell."""
    if part.op != "meets":
        return None
    factors = [f for a in part.args for f in t.factors_of(a)]
    sights = [f for f in factors if f.op == "sight" and f.args[1].op == "const"]
    if len(sights) != 1:
        return None
    cell, ways, through = sights[0].args
    _, near = layout.adjacency(tuple(bits_of(ways.data)), joined=False)
    for factor in factors:
        if factor.op == "table" and factor.args == (cell,) and len(factor.data.sizes) == 1:
            if not any(a & b for a, b in zip(factor.data.values, near.values, strict=False)):
                return t.meets(t.lookup(near, cell), through)
    return None


def earliest(
    part: Term, at: int, place: int, stages: list[list[Effect]], names: list[str]
) -> int | None:
    """The first stage before `at` in which a condition can be asked, None if there is none."""
    before: Effects = tuple(stages[at][:place])
    # a `try` that comes first must not be overtaken
    if has_attempt(before) or written(before) & part.reads or part.free & locals_of(before):
        return None
    goal = None
    for stage in range(at - 1, -1, -1):
        if names[stage] in part.free:  # chosen between this stage and the next
            break
        goal = stage
        effects: Effects = tuple(stages[stage])
        if written(effects) & part.reads or part.free & locals_of(effects):
            break
    return goal


def filters(parameter: Parameter, stage: Effects, layout: Layout) -> tuple[Term, Effects]:
    """The conditions at the beginning of a stage as a set, and the stage without them."""
    if parameter.loop.kind != "bits" or parameter.fixed is not None:
        return TRUE, stage
    if parameter.loop.of != "cells":
        return TRUE, stage
    lifter = Lifter(layout, parameter.loop.name)
    every = t.const(layout.cell_set, layout.every_cell)
    found: Term = every
    for place, effect in enumerate(stage):
        if not isinstance(effect, Check) or effect.attempt:
            return (TRUE if found == every else found), stage[place:]
        left = []
        for part in split(effect.condition):
            lifted = lifter.lift(part) if parameter.loop.name in part.free else None
            if lifted is None:
                left.append(part)
            elif part.op == "not":
                inner = lifter.lift(part.args[0])
                assert inner is not None
                found = t.minus(found, inner)
            else:
                found = lifted if found == every else t.meet(found, lifted)
        if left:
            rest = (replace(effect, condition=t.and_(*left)), *stage[place + 1 :])
            return (TRUE if found == every else found), rest
    return (TRUE if found == every else found), ()
