"""Sets that surely contain another one, whatever some variables are."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from operator import or_

from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import depends_on
from interpreter.native.ir.layout.layout import Layout
from interpreter.native.ir.terms import Term

SPREADING = ("dilate", "moved")  # of a larger set they are larger


class Supersets:
    """Finds sets that contain others, without some variables and fields that change.

    `inside` has for some of the variables, which stand for groups, the sets that contain these.
    """

    def __init__(self, layout: Layout, names: Collection[str], changed: frozenset[str]):
        self.layout, self.names, self.changed = layout, frozenset(names), changed
        self.inside: dict[str, Term] = {}

    def of(self, term: Term) -> Term | None:
        """A set that contains the one that a term gives; None if none is known."""
        if not term.free & self.names and not depends_on(term.reads, self.changed):
            return term
        if term.op in SPREADING:
            larger = self.of(term.args[0])
            return None if larger is None else t.rebuild(term, (larger,))
        method = getattr(self, f"of_{term.op}", None)
        found: Term | None = method(term) if method is not None else None
        return found

    def either(self, terms: Collection[Term]) -> Term | None:
        """A set that contains several."""
        larger = [self.of(one) for one in terms]
        return None if None in larger else t.union(*(one for one in larger if one is not None))

    def of_var(self, term: Term) -> Term | None:
        return self.inside.get(term.data)

    def of_meet(self, term: Term) -> Term | None:
        larger = [one for one in map(self.of, term.args) if one is not None]
        return reduce(t.meet, larger) if larger else None

    def of_minus(self, term: Term) -> Term | None:
        larger, less = self.of(term.args[0]), term.args[1]
        is_same = not less.free & self.names and not depends_on(less.reads, self.changed)
        return t.minus(larger, less) if larger is not None and is_same else larger

    def of_union(self, term: Term) -> Term | None:
        return self.either(term.args)

    def of_select(self, term: Term) -> Term | None:
        return self.either(term.args[1:])

    def of_table(self, term: Term) -> Term:
        return t.const(term.type, reduce(or_, term.data.values, 0))

    def of_flood(self, term: Term) -> Term | None:
        return self.of(term.args[1])

    def of_reach(self, term: Term) -> Term | None:
        return self.of_each((term.data,), {}, term.args[1])

    def of_fold(self, term: Term) -> Term | None:
        """What a loop unites; of loops over groups what these contain is known."""
        if term.data.reduction not in ("union", "once", "twice"):
            return None
        *domains, _, body = term.args
        inside: dict[str, Term] = {}
        for loop in term.data.loops:
            larger = self.either(domains[: loop.count]) if loop.kind == "groups" else None
            if larger is not None:
                inside[loop.name] = larger
            domains = domains[loop.count :]
        return self.of_each([loop.name for loop in term.data.loops], inside, body)

    def of_fold_less(self, term: Term) -> Term | None:
        others = term.args[0]
        return self.of_fold(t.Term("fold", term.type, others.args, others.data))

    def of_each(self, names: Collection[str], inside: dict[str, Term], body: Term) -> Term | None:
        """A set that contains what a body gives for all values of some more variables."""
        within = Supersets(self.layout, self.names.union(names), self.changed)
        within.inside = self.inside | inside
        return within.of(body)
