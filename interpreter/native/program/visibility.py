"""What `sees` shows of a state, as C: sets that a function finds for the colour that looks.

The conditions are lowered as all others are, with the viewer as a variable.  They stand in the
library that plays many games at once, which reads states that another library has made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from gdl.model import nodes as model
from gdl.vocabulary.types import CELL, FLAG, NUMBER, SetType
from gdl.vocabulary.types import Type as RuleType
from interpreter.native.emit.kernels import sets as sets_c
from interpreter.native.emit.plain_state import READ
from interpreter.native.emit.state import Declarations
from interpreter.native.ir import terms as t
from interpreter.native.ir.effects import Assign
from interpreter.native.ir.layout.coding import Coding
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.layout import set_type
from interpreter.native.ir.plan import Plan
from interpreter.native.ir.terms import FALSE, INT, TRUE, Loop, Term
from interpreter.native.ir.terms.effort import limited
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Value
from interpreter.native.lowering.expressions.constant_folding import ConstantFolder
from interpreter.native.lowering.expressions.expressions import Lower
from interpreter.native.passes.loops.unroll import lift
from interpreter.native.program.program import MAX_LOWERED
from interpreter.native.program.vector import BOARD, SUPPLY, UNSEEN, VisibilityCode, member
from interpreter.reference.effort import Effort
from interpreter.reference.rules import Variable

OF_THE_GAME = {"history", "*"}  # what terms read that need more than a state: its past, its rules


def visibility_of(coding: Coding, wanted: Collection[str]) -> VisibilityCode:
    """The C text for those entries of `sees` that are `wanted`.

    Raises NotNative.
    """
    engine, layout = coding.engine, coding.layout
    plan = Plan(engine.model, engine, layout, Fields(engine.rules, layout))
    entries = Entries(plan)
    with limited(Effort(MAX_LOWERED)):
        for entry in engine.model.sees.values():
            if entry.name in wanted:
                try:
                    entries.add(entry)
                except NotNative as error:
                    error.lies_in(entry.span)
                    raise
        plan.after = tuple(entries.effects)
        lift(plan)
        return Writer(plan).visibility()


class Entries:
    """Lowers entries of `sees` to sets, which are assigned to fields of their own."""

    def __init__(self, plan: Plan):
        self.plan, self.layout, self.rules = plan, plan.layout, plan.engine.rules
        folder = ConstantFolder(self.rules, self.layout, plan.engine.blank)
        self.up = Lower(self.rules, self.layout, plan.fields, folder)
        self.effects: list[Assign] = []

    def add(self, entry: model.Shown) -> None:
        """Lower an entry.  Raises NotNative, perhaps without a place."""
        if entry.name == BOARD:
            shown = self.shown_set(entry, self.layout.cell_set)
            self.assign(entry, member(BOARD), shown)
            every = t.const(self.layout.cell_set, self.layout.every_cell)
            self.assign(entry, UNSEEN, t.minus(every, shown))
        elif entry.name == SUPPLY:
            self.assign(entry, member(SUPPLY), self.of_pools(entry))
        else:
            variable = next((v for v in self.rules.variables if v.name == entry.name), None)
            shown = self.of_cells(entry) if variable is None else self.of_keys(entry, variable)
            self.assign(entry, member(entry.name), shown)

    def assign(self, entry: model.Shown, name: str, shown: Term) -> None:
        loops = (loop for part in shown.parts if part.op == "fold" for loop in part.data.loops)
        # rounds are counted by what belongs to the library that plays
        if shown.reads & OF_THE_GAME or any(loop.counted is not None for loop in loops):
            raise NotNative("expression", entry.expr.span if entry.expr else entry.span)
        self.plan.fields.add(name, shown.type)
        self.effects.append(Assign(entry.span, name, (), shown))

    def shown_set(self, entry: model.Shown, type: t.Type) -> Term:
        """The set of cells or pieces of an entry; empty where it does not exist."""
        if entry.expr is None:
            return t.no(type)
        value = self.up.lower(entry.expr, {})
        if value.term.type != type:  # `{}`, of which nobody says what might be in it
            return t.no(type)
        return t.select(value.exists, value.term, t.no(type))

    def of_cells(self, entry: model.Shown) -> Term:
        """The cells on whose pieces a part is shown."""
        name = self.up.names.fresh("cell")
        cell = t.var(name, INT)
        holds = self.holds(entry, {entry.slots[0]: Value(cell, CELL)})
        every = t.const(self.layout.cell_set, self.layout.every_cell)
        loop, body = Loop("bits", name, INT, 1, "cells"), t.bit(every.type, cell)
        return t.fold("union", (loop,), (every,), holds, body, every.type)

    def holds(self, entry: model.Shown, env: Env) -> Term:
        """The condition of an entry; nothing never holds."""
        return FALSE if entry.expr is None else self.up.condition(entry.expr, env)

    def of_pools(self, entry: model.Shown) -> Term:
        """The pools that are shown: those of pieces that have the same words as one that is."""
        pieces = self.layout.pieces
        shown, text = self.shown_set(entry, set_type(len(pieces))), self.rules.codes.piece_text
        pools = [text(pool) for pool in self.rules.pools]
        alike = [sum(1 << n for n, p in enumerate(pieces) if text(p) == pool) for pool in pools]
        of = shown.type
        return self.among(len(alike), lambda number: t.meets(shown, t.entry(of, alike, number)))

    def of_keys(self, entry: model.Shown, variable: Variable) -> Term:
        """The entries of a variable that are shown."""
        keys = tuple(variable.keys)
        columns = list(zip(*keys, strict=True))

        def holds(number: Term) -> Term:
            rows = zip(entry.slots, variable.index_types, columns, strict=True)
            env: Env = {slot: self.listed(type, row, number) for slot, type, row in rows}
            return self.holds(entry, env)

        return self.among(len(keys), holds)

    def among(self, count: int, holds: Callable[[Term], Term]) -> Term:
        """The numbers below `count` for which a condition holds, as a set."""
        type, name = set_type(count), self.up.names.fresh("entry")
        number = t.var(name, INT)
        ends = t.number(0), t.number(count - 1)
        loop = Loop("range", name, INT, 2)
        return t.fold("union", (loop,), ends, holds(number), t.bit(type, number), type)

    def listed(self, type: RuleType, values: Sequence[Any], number: Term) -> Value:
        """The value of this number among some."""
        layout = self.layout
        if isinstance(type, SetType):
            family = layout.family(type, values)
            masks = [layout.encode(type, value) for value in values]
            place = t.entry(INT, map(family.sets.index, masks), number)
            chosen = t.entry(self.up.set_type(type.element), masks, number)
            return Value(chosen, type, TRUE, family, place)
        if type != NUMBER and not layout.is_code(type):
            raise NotNative("index")
        codes = [layout.encode(type, value) for value in values]
        code = t.entry(INT, codes, number)
        if type == FLAG:
            return Value(t.eq(code, t.number(1)), type)
        return Value(code, type, bounds=(min(codes), max(codes)) if type == NUMBER else None)


class Writer(Declarations):
    """Writes the C text of a plan that has nothing but the sets of `Visibility`."""

    def __init__(self, plan: Plan):
        super().__init__(plan)
        self.assigned = [effect for effect in plan.after if isinstance(effect, Assign)]

    def visibility(self) -> VisibilityCode:
        """All of it."""
        of_board = [e for e in self.assigned if not self.is_rest(e)]
        functions = [
            self.function("see_board", of_board),
            self.function("see_rest", [e for e in self.assigned if self.is_rest(e)]),
        ]
        members = "".join(
            f" {self.unit.c_type(e.value.type)} {e.field};" for e in self.assigned
        )
        widths = self.unit.sizes | {f.type.size for f in self.read(self.assigned) if f.type.is_set}
        text = "\n".join((
            *map(sets_c.set_operations, sorted(widths)),
            f"typedef struct {{{members} }} Visibility;",
            *self.constants(), *self.unit.helpers.values(), *functions,
        ))  # fmt: skip
        names = frozenset(effect.field for effect in self.assigned)
        others = (f.name for f in self.read(self.assigned) if f.name not in READ)
        return VisibilityCode(text, tuple(others), names)

    def is_rest(self, effect: Assign) -> bool:
        """Whether a set is of no cells of the board."""
        rest = {member(v.name) for v in self.plan.engine.rules.variables}
        return effect.field in rest or effect.field == member(SUPPLY)

    def read(self, effects: Iterable[Assign]) -> list[Any]:
        """The fields of the state that effects read."""
        names = frozenset[str]().union(*(effect.reads for effect in effects))
        return [self.plan.fields.all[name] for name in sorted(names)]

    def function(self, name: str, effects: Sequence[Assign]) -> str:
        """The C function that finds some sets for a colour."""
        block = self.block()
        for effect in effects:
            block.places[effect.field] = f"shown->{effect.field}"
        for line in self.copies(block.places, effects):
            block.write(line)
        self.effects(block, tuple(effects), trial=False, fail="", last=[])
        return (
            f"static void {name}(const State *s, int32_t viewer, Visibility *shown)\n{{\n"
            f"    (void)s; (void)viewer; (void)shown;\n{block.text()}}}\n"
        )

    def copies(self, places: dict[str, str], effects: Sequence[Assign]) -> Iterator[str]:
        """C that copies fields, which rules read by other types than those of `plain_state`."""
        for field in self.read(effects):
            name, own = field.name, f"now_{field.name}"
            if field.type.is_set:
                count = f"[{field.sizes[0]}]" if field.sizes else ""
                yield f"{field.storage} {own}{count};"
                yield f"memcpy(&{own}, s->{name}, sizeof {own});"
                places[name] = own
            elif not field.sizes and name not in READ:
                places[name] = f"s->{name}[0]"
