"""Loops: what the variables of comprehensions, `for` and actions run over."""

from __future__ import annotations

import math
from dataclasses import replace

from gdl.model import nodes as model
from gdl.vocabulary.types import CELL, CELLS, FLAG, NUMBER, SetType
from gdl.vocabulary.types import Type as RuleType
from interpreter.board.codes import element
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Family, bits_of
from interpreter.native.ir.terms import INT, REAL, TRUE, Loop, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Ends, Env, Value
from interpreter.native.lowering.expressions.families import is_listed
from interpreter.native.lowering.expressions.operators import Operators


class Loops(Operators):
    """Lowers what variables run over."""

    def rounds(
        self, node: model.Loop, env: Env, in_order: bool = False
    ) -> tuple[tuple[Loop, ...], tuple[Term, ...], Term, Env]:
        """The loops of a comprehension, their arguments, its condition, and what it binds."""
        loops: list[Loop] = []
        domains: list[Term] = []
        scope = dict(env)
        holds = TRUE
        for binder in node.binders:
            loop, parts, counts = self.loop(binder, scope)
            if in_order and counts != TRUE:
                raise NotNative("set-of-sets", binder.domain.span)
            loops.append(replace(loop, in_order=in_order and loop.kind == "groups"))
            domains += parts
            holds = t.and_(holds, counts)
        holds = t.and_(holds, self.condition(node.condition, scope))
        return tuple(loops), tuple(domains), holds, scope

    def numbers_in(self, domain: model.Expr) -> tuple[int, int]:
        """The bounds of the numbers of a set: those that a set can hold at all, or narrower."""
        with self.bounds.inside(domain):
            low, high = self.bounds.elements(domain)
        least, most = self.layout.numbers[0], self.layout.numbers[-1]
        low, high = (min(max(end, least), most) for end in (low, high))
        return math.ceil(low), max(math.ceil(low), math.floor(high))

    def loop(self, binder: model.Binder, scope: Env) -> tuple[Loop, tuple[Term, ...], Term]:
        """The loop of one variable, or pair; `scope` learns its value.

        The last term says whether a round counts; there are others where sets are written out.
        """
        name = self.names.fresh("_".join(binder.names))
        place = t.var(name, INT)
        inner = element(binder.domain.type)
        if isinstance(binder.domain, model.Range) and len(binder.slots) == 1:
            low, high, there = self.whole_ends(binder.domain, scope)
            scope[binder.slots[0]] = Value(place, NUMBER, bounds=spanned(low, high))
            loop, ends = self.range_loop(name, low, high, there)
            return self.counted(loop, binder.domain), ends, TRUE
        value = self.lower(binder.domain, scope)
        if value.listed is not None:
            value = self.set_of_few(binder.domain, scope) or value
        if value.listed is not None and len(binder.slots) == 1:
            return self.listed_loop(binder, name, value, scope)
        if value.groups is not None:
            if len(binder.slots) == 2:
                raise NotNative("set-of-groups", binder.domain.span)
            loop = replace(self.groups_loop(value.groups, "group"), name=name)
            scope[binder.slots[0]] = Value(t.var(name, self.cells), CELLS)
            sets = tuple(t.select(value.exists, s, t.no(self.cells)) for s in value.groups.sets)
            return self.counted(loop, binder.domain), replace(value.groups, sets=sets).domains, TRUE
        domain = t.select(value.exists, value.term, t.no(value.term.type))
        if value.is_family:
            self.need_known(value)
            domain = self.bind_member(binder, name, value, domain, scope)
            loop = Loop("bits", name, INT, 1, "places")
            return self.counted(loop, binder.domain), (domain,), TRUE
        if len(binder.slots) == 2 or isinstance(inner, SetType):
            raise NotNative("set-of-sets", binder.domain.span)
        bounds = self.numbers_in(binder.domain) if inner == NUMBER else None
        scope[binder.slots[0]] = self.of_code(place, inner, bounds)
        of = "cells" if inner == CELL else "codes"
        return self.counted(Loop("bits", name, INT, 1, of), binder.domain), (domain,), TRUE

    def counted(self, loop: Loop, node: model.Expr | model.RepeatWhile) -> Loop:
        """A loop of the rules, whose rounds are counted where they may be too many."""
        found = self.rules.loose_in_c.get(id(node))
        return loop if found is None else replace(loop, counted=(found.number, found.price))

    def of_code(self, code: Term, type: RuleType, bounds: Ends) -> Value:
        """The value that a code in sets stands for; `bounds` are those of numbers."""
        if type == FLAG:
            return Value(t.eq(code, t.number(1)), type)
        item = t.arithmetic("add", code, t.number(self.layout.offset(type)))
        return Value(item, type, bounds=bounds if type == NUMBER else None)

    def listed_loop(
        self, binder: model.Binder, name: str, value: Value, scope: Env
    ) -> tuple[Loop, tuple[Term, ...], Term]:
        """A loop over sets that are written out, the first time that each occurs."""
        items, number = value.listed or (), t.var(name, INT)
        chosen, is_new = items[-1].term, TRUE
        for place, item in reversed(tuple(enumerate(items))):
            here = t.eq(number, t.number(place))
            chosen = t.select(here, item.term, chosen)
            is_new = t.and_(is_new, t.or_(t.not_(here), t.not_(is_listed(items[:place], item))))
        scope[binder.slots[0]] = Value(chosen, items[0].type)
        low, high = Value(t.number(0), NUMBER), Value(t.number(len(items) - 1), NUMBER)
        loop, ends = self.range_loop(name, low, high, value.exists)
        return self.counted(loop, binder.domain), ends, is_new

    def family_of(self, domain: model.Expr, env: Env) -> Family:
        """The family of a set of sets that a loop runs over."""
        value = self.lower(domain, env)
        if value.listed is not None:
            value = self.set_of_few(domain, env) or value
        assert value.family is not None
        return value.family

    def bind_member(
        self, binder: model.Binder, name: str, value: Value, domain: Term, scope: Env
    ) -> Term:
        """Bind an element of a family, or the two cells of a pair; gives what it runs over."""
        family = value.family
        assert family is not None
        place = t.var(name, INT)
        if len(binder.slots) == 1:
            chosen = t.lookup(self.table_of(family), place)
            scope[binder.slots[0]] = Value(chosen, family.member, TRUE, family, place)
            return domain
        pairs = [s if s.bit_count() == 2 else 0 for s in family.sets]
        lows = [(s & -s).bit_length() - 1 for s in pairs]
        highs = [s.bit_length() - 1 for s in pairs]
        inner = family.member.element
        codes = [self.layout.offset(inner) + code for s in pairs for code in bits_of(s)]
        bounds = (min(codes), max(codes)) if codes else None
        for slot, ends in zip(binder.slots, (lows, highs), strict=True):
            table = t.Table(INT, (len(ends),), tuple(ends))
            scope[slot] = self.of_code(Term("table", INT, (place,), table), inner, bounds)
        whole = sum(1 << i for i, s in enumerate(pairs) if s)
        return t.meet(domain, t.const(domain.type, whole))

    def whole_ends(self, expr: model.Range, env: Env) -> tuple[Value, Value, Term]:
        """The ends of a range that has no fractions."""
        low, high, there = self.ends(expr, env)
        if REAL in (low.term.type, high.term.type):
            raise NotNative("fraction", expr.span)
        return low, high, there

    def range_loop(
        self, name: str, low: Value, high: Value, there: Term
    ) -> tuple[Loop, tuple[Term, ...]]:
        """A loop over the numbers of a range, of none where there is no such range."""
        ends = t.select(there, low.term, t.number(1)), t.select(there, high.term, t.number(0))
        return Loop("range", name, INT, 2), ends


def spanned(low: Value, high: Value) -> tuple[int, int] | None:
    """The bounds of the numbers of a range, where they are known."""
    if low.bounds is None or high.bounds is None:
        return None
    return low.bounds[0], max(high.bounds[1], low.bounds[0])
