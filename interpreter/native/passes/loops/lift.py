"""Set lifting: loops over the elements of a set as operations on whole sets.

A loop whose condition tests only membership of cells that lie fixed steps away becomes shifts
and masks.
"""

from __future__ import annotations

from itertools import product

from interpreter.native.ir import terms as t
from interpreter.native.ir.terms import BOOL, TRUE, Term
from interpreter.native.passes.loops.cases import asked_in_cases, is_atom
from interpreter.native.passes.loops.lift_conditions import ConditionLifter
from interpreter.native.passes.loops.lift_sight import seen_from_any

MAX_SETS = 16  # within one of which a pattern is looked for


class Lifter(ConditionLifter):
    """Lifts loops over one variable."""

    def fold(
        self, of: str, reduction: str, domain: Term, condition: Term, body: Term
    ) -> Term | None:
        """A loop over the bits of a set, as set algebra; None where that cannot be."""
        if of == "places":
            return self.over_places(reduction, domain, condition, body)
        if reduction in ("any", "count") and body.type == BOOL:
            chosen = self.where(domain, t.and_(condition, body))
            reduced = t.some if reduction == "any" else t.count
            return None if chosen is None else reduced(chosen)
        is_itself = self.is_variable(body.args[0] if body.op == "bit" else body)
        code = code_of(body) if reduction == "union" else None
        if is_itself or code is not None or reduction == "all":
            chosen = self.where(domain, condition)
            holds = self.lift(body) if reduction == "all" else TRUE
            if chosen is None or holds is None:
                return None
            if reduction == "union":
                return chosen if code is None else self.stepped(code, chosen)
            if reduction == "all":
                return t.within(chosen, holds)
            if reduction in ("max", "min", "first"):
                found = t.last(chosen) if reduction == "max" else t.first(chosen)
                none = t.number(t.NO_NUMBER)
                return found if reduction == "first" else t.select(t.some(chosen), found, none)
        if reduction == "union" and condition == TRUE and self.every == self.board:
            return seen_from_any(self.layout, self.name, domain, body)
        return None

    def over_places(self, reduction: str, domain: Term, condition: Term, body: Term) -> Term | None:
        """Whether one of many fixed patterns lies within a set, or within one of several."""
        pattern = patterns_of(body)
        if reduction != "any" or domain.op != "const" or pattern is None:
            return None
        if len(pattern.args) != 1 or not self.is_variable(pattern.args[0]):
            return None
        sets = self.insides(t.and_(condition, body), pattern)
        if sets is None or not self.is_of_cells(pattern.data):
            return None
        masks = (m for place, m in enumerate(pattern.data.values) if domain.data >> place & 1)
        return t.covers(t.Patterns(tuple(masks)), *sets)

    def insides(self, term: Term, pattern: Term) -> list[Term] | None:
        """Sets within one of which a pattern must lie for a condition on it to hold."""
        if term.op == "within" and term.args[0] == pattern and self.name not in term.args[1].free:
            return [term.args[1]]
        if term.op == "not" and term.args[0].op == "meets" and term.args[0].args[0] == pattern:
            other = term.args[0].args[1]
            return None if self.name in other.free else [t.minus(self.every, other)]
        if term.op not in ("and", "or"):
            return None
        parts = [self.insides(a, pattern) for a in term.args]
        if None in parts:
            return None
        known = [p for p in parts if p is not None]
        if term.op == "or":
            sets = [x for p in known for x in p]
        else:
            sets = [self.common(one) for one in product(*known)]
        return sets if len(sets) <= MAX_SETS else None

    def common(self, sets: tuple[Term, ...]) -> Term:
        """The common part of some sets, each of which is taken once."""
        cells = self.every
        for one in dict.fromkeys(f for s in sets for f in t.factors_of(s)):
            if one.op == "minus" and one.args[0] == self.every:
                cells = t.minus(cells, one.args[1])
            elif cells is self.every:
                cells = one
            elif not t.is_part(cells, one):
                cells = t.meet(cells, one)
        return cells

    def where(self, domain: Term, condition: Term) -> Term | None:
        """The elements of a set for which a condition holds."""
        if condition == TRUE:
            return domain
        holds = self.lift(condition) or self.in_cases(condition)
        return None if holds is None else t.meet(domain, holds)

    def in_cases(self, condition: Term) -> Term | None:
        """The elements for which a condition holds, in each case of what kind stands on a cell."""
        atoms = {p.args[0].data for p in condition.parts if is_atom(p, self.name)}
        if atoms != {"kind"} or self.every != self.board:
            return None  # whose pieces they are is known later, if at all
        return asked_in_cases(condition, self.name, self.every, self.lift)


def code_of(body: Term) -> Term | None:
    """The entry of a table that a body has as its only code, where it exists."""
    if body.op == "select" and body.args[2].value == 0 and body.args[1].op == "bit":
        code = body.args[1].args[0]
        return code if code.op == "table" and body.args[0] == t.exists(code) else None
    return None


def patterns_of(term: Term) -> Term | None:
    """The table of patterns that a condition reads first."""
    if term.op in ("within", "meets") and term.args[0].op == "table":
        return term.args[0]
    patterns = (patterns_of(a) for a in term.args if term.op in ("and", "or", "not"))
    return next((p for p in patterns if p is not None), None)
