"""Guard order: each condition of a step is tested as early as it can be, as a set where it can be.

A condition that depends on fewer parameters than its statement moves to the phase in which these
are chosen, if no effect in between changes what it reads.  One that tests the parameter just chosen
only for membership becomes a filter of the set that the parameter is chosen from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Check, Effect, Effects, has_attempt, locals_of, written
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Parameter, StepPlan
from interpreter.native.ir.rewrite import everywhere
from interpreter.native.ir.terms import FALSE, TRUE, Term
from interpreter.native.passes.lift import Lifter


def tighten(step: StepPlan, board: Planes) -> StepPlan:
    """The same step with its conditions tested earlier."""
    if not step.parameters:
        return step
    layout = board.layout
    step = replace(step, phases=with_knowledge(step.parameters, step.phases, board))
    phases = earlier(replace(step, phases=tuple(with_first_steps(list(step.phases), layout))))
    parameters = list(step.parameters)
    for number in range(len(parameters) - 1):
        with_next = has_next_value(parameters, number, phases, layout)
        if with_next != TRUE:
            parameters[number] = replace(parameters[number], filter=with_next)
    names = frozenset(p.loop.name for p in parameters)
    for number, parameter in enumerate(parameters):
        if parameter.loop.of != "cells":
            continue
        lifter = Lifter(layout, parameter.loop.name)
        filtered, rest = filters(parameter, phases[number + 1], lifter, names)
        if filtered != TRUE:
            if parameter.filter != TRUE:
                filtered = t.meet(parameter.filter, filtered)
            parameters[number] = replace(parameter, filter=filtered)
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
    if parameter.loop.name not in domain.free or domain.free & before:
        return TRUE
    if any(written(phase) for phase in phases[: number + 1]):
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


def with_first_steps(phases: list[Effects], layout: Layout) -> list[Effects]:
    """Before a test of what is seen beyond the first step: whether that one is clear."""
    longer = []
    for phase in phases:
        effects: list[Effect] = []
        for effect in phase:
            if isinstance(effect, Check) and not effect.attempt:
                for part in t.conditions_of(effect.condition):
                    clear = first_step(part, layout)
                    if clear is not None:
                        effects.append(replace(effect, condition=clear))
            effects.append(effect)
        longer.append(tuple(effects))
    return longer


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
    part: Term, at: int, place: int, phases: list[list[Effect]], names: list[str]
) -> int | None:
    """The first phase before `at` in which a condition can be tested, None if there is none."""
    before: Effects = tuple(phases[at][:place])
    # a `try` that comes first must not be overtaken
    if has_attempt(before) or written(before) & part.reads or part.free & locals_of(before):
        return None
    goal = None
    for phase in range(at - 1, -1, -1):
        if names[phase] in part.free:  # chosen between this phase and the next
            break
        goal = phase
        effects: Effects = tuple(phases[phase])
        if written(effects) & part.reads or part.free & locals_of(effects):
            break
    return goal


class Lifting(Protocol):
    """What finds the elements of a set for which a condition holds."""

    every: Term

    def lift(self, term: Term) -> Term | None:
        """All elements for which a condition holds; None where that is not known."""


def filters(
    parameter: Parameter, phase: Effects, lifter: Lifting, names: frozenset[str]
) -> tuple[Term, Effects]:
    """The conditions at the beginning of a phase as a set, and the phase without them.

    They depend only on parameters, whose `names` are known: other variables belong to the phases.
    """
    if parameter.loop.kind != "bits" or parameter.fixed is not None:
        return TRUE, phase
    every = filtered = lifter.every
    for place, effect in enumerate(phase):
        if not isinstance(effect, Check) or effect.attempt:
            return (TRUE if filtered == every else filtered), phase[place:]
        left = []
        for part in t.conditions_of(effect.condition):
            is_one = parameter.loop.name in part.free and part.free <= names
            lifted = lifter.lift(part) if is_one else None
            if lifted is None:
                left.append(part)
            elif part.op == "not":
                inner = lifter.lift(part.args[0])
                assert inner is not None
                filtered = t.minus(filtered, inner)
            else:
                filtered = lifted if filtered == every else t.meet(filtered, lifted)
        if left:
            rest = (replace(effect, condition=t.and_(*left)), *phase[place + 1 :])
            return (TRUE if filtered == every else filtered), rest
    return (TRUE if filtered == every else filtered), ()


# ---- what is known of a cell that was chosen from a set: whose piece stands there, or none -------
#
# Conditions on such a cell need not test that again, as long as neither the board nor the mover has
# changed.


def with_knowledge(
    parameters: tuple[Parameter, ...], phases: tuple[Effects, ...], board: Planes
) -> tuple[Effects, ...]:
    """The phases without what is known, up to the first change of the board or the mover."""
    known: dict[Term, Term] = {}
    for parameter in parameters:
        if parameter.loop.of == "cells":
            known.update(facts(parameter, board))
    if not known:
        return phases
    changed, decisive = [], {"mover", *(p.data for p in board.board_planes())}
    is_changed = False
    for phase in phases:
        effects: list[Effect] = []
        for effect in phase:
            if not is_changed and isinstance(effect, Check):
                condition = everywhere(effect.condition, lambda term: known.get(term, term))
                if condition == TRUE:
                    continue
                effect = replace(effect, condition=condition)
            effects.append(effect)
            is_changed = is_changed or bool(written((effect,)) & decisive)
        changed.append(tuple(effects))
    return tuple(changed)


def facts(parameter: Parameter, board: Planes) -> Iterator[tuple[Term, Term]]:
    """Conditions on the cell of a parameter that its domain decides."""
    cell, domain = t.var(parameter.loop.name, t.INT), parameter.domains[0]
    if t.is_part(domain, board.empty):
        for plane in board.board_planes():
            yield t.has(plane, cell), FALSE
        return
    if not board.fields.has_owned:
        return
    mover = board.fields.read("mover")
    owners = [t.number(c) for c in range(board.fields.colours)]
    if board.fields.colours == 2:
        owners += [mover, t.arithmetic("sub", t.number(1), mover)]
    for owner in owners:
        if t.is_part(domain, board.own(owner)):
            yield t.has(board.own(owner), cell), TRUE
            yield t.has(board.occupied, cell), TRUE
            for other in owners:
                if are_apart(owner, other):
                    yield t.has(board.own(other), cell), FALSE
            return


def are_apart(one: Term, other: Term) -> bool:
    """Whether two colours are surely not the same."""
    return (
        one != other
        and (one.op == other.op == "const" or "sub" in (one.op, other.op))
        and (one.op == "const") == (other.op == "const")
    )
