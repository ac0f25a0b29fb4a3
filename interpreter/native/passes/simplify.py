"""Simplifications of terms about groups and patterns.

Groups of a set that touch another set are found by one flood from there; how many groups there are
of each size is counted once for all sizes that are compared; a condition gives way to a cheaper one
that it is equivalent to.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.bounds import enough
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import everywhere, in_plan
from interpreter.native.ir.terms import TRUE, Term, Type


def simplify(plan: Plan) -> None:
    """Simplify all terms of a plan."""
    simplifier = Simplifier(plan)
    in_plan(plan, simplifier.change)


def simplified(plan: Plan, term: Term) -> Term:
    """One term of a plan, simplified."""
    return everywhere(term, Simplifier(plan).change)


class Simplifier:
    """Changes the terms of one plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.board = Planes(plan.fields)

    def change(self, term: Term) -> Term:
        """A term, simplified where it is about groups or a union of patterns."""
        if (cheaper := enough(term, self.plan.layout)) is not None:
            return cheaper
        if term.op == "meets":
            return self.flood_meets(term)
        if term.op != "fold" or len(term.data.loops) != 1 or term.data.loops[0].kind != "groups":
            return term
        simpler = None
        if term.data.reduction == "union" and term.data.loops[0].count == 1:
            simpler = self.touching(term)
        elif term.data.reduction == "count":
            simpler = self.tallied(term)
        return term if simpler is None else simpler

    def around(self, term: Term, group: Term) -> bool:
        """Whether a term is the cells next to a group."""
        if term.op == "minus" and term.args[1] == group:
            term = term.args[0]
        return term.op == "dilate" and term.args[0] == group

    def touching(self, term: Term) -> Term | None:
        """All groups that touch a set, or all that do not, together."""
        loop = term.data.loops[0]
        whole, condition, body = term.args
        group = t.var(loop.name, loop.type)
        if body != group:
            return None
        is_not = condition.op == "not"
        holds = condition.args[0] if is_not else condition
        if holds.op != "meets":
            return None
        for near, other in (holds.args, holds.args[::-1]):
            if self.around(near, group) and loop.name not in other.free:
                if near.op == "minus" and not self.board.are_apart(other, whole):
                    return None
                dilated = near.args[0] if near.op == "minus" else near
                if dilated.data != loop.adjacency:
                    return None
                seed = Term("dilate", whole.type, (other,), loop.adjacency)
                touched = t.flood(loop.adjacency, seed, whole)
                return t.minus(whole, touched) if is_not else touched
        return None

    def flood_meets(self, term: Term) -> Term:
        """Whether a group touches a set: the flood can stop as soon as it does."""
        for near, other in (term.args, term.args[::-1]):
            if near.op != "minus" or near.args[0].op != "dilate":
                continue
            group = near.args[0].args[0]
            if group.op != "flood" or not self.around(near, group):
                continue
            if near.args[0].data == group.data and self.board.are_apart(other, group.args[1]):
                return Term("flood_meets", t.BOOL, (*group.args, other), group.data)
        return term

    def tallied(self, term: Term) -> Term | None:
        """How many groups have a size that a loop around goes through: counted once for all."""
        loop = term.data.loops[0]
        *sets, condition, body = term.args
        holds = t.and_(condition, body)
        if holds.op != "eq" or holds.args[1].op != "var" or holds.args[1].data == loop.name:
            return None
        size, number = holds.args
        if size != t.count(t.var(loop.name, loop.type)):
            return None
        most = len(self.plan.layout.topology.cells) + 1
        tally = Term(
            "fold", Type("list", most), (*sets, TRUE, size), replace(term.data, reduction="tally")
        )
        return t.item(tally, number)
