"""Whether any row is there at all, before it is asked whether one through some cell is.

Rules count along lines from the piece that was placed last, or go through the lines that have it.
That takes a look in each direction, though in most positions no such row lies within the set: which
may be kept, or takes a few shifts.

The precondition: a condition that ends the game holds only if a pattern lies within a set, unless a
cell is not in it, and takes more than to ask that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.costs import Costs
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import Possibilities, rays
from interpreter.native.ir.terms import TRUE, Patterns, Term
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.passes.loops.lift_conditions import values_of
from interpreter.native.passes.patterns.kept import Keeper
from interpreter.native.passes.patterns.questions import asked_by
from interpreter.native.passes.patterns.whole import cost

Needed = tuple[frozenset[int], Term, Term | None]  # patterns, the set, a cell that it may lack


def ask_whole(plan: Plan) -> None:
    """Ask first in the lines that end the game whether any pattern is covered."""

    def asked(condition: Term) -> Term:
        need = needed(plan.layout, condition)
        if need is None:
            return condition
        masks, inside, cell = need
        patterns = Patterns(tuple(sorted(masks)))
        covers = t.covers(patterns, inside)
        takes = Costs(plan.fields).cost(condition)
        question = asked_by(covers)
        if cost(plan.layout, patterns, (inside,)) >= takes and (question is None or not Keeper(plan).pays(question[0])):
            return condition
        lacks = t.FALSE if cell is None else t.not_(t.has(inside, cell))
        return t.and_(t.or_(lacks, covers), condition)

    plan.ends = tuple(replace(end, condition=asked(end.condition)) for end in plan.ends)


def needed(layout: Layout, term: Term) -> Needed | None:
    """Patterns one of which lies within a set where a condition holds; None if none are known."""
    match term.op:
        case "and":
            return next(filter(None, (needed(layout, a) for a in term.args)), None)
        case "or":
            return of_any(needed(layout, a) for a in term.args)
        case "fold" if term.data.reduction == "any":
            covers = within_one(layout, term)
            return covers and (frozenset(covers.data.masks), covers.args[0], None)
        case "eq" | "le" | "lt":
            least, number = term.args[::-1] if term.op == "eq" else term.args
            if least.value is not None and least.type == t.INT:
                return of_number(layout, number, least.data + (term.op == "lt"))
    return None


def within_one(layout: Layout, fold: Term) -> Term | None:
    """Whether a set covers any of the patterns that a loop goes through, if it needs that."""
    (domain, *_, condition, body), loop = fold.args, fold.data.loops[0]
    if loop.of != "places" or len(fold.data.loops) > 1:
        return None
    _, every = Possibilities(layout).of(domain, {})
    for part in t.conditions_of(t.and_(condition, body) if body.type == t.BOOL else condition):
        places = t.const(domain.type, every)
        covers = Lifter(layout, loop.name).over_places("any", places, TRUE, part)
        if covers is not None and covers.op == "covers" and len(covers.args) == 1:
            return covers
    return None


def of_any(parts: Iterator[Needed | None]) -> Needed | None:
    """What one of some conditions needs, of which all ask about the same set."""
    found = list(parts)
    if None in found or len({need[1:] for need in found if need}) != 1:
        return None
    every, asked = zip(*((need[0], need[1:]) for need in found if need), strict=True)
    return frozenset[int]().union(*every), *asked[0]


def of_number(layout: Layout, number: Term, least: int) -> Needed | None:
    """What it needs that a number is so large: the largest of some, or a count along lines."""
    if number.op == "fold" and number.data.reduction == "max" and len(number.data.loops) == 1:
        *domains, _, body = number.args
        loop = number.data.loops[0]
        each = values_of(loop, tuple(domains)) or ()
        known = (t.substitute(body, {loop.name: t.number(value)}) for value in each)
        return of_any(of_number(layout, one, least) for one in known)
    parts = list(addends(number))
    least -= sum(part.data for part in parts if part.op == "const")
    looks = [look_of(part) for part in parts if part.op != "const"]
    known = [look for look in looks if look is not None]
    if least < 1 or len({look.args[::2] for look in known}) != 1 or None in looks or len(known) > 2:
        return None
    ahead = [rays(layout, look.args[1].data.bit_length() - 1) for look in known]
    masks = set()
    for code in layout.cells:
        paths = [way[code] for way in ahead]
        if any(len(found) > 1 for found in paths):
            return None
        one, *other = (found[0] if found else () for found in paths)
        for steps in range(least + 1) if other else (least,):
            row = one[:steps] + (other[0][: least - steps] if other else ())
            if len(row) == least:
                masks.add(sum(1 << there for there in {code, *row}))
    return frozenset(masks), known[0].args[2], known[0].args[0]


def look_of(number: Term) -> Term | None:
    """The look in one direction along a set of which the length is counted."""
    if number.op == "count" and number.args[0].op == "meet":
        for look, inside in (number.args[0].args, number.args[0].args[::-1]):
            if look.op == "select" and look.args[2].value == 0:
                look = look.args[1]
            if look.op == "sight" and look.args[2] == inside and look.args[1].op == "const":
                return look if look.args[1].data.bit_count() == 1 else None
    return None


def addends(number: Term) -> Iterator[Term]:
    """The numbers of which one is the sum."""
    if number.op == "add":
        for part in number.args:
            yield from addends(part)
    else:
        yield number
