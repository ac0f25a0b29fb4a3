"""Loops as set algebra, or written out: what a loop becomes.

A loop is lifted to whole sets where `lift` can do that.  Loops over a few numbers are written out,
so that what depends on them is constant.
"""

from __future__ import annotations

from functools import partial, reduce
from weakref import WeakKeyDictionary

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD, Layout, bits_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import Possibilities
from interpreter.native.ir.rewrite import in_plan, once_for_all
from interpreter.native.ir.terms import BOOL, INT, NO_NUMBER, TRUE, Loop, Term, Type
from interpreter.native.passes.loops.along import along_lines
from interpreter.native.passes.loops.lift import Lifter
from interpreter.native.passes.loops.lift_conditions import values_of

LIFTED = WeakKeyDictionary[Layout, dict[Term, tuple[Term, Term]]]()  # loops, what they became
MAX_WAYS = 8  # of one over a set that the position decides


def lift(plan: Plan) -> None:
    """Make loops set algebra, or write them out."""
    in_plan(plan, partial(relifted, plan.layout))


def simplify_fold(layout: Layout, fold: Term) -> Term:
    """A loop, as set algebra or written out where that can be; other terms as they are."""
    if fold.op != "fold":
        return fold
    along = along_lines(layout, fold)
    if along is not None:
        return resimplify(layout, along)
    reduction, loops, type = fold.data.reduction, fold.data.loops, fold.type
    domains, (condition, body) = fold.args[:-2], fold.args[-2:]
    if len(loops) == 1:
        loop = loops[0]
        if loop.kind == "bits":
            is_of_codes = loop.of == "codes"
            every = t.const(domains[0].type, all_codes(domains[0])) if is_of_codes else None
            lifter = Lifter(layout, loop.name, every)
            lifted = lifter.fold(loop.of, reduction, domains[0], condition, body)
            if lifted is not None:
                return lifted
            smaller = from_fewer(fold)
            if smaller is not None:
                return simplify_fold(layout, smaller)
        if loop.kind == "bits" and reduction == "union" and domains[0].op != "const":
            each = one_by_one(layout, loop, domains[0], condition, body)
            if each is not None:
                return each
        if loop.kind in ("range", "bits") and reduction in ("max", "min", "any", "all"):
            written = write_out(layout, reduction, loop, domains, condition, body, type)
            if written is not None:
                return written
    elif reduction in ("any", "all"):
        *outer, last = loops
        around, inside = domains[: -last.count], domains[-last.count :]
        asked = t.and_(condition, body) if reduction == "any" else condition
        own, early = parted_by(last.name, asked)  # those that only what is around decides
        inside_body = TRUE if reduction == "any" else body
        inner = simplify_fold(layout, t.fold(reduction, (last,), inside, own, inside_body, type))
        apart = fold
        if "fold" not in inner.ops or last.kind == "groups":
            apart = t.fold(reduction, tuple(outer), around, early, inner, type)
            apart = simplify_fold(layout, apart)
            if "fold" not in apart.ops or last.kind == "groups":
                return apart
        start = 0
        for at, loop in enumerate(loops):
            end = start + loop.count
            others, left = loops[:at] + loops[at + 1 :], domains[:start] + domains[end:]
            rest = t.fold(reduction, others, left, condition, body, BOOL)
            written = write_out(layout, reduction, loop, domains[start:end], TRUE, rest, BOOL)
            if written is not None:
                return written
            start = end
        return apart
    return fold


def from_fewer(fold: Term) -> Term | None:
    """A loop over a set as one over those of its elements that conditions find in other sets; None
    where none does, or the set is fixed: those a table may have for the other sets.
    """
    (loop,), (domain, condition, body) = fold.data.loops, fold.args
    if domain.op == "const":
        return None
    is_any = fold.data.reduction == "any"
    own, left = t.var(loop.name, INT), list[Term]()
    for part in t.conditions_of(t.and_(condition, body) if is_any else condition):
        cells = part.args[0] if part.op == "has" and part.args[1] == own else None
        if cells is None or loop.name in cells.free or cells.type != domain.type:
            left.append(part)
        else:
            domain = t.meet(domain, cells)
    if domain is fold.args[0]:
        return None
    body = TRUE if is_any else body
    return t.fold(fold.data.reduction, fold.data.loops, (domain,), t.and_(*left), body, fold.type)


def parted_by(name: str, condition: Term) -> tuple[Term, Term]:
    """The parts of a condition that a variable decides, and the others."""
    parts = t.conditions_of(condition)
    return t.and_(*(p for p in parts if name in p.free)), t.and_(
        *(p for p in parts if name not in p.free)
    )


def all_codes(domain: Term) -> int:
    """All codes that a set of its type can have."""
    return int(domain.data) if domain.op == "const" else (1 << WORD * domain.type.size) - 1


