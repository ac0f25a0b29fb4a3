"""Constant folding: constants, and tables of what depends on a few codes alone.

The value of an expression that nothing changes is what the reference engine says it is.  One that
depends on the mover and on variables with few values becomes a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import shape, walk
from gdl.vocabulary.types import NUMBER, SetType
from gdl.vocabulary.types import Type as RuleType
from interpreter.board.position import Position
from interpreter.native.ir.layout.layout import Layout, set_type
from interpreter.native.ir.terms import BOOL, INT, REAL, Table, Type, nothing
from interpreter.native.ir.terms.effort import tick
from interpreter.reference.rules import Rules

MAX_ENTRIES = 40_000
MAX_BYTES = 1 << 21
PADDING = object()  # in place of a cell: a code that no cell has, for which any entry will do
OF_THE_MOVER = frozenset(("mover", "opponent"))  # built-ins that depend on its colour alone


class ConstantFolder:
    """Evaluates what does not change."""

    def __init__(self, rules: Rules, layout: Layout, blank: Callable[[], Position]):
        self.rules = rules
        self.layout = layout
        self._called: dict[tuple[str, str], frozenset[str]] = {}
        self._tables: dict[Any, tuple[Table, Table | None]] = {}
        self._movers = [blank().changed(seat=c) for c in range(len(rules.model.colours))]

    def is_static(self, expr: model.Expr) -> bool:
        """Whether an expression depends on nothing but its variables and the mover."""
        reads = self.rules.reads.of(expr)
        return not reads or (reads == {"mover"} and self._built_ins_called(expr) <= OF_THE_MOVER)

    def reads_mover(self, expr: model.Expr) -> bool:
        """Whether an expression depends on who moves."""
        return "mover" in self.rules.reads.of(expr)

    def _built_ins_called(self, expr: model.Expr) -> frozenset[str]:
        """The built-ins that read something, through definitions and facts."""
        names: set[str] = set()
        for part in walk(expr):
            match part:
                case model.BuiltinCall(name=name) if "mover" in self.rules.reads.of_one(part):
                    names.add(name)
                case model.Apply(name=name):
                    names |= self._named("definition", name)
                case model.FactValue(name=name):
                    names |= self._named("fact", name)
        return frozenset(names)

    def _named(self, sort: str, name: str) -> frozenset[str]:
        if (sort, name) not in self._called:
            self._called[sort, name] = frozenset()
            if sort == "fact":
                parts = tuple(self.rules.model.facts[name].values.values())
            else:
                body = self.rules.model.definitions[name].body
                assert isinstance(body, model.Expr)
                parts = (body,)
            called = map(self._built_ins_called, parts)
            self._called[sort, name] = frozenset().union(*called)
        return self._called[sort, name]

    def value(self, expr: model.Expr, values: dict[int, Any]) -> Any:
        """The value with these values of its variables."""
        return next(self.each(expr, (), (), values, range(1)))

    def tables(
        self, expr: model.Expr, slots: tuple[int, ...], domains: tuple[tuple[Any, ...], ...],
        fixed: dict[int, Any], type: Type,
    ) -> tuple[Table, Table | None] | None:  # fmt: skip
        """The values for each choice of the variables, and whether each exists (None: all do).

        Values in `domains` are those of the reference engine, None for a code without one.  The
        first index is the mover where the expression reads it.  None where it would be too large.
        """
        movers = range(len(self.rules.model.colours)) if self.reads_mover(expr) else range(1)
        entries = prod((len(movers), *map(len, domains)))
        if entries > MAX_ENTRIES or entries * 8 * max(1, type.size) > MAX_BYTES:
            return None
        key = (shape(expr, slots), domains, tuple(sorted(fixed.items(), key=repr)))
        if key not in self._tables:
            self._tables[key] = self._tabulate(expr, slots, domains, fixed, type, movers)
        return self._tables[key]

    def _tabulate(
        self, expr: model.Expr, slots: tuple[int, ...], domains: tuple[tuple[Any, ...], ...],
        fixed: dict[int, Any], type: Type, movers: range,
    ) -> tuple[Table, Table | None]:  # fmt: skip
        values = list(self.each(expr, slots, domains, fixed, movers))
        sizes: tuple[int, ...] = (len(movers),) if len(movers) > 1 else ()
        sizes += tuple(len(d) for d in domains)
        encode = lru_cache(maxsize=None, typed=True)(partial(self.code, expr.type, type))
        padding = nothing(type).data
        if expr.type == NUMBER:  # within the bounds of the others
            padding = next((encode(v) for v in values if v is not None and v is not PADDING), -1)
        codes = [padding if value is PADDING else encode(value) for value in values]
        is_there = [value is not None for value in values]
        if any(isinstance(v, float) for v in codes) and type == INT:
            type, codes = REAL, [float(v) for v in codes]
        table = Table(type, sizes, tuple(codes))
        return table, None if all(is_there) else Table(BOOL, sizes, tuple(is_there))

    def each(
        self, expr: model.Expr, slots: tuple[int, ...], domains: tuple[tuple[Any, ...], ...],
        fixed: dict[int, Any], movers: range,
    ) -> Iterator[Any]:  # fmt: skip
        """The values for each mover and choice of the variables, in order."""
        function = self.rules.expressions.function(expr)
        frame = self.rules.frame()
        for slot, value in fixed.items():
            frame[slot] = value
        for mover in movers:
            position = self._movers[mover].changed()
            for values in product(*domains):
                tick()
                if PADDING in values:
                    yield PADDING
                    continue
                for slot, value in zip(slots, values, strict=True):
                    frame[slot] = value
                yield function(position, frame)

    def code(self, rule_type: RuleType, type: Type, value: Any) -> Any:
        """A value as a table or a constant holds it."""
        if type == BOOL:
            return bool(value)
        if rule_type == NUMBER:
            return -1 if value is None else value
        return self.layout.encode(rule_type, value)

    def term_type(self, type: RuleType) -> Type | None:
        """The type of a term with values of this type; None where a table cannot hold it."""
        if type == NUMBER:
            return INT
        if isinstance(type, SetType):
            if isinstance(type.element, SetType):
                return None
            try:
                return set_type(self.layout.size_of(type.element))
            except LookupError:
                return None
        if str(type) == "flag":
            return BOOL
        return INT if self.layout.is_code(type) else None
