"""Look-ups in place of searches: loops over a family or a set for what a table has there.

A loop for the elements whose entry of a table equals a value runs only over those that an inverse
table has for it.  The union of what a table has for the elements of a set is taken apart: that of a
union is a union, and what one table gives and another one maps is one table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout, bits_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import in_plan, room_for_tables, words_of
from interpreter.native.ir.terms import BOOL, INT, TRUE, Table, Term, Type

MAX_WORDS = 16_384  # of an inverse table


def index(plan: Plan) -> None:
    """Change all terms of a plan."""
    in_plan(plan, Index(plan.layout, room_for_tables(plan)).change)


class Index:
    """Changes the terms of one plan."""

    def __init__(self, layout: Layout, room: int):
        self.layout, self.room = layout, room
        self.tables: set[Table] = set()  # new ones
        self.inverses: dict[Table, dict[object, int]] = {}

    def change(self, term: Term) -> Term:
        """A term, with look-ups where it is such a loop."""
        if term.op == "meets":
            return met_image(term)
        if term.op != "fold" or len(term.data.loops) != 1 or term.data.loops[0].kind != "bits":
            return term
        narrow = self.narrowed(term)
        return image(narrow) if is_image(narrow) else narrow

    def narrowed(self, fold: Term) -> Term:
        """A loop only over the elements that have the values that its condition asks for."""
        domain, condition, body = fold.args
        name, is_any = fold.data.loops[0].name, fold.data.reduction == "any"
        if is_any:
            condition, body = t.and_(condition, body), TRUE
        left = []
        for part in t.conditions_of(condition):
            found = self.elements(part, name, domain.type)
            if found is None:
                left.append(part)
            else:
                domain = t.meet(found, domain)
        if domain == fold.args[0]:
            return fold
        if is_any and not left:
            return t.some(domain)
        return t.rebuild(fold, (domain, t.and_(*left), body))

    def elements(self, part: Term, name: str, type: Type) -> Term | None:
        """The elements for which an equation holds, as a set; None for other conditions."""
        if part.op != "eq":
            return None
        for entry, value in (part.args, part.args[::-1]):
            if entry.op == "table" and entry.args == (t.var(name, INT),) and name not in value.free:
                return self.with_value(entry.data, value, type)
        return None

    def with_value(self, table: Table, value: Term, type: Type) -> Term | None:
        """The elements of a type for which a table has a value."""
        if table.type == BOOL:
            return None
        having = self.inverse(table)
        if value.op == "table":
            entries = tuple(having.get(v, 0) for v in value.data.values)
            return self.sets_of(type, value.data.sizes, entries, value.args)
        if table.type == INT and 0 <= min(table.values) <= max(table.values) < MAX_WORDS:
            size = max(table.values) + 1
            entries = tuple(having.get(v, 0) for v in range(size))
            return self.sets_of(type, (size,), entries, (t.code(value, size),))
        return None

    def sets_of(
        self, type: Type, sizes: tuple[int, ...], sets: tuple[int, ...], places: tuple[Term, ...]
    ) -> Term | None:
        """An entry of a table of sets, the set of a code if none has more; None if too large."""
        are_single = all(s & (s - 1) == 0 for s in sets)
        table = Table(type, sizes, sets)
        if are_single:
            table = Table(INT, sizes, tuple(s.bit_length() - 1 for s in sets))
        if table not in self.tables:
            if words_of(table) > min(MAX_WORDS, self.room):
                return None
            self.tables.add(table)
            self.room -= words_of(table)
        entry = t.lookup(table, *places)
        return t.bit(type, entry) if are_single else entry

    def inverse(self, table: Table) -> dict[object, int]:
        """For each value of a table the set of the indices that have it."""
        if table not in self.inverses:
            having: dict[object, int] = {}
            for place, value in enumerate(table.values):
                having[value] = having.get(value, 0) | 1 << place
            self.inverses[table] = having
        return self.inverses[table]


# ---- images: the union of what a table has for the elements of a set -----------------------------


def is_image(term: Term) -> bool:
    """Whether a term is the union of what a table has for the elements of a set."""
    if term.op != "fold" or term.data.reduction != "union" or len(term.data.loops) != 1:
        return False
    loop, (_, *rest) = term.data.loops[0], term.args
    if loop.kind != "bits" or len(rest) != 2 or rest[0] != TRUE or rest[1].op != "table":
        return False
    table = rest[1].data
    return rest[1].args == (t.var(loop.name, INT),) and not table.adjacency and table.type.is_set


def image(term: Term) -> Term:
    """An image, taken apart."""
    domain, _, body = term.args
    table: Table = body.data

    def of(part: Term, table: Table = table) -> Term:
        entry = t.lookup(table, t.var(term.data.loops[0].name, INT))
        fold = t.fold("union", term.data.loops, (part,), TRUE, entry, term.type)
        return image(fold) if is_image(fold) else fold

    if domain.op == "union":
        return t.union(*map(of, domain.args))
    if domain.op == "bit":
        return t.lookup(table, domain.args[0])
    if domain.op == "select":
        return t.select(domain.args[0], *map(of, domain.args[1:]))
    if is_image(domain):
        inner, _, entry = domain.args
        return of(inner, mapped(entry.data, lambda s: union_of(table, s), term.type))
    if all(v in (0, 1 << place) for place, v in enumerate(table.values)):
        if domain.type == term.type:
            kept = reduce(or_, table.values, 0)
            is_whole = kept == (1 << len(table.values)) - 1
            return domain if is_whole else t.meet(t.const(term.type, kept), domain)
    return term


def union_of(table: Table, codes: int) -> int:
    """The union of the entries of some codes."""
    return reduce(or_, (table.values[c] for c in bits_of(codes) if c < len(table.values)), 0)


def mapped(table: Table, change: Callable[[int], int], type: Type) -> Table:
    """A table of sets with each entry changed."""
    return Table(type, table.sizes, tuple(map(change, table.values)))


def met_image(term: Term) -> Term:
    """Whether an image touches a fixed set: whether its domain touches what is mapped there."""
    for one, other in (term.args, term.args[::-1]):
        if is_image(one) and other.op == "const":
            domain, _, entry = one.args
            there = sum(1 << i for i, v in enumerate(entry.data.values) if v & other.data)
            return t.meets(t.const(domain.type, there), domain)
    return term
