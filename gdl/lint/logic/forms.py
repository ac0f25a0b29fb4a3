"""What expressions are by their form: what they go through, hold and consist of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import content
from gdl.vocabulary.types import CELL, COLOUR, FLAG, Type

BOARD_SETS = frozenset({"empty", "pieces", "mine", "enemy"})
NEVER_EMPTY = frozenset({"cells", "colours", "seats", "flag"})
STRICT = (  # what exists where all its parts do
    model.Arithmetic, model.SetOperation, model.Range, model.Negative, model.Opposite,
    model.Display,
)  # fmt: skip


def whole_of(among: model.Comprehension) -> model.Expr | None:
    """The set that a `for` only goes through."""
    match among:
        case model.Comprehension(
            body=model.Local(slot=slot), condition=None,
            binders=(model.Binder(slots=(bound,), domain=domain),),
        ) if slot == bound:  # fmt: skip
            return domain
    return None


def subsets_of(variable: model.Variable) -> model.Expr | None:
    """The set from which a variable takes its elements; none if it does not hold a set."""
    domain = variable.domain
    if isinstance(domain, model.BuiltinCall) and domain.name == "subsets":
        return domain.args[0]
    return None


def is_whole(domain: model.Expr, type: Type) -> bool:
    """Whether a set holds all values of a type."""
    name = domain.name if isinstance(domain, model.BuiltinCall) else ""
    return (name, type) in (("cells", CELL), ("colours", COLOUR), ("flag", FLAG))


def operands(expr: model.Expr) -> Iterable[model.Expr]:
    """The direct subexpressions of an expression."""
    kind: Any = type(expr)
    for name in content(kind):
        value = getattr(expr, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, model.Expr):
                yield part
