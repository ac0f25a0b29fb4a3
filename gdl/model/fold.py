"""Constant folding at load time, of expressions over numbers, flags and options.

Options, sizes, supplies and ranges must be known before there is a board; `fold` computes them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Any

from gdl.model import nodes as model
from gdl.source.limits import MAX_NUMBER, MAX_VALUES
from gdl.vocabulary.types import UNKNOWN

Scalar = int | float | bool | str
Rest = Callable[[model.Expr], Any]


class NotConstant(Exception):
    """Raised for `expr`, not constant for `reason`: a message code, or `unknown` if reported."""

    def __init__(self, expr: model.Expr, reason: str = "not-constant"):
        super().__init__(reason)
        self.expr = expr
        self.reason = reason


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "=": operator.eq, "<": operator.lt,
    "<=": operator.le, "in": lambda a, b: a in b,
}  # fmt: skip


def not_constant(expr: model.Expr) -> Any:
    """Raises NotConstant."""
    raise NotConstant(expr)


def fold(expr: model.Expr, rest: Rest = not_constant) -> Any:
    """The value of a constant expression: a scalar, or a tuple for a set; `rest` gives the values
    of what does not follow from numbers, flags and options alone.

    Raises NotConstant if it is not constant, divides by zero, exceeds a limit or has an error.
    """
    match expr:
        case model.Value(value=value):
            if expr.type == UNKNOWN:
                raise NotConstant(expr, "unknown")
            return value
        case model.Negative(operand=operand):
            return -number(operand, rest)
        case model.Arithmetic(op="mod" | "div" as op, left=left, right=right):
            return divide(op, number(left, rest), number(right, rest), expr)
        case model.Arithmetic(op=op, left=left, right=right):
            return calculate(op, number(left, rest), number(right, rest), expr)
        case model.Relation(op=op, left=left, right=right) if op in OPERATORS:
            one, other = fold(left, rest), fold(right, rest)
            return None not in (one, other) and OPERATORS[op](one, other)
        case model.Not(operand=operand):
            return not fold(operand, rest)
        case model.And(left=left, right=right):
            return fold(left, rest) and fold(right, rest)
        case model.Or(left=left, right=right):
            return fold(left, rest) or fold(right, rest)
        case model.Choose(yes=yes, condition=condition, no=no):
            return fold(yes, rest) if fold(condition, rest) else fold(no, rest)
        case model.Display(items=items):
            return tuple(fold(item, rest) for item in items)
        case model.Range(low=low, high=high):
            return fold_range(number(low, rest), number(high, rest), expr)
        case model.BuiltinCall(name="flag"):
            return (False, True)
    return rest(expr)


def number(expr: model.Expr, rest: Rest = not_constant) -> Any:
    """The value of a constant that must exist."""
    value = fold(expr, rest)
    if value is None:
        raise NotConstant(expr)
    return value


def calculate(op: str, a: Any, b: Any, expr: model.Expr) -> Any:
    """The sum, difference or product.  Raises NotConstant if it is too large."""
    try:
        value = OPERATORS[op](a, b)
    except OverflowError:
        value = MAX_NUMBER + 1
    if abs(value) > MAX_NUMBER:
        raise NotConstant(expr, "number-too-large")
    return value


def divide(op: str, a: Any, b: Any, expr: model.Expr) -> Any:
    """The whole quotient or the remainder.  Raises NotConstant for division by zero."""
    if b == 0:
        raise NotConstant(expr, "division-by-zero")
    return a % b if op == "mod" else a // b


def fold_domain(expr: model.Expr) -> Sequence[Any]:
    """The values of the constant domain of a variable; a plain range of any length is not listed.

    Raises NotConstant as `fold` does.
    """
    if isinstance(expr, model.Range):
        return range(ceil(number(expr.low)), floor(number(expr.high)) + 1)
    values: tuple[Any, ...] = fold(expr)
    return values


def has(values: Sequence[Any], value: Any) -> bool:
    """Whether a value is one of those that `fold_domain` gives."""
    if isinstance(values, range):  # which looks at every number for a fraction
        return value is not None and value == int(value) and int(value) in values
    return value in values


def fold_range(low: Any, high: Any, expr: model.Expr) -> tuple[int, ...]:
    """The numbers of a range.  Raises NotConstant if there are too many."""
    if high - low >= MAX_VALUES:
        raise NotConstant(expr, "range-too-large")
    return tuple(range(ceil(low), floor(high) + 1))
