"""What is asked of each member of a family of sets of cells, asked of all members at once.

A table has for each cell the members that have it.  So the members that have one of some cells, and
those that lie within some cells, are sets.
"""

from __future__ import annotations

from functools import partial, reduce
from operator import or_

from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.layout import WORD, Layout, bits_of
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.rewrite import once_for_all, room_for_tables
from interpreter.native.ir.terms import INT, TRUE, Loop, Table, Term, Type
from interpreter.native.ir.terms.columns import column
from interpreter.native.passes.loops.fewer import Fewer, go_through_fewer
from interpreter.native.passes.loops.lift_conditions import ConditionLifter

LEAST_MEMBERS = 8  # members of a family through which one does not go one by one
MAX_CODES = 32  # of sets that are looked up, a few codes at once


class Families:
    """The tables for the families of one game, and how many words they may still have; `of_cells`
    says that only sets of cells are worth one.
    """

    def __init__(self, layout: Layout, room: int, of_cells: bool = False):
        self.layout, self.room, self.of_cells = layout, room, of_cells
        self.tables: dict[tuple[tuple[int, ...], int], Table] = {}


def ask_members(plan: Plan) -> None:
    """Ask all members at once in loops over families, where the board is so small that this takes
    less.
    """
    if plan.layout.size > MAX_CODES:
        return
    families = Families(plan.layout, room_for_tables(plan), of_cells=True)
    go_through_fewer(plan, partial(chosen, families))


def chosen(families: Families, loop: Loop, domain: Term, condition: Term) -> Fewer | None:
    """What finds the members of a set for which a part of a condition holds, where the condition
    tells how many members the family has.
    """
    index = (t.var(loop.name, INT),)
    tables = (p.data for p in condition.parts if p.op == "table" and p.args == index)
    size = next((int(table.sizes[0]) for table in tables), 0)
    if loop.of != "places" or size < LEAST_MEMBERS or domain.type.size > 1:
        return None
    lifter = MemberLifter(families, loop.name, size, domain.type)

    def fewer(members: Term, part: Term) -> Term | None:
        lifted = lifter.lift(part) if loop.name in part.free else None
        return None if lifted is None else t.meet(members, lifted)

    return fewer


class MemberLifter(ConditionLifter):
    """Finds the members of a family for which a condition on one of them holds."""

    def __init__(self, families: Families, name: str, size: int, type: Type):
        self.size, self.type, self.families = size, type, families
        super().__init__(families.layout, name, t.const(type, (1 << size) - 1))

    def lift_has(self, term: Term) -> Term | None:
        inside, code = term.args
        if self.name not in inside.free and code.op == "table":
            members = self.members(t.bit(inside.type, code))
            found = None if members is None else self.having(members, inside)
            if found is not None:
                return found
        return super().lift_has(term)

    def lift_meets(self, term: Term) -> Term | None:
        for one, other in (term.args, term.args[::-1]):
            members = self.members(one)
            if members is not None and self.name not in other.free:
                return self.having(members, other)
        factors = [f for a in term.args for f in t.factors_of(a)]
        own = [f for f in factors if self.name in f.free]
        others = [f for f in factors if self.name not in f.free]
        members = self.members(reduce(t.meet, own)) if own and others else None
        return None if members is None else self.having(members, reduce(t.meet, others))

    def lift_within(self, term: Term) -> Term | None:
        members = self.members(term.args[0])
        if self.name in term.args[1].free or members is None:
            return None
        every, codes = self.layout.every_cell, reduce(or_, members, 0)
        every = every if codes & ~every == 0 else codes  # of numbers that are no cells
        found = self.having(members, complement(term.args[1], every))
        return None if found is None else t.minus(self.every, found)

    def members(self, term: Term) -> tuple[int, ...] | None:
        """The set of cells that a term gives for each member; None if it depends on more."""
        found = column(once_for_all(self.as_row)(term), {self.name: list(range(self.size))})
        return None if found is None else tuple(found)

    def as_row(self, term: Term) -> Term:
        """The neighbours of the cells that a term gives for each member, as an entry of a table."""
        cells = self.members(term.args[0]) if term.op == "dilate" else None
        if cells is None:
            return term
        near = self.layout.relations[term.data][1].values
        rows = (reduce(or_, (near[c] for c in bits_of(m)), 0) for m in cells)
        return t.entry(term.type, rows, t.var(self.name, INT))

    def having(self, members: tuple[int, ...], cells: Term) -> Term | None:
        """The members that have one of some cells; None where that takes too large a table."""
        if is_small(members) and self.type.size == 1:
            codes = range(max(members, default=0).bit_length())
            by_code = (sum((m >> c & 1) << i for i, m in enumerate(members)) for c in codes)
            return t.rows(Table(self.type, (len(codes),), tuple(by_code)), cells)
        tables, size = self.families.tables, cells.type.size * WORD
        are_cells = not any(m >> self.layout.size for m in members)
        if self.families.of_cells and not are_cells:
            return None
        if (members, size) not in tables:
            words = size * self.type.size
            if words > self.families.room:
                return None
            self.families.room -= words
            rows = [0] * size  # for all that these sets can have, which may be no cells
            for place, member in enumerate(members):
                for cell in bits_of(member):
                    rows[cell] |= 1 << place
            tables[members, size] = Table(self.type, (len(rows),), tuple(rows))
        if cells.op == "const":
            rows = [tables[members, size].values[c] for c in bits_of(cells.data)]
            return t.const(self.type, reduce(or_, rows, 0))
        name = "cell"
        found = t.lookup(tables[members, size], t.var(name, INT))
        loop = Loop("bits", name, INT, 1, "cells" if are_cells else "codes")
        return t.fold("union", (loop,), (cells,), TRUE, found, self.type)


def is_small(members: tuple[int, ...]) -> bool:
    """Whether some sets have so few codes that rows of tables for any of these are looked up."""
    return not any(m >> MAX_CODES for m in members)


def complement(cells: Term, every: int) -> Term:
    """Those of all codes that are not in a set."""
    whole = t.const(cells.type, every)
    if cells.op == "minus" and cells.args[0] == whole:
        return t.meet(whole, cells.args[1])
    return t.minus(whole, cells)
