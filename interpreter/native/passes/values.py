"""What a variable holds for each cell is also kept as sets of cells, one for each of few values, so
that what is asked of one cell after the other can be asked of whole sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gdl.vocabulary.types import CELL
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Effect, Effects, Let, depends_on
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import COMPARISONS
from interpreter.native.ir.rewrite import expanded, keep_in_plan, terms_in
from interpreter.native.ir.terms import INT, TRUE, Loop, Table, Term
from interpreter.native.ir.values import Names

MAX_VALUES = 4
ASKED = (*COMPARISONS, "has")


def keep_values(plan: Plan) -> None:
    """Keep the cells for which variables have each value, where one is compared: `plan.kept`."""
    keeper = ValueKeeper(plan)
    asked = filter(None, map(keeper.asked, terms_in(plan, "read")))
    used = {read.data for read, _ in asked if read.args[0].free}
    keeper.sizes = {field: size for field, size in keeper.sizes.items() if field in used}
    for field, size in keeper.sizes.items():
        plan.fields.add(f"cells_{field}", plan.layout.cell_set, size)
    if keeper.sizes:
        keep_in_plan(plan, keeper.read, partial(expanded, change=keeper.followed))
        plan.kept = {**keeper.computed(), **plan.kept}


class ValueKeeper:
    """Keeps the cells with each value of some variables of one plan."""

    def __init__(self, plan: Plan):
        self.plan, self.layout, self.names = plan, plan.layout, Names()
        size, cells, rules = self.layout.size, self.layout.cells, plan.engine.rules
        every = [(cell,) for cell in range(len(cells))]
        of_cells = [v for v in rules.variables if v.index_types == (CELL,) and [*v.keys] == every]
        sizes = {f"v_{v.name}": self.layout.size_of(v.type)
                 for v in of_cells if self.layout.is_code(v.type)}  # fmt: skip
        self.sizes = {field: count for field, count in sizes.items() if count <= MAX_VALUES}
        self.places = Table(INT, (size,), tuple(cells.get(code, -1) for code in range(size)))

    def cells(self, field: str, value: Term) -> Term:
        return self.plan.fields.read(f"cells_{field}", value)

    def cell(self, place: Term) -> Term:
        if place.op == "table" and place.data == self.places:
            return place.args[0]
        codes = self.layout.cell_codes
        is_same = codes == tuple(range(len(codes)))
        return place if is_same else t.entry(INT, codes, place)

    def asked(self, term: Term) -> tuple[Term, Term] | None:
        """The entry that a condition compares, and what with; None for other conditions."""
        for read, other in (term.args, term.args[::-1]) if term.op in ASKED else ():
            is_code = term.op == "eq" and other.type == INT and not other.nullable
            if read.op == "read" and read.data in self.sizes and (is_code or other.op == "const"):
                return read, other
        return None

    def read(self, term: Term) -> Term:
        """A condition on an entry as one on the cell."""
        asked = self.asked(term)
        if asked is None:
            return term
        read, other = asked
        cell, values = self.cell(read.args[0]), range(-1, self.sizes[read.data])
        if other.op != "const":
            return t.has(self.cells(read.data, other), cell)
        without, *holds = (
            t.rebuild(term, tuple(t.number(v) if a is read else a for a in term.args)) == TRUE
            for v in values
        )  # fmt: skip
        sets = (self.cells(read.data, t.number(v)) for v, h in enumerate(holds) if h != without)
        found = t.has(t.union(t.no(self.layout.cell_set), *sets), cell)
        return t.not_(found) if without else found

    def followed(self, effect: Effect) -> Iterator[Effect]:
        """An effect, and what it changes."""
        if not isinstance(effect, Assign) or effect.field not in self.sizes:
            yield effect
            return
        cell, new, name = self.cell(effect.index[0]), effect.value, f"cells_{effect.field}"
        if depends_on(cell.reads | new.reads, frozenset((effect.field, name))):
            bound = [Let(effect.span, self.names.fresh("noted"), term) for term in (cell, new)]
            yield from bound
            cell, new = (t.var(let.name, INT, let.value.nullable) for let in bound)
        yield effect
        for value in map(t.number, range(self.sizes[effect.field])):
            cells, one = self.cells(effect.field, value), t.bit(self.layout.cell_set, cell)
            after = t.select(t.eq(new, value), t.union(cells, one), t.minus(cells, one))
            yield Assign(effect.span, name, (value,), after)

    def computed(self) -> dict[str, Effects]:
        """The fields that are kept, each with the effects that find its value anew."""
        loop, type = Loop("bits", "valued", INT, 1, "cells"), self.layout.cell_set
        cell, every = t.var(loop.name, INT), t.const(type, self.layout.every_cell)

        def found(field: str, value: Term) -> Effect:
            holds = t.eq(self.plan.fields.read(field, t.lookup(self.places, cell)), value)
            cells = t.fold("union", (loop,), (every,), holds, t.bit(type, cell), type)
            return Assign(None, f"cells_{field}", (value,), cells)

        return {f"cells_{field}": tuple(found(field, t.number(v)) for v in range(size))
                for field, size in self.sizes.items()}  # fmt: skip
