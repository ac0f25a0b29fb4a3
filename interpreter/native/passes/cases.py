"""Case by case: an `if` whose condition is that one of several holds, as a branch for each.

In a branch it is known which of them holds and which before it do not, so that a number that is
computed from them is constant: the loops over what depends on it become set algebra, and checks
that cannot fail go.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Effect, Effects, For, If, can_fail, terms_of
from interpreter.native.ir.facts import Facts
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import in_steps
from interpreter.native.ir.terms import FALSE, Term
from interpreter.native.passes.loops.unroll import relifted

Branch = tuple[Term, Effects]


def cases(plan: Plan) -> None:
    """Split the conditions of a plan's effects where what they lead to gets simpler by it."""
    plan.after = in_all(plan, plan.after)

    def of_step(step: StepPlan) -> StepPlan:
        return replace(step, phases=tuple(in_all(plan, phase) for phase in step.phases))

    in_steps(plan, of_step)


def in_all(plan: Plan, effects: Effects) -> Effects:
    """Effects with each `if` in them split where that pays."""
    return tuple(in_one(plan, e) for e in effects)


def in_one(plan: Plan, effect: Effect) -> Effect:
    """An effect with each `if` in it split where that pays."""
    if isinstance(effect, For):
        return replace(effect, body=in_all(plan, effect.body))
    if not isinstance(effect, If):
        return effect
    branches: list[Branch] = []
    for condition, body in effect.branches:
        branches += split(plan, condition, in_all(plan, body))
    return replace(effect, branches=tuple(branches))


def split(plan: Plan, condition: Term, body: Effects) -> list[Branch]:
    """A branch for each part of a condition, or the one branch if that makes nothing simpler."""
    whole = [(condition, body)]
    if condition.op != "or" or not has_choice(body):
        return whole
    board, branches = Planes(plan.fields), list[Branch]()
    for number, part in enumerate(condition.args):
        facts = Facts(board, lambda fold: relifted(plan.layout, fold))
        holds = facts.simplified(part)
        if holds == FALSE:
            continue
        facts.assume(holds)
        for other in condition.args[:number]:
            facts.assume(other, False)
        branches.append((holds, facts.through(body)))
    return branches if all(cost(b) < cost(body) for _, b in branches) else whole


def has_choice(body: Effects) -> bool:
    """Whether a field is given one of several constants."""
    return any(isinstance(e, Assign) and e.value.op == "select" and t.chosen_constants(e.value)
               for e in body)  # fmt: skip


def cost(body: Effects) -> tuple[bool, int]:
    """What makes effects slow: checks that may fail, and loops in each other."""
    heights = (term.height for effect in body for term in terms_of(effect))
    return can_fail(body), max(heights, default=0)
