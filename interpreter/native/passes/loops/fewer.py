"""Loops that go only through the elements for which parts of their conditions hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Effect, Effects, For
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import expanded, in_plan, in_steps, of_phases
from interpreter.native.ir.terms import INT, TRUE, Loop, Term

Fewer = Callable[[Term, Term], Term | None]  # those of some elements for which a condition holds
Choose = Callable[[Loop, Term, Term], Fewer | None]  # of a loop, its domain and its condition


def parted(cells: Term, condition: Term, fewer: Fewer) -> tuple[Term, Term]:
    """Those of some elements for which the parts of a condition hold of which `fewer` tells them,
    and the other parts.
    """
    left = []
    for part in t.conditions_of(condition):
        found = fewer(cells, part)
        if found is None:
            left.append(part)
        else:
            cells = found
    return cells, t.and_(*left)


def chosen(choose: Choose, loop: Loop, domain: Term, condition: Term) -> tuple[Term, Term]:
    """Fewer elements of a domain, and what is left of the condition for them."""
    fewer = choose(loop, domain, condition)
    return (domain, condition) if fewer is None else parted(domain, condition, fewer)


def go_through_fewer(plan: Plan, choose: Choose) -> None:
    """Let all loops of a plan go through the elements that `choose` finds."""
    def in_effects(effects: Effects) -> Effects:
        return expanded(effects, lambda effect: (of_effect(effect, choose),))

    in_plan(plan, lambda term: of_fold(term, choose), op="fold")
    in_steps(plan, of_phases(in_effects))
    plan.after = in_effects(plan.after)


def of_effect(effect: Effect, choose: Choose) -> Effect:
    """An effect for some elements as one for fewer."""
    if not isinstance(effect, For) or len(effect.loops) > 1:
        return effect
    domain, *rest = effect.domains
    domain, left = chosen(choose, effect.loops[0], domain, effect.condition)
    return replace(effect, domains=(domain, *rest), condition=left)


def of_fold(term: Term, choose: Choose) -> Term:
    """A loop through fewer elements, or these in its place."""
    if term.op != "fold" or len(term.data.loops) > 1:
        return term
    loop, (domain, *rest, condition, body) = term.data.loops[0], term.args
    is_any = term.data.reduction == "any"
    asked = t.and_(condition, body) if is_any else condition
    fewer, left = chosen(choose, loop, domain, asked)
    if fewer == domain:
        return term
    if is_any and left == TRUE:
        return t.some(fewer)
    one = t.bit(fewer.type, t.var(loop.name, INT))
    if term.data.reduction == "union" and left == TRUE and body == one:
        return fewer
    condition, body = (TRUE, left) if is_any else (left, body)
    return t.rebuild(term, (fewer, *rest, condition, body))
