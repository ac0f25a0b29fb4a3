"""Logic, relations, arithmetic, choices and steps."""

from __future__ import annotations

import math

from gdl.model import nodes as model
from gdl.model.analysis import is_none
from gdl.source.limits import MAX_VALUES
from gdl.vocabulary.types import CELLS, FLAG, NUMBER, VECTOR
from interpreter.native.ir import terms as t
from interpreter.native.ir.terms import BOOL, FALSE, INT, LARGEST, TRUE, Term
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.ir.values import Env, Groups, Value, combined
from interpreter.native.lowering.expressions.steps import Following


class Operators(Following):
    """Lowers operators."""

    def lower_and(self, expr: model.And | model.Or, env: Env) -> Value:
        left, right = self.condition(expr.left, env), self.condition(expr.right, env)
        joined = t.and_ if isinstance(expr, model.And) else t.or_
        return Value(joined(left, right), expr.type)

    lower_or = lower_and

    def lower_not(self, expr: model.Not, env: Env) -> Value:
        return Value(t.not_(self.condition(expr.operand, env)), expr.type)

    def lower_some(self, expr: model.Some, env: Env) -> Value:
        value = self.lower(expr.operand, env)
        if value.groups is not None:
            is_some = t.or_(*map(t.some, value.groups.sets))
        elif value.listed is not None:
            is_some = t.const(BOOL, bool(value.listed))
        else:
            is_some = t.or_(value.stray, t.some(value.term))
        return Value(t.and_(value.exists, is_some), expr.type)

    def lower_relation(self, expr: model.Relation, env: Env) -> Value:
        if expr.op == "=" and (is_none(expr.right) or is_none(expr.left)):
            other = expr.left if is_none(expr.right) else expr.right
            return Value(t.not_(self.uncounted(self.lower(other, env).exists)), expr.type)
        left = self.lower(expr.left, env)
        if expr.op == "in":
            return Value(t.and_(left.exists, self.is_in(left, expr.right, env)), expr.type)
        right = self.lower(expr.right, env)
        both = t.and_(left.exists, right.exists)
        if expr.op == "=" and (has := self.is_of(left, right) or self.is_of(right, left)):
            return Value(has if both == t.exists(left.term) else t.and_(both, has), expr.type)
        return Value(t.and_(both, self.relation(expr.op, left, right)), expr.type)

    def is_of(self, left: Value, right: Value) -> Term | None:
        """Whether what stands on a cell is of an owner that the position tells, or what stands in a
        pile of an owner or kind.
        """
        is_code = left.term.op == "table" and left.term.type == right.term.type == INT
        if is_code and "pile" in left.term.reads and not right.term.nullable:
            return t.eq(left.term, right.term)
        asked = next((p for p in left.term.parts if p.op == "has"), None)
        if left.term.op != "select" or asked is None or right.term.op != "read":
            return None
        cell, board = asked.args[1], self.builtins
        return t.has(board.own(right.term), cell) if left.term == board.owner(cell) else None

    def relation(self, op: str, left: Value, right: Value) -> Term:
        """A relation between two values that exist."""
        if op == "touches":
            name, near = self.layout.adjacency(None, joined=False)
            return t.meets(t.dilate(name, near, left.term), right.term)
        if left.groups is not None or right.groups is not None:
            if op == "meets":
                return self.of_each("any", left, right)
            within = self.of_each("all", left, right)
            return within if op == "within" else t.and_(within, self.of_each("all", right, left))
        if left.is_set_of_sets:
            return self.family_relation(op, left, right)
        a, b = left.term, right.term
        return {"=": t.eq, "<": t.lt, "<=": t.le, "within": t.within, "meets": t.meets}[op](a, b)

    def of_each(self, reduction: str, left: Value, right: Value) -> Term:
        """Whether any, or all, sets of a set of sets are in another."""
        if left.listed is not None:
            parts = [self.is_element(item, right) for item in left.listed]
            return t.or_(*parts) if reduction == "any" else t.and_(*parts)
        if left.groups is not None:
            loop = self.groups_loop(left.groups, "set")
            one = Value(t.var(loop.name, self.cells), CELLS)
            holds = self.is_element(one, right)
            return t.fold(reduction, (loop,), left.groups.domains, TRUE, holds, BOOL)
        self.need_known(left)
        assert left.family is not None
        loop, place, member = self.member(left.family)
        holds = self.is_element(Value(member, left.family.member, TRUE, left.family, place), right)
        return t.fold(reduction, (loop,), (left.term,), TRUE, holds, BOOL)

    def is_element(self, left: Value, right: Value) -> Term:
        """Whether a set of cells is one of a set of sets."""
        if right.groups is not None:
            return self.is_group(left, right.groups)
        return self.is_member(left, right)

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
        if value.groups is not None or value.is_set_of_sets:
            return t.and_(value.exists, self.is_element(left, value))
        return t.and_(value.exists, t.has(value.term, self.code_of(left)))

    def has_code(self, value: Value) -> bool:
        """Whether sets of numbers can hold a number, if it exists."""
        if value.bounds is None:
            return False
        low, high = value.bounds
        return low >= self.layout.numbers[0] and high <= self.layout.numbers[-1]

    def code_of(self, value: Value) -> Term:
        """The code of a value in sets; -1 for a number that no set can hold."""
        if value.type == FLAG:
            return t.select(value.term, t.number(1), t.number(0))
        if value.type == NUMBER and not (value.exists == TRUE and self.has_code(value)):
            place = t.arithmetic("sub", value.term, t.number(self.layout.offset(NUMBER)))
            return t.code(place, len(self.layout.numbers))
        return t.arithmetic("sub", value.term, t.number(self.layout.offset(value.type)))

    def is_group(self, left: Value, groups: Groups) -> Term:
        """Whether a set of cells is one of the groups."""
        if groups.roots is not None:
            inside, cell = groups.sets[0], t.first(left.term)
            part = t.part_of(inside, groups.roots, cell)
            return t.and_(t.has(inside, cell), t.eq(part, left.term))
        first = t.bit(self.cells, t.first(left.term))
        matches = [
            t.eq(t.flood(groups.adjacency, first, inside), left.term) for inside in groups.sets
        ]
        return t.and_(t.some(left.term), t.or_(*matches))

    def lower_arithmetic(self, expr: model.Arithmetic, env: Env) -> Value:
        low, high = self.bounds.interval(expr)
        if any(abs(end) > LARGEST and not math.isinf(end) for end in (low, high)):
            raise NotNative("large-number", expr.span)
        left, right = self.lower(expr.left, env), self.lower(expr.right, env)
        exists = t.and_(left.exists, right.exists)
        bounds = combined(expr.op, left.bounds, right.bounds)
        if bounds is not None and max(map(abs, bounds)) > LARGEST:
            raise NotNative("large-number")
        second = right.term
        if expr.op in ("div", "mod"):
            is_zero = t.eq(second, t.number(0))
            exists = t.and_(exists, t.not_(is_zero))
            second = t.select(is_zero, t.number(1), second)
        name = {"+": "add", "-": "sub", "*": "mul"}.get(expr.op, expr.op)
        return Value(t.arithmetic(name, left.term, second), expr.type, exists, bounds=bounds)

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
        if expr.type == VECTOR:
            return self.lower_steps(expr, env)
        value = self.lower(expr.operand, env)
        opposite = t.entry(INT, self.rules.topology.opposite, value.term)
        return Value(opposite, expr.type, value.exists)

    def ends(self, expr: model.Range, env: Env) -> tuple[Value, Value, Term]:
        """The first and the last number of a range, and whether there is such a range."""
        low, high = self.bounded(expr.low, env), self.bounded(expr.high, env)
        there = t.and_(low.exists, high.exists)
        if not (low.bounds and high.bounds and high.bounds[1] - low.bounds[0] < MAX_VALUES):
            length = t.arithmetic("sub", high.term, low.term)
            there = t.and_(there, t.lt(length, t.number(MAX_VALUES)))
        return low, high, there
