"""Loops that test each condition as early as they can, and end where nothing can follow.

A condition that depends on the first variables of a loop only is tested before the loops over the
others begin.  A loop over ascending numbers ends where a condition fails that fails for all larger
numbers, too: `all` over the numbers up to one need then test only the last of them.

Whether any pattern of a family lies within a set is found by shifts before a loop asks of each, and
a loop that looks in each of some directions is written out, so that each look is known.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import in_plan, replaced
from interpreter.native.ir.terms import BOOL, FALSE, INT, TRUE, Loop, Term, Type
from interpreter.native.passes.loops.through import addends, within_one
from interpreter.native.passes.loops.unroll import one_by_one
from interpreter.native.passes.patterns.whole import cheapest, is_by_shifts

IN_ANY_ORDER = frozenset(("any", "all", "count", "sum", "max", "union"))
IN_ORDER = frozenset(("first", "min"))  # which may end early, too
Split = list[tuple[int, Term]]  # conditions, each with how many of the variables it needs


def nest(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, partial(changed, plan.layout), op="fold")


def changed(layout: Layout, term: Term) -> Term:
    """A term, with nested loops in place of one over several variables, which end early."""
    if term.op != "fold":
        return term
    if len(term.data.loops) == 1:
        written = where_any(layout, term) or each_look(layout, term)
        if written is not None:
            return written
    if term.data.reduction not in IN_ANY_ORDER:
        is_single = len(term.data.loops) == 1 and term.data.reduction in IN_ORDER
        return ended(term) if is_single else term
    *domains, condition, body = term.args
    known = given(body, condition)
    if known != body:
        term = t.rebuild(term, (*domains, condition, known))
    return nested(term)


def where_any(layout: Layout, fold: Term) -> Term | None:
    """A loop over the patterns that lie within a set, where shifts tell that there are any."""
    (domain, *_, condition, _), loop = fold.args, fold.data.loops[0]
    is_asked = loop.of == "places" and fold.type.name != "list"
    covers = within_one(layout, loop, domain, condition) if is_asked else None
    if covers is None or not is_by_shifts(layout, covers.data):
        return None
    none = t.start_of(fold.data.reduction, fold.type)
    return t.select(cheapest(layout, covers.data, covers.args), fold, none)


def each_look(layout: Layout, fold: Term) -> Term | None:
    """A loop that looks in each of some directions, written out; None for others."""
    (domain, *_, condition, body), loop = fold.args, fold.data.loops[0]
    if domain.op != "const" or fold.data.reduction != "union":
        return None
    way = t.bit(Type("set", 1), t.var(loop.name, INT))
    looks = any(p.op == "sight" and p.args[1] == way for a in (condition, body) for p in a.parts)
    return one_by_one(layout, loop, domain, condition, body) if looks else None


def given(term: Term, condition: Term) -> Term:
    """A term where a condition holds."""
    return replaced(term, dict.fromkeys(t.parts_of(condition), TRUE))


# ---- conditions before inner loops ---------------------------------------------------------------


def nested(fold: Term) -> Term:
    """A loop whose conditions are tested as soon as the variables that they need are known."""
    loops: tuple[Loop, ...] = fold.data.loops
    if len(loops) == 1:
        return ended(fold)
    *domains, condition, body = fold.args
    parts = split(loops, condition)
    at = min([len(loops) - 1, *(depth for depth, _ in parts)])
    early = [part for depth, part in parts if depth <= at]
    late = [part for depth, part in parts if depth > at]
    count = sum(loop.count for loop in loops[:at])
    reduction = fold.data.reduction
    inner = t.fold(
        reduction, loops[at:], tuple(domains[count:]), t.and_(*late), body, fold.type
    )
    faster = nested(inner) if inner.op == "fold" else inner
    if faster == inner and not early:
        return fold
    outer = "sum" if reduction == "count" else reduction
    last = count - loops[at - 1].count
    one = domains[last:count]
    whole = t.fold(outer, loops[at - 1 : at], tuple(one), t.and_(*early), faster, fold.type)
    if at > 1 and (quick := ended(whole)) != whole:
        return t.fold(outer, loops[: at - 1], tuple(domains[:last]), TRUE, quick, fold.type)
    return t.fold(outer, loops[:at], tuple(domains[:count]), t.and_(*early), faster, fold.type)


def split(loops: tuple[Loop, ...], condition: Term) -> Split:
    """The conditions of a loop, and after how many of its variables each may be tested.

    One that may read what does not exist comes after those before it that ask about the same codes.
    """
    parts: Split = []
    for part in t.conditions_of(condition):
        if part == TRUE:
            continue
        needed = [i for i, loop in enumerate(loops, 1) if loop.name in part.free]
        needed += [d for d, other in parts if not part.doubtful.isdisjoint(other.parts)]
        parts.append((max(needed, default=1), part))
    return parts


# ---- loops over numbers that end early -----------------------------------------------------------


def ended(fold: Term) -> Term:
    """A loop over numbers that ends where a condition fails for all that follow."""
    if fold.op != "fold" or fold.data.loops[0].kind != "range":
        return fold
    loop, (low, high, condition, body) = fold.data.loops[0], fold.args
    before: list[Term] = []
    going: list[Term] = []
    left: list[Term] = []
    for part in t.conditions_of(condition):
        tests = None if part.is_guarded and left else falling(part, loop.name, low)
        if tests is None:
            left.append(part)
        else:
            before.append(tests[0])
            going.append(tests[1])
    if not any(part.reads for part in going) or t.and_(*before).is_guarded:
        return fold  # to leave a loop costs more than to ask what reads no field
    counting = replace(loop, kind="while", count=3)
    goes_on = t.and_(*going)
    made = t.fold(fold.data.reduction, (counting,), (low, high, goes_on),
                  given(t.and_(*left), goes_on), given(body, goes_on), fold.type)  # fmt: skip
    return t.select(t.and_(*before), made, t.start_of(fold.data.reduction, fold.type))


def falling(part: Term, name: str, first: Term) -> tuple[Term, Term] | None:
    """For a condition that fails for all larger numbers once it fails: how it is tested.

    The one condition is tested once, before the `first` number, the other one for each number.
    """
    if part.op != "fold" or part.data.reduction != "all" or (
        len(part.data.loops) > 1 or part.data.loops[0].kind != "range"
    ):  # fmt: skip
        return None
    loop, (low, high, condition, body) = part.data.loops[0], part.args
    holds = t.or_(t.not_(condition), body)
    if name in low.free | (holds.free - {loop.name}) or not goes_up(high, name):
        return None
    start = t.substitute(high, {name: first})
    known = (low, t.arithmetic("sub", start, t.number(1)))
    is_new = t.lt(start, low) == FALSE
    is_first = t.lt(known[1], low) == TRUE
    earlier = TRUE if is_first else t.fold("all", (loop,), known, TRUE, holds, BOOL)
    last = t.substitute(holds, {loop.name: high})
    return earlier, last if is_new else t.or_(t.lt(high, low), last)


def goes_up(number: Term, name: str) -> bool:
    """Whether a number is a variable to which something else is added."""
    if number.op == "sub" and name not in number.args[1].free:
        return goes_up(number.args[0], name)
    return [part for part in addends(number) if name in part.free] == [t.var(name, INT)]
