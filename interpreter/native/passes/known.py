"""What is known where an effect stands makes it simpler, and checks that cannot fail go.

In a branch its condition holds, and those before it do not.  A number that was chosen as the
largest or the least for which a condition holds satisfies that condition.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir.effects import (
    Assign,
    Check,
    Effect,
    Effects,
    For,
    If,
    branching,
    depends_on,
    written,
)
from interpreter.native.ir.facts import Facts
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import in_steps, once_for_all, put_terms
from interpreter.native.ir.terms import TRUE
from interpreter.native.passes.loops.unroll import relifted


def use_facts(plan: Plan) -> None:
    """Make the effects of all steps simpler by what their parameters and checks tell, and the lines
    that end the game by what their loops go through.
    """
    nothing = Facts(Planes(plan.fields))
    in_steps(plan, lambda step: simpler(step, nothing.copy()))
    plan.ends = put_terms(plan.ends, nothing.simplified)


def cases(plan: Plan) -> None:
    """The same of steps that other passes have changed and of what follows a turn; loops of which
    more is constant by that are made set algebra.
    """
    nothing = Facts(Planes(plan.fields), lambda fold: relifted(plan.layout, fold))
    plan.after = through(nothing.copy(), plan.after)
    in_steps(plan, lambda step: simpler(step, nothing.copy()))


def simpler(step: StepPlan, facts: Facts) -> StepPlan:
    """A step with what is known at each place of it."""
    parameters = []
    for parameter in step.parameters:
        domains = tuple(map(facts.simplified, parameter.domains))
        parameters.append(replace(parameter, domains=domains))
        facts.choose(parameter.loop, *domains)
    phases = tuple([through(facts, phase) for phase in step.phases])
    return replace(step, parameters=tuple(parameters), phases=phases)


def through(facts: Facts, body: Effects) -> Effects:
    """Effects, each with what is known where it stands."""
    return tuple(e for effect in body for e in known_at(facts, effect))


def known_at(facts: Facts, effect: Effect) -> Effects:
    """An effect with what is known before it, and nothing for a check that holds."""
    if isinstance(effect, If):
        return branching(effect.span, facts.in_branches(effect.branches, Facts.simplified, through))
    if isinstance(effect, For):
        simpler: Effect = rounds(facts, effect)
    else:
        simpler = simplified_effect(facts, effect)
        if isinstance(simpler, Assign):
            if simpler.value == facts.fields.read(simpler.field, *simpler.index):
                return ()
    facts.after(simpler)
    is_sure = isinstance(simpler, Check) and not simpler.attempt and simpler.condition == TRUE
    return () if is_sure else (simpler,)


def rounds(facts: Facts, effect: For) -> For:
    """A loop whose body is made simpler by what holds in every round."""
    domains = tuple(facts.simplified(d) for d in effect.domains)
    inner, changed = facts.copy(), written(effect.body)
    inner.forget(changed)
    if len(effect.loops) == 1 and not any(depends_on(d.reads, changed) for d in domains):
        inner.choose(effect.loops[0], *domains)
    going, condition = inner.simplified(effect.going), inner.simplified(effect.condition)
    inner.assume(going)
    inner.assume(condition)
    return replace(effect, domains=domains, going=going, condition=condition,
                   body=through(inner, effect.body))  # fmt: skip


def simplified_effect(facts: Facts, effect: Effect) -> Effect:
    """An effect with all its terms simplified."""
    simpler = put_terms(effect, once_for_all(facts.change))
    return effect if simpler == effect else simplified_effect(facts, simpler)
