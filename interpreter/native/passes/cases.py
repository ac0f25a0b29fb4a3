"""What is known in the branches of an `if`: checks that cannot fail go.

In a branch its condition holds, and those before it do not.  A number that a loop has chosen as the
largest or the least for which a condition holds satisfies that condition.  Loops of which more is
constant by that are made set algebra.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter.native.ir.effects import Effect, Effects, If
from interpreter.native.ir.facts import Facts
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import expanded, in_steps, of_phases
from interpreter.native.passes.loops.unroll import relifted


def cases(plan: Plan) -> None:
    """Simplify the branches of a plan's effects by their conditions."""
    board = Planes(plan.fields)
    facts = Facts(board, lambda fold: relifted(plan.layout, fold))
    plan.after = in_all(facts, plan.after)
    in_steps(plan, of_phases(partial(in_all, facts)))


def in_all(nothing: Facts, effects: Effects) -> Effects:
    """Effects with the branches of each `if` in them simplified, of which nothing is known."""
    return expanded(effects, partial(in_one, nothing))


def in_one(nothing: Facts, effect: Effect) -> Effects:
    """An effect with its branches simplified if it is an `if`."""
    if not isinstance(effect, If):
        return (effect,)
    branches, others = [], nothing.copy()
    for condition, body in effect.branches:
        inner = others.copy()
        inner.assume(condition)
        branches.append((condition, inner.through(body)))
        others.assume(condition, False)
    return (replace(effect, branches=tuple(branches)),)
