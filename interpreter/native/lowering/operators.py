"""Logic, relations, arithmetic, choices and steps."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

from gdl import model
from gdl.limits import MAX_VALUES
from gdl.types import FLAG, NUMBER
from interpreter.native import terms as t
from interpreter.native.lowering.atoms import Atoms
from interpreter.native.lowering.fixed import PADDING
from interpreter.native.lowering.layout import Family
from interpreter.native.passes.unroll import simplify_fold
from interpreter.native.refusal import NotNative
from interpreter.native.terms import BOOL, FALSE, INT, LARGEST, REAL, TRUE, Loop, Table, Term
from interpreter.native.values import Env, Groups, Value
from interpreter.reference.expressions import is_none

MOST_STEPS = 200_000  # in a table
FARTHEST = 1000  # from 0 that numbers lie for which there are tables or moves


class Operators(Atoms):
    """Lowers operators."""

    def lower_and(self, expr: model.And, env: Env) -> Value:
        left, right = self.condition(expr.left, env), self.condition(expr.right, env)
        return self.of_type(expr, t.and_(left, right))

    def lower_or(self, expr: model.Or, env: Env) -> Value:
        left, right = self.condition(expr.left, env), self.condition(expr.right, env)
        return self.of_type(expr, t.or_(left, right))

    def lower_not(self, expr: model.Not, env: Env) -> Value:
        return self.of_type(expr, t.not_(self.condition(expr.operand, env)))

    def lower_some(self, expr: model.Some, env: Env) -> Value:
        value = self.lower(expr.operand, env)
        if value.groups is not None:
            found = t.or_(*(t.some(s) for s in value.groups.sets))
            return self.of_type(expr, t.and_(value.exists, found))
        term = value.term
        if term.op == "fold" and term.data.gather == "union":
            *domains, condition, body = term.args
            found = simplify_fold(self.layout, "any", term.data.loops, tuple(domains), condition,
                                  t.some(body), BOOL)  # fmt: skip
            return self.of_type(expr, t.and_(value.exists, found))
        return self.of_type(expr, t.and_(value.exists, t.some(term)))

    def lower_relation(self, expr: model.Relation, env: Env) -> Value:
        if expr.op == "=" and (is_none(expr.right) or is_none(expr.left)):
            other = expr.left if is_none(expr.right) else expr.right
            return self.of_type(expr, t.not_(self.lower(other, env).exists))
        left = self.lower(expr.left, env)
        if expr.op == "in":
            return self.of_type(expr, t.and_(left.exists, self.is_in(left, expr.right, env)))
        right = self.lower(expr.right, env)
        both = t.and_(left.exists, right.exists)
        return self.of_type(expr, t.and_(both, self.relation(expr.op, left, right)))

    def relation(self, op: str, left: Value, right: Value) -> Term:
        """A relation between two values that exist."""
        if op == "touches":
            name, near = self.layout.adjacency(None, joined=False)
            return t.meets(t.dilate(name, near, left.term), right.term)
        if left.groups is not None or right.groups is not None:
            raise NotNative("this comparison of groups")
        a, b = left.term, right.term
        if left.is_family:
            a, b = self.aligned(left, right)
        return {"=": t.eq, "<": t.lt, "<=": t.le, "within": t.within, "meets": t.meets}[op](a, b)

    def aligned(self, left: Value, right: Value) -> tuple[Term, Term]:
        """Two sets of sets as sets of places in one family."""
        if left.family == right.family:
            return left.term, right.term
        if left.family is None or right.family is None:
            raise NotNative("this mixture of sets of sets")
        if right.is_constant and set(right.family.sets) <= set(left.family.sets):
            return left.term, self.in_family(right, left.family)
        if left.is_constant and set(left.family.sets) <= set(right.family.sets):
            return self.in_family(left, right.family), right.term
        raise NotNative("sets of sets of different domains")

    def in_family(self, value: Value, family: Family) -> Term:
        """A constant set of sets as places in another family, which has all of them."""
        return t.const(family.type, sum(1 << family.sets.index(s) for s in value.chosen))

    def is_within_family(self, value: Value, family: Family) -> bool:
        """Whether another family has all sets of a constant set of sets."""
        return set(value.chosen) <= set(family.sets)

    def is_in(self, left: Value, right: model.Expr, env: Env) -> Term:
        """Whether a value that exists is in a set."""
        if isinstance(right, model.Range):
            low, high, there = self.ends(right, env)
            inside = t.and_(t.le(low.term, left.term), t.le(left.term, high.term))
            return t.and_(there, inside, t.is_whole(left.term))
        if isinstance(right, model.Display):
            items = [self.lower(i, env) for i in right.items]
            there = t.and_(*(i.exists for i in items))
            return t.and_(there, t.or_(*(t.eq(left.term, i.term) for i in items)))
        value = self.lower(right, env)
        if value.groups is not None:
            return t.and_(value.exists, self.is_group(left, value.groups))
        if value.is_family:
            return t.and_(value.exists, self.is_member(left, value))
        return t.and_(value.exists, t.has(value.term, self.code_of(left)))

    def has_code(self, value: Value) -> bool:
        """Whether sets of numbers can hold a number, if it exists."""
        low, high = value.bounds or (-1, 0)
        return low >= self.layout.numbers[0] and high <= self.layout.numbers[-1]

    def code_of(self, value: Value) -> Term:
        """The code of a value in sets; -1 for a number that no set can hold."""
        if value.type == FLAG:
            return t.select(value.term, t.number(1), t.number(0))
        if value.type == NUMBER and not (value.exists == TRUE and self.has_code(value)):
            return t.code(value.term, len(self.layout.numbers))
        return t.arithmetic("sub", value.term, t.number(self.layout.offset(value.type)))

    def is_member(self, left: Value, value: Value) -> Term:
        """Whether a set of cells is in a set of sets."""
        assert value.family is not None
        if left.family == value.family and left.place is not None:
            return t.has(value.term, left.place)
        name = self.names.fresh("set")
        place = t.var(name, INT)
        table = self.layout.table(self.cells, (len(value.family.sets),), value.family.sets)
        same = t.eq(t.lookup(table, place), left.term)
        return t.fold(
            "any", (Loop("bits", name, INT, 1, "places"),), (value.term,), TRUE, same, BOOL
        )

    def is_group(self, left: Value, groups: Groups) -> Term:
        """Whether a set of cells is one of the groups."""
        first = t.bit(self.cells, t.first(left.term))
        found = [
            t.eq(t.flood(groups.adjacency, first, inside), left.term) for inside in groups.sets
        ]
        return t.and_(t.some(left.term), t.or_(*found))

    def lower_arithmetic(self, expr: model.Arithmetic, env: Env) -> Value:
        low, high = self.bounds.interval(expr)
        if any(abs(end) > LARGEST and not math.isinf(end) for end in (low, high)):
            raise NotNative(f"numbers beyond {LARGEST:,}", expr.span)
        left, right = self.lower(expr.left, env), self.lower(expr.right, env)
        exists = t.and_(left.exists, right.exists)
        if expr.op in ("div", "mod"):
            is_zero = t.eq(
                right.term, t.number(0) if right.term.type == INT else t.const(REAL, 0.0)
            )
            exists = t.and_(exists, t.not_(is_zero))
            divisor = t.select(is_zero, t.number(1), right.term)
            return self.of_type(expr, t.arithmetic(expr.op, left.term, divisor), exists)
        name = {"+": "add", "-": "sub", "*": "mul"}[expr.op]
        bounds = None
        if left.bounds and right.bounds and expr.op in "+-":
            (a, b), (c, d) = left.bounds, right.bounds
            bounds = (a + c, b + d) if expr.op == "+" else (a - d, b - c)
        term = t.arithmetic(name, left.term, right.term)
        return Value(term, expr.type, exists, bounds=bounds)

    def lower_negative(self, expr: model.Negative, env: Env) -> Value:
        value = self.lower(expr.operand, env)
        term = t.arithmetic("sub", t.number(0), value.term)
        bounds = None if value.bounds is None else (-value.bounds[1], -value.bounds[0])
        return Value(term, expr.type, value.exists, bounds=bounds)

    def lower_choose(self, expr: model.Choose, env: Env) -> Value:
        condition = self.condition(expr.condition, env)
        if condition in (TRUE, FALSE):
            return self.lower(expr.yes if condition == TRUE else expr.no, env)
        return self.either(condition, self.lower(expr.yes, env), self.lower(expr.no, env))

    def lower_opposite(self, expr: model.Opposite, env: Env) -> Value:
        value = self.lower(expr.operand, env)
        opposite = self.rules.topology.opposite
        table = self.layout.table(INT, (len(opposite),), opposite)
        return self.of_type(expr, t.lookup(table, value.term), value.exists)

    def lower_stepto(self, expr: model.StepTo, env: Env) -> Value:
        cell = self.lower(expr.cell, env)
        parts = self.step_parts(expr.step, env)
        if len(parts) == 1 and parts[0][1].term == t.number(1):
            index: tuple[Value, ...] = (parts[0][0], cell)
        else:
            index = (*(v for part in parts for v in part), cell)
        domains = [d for v in index if (d := self.domain(v)) is not None]
        if len(domains) < len(index) or math.prod(len(d[0]) for d in domains) > MOST_STEPS:
            raise NotNative(f"the step `{expr.span.text}`", expr.span)
        table = self.step_table(len(parts), tuple(d[0] for d in domains))
        term = t.lookup(table, *(d[1] for d in domains))
        there = t.and_(*(v.exists for v in index), t.exists(term))
        return self.of_type(expr, t.select(t.and_(*(v.exists for v in index)), term, t.number(-1))
                            if there != t.exists(term) else term, there)  # fmt: skip

    def step_table(self, parts: int, domains: tuple[tuple[Any, ...], ...]) -> Table:
        """Where steps lead, for each direction, number of times and cell."""
        key = (parts, domains)
        if key not in self.step_tables:
            self.step_tables[key] = self.make_step_table(parts, domains)
        return self.step_tables[key]

    def make_step_table(self, parts: int, domains: tuple[tuple[Any, ...], ...]) -> Table:
        """The table, worked out."""
        step, encode = self.rules.topology.step, self.layout.cell_codes
        values = []
        for choice in product(*domains):
            *steps, cell = choice
            if cell in (None, PADDING) or None in steps:
                values.append(-1)
                continue
            if len(steps) == 1:
                steps.append(1)
            end = step(cell, tuple((steps[2 * i], steps[2 * i + 1]) for i in range(parts)))
            values.append(-1 if end is None else encode[end])
        return self.layout.table(INT, tuple(map(len, domains)), values)

    def step_parts(self, expr: model.Expr, env: Env) -> list[tuple[Value, Value]]:
        """A step as directions and how many times each."""
        one = Value(t.number(1), NUMBER, bounds=(1, 1))
        match expr:
            case model.Steps(parts=parts):
                return [p for part in parts for p in self.step_parts(part, env)]
            case model.Times(times=times, step=step):
                factor = self.bounded(times, env)
                if factor.bounds is None:
                    raise NotNative(f"so many steps as `{times.span.text}`", times.span)
                found = []
                for direction, count in self.step_parts(step, env):
                    if count.term != t.number(1):
                        raise NotNative(f"the step `{expr.span.text}`", expr.span)
                    found.append((direction, factor))
                return found
        return [(self.lower(expr, env), one)]

    def ends(self, expr: model.Range, env: Env) -> tuple[Value, Value, Term]:
        """The first and the last number of a range, and whether there is such a range."""
        low, high = self.bounded(expr.low, env), self.bounded(expr.high, env)
        there = t.and_(low.exists, high.exists)
        if not (low.bounds and high.bounds and high.bounds[1] - low.bounds[0] < MAX_VALUES):
            length = t.arithmetic("sub", high.term, low.term)
            there = t.and_(there, t.lt(length, t.number(MAX_VALUES)))
        return low, high, there

    def bounded(self, expr: model.Expr, env: Env) -> Value:
        """A number with its bounds; without them if they lie further than `FARTHEST` from 0."""
        value = self.lower(expr, env)
        if value.bounds is None:
            low, high = self.bounds.interval(expr)
            if low >= -FARTHEST and high <= FARTHEST:
                value = Value(value.term, value.type, value.exists, bounds=(int(low), int(high)))
        return value
