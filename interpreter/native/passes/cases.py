"""What is known in the branches of an `if`: checks that cannot fail go.

In a branch its condition holds, and those before it do not.  A number that a loop has chosen as the
largest or the least for which a condition holds satisfies that condition.
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
    depends_on,
    written,
)
from interpreter.native.ir.layout.layout import bits_of
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import everywhere, in_effect, in_plan
from interpreter.native.ir.terms import FALSE, INT, NO_NUMBER, TRUE, Term
from interpreter.native.passes.unroll import simplify_fold

MAX_EACH = 32  # values of a field for each of which it is known why it was chosen


def cases(plan: Plan) -> None:
    """Simplify the branches of a plan's effects by their conditions."""
    plan.after = in_all(plan, plan.after)

    def of_step(step: StepPlan) -> StepPlan:
        return replace(step, phases=tuple(in_all(plan, phase) for phase in step.phases))

    in_plan(plan, lambda term: term, of_step)


def in_all(plan: Plan, effects: Effects) -> Effects:
    """Effects with the branches of each `if` in them simplified."""
    return tuple(in_one(plan, e) for e in effects)


def in_one(plan: Plan, effect: Effect) -> Effect:
    """An effect with the branches of each `if` in it simplified."""
    if isinstance(effect, For):
        return replace(effect, body=in_all(plan, effect.body))
    if not isinstance(effect, If):
        return effect
    branches, facts = [], Facts(plan)
    for condition, body in effect.branches:
        inner = facts.copy()
        inner.assume(condition, True)
        branches.append((condition, tuple(inner.through(in_all(plan, body)))))
        facts.assume(condition, False)
    return replace(effect, branches=tuple(branches))


class Facts:
    """What is known at one place of a plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.known: dict[Term, Term] = {}
        self.known_for: dict[str, dict[int, Term]] = {}  # for each value that a field can have

    def copy(self) -> Facts:
        """The same facts, to learn more from here."""
        facts = Facts(self.plan)
        facts.known, facts.known_for = dict(self.known), dict(self.known_for)
        return facts

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
            if holds and condition.op == "lt" and condition.args[1].op == "select":
                less, (chosen, one, other) = condition.args[0], condition.args[1].args
                if self.simplified(t.lt(less, other)) == FALSE:
                    self.assume(chosen, True)
                    self.assume(t.lt(less, one), True)

    def forget(self, fields: frozenset[str]) -> None:
        """Fields change."""
        self.known = {k: v for k, v in self.known.items() if not depends_on(k.reads, fields)}
        self.known_for = {
            name: reasons for name, reasons in self.known_for.items()
            if name not in fields and not any(depends_on(r.reads, fields) for r in reasons.values())
        }  # fmt: skip

    def through(self, body: Effects) -> Iterator[Effect]:
        """Effects, each with what is known where it stands."""
        for effect in body:
            if isinstance(effect, If | For):
                self.forget(written((effect,)))
            simpler = self.simplified_effect(effect)
            reasons = self.reasons(simpler)
            self.forget(written((effect,)))
            if isinstance(simpler, Check) and simpler.condition == TRUE:
                continue
            yield simpler
            if isinstance(simpler, Assign) and not simpler.index and simpler.value.op == "const":
                field = self.plan.fields.read(simpler.field)
                self.known[field] = simpler.value
            if isinstance(simpler, Assign) and reasons:
                self.known_for[simpler.field] = reasons

    def reasons(self, effect: Effect) -> dict[int, Term]:
        """The condition for which each value was chosen that a field is given; empty if unknown."""
        if not isinstance(effect, Assign) or effect.index or effect.field in effect.value.reads:
            return {}
        reasons: dict[int, Term] = {}
        value = effect.value
        while value.op == "select" and value.args[1].op == "const":
            reasons.setdefault(value.args[1].data, value.args[0])
            value = value.args[2]
        if value.op == "fold" and value.data.reduction in ("max", "min"):
            loop, (low, *_), (high, condition, body) = (
                value.data.loops[0], value.args, value.args[-3:]
            )
            if loop.kind == "range" and low.op == high.op == "const" and body.op == "var":
                for number in range(low.data, high.data + 1)[: MAX_EACH + 1]:
                    reasons[number] = t.substitute(condition, {loop.name: t.number(number)})
                value = t.number(NO_NUMBER)
        is_known = value.op == "const" and len(reasons) <= MAX_EACH
        return reasons if is_known and self.is_more(effect.value, value) else {}

    def is_more(self, term: Term, number: Term) -> bool:
        """Whether a number is known to be more than a constant."""
        return any(
            fact.op == "lt" and holds == TRUE and fact.args[1] == term
            and self.simplified(t.lt(fact.args[0], number)) == FALSE
            for fact, holds in list(self.known.items())
        )  # fmt: skip

    def holds_for_each(self, condition: Term) -> bool:
        """Whether a condition is known for each value that a field can have."""
        return any(
            bool(reasons) and all(
                with_value(condition, self.plan.fields.read(name), value) == reason
                for value, reason in reasons.items()
            )
            for name, reasons in self.known_for.items() if name in condition.reads
        )  # fmt: skip

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
        if term.op == "meets" and self.holds_for_each(term):
            return TRUE
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
        if not term.args or term.args[0].op not in ("first", "last"):
            return term
        fixed = [f for f in t.factors_of(term.args[0].args[0]) if f.op in ("const", "table")]
        rows = [f for f in fixed if f.args == term.args[1:]]
        if not rows or term.type.is_set:
            return term
        row = rows[0]
        sets = (row.data,) if row.op == "const" else row.data.values
        width = len(sets)
        values = {
            term.data.values[c * width + i] for i, cells in enumerate(sets) for c in bits_of(cells)
        }
        return t.const(term.type, values.pop()) if len(values) == 1 else term


def with_value(term: Term, field: Term, value: int) -> Term:
    """A term where a field has a value."""
    return everywhere(term, lambda part: t.number(value) if part == field else part)
