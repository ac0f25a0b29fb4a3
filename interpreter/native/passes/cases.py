"""Case by case: an `if` whose condition is that one of several holds, as a branch for each.

In a branch it is known which of them holds and which before it do not, so that a number that is
computed from them is constant: the loops over what depends on it become set algebra, and checks
that cannot fail go.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import (
    Assign,
    Check,
    Effect,
    Effects,
    For,
    If,
    can_fail,
    depends_on,
    terms_of,
    written,
)
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import everywhere, in_effect, in_plan
from interpreter.native.ir.terms import FALSE, INT, TRUE, Term
from interpreter.native.passes.unroll import simplify_fold

Branch = tuple[Term, Effects]


def cases(plan: Plan) -> None:
    """Split the conditions of a plan's effects where what they lead to gets simpler by it."""
    plan.after = in_all(plan, plan.after)

    def of_step(step: StepPlan) -> StepPlan:
        return replace(step, phases=tuple(in_all(plan, phase) for phase in step.phases))

    in_plan(plan, lambda term: term, of_step)


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
    branches: list[Branch] = []
    for number, part in enumerate(condition.args):
        facts = Facts(plan)
        holds = facts.simplified(part)
        if holds == FALSE:
            continue
        facts.assume(holds, True)
        for other in condition.args[:number]:
            facts.assume(other, False)
        branches.append((holds, tuple(facts.through(body))))
    return branches if all(cost(b) < cost(body) for _, b in branches) else whole


def has_choice(body: Effects) -> bool:
    """Whether a field is given one of several constants."""
    return any(isinstance(e, Assign) and e.value.op == "select" and t.chosen_constants(e.value)
               for e in body)  # fmt: skip


def cost(body: Effects) -> tuple[bool, int]:
    """What makes effects slow: checks that may fail, and loops in each other."""
    heights = (term.height for effect in body for term in terms_of(effect))
    return can_fail(body), max(heights, default=0)


class Facts:
    """What is known at one place of a plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.known: dict[Term, Term] = {}

    def assume(self, condition: Term, holds: bool) -> None:
        """From here on a condition holds, or it does not."""
        condition = self.simplified(condition)
        if condition.op == "not":
            self.assume(condition.args[0], not holds)
        elif condition.op == ("and" if holds else "or"):
            for part in condition.args:
                self.assume(part, holds)
        elif condition.op != "const":
            self.known[condition] = TRUE if holds else FALSE

    def forget(self, fields: frozenset[str]) -> None:
        """Fields change."""
        self.known = {k: v for k, v in self.known.items() if not depends_on(k.reads, fields)}

    def through(self, body: Effects) -> Iterator[Effect]:
        """Effects, each with what is known where it stands."""
        for effect in body:
            if isinstance(effect, If | For):
                self.forget(written((effect,)))
            simpler = self.simplified_effect(effect)
            self.forget(written((effect,)))
            if isinstance(simpler, Check) and simpler.condition == TRUE:
                continue
            yield simpler
            if isinstance(simpler, Assign) and not simpler.index and simpler.value.op == "const":
                field = self.plan.fields.read(simpler.field)
                self.known[field] = simpler.value

    def simplified(self, term: Term) -> Term:
        """A term with what is known, and with what is known of what came of that."""
        simpler = everywhere(term, self.change)
        return term if simpler == term else self.simplified(simpler)

    def simplified_effect(self, effect: Effect) -> Effect:
        """An effect with all its terms simplified."""
        simpler = in_effect(effect, self.change)
        return effect if simpler == effect else self.simplified_effect(simpler)

    def change(self, term: Term) -> Term:
        """A term whose arguments are simplified already."""
        if term in self.known:
            return self.known[term]
        if term.op == "lt":
            return self.compared(term)
        if term.op == "table":
            return self.entry(term)
        if term.op == "fold":
            *domains, condition, body = term.args
            return simplify_fold(self.plan.layout, term.data.reduction, term.data.loops,
                                 tuple(domains), condition, body, term.type)  # fmt: skip
        return term

    def compared(self, term: Term) -> Term:
        """A comparison with a constant."""
        a, b = term.args
        if b.value is None or term.args[0].type != INT:
            return term
        if a.op in ("first", "last") and b.data == 0:
            return t.not_(self.simplified(t.some(a.args[0])))
        if a.op == "read" and b.data <= self.plan.fields.all[a.data].low:
            return FALSE
        for other, holds in self.known.items():
            if other.op == "lt" and other.args[0] == a and other.args[1].value is not None:
                bound = other.args[1].data
                if b.data >= bound if holds == TRUE else b.data <= bound:
                    return holds
        return term

    def entry(self, term: Term) -> Term:
        """An entry of a table for an element of a set, where it is the same for all of them."""
        if len(term.args) != 1 or term.args[0].op not in ("first", "last"):
            return term
        fixed = [f for f in t.factors_of(term.args[0].args[0]) if f.op == "const"]
        values = {term.data.values[c] for f in fixed[:1] for c in bits_of(f.data)}
        return t.const(term.type, values.pop()) if len(values) == 1 else term
