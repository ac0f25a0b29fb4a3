"""Operators, and with them all expressions: from syntax to typed model nodes.

There is a method for each syntax node, named after it.  Each takes a scope and returns a model
expression, of type `UNKNOWN` after an error, so that one mistake gives one message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gdl.check.expressions.coercion import a_type, element, unknown
from gdl.check.expressions.joined import Side, chain, one_of_several, plain, sets_meant
from gdl.check.expressions.never_none import meant_instead, never_none
from gdl.check.expressions.scope import Scope
from gdl.check.expressions.sets import Sets
from gdl.model import nodes as model
from gdl.model.in_context import typed
from gdl.source.diagnostics import WRITE
from gdl.source.spans import Span
from gdl.syntax import nodes as syntax
from gdl.vocabulary.types import (
    CELL,
    CELLS,
    DIRECTION,
    DIRECTIONS,
    FLAG,
    KIND,
    LIST,
    NOTHING,
    NUMBER,
    UNKNOWN,
    VECTOR,
    SetType,
    fits,
    join,
    set_of,
)

WAYS = (DIRECTION, VECTOR)
ORDERED = (NUMBER, LIST)
ORDERS = ("<", "<=", ">", ">=")
SAME_TYPES = ("=", "!=", "within", "meets", "|", "&", "-")
JOINED = "sets are joined by `|`"
OF_SETS = (
    "what two sets have in common is `A & B`, what is in either `A | B`, what is in one and not in "
    "the other `A - B`; `some A` and `no A` are conditions"
)
SOME_OR_ALL = (
    "whether two sets have an element in common is asked with `meets`, whether all of the left one "
    "are in the right one with `within`: `{}`"
)
LISTED_CELLS = (
    "cells are listed in braces, like `{a1, b1, c1}`, or named by a set, like `row(1)` or "
    "`column(1)`"
)
COUNTS = (model.Value, model.BuiltinCall)  # numbers in whose place a set is meant
COUNTED = (*ORDERS, "=", "!=", "+", "-", "*", "mod", "div", "..")


class Expressions(Sets):
    """The part of the checker for operators."""

    def check_unary(self, node: syntax.Unary, scope: Scope) -> model.Expr:
        op = node.op.text
        if op == "not":
            return self.denied(node, self.expr(node.operand, scope))
        if op in ("some", "no"):
            of = self.expr(node.operand, scope)
            if of.type == CELL:
                self.one_cell(node.span, op, of)
                return unknown(node.span)
            if of.type in (NUMBER, FLAG) and not isinstance(of, COUNTS):
                self.no_set(node, of)
                return unknown(node.span)
            some = model.Some(node.span, FLAG, self.as_set(of))
            return some if op == "some" else model.Not(node.span, FLAG, some)
        operand = self.of_type(node.operand, scope, NUMBER, DIRECTION, VECTOR)
        if operand.type in WAYS:
            return model.Opposite(node.span, operand.type, operand)
        return model.Negative(node.span, operand.type, operand)

    def no_set(self, node: syntax.Unary, of: model.Expr) -> None:
        """Report `some n` and `no n`, where n is a number or a condition."""
        is_some, text = node.op.text == "some", plain(node.operand)
        if of.type == NUMBER:
            meant = f"{text} {'>' if is_some else '='} 0"
            offer = "whether a number is 0 is asked with `{}`"
        else:
            meant = text if is_some else f"not {text}"
            offer = "a condition stands by itself, or with `not` before it: `{}`"
        self.report.add(
            "wrong-type", node.span, wanted="a set", given=a_type(of.type), candidates=(meant,),
            offer=offer,
        )  # fmt: skip

    def denied(self, node: syntax.Unary, operand: model.Expr) -> model.Expr:
        """`not x`; `operand` is x, checked."""
        if isinstance(operand.type, SetType):
            self.not_a_set(node.span, operand)
            return unknown(node.span)
        return model.Not(node.span, FLAG, self.coerce(operand, FLAG))

    def side(self, node: syntax.Expr, scope: Scope) -> Side:
        """A side of `and` or `or`; a set with `not` before it is not reported here."""
        if isinstance(node, syntax.Unary) and node.op.text == "not":
            operand = self.expr(node.operand, scope)
            if isinstance(operand.type, SetType):
                return Side(node, operand, True)
            return Side(node, self.denied(node, operand))
        return Side(node, self.expr(node, scope))

    def check_joined(self, node: syntax.Binary, scope: Scope) -> model.Expr:
        """`a and b and c`, `a or b or c`."""
        op, links = node.op.text, chain(node)
        nodes = (links[0].left, *(link.right for link in links))
        sides = [self.side(side, scope) for side in nodes]
        if meant := sets_meant(op, sides):
            self.report.add(
                "mismatch", node.span, op=op, left=a_type(sides[0].value.type),
                right=a_type(sides[1].value.type), candidates=meant, offer=WRITE, hint=OF_SETS,
            )  # fmt: skip
            return unknown(node.span)
        if several := one_of_several(op, sides):
            span, written = several
            words = " ".join(span.text.split())
            self.report.add("foreign-phrase", span, words=words, candidates=(written,), offer=WRITE)
            return unknown(node.span)
        return self.joined(links, sides)

    def joined(self, links: Sequence[syntax.Binary], sides: Sequence[Side]) -> model.Expr:
        """The conditions of a chain as nested `And` or `Or`."""
        make = model.And if links[0].op.text == "and" else model.Or
        made, *others = (
            self.denied(side.node, side.value)
            if side.is_denied and isinstance(side.node, syntax.Unary)
            else self.coerce(side.value, FLAG)
            for side in sides
        )
        for link, other in zip(links, others, strict=True):
            made = make(link.span, FLAG, made, other)
        return made

    def check_binary(self, node: syntax.Binary, scope: Scope) -> model.Expr:
        op = node.op.text
        if op in ("and", "or"):
            return self.check_joined(node, scope)
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
            return unknown(node.span)
        if op == ".." and NUMBER not in (left.type, right.type):
            self.mismatch(node, left, right)
            return unknown(node.span)
        if op == "..":
            left, right = self.coerce(left, NUMBER), self.coerce(right, NUMBER)
            return model.Range(node.span, set_of(NUMBER), left, right)
        if op in ("|", "&"):
            return self.set_operation(node, op, left, right)
        return self.sum_or_product(node, op, left, right)

    def set_operation(
        self, node: syntax.Binary, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        sides = self.of_one_type(node, self.as_set(left), self.as_set(right))
        if sides is None:
            return unknown(node.span)
        return model.SetOperation(node.span, sides[0].type, op, *sides)

    def of_one_type(
        self, node: syntax.Binary | syntax.Relation, left: model.Expr, right: model.Expr
    ) -> tuple[model.Expr, model.Expr] | None:
        """Two operands with the type that they have in common; None after an error."""
        type = join(left.type, right.type)
        if UNKNOWN in (left.type, right.type):
            return None
        if type is None:
            self.mismatch(node, left, right)
            return None
        return typed(left, type), typed(right, type)

    def sum_or_product(
        self, node: syntax.Binary, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        span = node.span
        if op == "-" and self.is_parted(span):
            return unknown(span)
        if left.type == right.type == NUMBER:
            return model.Arithmetic(span, NUMBER, op, left, right)
        if op in "+-" and right.type in WAYS:
            step = right if op == "+" else model.Opposite(right.span, right.type, right)
            if left.type == CELL:
                return step_to(span, left, step)
            if left.type in WAYS:
                return model.Steps(span, VECTOR, (left, step))
        if op == "*" and {left.type, right.type} & set(WAYS) and NUMBER in (left.type, right.type):
            times, step = (left, right) if left.type == NUMBER else (right, left)
            return model.Times(span, VECTOR, times, step)
        if op == "-" and (isinstance(left.type, SetType) or left.type == KIND):
            return self.set_operation(node, op, left, right)
        self.mismatch(node, left, right)
        return unknown(span)

    def is_parted(self, span: Span) -> bool:
        """Whether a difference ends with the name of a direction and a hyphen in it, which would be
        read as another step; that is reported.
        """
        found = re.search(r"(\w+)-(\w+)$", span.text)
        if found is None or found[1] + found[2] not in self.context.directions:
            return False
        words = Span(span.source, span.start + found.start(), span.end)
        self.report.add("unknown-name", words, word=found[0], candidates=(found[1] + found[2],))
        return True

    def mismatch(self, node: syntax.Binary | syntax.Relation, left: model.Expr,
                 right: model.Expr) -> None:  # fmt: skip
        """Report two operands that do not go together."""
        hint = None
        op = node.op.text
        sets = [side for side in (left, right) if isinstance(side.type, SetType)]
        if op == "+" and isinstance(left.type, SetType):
            hint = JOINED
        elif op == ".." and CELL in (left.type, right.type):
            hint = LISTED_CELLS
        elif op == ".." and NUMBER not in (left.type, right.type):
            hint = "a range is one of numbers"
        elif op in ORDERS and NUMBER not in (left.type, right.type):
            hint = "only numbers, and lists of numbers, are smaller or larger"
        elif op == "*" and {left.type, right.type} == {NUMBER, DIRECTIONS}:
            hint = f"a set of longer steps is `{{2*d for d in {sets[0].span.text}}}`"
        elif op in COUNTED and len(sets) == 1 and NUMBER in (left.type, right.type):
            hint = f"the number of its elements is `count({sets[0].span.text})`"
        elif isinstance(left.type, SetType) and fits(right.type, left.type.element):
            hint = f"the set of it is written `{{{right.span.text}}}`"
        elif isinstance(right.type, SetType) and fits(left.type, right.type.element) and op == "-":
            hint = f"the set of it is written `{{{left.span.text}}}`"
        elif op in SAME_TYPES:
            hint = "both sides are of one type"
        elif op in ("in", "not in"):
            hint = "left stands an element, and right a set of such"
        self.report.add(
            "mismatch", node.op.span, op=op, left=a_type(left.type), right=a_type(right.type),
            hint=hint, candidates=("|",) if hint == JOINED else (),
            offer=str(hint).replace("`|`", "`{}`"),
        )  # fmt: skip

    def check_relation(self, node: syntax.Relation, scope: Scope) -> model.Expr:
        op = node.op.text
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
            return model.Value(node.span, UNKNOWN, None)
        if self.is_meant_of_each(node, left.type, right.type, scope):
            return unknown(node.span)
        if op in ("=", "!="):
            return self.equality(node, op, left, right)
        if op in ("in", "not in"):
            return self.membership(node, op, left, right)
        if op in ("within", "meets", "touches"):
            return self.sets_relation(node, op, left, right)
        return self.comparison(node, op, left, right)

    def equality(
        self, node: syntax.Relation, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        sides = self.of_one_type(node, left, right)
        if sides is None:
            return unknown(node.span)
        for side, other in ((left, right), (right, left)):
            if isinstance(other, model.Value) and other.value is None and other.type == NOTHING:
                self.with_none(node.span, side, op)
        equal = model.Relation(node.span, FLAG, "=", *sides)
        return equal if op == "=" else model.Not(node.span, FLAG, equal)

    def with_none(self, span: Span, side: model.Expr, op: str) -> None:
        """Warn if something that always exists is compared with `none`."""
        if never_none(side, self.context.may_be_none):
            is_denied = op == "!="
            self.report.add(
                "compared-with-none", span, word=" ".join(side.span.text.split()), offer=WRITE,
                always="always" if is_denied else "never",
                candidates=meant_instead(side, is_denied),
            )  # fmt: skip

    def membership(
        self, node: syntax.Relation, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        right = self.as_set(right)
        type = join(left.type, element(right.type))
        if right.type != UNKNOWN and type is None:
            if isinstance(left.type, SetType) and join(left.type, right.type) is not None:
                self.set_in_set(node, left, right)
            else:
                self.mismatch(node, left, right)
            return unknown(node.span)
        if type is not None:
            left, right = typed(left, type), typed(right, set_of(type))
        inside = model.Relation(node.span, FLAG, "in", left, right)
        return inside if op == "in" else model.Not(node.span, FLAG, inside)

    def set_in_set(
        self, node: syntax.Relation, left: model.Expr, right: model.Expr
    ) -> None:
        """Report `A in B` between sets: some of A may be meant, or all of it."""
        is_denied = node.op.text == "not in"
        ops = ("meets", "within")
        sides = [" ".join(side.span.text.split()) for side in (node.left, node.right)]
        meant = tuple(f"{'not ' if is_denied else ''}{sides[0]} {op} {sides[1]}" for op in ops)
        self.report.add(
            "mismatch", node.span, op=node.op.text, left=a_type(left.type),
            right=a_type(right.type), candidates=meant, offer=SOME_OR_ALL,
        )  # fmt: skip

    def sets_relation(
        self, node: syntax.Relation, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        if op == "touches":
            left, right = self.coerce(left, CELLS, CELL), self.coerce(right, CELLS, CELL)
        else:
            left, right = self.as_set(left), self.as_set(right)
        sides = self.of_one_type(node, left, right)
        return model.Relation(node.span, FLAG, op, *sides) if sides else unknown(node.span)

    def comparison(
        self, node: syntax.Relation, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        if left.type != right.type or left.type not in ORDERED:
            self.mismatch(node, left, right)
            return unknown(node.span)
        if op in (">", ">="):
            left, right, op = right, left, "<" + op[1:]
        return model.Relation(node.span, FLAG, op, left, right)

    def check_choose(self, node: syntax.Choose, scope: Scope) -> model.Expr:
        condition = self.condition(node.condition, scope)
        yes, no = self.expr(node.yes, scope), self.expr(node.no, scope)
        type = join(yes.type, no.type)
        if type is None:
            self.report.add("branches-differ", node.span, yes=a_type(yes.type), no=a_type(no.type))
            return unknown(node.span)
        yes, no = typed(yes, type), typed(no, type)
        return model.Choose(node.span, type, yes, condition, no)


def step_to(span: Span, cell: model.Expr, step: model.Expr) -> model.Expr:
    """A cell plus a step; steps in a row become one, as only the end must be on the board."""
    if isinstance(cell, model.StepTo):
        step = model.Steps(span, VECTOR, (cell.step, step))
        cell = cell.cell
    return model.StepTo(span, CELL, cell, step)
