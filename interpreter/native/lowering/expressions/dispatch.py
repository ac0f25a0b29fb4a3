"""What all lowering of expressions shares: the way in, and what is known while compiling.

An expression that depends on nothing, or only on a few codes, is a constant or an entry of a table.
Every other one is lowered by the method that is named after its node.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import compress
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import free_slots
from gdl.model.ranges import CloseBounds
from gdl.vocabulary.types import CELL, FLAG, NUMBER, ListType, SetType
from gdl.vocabulary.types import Type as RuleType
from interpreter.board.codes import element
from interpreter.native.ir import terms as t
from interpreter.native.ir.layout.fields import Fields
from interpreter.native.ir.layout.layout import Family, Layout, set_type
from interpreter.native.ir.terms import BOOL, FALSE, INT, REAL, TRUE, Loop, Table, Term, Type
from interpreter.native.ir.terms.effort import tick
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import NOTHING, Env, Groups, Names, Value
from interpreter.native.lowering.expressions.constant_folding import (
    OF_THE_MOVER,
    PADDING,
    ConstantFolder,
)
from interpreter.reference.rules import Rules

Method = Callable[[model.Expr, Env], Value]
WIDEST_INDEX = 1000  # between the numbers that a table has entries for


class Dispatch:
    """Makes the terms of one game's expressions."""

    def __init__(self, rules: Rules, layout: Layout, fields: Fields, folder: ConstantFolder):
        self.rules, self.layout, self.fields, self.folder = rules, layout, fields, folder
        self.model = rules.model
        self.names = Names()
        self.bounds = CloseBounds(rules.model, len(layout.topology.cells))
        self.cells = layout.cell_set
        self.step_tables: dict[Any, Table] = {}
        self.applied: dict[tuple[Any, ...], Value] = {}  # definitions with their arguments

    def set_type(self, type: RuleType) -> Type:
        """The type of sets of a type of the rules."""
        try:
            return set_type(self.layout.size_of(type))
        except LookupError as error:
            raise NotNative("set-of-these") from error

    def groups_loop(self, groups: Groups, name: str) -> Loop:
        name, count = self.names.fresh(name), len(groups.domains)
        kind = "groups" if groups.roots is None else "parts"
        return Loop(kind, name, self.cells, count, adjacency=groups.adjacency)

    def lower(self, expr: model.Expr, env: Env) -> Value:
        """The value of an expression.

        Raises NotNative.
        """
        tick()
        try:
            value = self.fixed_value(expr, env)
            if value is None:
                method = getattr(self, f"lower_{type(expr).__name__.lower()}", None)
                if method is None:
                    raise NotNative("expression")
                value = self.lowered(method, expr, env)
                if value.steps is not None:  # a name for what is followed where it is used
                    raise NotNative("steps")
        except NotNative as error:
            error.lies_in(expr.span)
            raise
        return self.nothing(expr.type) if value.exists == FALSE else value

    def lowered(self, method: Method, expr: model.Expr, env: Env) -> Value:
        """What a method makes of an expression."""
        return method(expr, env)

    def nothing(self, type: RuleType) -> Value:
        """What does not exist, as a term that can stand where one of this type is wanted."""
        if isinstance(type, SetType) and self.layout.has_families(type.element):
            return replace(self.family_value(type, ()), exists=FALSE)
        term_type = self.folder.term_type(type)
        return NOTHING if term_type is None else Value(t.nothing(term_type), type, FALSE)

    def condition(self, expr: model.Expr | None, env: Env) -> Term:
        """A condition: false where it does not exist."""
        if expr is None:
            return TRUE
        value = self.lower(expr, env)
        return t.and_(value.exists, value.term)

    # ---- what is known while compiling ----

    def fixed_value(self, expr: model.Expr, env: Env) -> Value | None:
        """The value of an expression that depends on few codes: a constant or a table."""
        if isinstance(expr, model.Value | model.Local | model.Seen | model.Range):
            return None
        if isinstance(expr.type, ListType) or not self.folder.is_static(expr):
            return None
        if isinstance(expr, model.BuiltinCall):
            is_mover = expr.name in OF_THE_MOVER and not expr.args
            if is_mover or (expr.name == "neighbours" and self.is_plain(expr)):
                return None
        slots = sorted(free_slots(expr))
        if any(s not in env or env[s].steps is not None for s in slots):
            return None
        known = {s: self.reference_value(env[s]) for s in slots if env[s].is_constant}
        variable = tuple(s for s in slots if s not in known)
        if isinstance(expr.type, SetType) and isinstance(expr.type.element, SetType):
            if variable or self.folder.reads_mover(expr):
                return None
            sets = self.folder.value(expr, known)
            return NOTHING if sets is None else self.family_value(expr.type, sets)
        return self.table_value(expr, env, variable, known)

    def is_plain(self, expr: model.BuiltinCall) -> bool:
        """Whether neighbours are those of a variable, in directions that never change."""
        ways = expr.args[1:]
        return bool(free_slots(expr.args[0])) and not any(
            free_slots(w) or self.rules.reads.of(w) for w in ways
        )

    def table_value(
        self, expr: model.Expr, env: Env, variable: tuple[int, ...], known: dict[int, Any]
    ) -> Value | None:
        """An expression as an entry of a table; None where that cannot be or is not worth it."""
        type = self.folder.term_type(expr.type)
        cheap = isinstance(expr, model.Arithmetic | model.Relation | model.Negative | model.And
                           | model.Or | model.Not)  # fmt: skip
        if isinstance(expr, model.Display):
            cheap = all(isinstance(item, model.Local) for item in expr.items)
        if type is None or (variable and cheap):
            return None
        domains = [self.domain(env[slot]) for slot in variable]
        if None in domains:
            return None
        index = tuple(d[1] for d in domains if d is not None)
        values = tuple(d[0] for d in domains if d is not None)
        try:
            made = self.folder.tables(expr, variable, values, known, type)
        except NotNative:
            return None
        if made is None:
            return None
        table, is_there = made
        if len(table.sizes) > len(index):
            index = (self.fields.read("mover"), *index)
        term = t.lookup(table, *index)
        there = TRUE if is_there is None else t.lookup(is_there, *index)
        if is_there is not None and table.type == INT and expr.type != NUMBER:
            there = t.exists(term)
        real = list(compress(table.values, is_there.values)) if is_there else table.values
        is_number = expr.type == NUMBER and table.type == INT
        bounds = (min(real), max(real)) if is_number and real else None
        return Value(term, expr.type, there, bounds=bounds)

    def number_domain(self, value: Value, low: int, high: int) -> tuple[tuple[Any, ...], Term]:
        """The numbers from low to high and None, for all others, and the index among them."""
        size = high - low + 1
        place = t.code(t.arithmetic("sub", value.term, t.number(low)), size)
        index = t.select(t.and_(value.exists, t.exists(place)), place, t.number(size))
        return (*range(low, high + 1), None), index

    def reference_value(self, value: Value) -> Any:
        """A constant as the reference engine has it."""
        if value.exists == FALSE:
            return None
        if value.is_family and value.family is not None:
            member = value.family.member
            return frozenset(self.layout.decode(member, bits) for bits in value.chosen)
        if value.type == NUMBER or value.term.type == BOOL:
            return value.term.data
        return self.layout.decode(value.type, value.term.data)

    def constant(self, type: RuleType, value: Any) -> Value:
        """A value of the reference engine."""
        if type == FLAG:
            return Value(t.const(BOOL, bool(value)), type)
        if isinstance(type, SetType):
            if isinstance(type.element, SetType):
                return self.family_value(type, value)
            bits = self.layout.encode(type, value)
            return Value(t.const(self.set_type(type.element), bits), type)
        if type == NUMBER and value != int(value):
            return Value(t.const(REAL, value), type)
        code = self.layout.encode(type, value)
        return Value(t.number(code), type, bounds=(code, code) if type == NUMBER else None)

    def domain(self, value: Value) -> tuple[tuple[Any, ...], Term] | None:
        """The values that a variable can have, and the index of its value among them."""
        if value.family is not None and value.place is not None:
            return self.layout.members(value.family), value.place
        if value.type == NUMBER:
            if value.bounds is None or value.term.type != INT:
                return None
            low, high = value.bounds
            if high - low > WIDEST_INDEX:
                return None
            if value.exists == TRUE:
                return tuple(range(low, high + 1)), t.arithmetic("sub", value.term, t.number(low))
            return self.number_domain(value, low, high)
        if not self.layout.is_code(value.type):
            return None
        size = self.layout.size_of(value.type)
        if value.type == CELL:
            cells = self.layout.cells
            values: tuple[Any, ...] = tuple(cells.get(code, PADDING) for code in range(size))
        else:
            values = tuple(self.layout.decode(value.type, code) for code in range(size))
        index = value.term
        if value.type == FLAG:
            index = t.select(value.term, t.number(1), t.number(0))
        if value.exists == TRUE:
            return values, index
        return (*values, None), t.select(value.exists, index, t.number(size))

    def family_value(self, type: RuleType, sets: Any) -> Value:
        family = self.layout.family(element(type), iter(sets))
        every = t.const(family.type, (1 << len(family.sets)) - 1)
        return Value(every, type, family=family)

    def table_of(self, family: Family) -> Table:
        """The sets of a family by their places."""
        type = self.set_type(family.member.element)
        return t.Table(type, (len(family.sets),), tuple(family.sets))


