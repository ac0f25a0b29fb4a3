"""Expressions that always have a value, so that a comparison with `none` is pointless.

The test is conservative: it finds only what is plain from the expression itself.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.model import nodes as model
from gdl.vocabulary.types import SetType

ALWAYS = frozenset(
    "cells centre corners sides colours seats directions orthogonal diagonal empty pieces mine "
    "enemy mover next turns passes count".split()
)
PARTIAL = ("max", "min", "first")  # of an empty set they have no value


def never_none(expr: model.Expr, may_hold_none: Callable[[str], bool]) -> bool:
    """Whether an expression has a value in every position; `may_hold_none` knows the variables."""
    match expr:
        case model.Value(value=value):
            return value is not None
        case model.Stored(name=name, index=()):
            return not may_hold_none(name)
        case model.BuiltinCall(name=name, args=args):
            return name in ALWAYS and all(never_none(arg, may_hold_none) for arg in args)
        case model.Build() | model.PiecesOfKind() | model.Seen():
            return True
        case model.Aggregate(name=name):
            return name not in PARTIAL
        case model.SetOperation(left=left, right=right) | model.Range(low=left, high=right):
            return never_none(left, may_hold_none) and never_none(right, may_hold_none)
    return False


def meant_instead(expr: model.Expr, is_denied: bool) -> tuple[str, ...]:
    """What to write instead of `x = none` or `x != none` if x is a set or a count."""
    text = " ".join(expr.span.text.split())
    if isinstance(expr.type, SetType):
        is_one = text.isidentifier() or (text[:1] in "({" and text[-1:] in ")}")
        is_call = text.endswith(")") and text.partition("(")[0].isidentifier()
        operand = text if is_one or (is_call and text.count("(") == 1) else f"({text})"
        return (f"{'some' if is_denied else 'no'} {operand}",)
    if isinstance(expr, model.BuiltinCall | model.Aggregate) and expr.name in ("count", "sum"):
        return (f"{text} {'!=' if is_denied else '='} 0",)
    return ()
