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
from interpreter.native.ir.plan import Plan, StepPlan
from interpreter.native.ir.rewrite import in_steps, once_for_all, put_in_plan, put_terms
from interpreter.native.ir.terms import INT, TRUE, Loop, Term, Type
from interpreter.native.passes.groups.forks import at_forks
from interpreter.native.passes.groups.questions import asked_size
from interpreter.native.passes.tighten import with_filters

OF_ONE = {("eq", 0, 1): True, ("le", 0, 1): True, ("lt", 0, 2): True, ("lt", 1, 1): False,
          ("le", 1, 2): False}  # comparisons of a count, at a place, with a number  # fmt: skip
MAX_COUNTED = 12  # words of sets that are counted instead of a loop over one


def simplify(plan: Plan) -> None:
    """Simplify all terms of a plan; a condition may have become one that is asked of a set."""
    change = once_for_all(Simplifier(plan).change)

    def simpler(step: StepPlan) -> StepPlan:
        new = put_terms(step, change)
        return step if new is step else with_filters(new, plan.layout)

    in_steps(plan, simpler)
    put_in_plan(plan, change)


def simplified(plan: Plan, term: Term) -> Term:
    """One term of a plan, simplified."""
    return once_for_all(Simplifier(plan).change)(term)


class Simplifier:
    """Changes the terms of one plan."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.board = Planes(plan.fields)

    def change(self, term: Term) -> Term:
        """A term, simplified where it is about groups or a union of patterns."""
        if (cheaper := enough(term, self.plan.layout)) is not None:
            return cheaper
        if term.op in ("lt", "eq", "le"):
            return as_one_group(term) or up_to_limit(term)
        if term.op == "meets":
            return self.flood_meets(term)
        if term.op != "fold" or len(term.data.loops) > 1:
            return term
        loop, simpler = term.data.loops[0], None
        if term.data.reduction == "sum" and loop.kind == "bits":
            return summed(term) or term
        if loop.kind not in ("groups", "groups_at"):
            return term
        is_of_one = loop.count == 1 or loop.kind == "groups_at"
        if term.data.reduction in ("union", "any") and is_of_one:
            simpler = self.touching(term)
        elif term.data.reduction == "count":
            simpler = self.tallied(term)
        elif term.data.reduction == "twice":
            simpler = at_forks(self.plan.layout, term)
        return term if simpler is None else simpler

    def joining(self, condition: Term, group: Term, loop: Loop, whole: Term) -> Term | None:
        """Whether a group meets both of two sets, in one of some ways: a flood from one of them."""
        if condition.op == "or":
            ways = [self.joining(part, group, loop, whole) for part in condition.args]
            return None if None in ways else t.or_(*(way for way in ways if way is not None))
        met = [self.start(part, group, loop, whole) for part in t.conditions_of(condition)]
        if len(met) != 2 or met[0] is None or met[1] is None:
            return None
        return t.some(Term("reached", whole.type, (met[0], whole, met[1]), loop.adjacency))

    def touching(self, term: Term) -> Term | None:
        """All groups that touch a set, or all that do not, together; or whether there are any."""
        loop = term.data.loops[0]
        whole, *seeds, condition, body = term.args
        group = t.var(loop.name, loop.type)
        if term.data.reduction == "any":
            condition, body = t.and_(condition, body), group
            if not seeds and (joined := self.joining(condition, group, loop, whole)) is not None:
                return joined
        if body != group:
            return None
        is_not = condition.op == "not"
        start = self.start(condition.args[0] if is_not else condition, group, loop, whole)
        if start is None:
            return None
        goals = seeds[0] if seeds else whole
        found = Term("reached", whole.type, (start, whole, goals), loop.adjacency)
        chosen = t.minus(goals, found) if is_not else found
        if term.data.reduction == "any":
            return t.some(chosen)
        return t.flood(loop.adjacency, chosen, whole) if seeds else chosen

    def start(self, condition: Term, group: Term, loop: Loop, whole: Term) -> Term | None:
        """The cells of a set whose groups are those that touch another one; None for others."""
        if condition.op == "or":
            parts = [self.start(part, group, loop, whole) for part in condition.args]
            return None if None in parts else t.union(*(p for p in parts if p is not None))
        if condition.op != "meets":
            return None
        for near, other in (condition.args, condition.args[::-1]):
            if group.data in other.free:
                continue
            if near == group:
                return other
            around = near.args[0] if near.op == "minus" and near.args[1] == group else near
            if around.op == "dilate" and around.args[0] == group:
                is_known = around is near or self.board.are_apart(other, whole)
                beside = Term("dilate", whole.type, (other,), loop.adjacency)
                return beside if is_known and around.data == loop.adjacency else None
        return None

    def flood_meets(self, term: Term) -> Term:
        """Whether a group touches a set: a flood from there can stop as soon as it is met."""
        for near, other in (term.args, term.args[::-1]):
            if near.op != "minus" or near.args[0].op != "dilate":
                continue
            group = near.args[0].args[0]
            if group.op != "flood" or near.args[1] != group:
                continue
            if near.args[0].data == group.data and self.board.are_apart(other, group.args[1]):
                near_other = Term("dilate", other.type, (other,), group.data)
                seed, inside = group.args
                reached = Term("reached", seed.type, (near_other, inside, seed), group.data)
                if seed.op != "bit":
                    return t.some(reached)
                around = t.lookup(self.plan.layout.relations[group.data][1], seed.args[0])
                at_once = t.and_(t.has(inside, seed.args[0]), t.meets(around, other))
                return t.or_(at_once, t.some(reached))  # the cheap test first
        return term

    def tallied(self, term: Term) -> Term | None:
        """How many groups have a size that a loop around goes through: counted once for all."""
        number, loop = asked_size(term), term.data.loops[0]
        if number is None or number.op != "var":
            return None
        type = Type("list", len(self.plan.layout.topology.cells) + 1)
        size = t.count(t.var(loop.name, loop.type))
        args = (*term.args[:-2], TRUE, size)
        return t.item(Term("fold", type, args, replace(term.data, reduction="tally")), number)


def summed(term: Term) -> Term | None:
    """The sum of the numbers that a table has for the codes of a set: for each of their bits, the
    codes whose numbers have it are counted at once.
    """
    loop, (domain, condition, body) = term.data.loops[0], term.args
    code = t.var(loop.name, loop.type)
    if loop.counted or condition != TRUE or body.op != "table" or body.args != (code,):
        return None
    numbers = body.data.values
    low = min(0, *numbers)
    height = (max(numbers) - low).bit_length()
    if body.type != INT or height * domain.type.size > MAX_COUNTED:
        return None
    parts = [t.arithmetic("mul", t.count(domain), t.number(low))] if low else []
    for bit in range(height):
        having = sum(1 << code for code, n in enumerate(numbers) if n - low >> bit & 1)
        counted = t.count(t.meet(t.const(domain.type, having), domain))
        parts.append(t.arithmetic("mul", counted, t.number(1 << bit)))
    return t.total(parts)


def as_one_group(term: Term) -> Term | None:
    """Whether a set is one group, or more: whether the group of its first cell is all of it."""
    for place, count in enumerate(term.args):
        is_one = OF_ONE.get((term.op, place, term.args[1 - place].value))
        if is_one is None or count.op != "fold" or count.data.reduction != "count":
            continue
        (inside, *sets, condition, body), loop = count.args, count.data.loops[0]
        if loop.kind == "groups" and not sets and (condition, body) == (TRUE, TRUE):
            start = t.bit(inside.type, t.first(inside))
            whole = t.within(inside, t.flood(loop.adjacency, start, inside))
            if term.op == "eq":
                return t.and_(t.some(inside), whole)
            return whole if is_one else t.not_(whole)
    return None


def up_to_limit(term: Term) -> Term:
    """A comparison of a number that takes a search to count, which may stop where it is decided."""
    args = list(term.args)
    for place, (count, other) in enumerate((term.args, term.args[::-1])):
        if count.op != "fold" or count.data.reduction != "count" or other.op != "const":
            continue
        is_beyond = term.op == "eq" or (term.op == "le") == (place == 0)
        limit = int(other.data) + is_beyond
        if limit > 0 and count.is_search and count.args[-1].type == t.BOOL:
            args[place] = Term("fold", INT, count.args, replace(count.data, limit=limit))
    return Term(term.op, term.type, tuple(args)) if tuple(args) != term.args else term