def write_out(
    layout: Layout, reduction: str, loop: Loop, domains: tuple[Term, ...], condition: Term,
    body: Term, type: Type,
) -> Term | None:  # fmt: skip
    """A loop over few numbers, each in its own term; only worth it where that lifts something."""
    values = values_of(loop, domains)
    if values is None:
        return None
    is_dear = condition.is_heavy or body.is_heavy or condition.op == "some" or body.op == "fold"
    if loop.kind == "range" and not is_dear:
        return None
    rounds = []
    for value in values:
        known = {loop.name: t.number(value)}
        rounds.append((resimplify(layout, t.substitute(condition, known)),
                       resimplify(layout, t.substitute(body, known))))  # fmt: skip
    if any("fold" in part.ops for each in rounds for part in each):
        return None
    if reduction == "any":
        return t.or_(*(t.and_(c, b) for c, b in rounds))
    if reduction == "all":
        return t.and_(*(t.or_(t.not_(c), b) for c, b in rounds))
    if any(b.op != "const" for _, b in rounds) or type != INT:
        return None
    rounds.sort(key=lambda r: r[1].data, reverse=reduction == "min")
    chosen: Term = t.number(NO_NUMBER)
    for holds, one in rounds:
        chosen = t.select(holds, one, chosen)
    return chosen


def one_by_one(
    layout: Layout, loop: Loop, domain: Term, condition: Term, body: Term
) -> Term | None:
    """A union over a small set that the position decides, each possible element by itself."""
    _, possible = Possibilities(layout).of(domain, {})
    if possible.bit_count() > MAX_WAYS:
        return None
    united = t.no(body.type)
    for code in bits_of(possible):
        known = {loop.name: t.number(code)}
        holds = t.and_(t.has(domain, t.number(code)),
                       resimplify(layout, t.substitute(condition, known)))  # fmt: skip
        value = resimplify(layout, t.substitute(body, known))
        united = t.union(united, t.select(holds, value, t.no(value.type)))
    return united


def resimplify(layout: Layout, term: Term) -> Term:
    """A term whose loops are lifted again, now that more of it is constant."""
    return once_for_all(partial(relifted, layout))(term)


def relifted(layout: Layout, term: Term) -> Term:
    """A term whose arguments are lifted already, lifted where it is a loop or reads one."""
    union = term.args[0] if term.op in ("some", "has") else term
    if union.op == "fold" and union is not term and union.data.reduction == "union":
        *domains, condition, body = union.args
        some = t.fold("any", union.data.loops, tuple(domains), condition, t.some(body), BOOL)
        term = some if term.op == "some" else membership(union, term.args[1]) or term
    if term.op == "select" and term.type == INT and t.chosen_constants(term.args[1]):
        holds, chosen, default = term.args
        if default.op == "const" and holds == t.not_(t.eq(chosen, t.number(NO_NUMBER))):
            return t.in_place_of(chosen, t.number(NO_NUMBER), default)
    if term.op in ("eq", "le", "lt"):
        counted = all_counted(term)
        return term if counted is None else relifted(layout, counted)
    return refolded(layout, term) if term.op == "fold" else term


def all_counted(term: Term) -> Term | None:
    """Whether a set has all elements of a row of a table, where it is asked whether it has so many;
    or whether something holds for all of some values, where it is asked for how many it holds.
    """
    counts, number = term.args if term.op == "eq" else term.args[::-1]
    if counts.op not in ("count", "fold") or number.op != "const":
        return None
    least = number.data + (term.op == "lt")
    if counts.op == "fold":
        domain, *_, condition, body = counts.args
        if counts.data.reduction != "count" or len(counts.data.loops) > 1 or (
            counts.data.loops[0].kind != "bits" or domain.op != "const"
            or domain.data.bit_count() != least or body.type != BOOL
        ):  # fmt: skip
            return None
        return t.fold("all", counts.data.loops, (domain,), TRUE, t.and_(condition, body), BOOL)
    row, *others = t.factors_of(counts.args[0])
    if row.op != "table" or not others or any(v.bit_count() != least for v in row.data.values):
        return None
    return t.within(row, reduce(t.meet, others))


def refolded(layout: Layout, fold: Term) -> Term:
    """What a loop became, found once for all passes that ask again for each place.

    An equal loop is another one if it differs in whether what it reads exists.
    """
    found = LIFTED.setdefault(layout, {})
    known = found.get(fold)
    if known is None or not known[0].agrees_with(fold):
        known = found[fold] = fold, simplify_fold(layout, fold)
    return known[1]


def membership(union: Term, code: Term) -> Term | None:
    """Whether a code is in one of the sets of a loop over a family or a set."""
    *domains, condition, body = union.args
    loops = union.data.loops
    if len(loops) > 1 or loops[0].kind != "bits" or loops[0].name in code.free:
        return None
    if body == t.bit(body.type, t.var(loops[0].name, INT)):
        return t.and_(t.has(domains[0], code), t.substitute(condition, {loops[0].name: code}))
    if body.op != "table":
        return None
    return t.fold("any", loops, tuple(domains), t.and_(t.has(body, code), condition), TRUE, BOOL)
