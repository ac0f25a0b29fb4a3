"""Loops whose rounds their body would change: a `for` reads its set before the first round.

What does not depend on the loop is bound before it.  Where the rest does, the rounds are chosen
first, as a set: of what one variable runs over, or of the choices of several, each by its number.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Effect, For, Let, depends_on, written
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.layout import WORD, set_type
from interpreter.native.ir.terms import INT, TRUE, Loop, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.lowering.expressions.dispatch import Dispatch

MAX_ROUNDS = 1 << 15  # of a loop, that are chosen first


def rounds_first(lower: Dispatch, loop: For) -> list[Effect]:
    """The effects of a loop whose body changes what the loop reads.

    Raises NotNative.
    """
    changed, effects = written(loop.body), list[Effect]()
    names = {one.name for one in loop.loops}

    def bound(term: Term) -> Term:
        if not depends_on(term.reads, changed) or term.free & names:
            return term
        name = lower.names.fresh("held")
        effects.append(Let(loop.span, name, term))
        return t.var(name, term.type)

    condition = t.and_(*(bound(part) for part in t.conditions_of(loop.condition)))
    domains = tuple(bound(domain) for domain in loop.domains)
    loop = replace(loop, condition=condition, domains=domains)
    if not depends_on(condition.reads.union(*(d.reads for d in domains)), changed):
        return [*effects, loop]
    if len(loop.loops) == 1 and loop.loops[0].kind != "range":
        return [*effects, *chosen_first(lower, loop)]
    return [*effects, *numbered_first(lower, loop)]


def chosen_first(lower: Dispatch, loop: For) -> list[Effect]:
    """A loop over one set, its parts that steps connect, or groups of sets that share nothing."""
    one, effects = loop.loops[0], list[Effect]()

    def held(name: str, term: Term) -> Term:
        let = Let(loop.span, lower.names.fresh(name), term)
        effects.append(let)
        return t.var(let.name, term.type)

    are_parts = one.kind == "parts"
    sets, found = (loop.domains[:1], loop.domains[1:]) if are_parts else (loop.domains, ())
    roots, bound = tuple(held("roots", of) for of in found), []
    for domain in sets:
        element = t.var(one.name, one.type)
        if one.kind == "bits":
            element = t.bit(domain.type, element)
        each = (replace(one, count=1 + len(roots)),)
        chosen = t.fold("union", each, (domain, *roots), loop.condition, element, domain.type)
        bound.append(held("chosen", chosen))
    return [*effects, replace(loop, domains=(*bound, *roots), condition=TRUE)]


def numbered_first(lower: Dispatch, loop: For) -> list[Effect]:
    """A loop of several variables, or over numbers: each choice of them has a number."""
    spans, rest = [], loop.domains
    for one in loop.loops:
        spans.append(span_of(lower, one, rest[: one.count]))
        rest = rest[one.count :]
    total, number = 1, t.number(0)
    for one, (low, size) in zip(loop.loops, spans, strict=True):
        total *= max(1, size)
        place = t.arithmetic("sub", t.var(one.name, INT), t.number(low))
        number = t.arithmetic("add", t.arithmetic("mul", number, t.number(size)), place)
    if total > MAX_ROUNDS:
        raise NotNative("loop", loop.span)
    type = set_type(total)
    chosen = t.fold("union", loop.loops, loop.domains, loop.condition, t.bit(type, number), type)
    name, round_name = lower.names.fresh("chosen"), lower.names.fresh("round")
    left, lets = t.var(round_name, INT), list[Effect]()
    for one, (low, size) in reversed(tuple(zip(loop.loops, spans, strict=True))):
        place = t.arithmetic("mod", left, t.number(size))
        lets.insert(0, Let(loop.span, one.name, t.arithmetic("add", place, t.number(low))))
        left = t.arithmetic("div", left, t.number(size))
    over = (Loop("bits", round_name, INT, 1),)
    body = (*lets, *loop.body)
    rounds = For(loop.span, over, (t.var(name, type),), TRUE, body)
    return [Let(loop.span, name, chosen), rounds]


def span_of(lower: Dispatch, loop: Loop, domains: tuple[Term, ...]) -> tuple[int, int]:
    """The least value of a loop's variable, and how many values it can have.

    Raises NotNative.
    """
    if loop.kind == "bits":
        return 0, codes_of(lower.fields, domains[0])
    if loop.kind == "range" and all(d.op == "const" for d in domains):
        return domains[0].data, max(1, domains[1].data - domains[0].data + 1)
    raise NotNative("loop")


def codes_of(fields: Fields, cells: Term) -> int:
    """A number above all codes that a set can have."""
    if cells.op == "const":
        return int(cells.data).bit_length()
    if cells.op == "read":
        return fields.all[cells.data].codes or cells.type.size * WORD
    if cells.op in ("meet", "minus"):
        return codes_of(fields, cells.args[0])
    if cells.op in ("union", "select"):
        return max(codes_of(fields, a) for a in cells.args if a.type.is_set)
    return cells.type.size * WORD
