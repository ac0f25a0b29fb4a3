"""Look-ups in place of searches: loops over a family or a set for what a table has there.

A loop for the elements whose entry of a table equals a value runs only over those that an inverse
table has for it.
"""

from __future__ import annotations

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import Layout
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
        """A loop only over the elements that have the values that its condition asks for."""
        if term.op != "fold" or len(term.data.loops) != 1 or term.data.loops[0].kind != "bits":
            return term
        domain, condition, body = term.args
        name, is_any = term.data.loops[0].name, term.data.reduction == "any"
        if is_any:
            condition, body = t.and_(condition, body), TRUE
        left = []
        for part in t.conditions_of(condition):
            found = self.elements(part, name, domain.type)
            if found is None:
                left.append(part)
            else:
                domain = t.meet(found, domain)
        if domain == term.args[0]:
            return term
        if is_any and not left:
            return t.some(domain)
        return t.rebuild(term, (domain, t.and_(*left), body))

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
