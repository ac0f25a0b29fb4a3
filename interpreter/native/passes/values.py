"""What a variable holds for each cell is also kept as sets of cells, one for each of few values, so
that what is asked of one cell after the other can be asked of whole sets.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.vocabulary.types import CELL
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Effect, Effects, Let, depends_on
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import COMPARISONS
from interpreter.native.ir.rewrite import expanded, keep_in_plan, terms_in
from interpreter.native.ir.terms import BOOL, INT, TRUE, Loop, Table, Term
from interpreter.native.ir.values import Names

MAX_VALUES = 4
ASKED = (*COMPARISONS, "has")


def keep_values(plan: Plan) -> None:
    """Keep the cells for which variables have each value, where one is compared: `plan.kept`."""
    keeper = ValueKeeper(plan)
    asked = filter(None, map(keeper.asked, terms_in(plan, "read")))
    used = {read.data for read, _ in asked if read.args[0].free}
    keeper.fields = {field: name for field, name in keeper.fields.items() if field in used}
    for field, name in keeper.fields.items():
        plan.fields.add(name, plan.layout.cell_set, keeper.sizes[field])
    if keeper.fields:
        keep_in_plan(plan, keeper.read, keeper.updated)
        plan.kept = {**keeper.computed(), **plan.kept}


class ValueKeeper:
    """Keeps the cells with each value of some variables of one plan."""

    def __init__(self, plan: Plan):
        self.plan, self.layout, self.names = plan, plan.layout, Names()
        self.sizes: dict[str, int] = {}  # how many values each field has
        for variable in plan.engine.rules.variables:
            type, is_of_cells = variable.type, variable.index_types == (CELL,)
            if is_of_cells and self.layout.is_code(type) and (
                [*variable.keys] == [(cell,) for cell in range(len(self.layout.cells))]
                and self.layout.size_of(type) <= MAX_VALUES
            ):  # fmt: skip
                self.sizes[f"v_{variable.name}"] = self.layout.size_of(type)
        self.fields = {field: f"cells_{number}" for number, field in enumerate(self.sizes)}
        places = (self.layout.cells.get(code, -1) for code in range(self.layout.size))
        self.places = Table(INT, (self.layout.size,), tuple(places))  # of the entry of each cell

    def cells(self, field: str, value: Term) -> Term:
        """The cells with a value."""
        return self.plan.fields.read(self.fields[field], value)

    def cell(self, place: Term) -> Term:
        """The cell of an entry."""
        if place.op == "table" and place.data == self.places:
            return place.args[0]
        codes = self.layout.cell_codes
        is_same = codes == tuple(range(len(codes)))
        return place if is_same else t.lookup(Table(INT, (len(codes),), codes), place)

    def asked(self, term: Term) -> tuple[Term, Term] | None:
        """The entry that a condition compares, and what with; None for other conditions."""
        for read, other in (term.args, term.args[::-1]) if term.op in ASKED else ():
            if read.op == "read" and read.data in self.fields and (
                other.op == "const" or (term.op == "eq" and other.type == INT and not other.nullable)
            ):  # fmt: skip
                return read, other
        return None

    def read(self, term: Term) -> Term:
        """A condition on an entry as one on the cell."""
        asked = self.asked(term)
        if asked is None:
            return term
        read, other = asked
        cell = self.cell(read.args[0])
        if other.op != "const":
            return t.has(self.cells(read.data, other), cell)
        having = dict[bool, list[Term]]({True: [], False: []})
        for value in map(t.number, range(-1, self.sizes[read.data])):
            args = (value if part is read else part for part in term.args)
            holds = t.rebuild(term, tuple(args)) == TRUE
            having[holds].append(t.no(self.layout.cell_set) if value.data < 0 else
                                 self.cells(read.data, value))  # fmt: skip
            if value.data < 0:
                without = holds
        found = t.has(t.union(*having[not without]), cell)
        return t.not_(found) if without else found

    def updated(self, effects: Effects) -> Effects:
        """Effects that also update the cells."""
        return expanded(effects, self.followed)

    def followed(self, effect: Effect) -> Iterator[Effect]:
        """An effect, and what it changes."""
        if not isinstance(effect, Assign) or effect.field not in self.fields:
            yield effect
            return
        cell, new = self.cell(effect.index[0]), effect.value
        changed = frozenset((effect.field, self.fields[effect.field]))
        if depends_on(cell.reads | new.reads, changed):
            bound = [Let(effect.span, self.names.fresh("noted"), term) for term in (cell, new)]
            yield from bound
            cell, new = (t.var(let.name, INT) for let in bound)
        yield effect
        for value in map(t.number, range(self.sizes[effect.field])):
            cells, one = self.cells(effect.field, value), t.bit(self.layout.cell_set, cell)
            after = t.select(t.eq(new, value), t.union(cells, one), t.minus(cells, one))
            yield Assign(effect.span, self.fields[effect.field], (value,), after)

    def computed(self) -> dict[str, Effects]:
        """The fields that are kept, each with the effects that find its value anew."""
        loop, type = Loop("bits", "valued", INT, 1, "cells"), self.layout.cell_set
        cell, every = t.var(loop.name, INT), t.const(type, self.layout.every_cell)

        def found(field: str, value: Term) -> Effect:
            entry = self.plan.fields.read(field, t.lookup(self.places, cell))
            holds, bit = t.eq(entry, value), t.bit(type, cell)
            cells = t.fold("union", (loop,), (every,), holds, bit, type)
            return Assign(None, self.fields[field], (value,), cells)

        return {
            name: tuple(found(field, t.number(i)) for i in range(self.sizes[field]))
            for field, name in self.fields.items()
        }
