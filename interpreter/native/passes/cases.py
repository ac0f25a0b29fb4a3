"""What is known in the branches of an `if`: checks that cannot fail go.

In a branch its condition holds, and those before it do not.  A number that a loop has chosen as the
largest or the least for which a condition holds satisfies that condition.  Loops of which more is
constant by that are made set algebra.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir.effects import Effect, Effects, For, If
from interpreter.native.ir.facts import Facts
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import in_steps
from interpreter.native.passes.loops.unroll import relifted


def cases(plan: Plan) -> None:
    """Simplify the branches of a plan's effects by their conditions."""
    board = Planes(plan.fields)
    facts = Facts(board, lambda fold: relifted(plan.layout, fold))
    plan.after = in_all(facts, plan.after)

    def of_step(step: StepPlan) -> StepPlan:
        return replace(step, phases=tuple(in_all(facts, phase) for phase in step.phases))

    in_steps(plan, of_step)


def in_all(nothing: Facts, effects: Effects) -> Effects:
    """Effects with the branches of each `if` in them simplified, of which nothing is known."""
    return tuple(in_one(nothing, effect) for effect in effects)


def in_one(nothing: Facts, effect: Effect) -> Effect:
    """An effect with the branches of each `if` in it simplified."""
    if isinstance(effect, For):
        return replace(effect, body=in_all(nothing, effect.body))
    if not isinstance(effect, If):
        return effect
    branches, others = [], nothing.copy()
    for condition, body in effect.branches:
        inner = others.copy()
        inner.assume(condition)
        branches.append((condition, inner.through(in_all(nothing, body))))
        others.assume(condition, False)
    return replace(effect, branches=tuple(branches))
