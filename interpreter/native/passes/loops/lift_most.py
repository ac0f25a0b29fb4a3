"""All elements for which a condition may hold, where those for which it does take more than shifts.

What excludes elements but cannot be found by shifts is left out, such as all that lies behind the
first cell of a line of sight.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.possible import Possibilities, rays
from interpreter.native.ir.terms import INT, Term
from interpreter.native.passes.loops.cases import asked_in_cases
from interpreter.native.passes.loops.lift import Lifter

MAX_WAYS = 8  # rounds of a loop, each of which is asked by itself
DEAR = ("sight", "stuck", "seen", "covers")  # operations that are left out


def lift_most(layout: Layout, name: str, condition: Term) -> Term:
    """A set that has all cells for which a condition holds: all cells where no other is known."""
    asked = Asked(layout, name)
    found = asked_in_cases(condition, name, asked.every, asked.most)
    return asked.most(condition) if found is None else found


class Asked:
    """For which values of a variable conditions may hold, whatever the variables `unknown` are."""

    def __init__(self, layout: Layout, name: str, unknown: frozenset[str] = frozenset()):
        self.layout, self.name, self.unknown = layout, name, unknown
        self.lifter, self.possible = Lifter(layout, name), Possibilities(layout)
        self.every = self.lifter.every

    def most(self, term: Term) -> Term:
        """All cells for which a condition may hold."""
        match term.op:
            case "and":
                return self.common(map(self.most, term.args))
            case "or":
                return self.either(map(self.most, term.args))
            case "meets":
                return self.meeting(t.meet(*term.args), self.every)
            case "fold" if term.data.reduction == "any":
                *domains, condition, body = term.args
                return self.any_round(term, domains[0], t.and_(condition, body))
        return self.exactly(term)

    def exactly(self, term: Term) -> Term:
        """The cells for which a condition holds, where that is cheap; else all."""
        if term.free & self.unknown or term.is_search or any(p.op in DEAR for p in term.parts):
            return self.every
        return self.lifter.lift(term) or self.every

    def common(self, sets: Iterable[Term]) -> Term:
        """What sets have in common."""
        return reduce(t.meet, (one for one in sets if one != self.every), self.every)

    def either(self, sets: Iterable[Term]) -> Term:
        """What is in one of some sets."""
        found = list(sets)
        return self.every if self.every in found else t.union(t.no(self.every.type), *found)

    def is_fixed(self, term: Term) -> bool:
        """Whether a term is the same for all cells."""
        return self.name not in term.free and not term.free & self.unknown

    def meeting(self, cells: Term, inside: Term) -> Term:
        """All cells for which a set that depends on them may have an element of a fixed one."""
        if self.name not in cells.free:
            return self.every
        match cells.op:
            case "meet":
                own = [f for f in t.factors_of(cells) if self.name in f.free]
                fixed = [f for f in t.factors_of(cells) if self.is_fixed(f)]
                inside = reduce(t.meet, fixed, inside)
                return self.common(self.meeting(f, inside) for f in own)
            case "minus":
                whole, less = cells.args
                return self.meeting(whole, t.minus(inside, less) if self.is_fixed(less) else inside)
            case "union":
                return self.either(self.meeting(a, inside) for a in cells.args)
            case "select":
                holds, yes, no = cells.args
                ways = ((holds, yes), (t.not_(holds), no))
                return self.either(
                    self.common((self.most(asked), self.meeting(way, inside)))
                    for asked, way in ways if way.value != 0
                )  # fmt: skip
            case "bit":
                return self.exactly(t.has(inside, cells.args[0]))
            case "sight":
                return self.seeing(cells, inside)
            case "fold" if cells.data.reduction == "union":
                *domains, condition, body = cells.args
                return self.any_round(cells, domains[0], t.and_(condition, t.meets(body, inside)))
        return self.exactly(t.some(cells) if inside == self.every else t.meets(cells, inside))

    def seeing(self, sight: Term, inside: Term) -> Term:
        """The cells next to what can be looked through, or to what is to be seen."""
        cell, ways, through = sight.args
        if ways.op != "const" or not self.is_fixed(through):
            return self.every
        seen, found = t.union(through, inside), []
        for way in bits_of(ways.data):
            lines = rays(self.layout, way)
            if any(len(of) > 1 for of in lines):
                return self.every
            there = t.entry(INT, (of[0][0] if of and of[0] else -1 for of in lines), cell)
            found.append(self.exactly(t.has(seen, there)))
        return self.either(found)

    def any_round(self, term: Term, domain: Term, asked: Term) -> Term:
        """All cells for which a condition may hold in one of the rounds of a loop."""
        loop, *others = term.data.loops
        if others or loop.kind != "bits":
            return self.every
        _, values = self.possible.of(domain, {})
        if values.bit_count() <= MAX_WAYS:
            return self.either(
                self.common((self.most(t.has(domain, value)),
                             self.most(t.substitute(asked, {loop.name: value}))))
                for value in map(t.number, bits_of(values))
            )  # fmt: skip
        if loop.of != "cells":
            return self.every
        there = Asked(self.layout, loop.name, self.unknown | {self.name}).most(asked)
        return self.meeting(domain, there)
