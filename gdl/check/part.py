"""The base class of the parts of the checker for sections, statements and turns."""

from __future__ import annotations

from typing import Any

from gdl.check.expressions.coercion import element
from gdl.check.expressions.context import Context
from gdl.check.expressions.expressions import Expressions
from gdl.model import nodes as model
from gdl.model.fold import NotConstant, fold
from gdl.source.limits import MAX_VALUES
from gdl.source.wording import grouped
from gdl.syntax import nodes as syntax
from gdl.vocabulary.types import UNKNOWN

UNCOUNTED = (
    "the cells cannot be counted before the board and its computed holes are made; write the number"
)
UNKNOWN_PLAYERS = "who plays may depend on options, which are read first; write the number"


class Part:
    """A part of the checker, with the context that all share and the checker of expressions."""

    def __init__(self, context: Context, expressions: Expressions):
        self.context = context
        self.report = context.report
        self.symbols = context.symbols
        self.expressions = expressions

    def fixed(self, name: syntax.Name, given: tuple[model.Expr, ...]) -> tuple[model.Expr, ...]:
        """The first arguments of an action, which a turn or the set-up fixes."""
        action = self.context.actions.get(name.text)
        if action is None:
            return ()
        if len(given) > len(action.binders):
            wanted = f"at most {len(action.binders)}" if action.binders else 0
            hint = f"it is declared as `{action.span.text}`"
            self.expressions.wrong_count(name.span, name.text, wanted, len(given), hint)
            return ()
        return tuple(
            self.expressions.coerce(g, element(b.domain.type))
            for g, b in zip(given, action.binders, strict=False)
        )

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
            hint = UNKNOWN_PLAYERS if is_player_number(error.expr) else hint
            self.report.add(error.reason, span, word=span.text, most=grouped(MAX_VALUES), hint=hint)
            return None

    def declared(self, expr: model.Expr) -> Any:
        """What is constant because of other parts of the file: a definition without parameters, and
        the number of cells and of players.

        Raises NotConstant for anything else.
        """
        match expr:
            case model.Apply(name=name, args=()):
                known = self.context.constants
                if name not in known:
                    made = self.context.definition(syntax.Name(expr.span, name), ())
                    if made is None or not isinstance(made.body, model.Expr):
                        raise NotConstant(expr, "unknown")
                    known[name] = fold(made.body, self.declared)
                return known[name]
        known_number = self.context.cell_number if is_cell_number(expr) else None
        if is_player_number(expr):
            known_number = len(self.context.colours) or None
        if known_number is not None:
            return known_number
        raise NotConstant(expr)


def is_cell_number(expr: model.Expr) -> bool:
    """Whether this is `count(cells)`."""
    return is_number_of("cells", expr)


def is_player_number(expr: model.Expr) -> bool:
    """Whether this is `count(colours)`, which is `count(seats)`."""
    return is_number_of("colours", expr) or is_number_of("seats", expr)


def is_number_of(name: str, expr: model.Expr) -> bool:
    """Whether this is the number of elements of a built-in set without arguments."""
    match expr:
        case model.BuiltinCall(name="count", args=(model.BuiltinCall(name=of, args=()),)):
            return of == name
    return False
