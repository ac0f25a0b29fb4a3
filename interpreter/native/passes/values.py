"""What stands for each cell is also kept as sets of cells, one for each of few values, so that what
is asked of cells one by one can be asked of sets: of variables, and of the levels of piles.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gdl.vocabulary.types import CELL
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign, Effect, Effects, Let, depends_on
from interpreter.native.ir.layout.planes import Planes
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.possible import COMPARISONS
from interpreter.native.ir.rewrite import expanded, keep_in_plan, terms_in
from interpreter.native.ir.terms import INT, TRUE, Loop, Table, Term
from interpreter.native.ir.values import Names

MAX_VALUES = 4
MAX_LEVELS = 16  # sets for all values on all levels of piles
ASKED = (*COMPARISONS, "has")


def keep_values(plan: Plan) -> None:
    """Keep the cells for which something has each value, where one is compared: `plan.kept`."""
    keeper = ValueKeeper(plan)
    asked = filter(None, map(keeper.asked, terms_in(plan, "read")))
    used = {of for of, _, (cell, *_) in asked if not cell.free.isdisjoint(keeper.many)}
    keeper.sizes = {of: size for of, size in keeper.sizes.items() if of in used}
    for of, size in keeper.sizes.items():
        plan.fields.add(keeper.fields[of][0], plan.layout.cell_set, size * keeper.fields[of][2])
    if keeper.sizes:
        keep_in_plan(plan, keeper.read, partial(expanded, change=keeper.followed))
        plan.kept = {**keeper.computed(), **plan.kept}


class ValueKeeper:
    """Keeps the cells with each value of variables of one plan, and of each level of its piles."""

    def __init__(self, plan: Plan):
        self.plan, self.layout, self.names = plan, plan.layout, Names()
        size, cells, rules = self.layout.size, self.layout.cells, plan.engine.rules
        every = [(cell,) for cell in range(len(cells))]
        of_cells = [v for v in rules.variables if v.index_types == (CELL,) and [*v.keys] == every]
        sizes: dict[Any, int] = {f"v_{v.name}": self.layout.size_of(v.type)
                                 for v in of_cells if self.layout.is_code(v.type)}  # fmt: skip
        self.sizes = {field: count for field, count in sizes.items() if count <= MAX_VALUES}
        self.places = Table(INT, (size,), tuple(cells.get(code, -1) for code in range(size)))
        most, pieces = rules.model.board.pile or 0, self.layout.pieces
        self.fields = {of: (f"cells_{of}", of, 1) for of in self.sizes}  # of what, and its levels
        seats = len(rules.model.colours)  # of which some may own no piece
        for least, values in (seats, [p.owner for p in pieces]), (0, [p.kind for p in pieces]):
            count = max([least, *(value + 1 for value in values)])
            if "pile" in plan.fields.all and 0 < count * most <= MAX_LEVELS:
                self.sizes[of := Table(INT, (len(pieces) + 1,), (-1, *values))] = count
                self.fields[of] = f"levels_{len(self.fields)}", "pile", most
        folds = [term for term in terms_in(plan, "fold") if term.op == "fold"]
        self.many = {loop.name for fold in folds for loop in fold.data.loops}

    def cells(self, of: Any, value: Term, level: Term) -> Term:
        name, _, levels = self.fields[of]
        row = t.arithmetic("mul", value, t.number(levels))
        return self.plan.fields.read(name, t.arithmetic("add", row, level))

    def place(self, of: Any, index: Term) -> tuple[Term, Term]:
        """The cell and the level, counted from 0, of an entry of a field."""
        if isinstance(of, Table):
            pile, level = index.args if index.op == "add" else (index, t.number(0))
            most = t.number(self.fields[of][2])
            if pile.op == "mul" and pile.args[1] == most:
                return pile.args[0], level
            return t.arithmetic("div", index, most), t.arithmetic("mod", index, most)
        if index.op == "table" and index.data == self.places:
            return index.args[0], t.number(0)
        codes = self.layout.cell_codes
        is_same = codes == tuple(range(len(codes)))
        return index if is_same else t.entry(INT, codes, index), t.number(0)

    def entry(self, term: Term) -> tuple[Term, Term, Term] | None:
        """The cell and level of an entry that is kept, and whether it is there; or None."""
        if term.op not in ("table", "read") or term.data not in self.sizes:
            return None
        of, holds, read = term.data, TRUE, term.args[0] if term.op == "table" else term
        if read.op == "select" and read.args[2].value == 0:
            holds, read = read.args[:2]
        is_entry = read.op == "read" and read.data == self.fields[of][1]
        return (*self.place(of, read.args[0]), holds) if is_entry else None

    def asked(self, term: Term) -> tuple[Any, Term, tuple[Term, Term, Term]] | None:
        """What a condition compares, what with, and where that is; None for other conditions."""
        for read, other in (term.args, term.args[::-1]) if term.op in ASKED else ():
            is_code = term.op == "eq" and other.type == INT and not other.nullable
            if (is_code or other.op == "const") and (entry := self.entry(read)) is not None:
                return read.data, other, entry
        return None

    def read(self, term: Term) -> Term:
        """A condition on an entry as one on the cell."""
        if (asked := self.asked(term)) is None:
            return term
        of, other, entry = asked
        if other.op != "const":
            return self.found(of, [other], *entry)
        without, *holds = (
            t.rebuild(term, tuple(a if a is other else t.number(v) for a in term.args)) == TRUE
            for v in range(-1, self.sizes[of])
        )  # fmt: skip
        values = [t.number(v) for v, h in enumerate(holds) if h != without]
        found = self.found(of, values, *entry)
        return t.not_(found) if without else found

    def found(self, of: Any, values: list[Term], cell: Term, level: Term, holds: Term) -> Term:
        """Whether an entry has one of some values."""
        every = [t.number(at) for at in range(self.fields[of][2])]

        def on(level: Term) -> Term:
            sets = (self.cells(of, value, level) for value in values)
            return t.has(t.union(t.no(self.layout.cell_set), *sets), cell)

        if not level.free.isdisjoint(cell.free):
            return t.and_(holds, t.or_(*(t.and_(t.eq(level, at), on(at)) for at in every)))
        is_level = t.and_(t.le(t.number(0), level), t.lt(level, t.number(len(every))))
        return t.and_(holds, on(t.select(is_level, level, t.number(0))))

    def followed(self, effect: Effect) -> Iterator[Effect]:
        """An effect, and what it changes."""
        kept = [of for of in self.sizes if self.fields[of][1] == getattr(effect, "field", "")]
        if not isinstance(effect, Assign) or not kept:
            yield effect
            return
        parts = [*self.place(kept[0], effect.index[0]), effect.value]
        changed = frozenset((effect.field, *(self.fields[of][0] for of in kept)))
        if any(depends_on(part.reads, changed) for part in parts):
            for at, part in enumerate(parts):
                if part.op != "const":
                    yield (let := Let(effect.span, self.names.fresh("noted"), part))
                    parts[at] = t.var(let.name, INT, part.nullable)
        yield effect
        cell, level, new = parts
        for of in kept:
            for value in map(t.number, range(self.sizes[of])):
                cells, one = self.cells(of, value, level), t.bit(self.layout.cell_set, cell)
                is_in = t.eq(t.lookup(of, new) if isinstance(of, Table) else new, value)
                after = t.select(is_in, t.union(cells, one), t.minus(cells, one))
                yield Assign(effect.span, cells.data, cells.args, after)

    def computed(self) -> dict[str, Effects]:
        """The fields that are kept, each with the effects that find its value anew."""
        loop, type = Loop("bits", "valued", INT, 1, "cells"), self.layout.cell_set
        cell, every = t.var(loop.name, INT), t.const(type, self.layout.every_cell)

        def found(of: Any, at: int) -> Effect:
            name, source, levels = self.fields[of]
            entry = self.plan.fields.read(source, t.lookup(self.places, cell))
            if isinstance(of, Table):
                entry = t.lookup(of, Planes(self.plan.fields).entry(cell, t.number(at % levels)))
            holds = t.eq(entry, t.number(at // levels))
            cells = t.fold("union", (loop,), (every,), holds, t.bit(type, cell), type)
            return Assign(None, name, (t.number(at),), cells)

        return {self.fields[of][0]: tuple(found(of, at) for at in range(n * self.fields[of][2]))
                for of, n in self.sizes.items()}  # fmt: skip
