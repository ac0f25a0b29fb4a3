"""Expressions whose type follows from their context: the empty set, and directions as steps.

Checked alone, `{}` is a set of `UNKNOWN` (`types.is_open`).  `typed` gives it, and any expression
made from it, the type that the context requires.
"""

from __future__ import annotations

from dataclasses import replace

from gdl.model import nodes as model
from gdl.vocabulary.types import (
    DIRECTION,
    DIRECTIONS,
    STEPS,
    VECTOR,
    SetType,
    Type,
    is_open,
)


def typed(expr: model.Expr, wanted: Type) -> model.Expr:
    """The expression with the types of its empty sets taken from the wanted type; a direction, or
    each of a set, becomes a step where steps are wanted.
    """
    if (expr.type, wanted) in ((DIRECTION, VECTOR), (DIRECTIONS, STEPS)):
        return model.AsSteps(expr.span, wanted, expr)
    if not is_open(expr.type) or not isinstance(wanted, SetType) or expr.type == wanted:
        return expr
    inner = wanted.element
    match expr:
        case model.Display(items=items):
            return replace(expr, type=wanted, items=tuple(typed(i, inner) for i in items))
        case model.SetOperation(left=left, right=right):
            left, right = typed(left, wanted), typed(right, wanted)
            return replace(expr, type=wanted, left=left, right=right)
        case model.Choose(yes=yes, no=no):
            return replace(expr, type=wanted, yes=typed(yes, wanted), no=typed(no, wanted))
        case model.Build(comprehension=made):
            return replace(expr, type=wanted, comprehension=with_body(made, inner))
        case model.Aggregate(comprehension=made, default=default):
            default = None if default is None else typed(default, wanted)
            made = with_body(made, wanted)
            return replace(expr, type=wanted, comprehension=made, default=default)
    return replace(expr, type=wanted)


def with_body(made: model.Comprehension, wanted: Type) -> model.Comprehension:
    """A comprehension with the empty sets of its body typed."""
    return replace(made, body=typed(made.body, wanted))


def all_typed(exprs: tuple[model.Expr, ...], types: tuple[Type, ...]) -> tuple[model.Expr, ...]:
    """Arguments with their empty sets typed, each by its own type."""
    return tuple(typed(e, type) for e, type in zip(exprs, types, strict=True))
