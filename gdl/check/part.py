"""The base class of the parts of the checker for sections, statements and turns."""

from __future__ import annotations

from typing import Any

from gdl.check.expressions.context import Context
from gdl.check.expressions.expressions import Expressions
from gdl.model import nodes as model
from gdl.model.fold import NotConstant, fold
from gdl.source.limits import MAX_VALUES
from gdl.source.wording import grouped
from gdl.syntax.nodes import Name
from gdl.vocabulary.types import UNKNOWN

UNCOUNTED = (
    "the cells cannot be counted before the board and its computed holes are made; write the number"
)


class Part:
    """A part of the checker, with the context that all share and the checker of expressions."""

    def __init__(self, context: Context, expressions: Expressions):
        self.context = context
        self.report = context.report
        self.symbols = context.symbols
        self.expressions = expressions

    def constant(self, expr: model.Expr) -> Any:
        """The value of an expression that must be known at load time; None after an error."""
        if expr.type == UNKNOWN:
            return None
        try:
            return fold(expr, self.declared)
        except NotConstant as error:
            if error.reason == "unknown":
                return None  # it has been reported
            span = error.expr.span
            hint = UNCOUNTED if is_cell_number(error.expr) else None
            self.report.add(error.reason, span, word=span.text, most=grouped(MAX_VALUES), hint=hint)
            return None

    def declared(self, expr: model.Expr) -> Any:
        """What is constant because of other parts of the file: a definition without parameters, and
        the number of cells.

        Raises NotConstant for anything else.
        """
        match expr:
            case model.Apply(name=name, args=()):
                known = self.context.constants
                if name not in known:
                    made = self.context.definition(Name(expr.span, name), ())
                    if made is None or not isinstance(made.body, model.Expr):
                        raise NotConstant(expr, "unknown")
                    known[name] = fold(made.body, self.declared)
                return known[name]
        if is_cell_number(expr) and self.context.cell_number is not None:
            return self.context.cell_number
        raise NotConstant(expr)


def is_cell_number(expr: model.Expr) -> bool:
    """Whether this is `count(cells)`."""
    match expr:
        case model.BuiltinCall(name="count", args=(model.BuiltinCall(name="cells"),)):
            return True
    return False
