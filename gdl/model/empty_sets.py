"""The empty set `{}`: what it is a set of follows from where it stands.

Checked alone it is a set of `UNKNOWN` (`types.is_open`).  `typed` gives it, and all that is made of
it, the type that the place around it wants.
"""

from __future__ import annotations

from dataclasses import replace

from gdl.model import nodes as model
from gdl.vocabulary.types import SetType, Type, is_open


def typed(expr: model.Expr, wanted: Type) -> model.Expr:
    """The expression with its empty sets as sets of what the wanted type has."""
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
    """Arguments as the types that are wanted."""
    return tuple(typed(e, type) for e, type in zip(exprs, types, strict=True))
