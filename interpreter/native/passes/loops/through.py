"""Whether any pattern is covered, before it is asked whether one through some cell is.

Rules count in each direction from the last piece, or ask each line that has it, though mostly there
is no such row anywhere: that may be kept, or takes a few shifts.  The precondition: a condition of
an end needs that a pattern lies within a set, or that a cell is not in it.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.costs import Costs
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import rays
from interpreter.native.ir.terms import INT, TRUE, Loop, Patterns, Term
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.passes.loops.lift_conditions import values_of
from interpreter.native.passes.patterns.whole import cost


def ask_whole(plan: Plan) -> None:
    """Let the conditions that end the game ask first whether any pattern is covered."""
    costs = Costs(plan.fields)

    def asked(condition: Term) -> Term:
        need = needed(plan.layout, condition)
        parts = need.args if need.op == "or" else (need,)
        families = [part for part in parts if part.op == "covers"]
        if need.free or len({family.args for family in families}) != 1:
            return condition
        masks = {mask for family in families for mask in family.data.masks}
        patterns, sets = Patterns(tuple(sorted(masks))), families[0].args
        if cost(plan.layout, patterns, sets) >= costs.cost(condition):
            return condition
        others = (part for part in parts if part.op != "covers")
        return t.and_(t.or_(*others, t.covers(patterns, *sets)), condition)

    plan.ends = tuple(replace(end, condition=asked(end.condition)) for end in plan.ends)


def needed(layout: Layout, term: Term) -> Term:
    """What a condition needs: patterns of which some must be covered; TRUE if none are known."""
    match term.op:
        case "and":
            parts = (needed(layout, part) for part in term.args)
            return next((part for part in parts if part != TRUE), TRUE)
        case "or":
            return t.or_(*(needed(layout, part) for part in term.args))
        case "fold" if term.data.reduction == "any" and term.data.loops[0].of == "places":
            (domain, *_, condition, body), loop = term.args, term.data.loops[0]
            return within_one(layout, loop, domain, t.and_(condition, body)) or TRUE
        case "eq" | "le" | "lt":
            least, number = term.args[::-1] if term.op == "eq" else term.args
            if least.value is not None and number.type == INT:
                return counted(layout, number, least.data + (term.op == "lt"))
    return TRUE


def within_one(layout: Layout, loop: Loop, places: Term, condition: Term) -> Term | None:
    """Whether any pattern of a family lies within a set, as a condition on one of them needs."""
    for part in t.conditions_of(condition):
        covers = Lifter(layout, loop.name).over_places("any", places, TRUE, part)
        if covers is not None and covers.op == "covers":
            return covers
    return None


def counted(layout: Layout, number: Term, least: int) -> Term:
    """What it needs that a number is so large: the largest of some, or what rows from a cell add
    up to.
    """
    if number.op == "fold" and number.data.reduction == "max" and len(number.data.loops) == 1:
        (*domains, _, body), loop = number.args, number.data.loops[0]
        known = ({loop.name: t.number(v)} for v in values_of(loop, tuple(domains)) or ())
        needs = [counted(layout, t.substitute(body, each), least) for each in known]
        return t.or_(*needs) if needs else TRUE
    parts = addends(number)
    least -= sum(part.data for part in parts if part.op == "const")
    looks = [look_of(part) for part in parts if part.op != "const"]
    seen = [look for look in looks[:2] if look is not None]
    if least < 1 or len(seen) < len(looks) or len({look.args[::2] for look in seen}) != 1:
        return TRUE
    masks = set()
    for code in layout.cells:
        ahead = [rays(layout, look.args[1].data.bit_length() - 1)[code] for look in seen]
        one, other, *_ = (way[0] if way else () for way in (*ahead, ()))
        if max(map(len, ahead)) > 1:
            return TRUE
        for steps in range(max(0, least - len(other)), min(least, len(one)) + 1):
            masks.add(sum(1 << c for c in {code, *one[:steps], *other[: least - steps]}))
    cell, _, inside = seen[0].args
    return t.or_(t.not_(t.has(inside, cell)), t.covers(Patterns(tuple(masks)), inside))


def addends(number: Term) -> list[Term]:
    """The numbers of which one is the sum."""
    return [x for a in number.args for x in addends(a)] if number.op == "add" else [number]


def look_of(number: Term) -> Term | None:
    """The look in one direction along a set, if a number is how many of that are seen in a row."""
    for look in number.parts if number.op == "count" else ():
        if look.op == "sight" and look.args[1].op == "const" and look.args[1].data.bit_count() == 1:
            ways = ({one, look.args[2]} for one in (look, t.sight(*look.args)))
            return look if set(t.factors_of(number.args[0])) in ways else None
    return None
