"""What is worked out while compiling: constants, and tables of what depends on a few codes alone.

The value of an expression that nothing changes is what the reference engine says it is.  One that
depends on the mover and on variables with few values becomes a table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import product
from typing import Any

from gdl import model
from gdl.analysis import shape, walk
from gdl.types import NUMBER, SetType
from gdl.types import Type as RuleType
from interpreter.native.effort import tick
from interpreter.native.lowering.layout import Layout, set_type
from interpreter.native.terms import BOOL, INT, REAL, Table, Term, Type, lookup, nothing
from interpreter.reference.position import Position
from interpreter.reference.rules import Rules

MOST_ENTRIES = 40_000
MOST_BYTES = 1 << 21
PADDING = object()  # in place of a cell: a code that no cell has, for which any entry will do
OF_THE_MOVER = frozenset(("mover", "opponent"))  # built-ins that depend on its colour alone


class Fixed:
    """Evaluates what does not change."""

    def __init__(self, rules: Rules, layout: Layout, blank: Callable[[], Position]):
        self.rules = rules
        self.layout = layout
        self._blank = blank
        self._asks: dict[tuple[str, str], frozenset[str]] = {}
        self._tables: dict[Any, tuple[Table, Table | None]] = {}
        self._movers = [self._position(c) for c in range(len(rules.game.colours))]

    def _position(self, mover: int) -> Position:
        return self._blank().changed(seat=mover)

    def is_static(self, expr: model.Expr) -> bool:
        """Whether an expression depends on nothing but its variables and the mover."""
        reads = self.rules.reads.of(expr)
        return not reads or (reads == {"mover"} and self._asked(expr) <= OF_THE_MOVER)

    def reads_mover(self, expr: model.Expr) -> bool:
        """Whether an expression depends on who moves."""
        return "mover" in self.rules.reads.of(expr)

    def _asked(self, expr: model.Expr) -> frozenset[str]:
        """The built-ins that read something, through definitions and facts."""
        found: set[str] = set()
        for part in walk(expr):
            match part:
                case model.Ask(name=name) if "mover" in self.rules.reads.of_one(part):
                    found.add(name)
                case model.Apply(name=name):
                    found |= self._named("definition", name)
                case model.AskFact(name=name):
                    found |= self._named("fact", name)
        return frozenset(found)

    def _named(self, sort: str, name: str) -> frozenset[str]:
        if (sort, name) not in self._asks:
            self._asks[sort, name] = frozenset()
            if sort == "fact":
                parts = tuple(self.rules.game.facts[name].values.values())
            else:
                body = self.rules.game.definitions[name].body
                assert isinstance(body, model.Expr)
                parts = (body,)
            self._asks[sort, name] = frozenset().union(*(self._asked(p) for p in parts))
        return self._asks[sort, name]

    def value(self, expr: model.Expr, values: dict[int, Any], mover: int = 0) -> Any:
        """The value with these values of its variables."""
        frame = self.rules.frame()
        for slot, value in values.items():
            frame[slot] = value
        function = self.rules.expressions.function(expr)
        return function(self._movers[mover].changed(), frame)

    # ---- tables ----

    def tables(
        self, expr: model.Expr, slots: tuple[int, ...], domains: tuple[tuple[Any, ...], ...],
        fixed: dict[int, Any], type: Type,
    ) -> tuple[Table, Table | None] | None:  # fmt: skip
        """The values for each choice of the variables, and whether each exists (None: all do).

        Values in `domains` are those of the reference engine, None for a code without one.  The
        first index is the mover where the expression reads it.  None where it would be too large.
        """
        movers = range(len(self.rules.game.colours)) if self.reads_mover(expr) else range(1)
        entries = len(movers)
        for domain in domains:
            entries *= len(domain)
        if entries > MOST_ENTRIES or entries * 8 * max(1, type.size) > MOST_BYTES:
            return None
        key = (shape(expr, slots), domains, tuple(sorted(fixed.items(), key=repr)))
        if key not in self._tables:
            self._tables[key] = self._work_out(expr, slots, domains, fixed, type, movers)
        return self._tables[key]

    def _work_out(
        self, expr: model.Expr, slots: tuple[int, ...], domains: tuple[tuple[Any, ...], ...],
        fixed: dict[int, Any], type: Type, movers: range,
    ) -> tuple[Table, Table | None]:  # fmt: skip
        found = self.each(expr, slots, domains, fixed, movers)
        sizes: tuple[int, ...] = (len(movers),) if len(movers) > 1 else ()
        sizes += tuple(len(d) for d in domains)
        encode = lru_cache(maxsize=None, typed=True)(partial(self.code, expr.type, type))
        padding = nothing(type).data
        if expr.type == NUMBER:  # within the bounds of the others
            padding = next((encode(v) for v in found if v is not None and v is not PADDING), -1)
        codes = [padding if value is PADDING else encode(value) for value in found]
        is_there = [value is not None for value in found]
        if any(isinstance(v, float) for v in codes) and type == INT:
            type, codes = REAL, [float(v) for v in codes]
        table = Table(type, sizes, tuple(codes))
        return table, None if all(is_there) else Table(BOOL, sizes, tuple(is_there))

    def each(
        self, expr: model.Expr, slots: tuple[int, ...], domains: tuple[tuple[Any, ...], ...],
        fixed: dict[int, Any], movers: range,
    ) -> list[Any]:  # fmt: skip
        """The values for each mover and choice of the variables, in order."""
        function = self.rules.expressions.function(expr)
        frame = self.rules.frame()
        for slot, value in fixed.items():
            frame[slot] = value
        found = []
        for mover in movers:
            position = self._movers[mover].changed()
            for values in product(*domains):
                tick()
                if PADDING in values:
                    found.append(PADDING)
                    continue
                for slot, value in zip(slots, values, strict=True):
                    frame[slot] = value
                found.append(function(position, frame))
        return found

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


def entry(table: Table, mover: Term | None, index: tuple[Term, ...]) -> Term:
    """The entry of a table that may have the mover as its first index."""
    return lookup(table, *((mover, *index) if mover is not None else index))
