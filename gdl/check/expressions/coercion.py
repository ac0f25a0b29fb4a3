"""Coercion of expressions to wanted types, for every part of the checker.

`Coercion` checks an expression and coerces it to a wanted type; what does not fit is reported with
what may have been meant.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

from gdl.check.expressions.context import Context
from gdl.check.expressions.scope import Scope
from gdl.model import nodes as model
from gdl.model.in_context import typed
from gdl.source.spans import Span
from gdl.source.wording import number_of
from gdl.syntax import nodes as syntax
from gdl.vocabulary.builtins import Builtin
from gdl.vocabulary.types import (
    CELL,
    CELLS,
    COLOUR,
    FLAG,
    KIND,
    NOTHING,
    NUMBER,
    PIECES,
    UNKNOWN,
    SetType,
    Type,
    fits,
)

COMPARED = (KIND, COLOUR, CELL)  # types whose values nobody means as `true` or `false`
SAMPLES = {  # an example of each type that a rule may want
    "a number": "count(mine)", "a cell": "last", "a colour": "mover", "a direction": "north",
    "a set of cells or a cell": "mine", "a set of cells": "mine", "a kind": "stone",
    "a set of pieces": "supply", "a set": "1..6",
}  # fmt: skip


class Coercion(ABC):
    """Checks expressions and coerces them to wanted types."""

    def __init__(self, context: Context):
        self.context = context
        self.report = context.report
        self.symbols = context.symbols

    def expr(self, node: syntax.Definition, scope: Scope) -> model.Expr:
        """The model of an expression, or of a comprehension as the set that it makes."""
        method = getattr(self, f"check_{type(node).__name__.lower()}")
        checked: model.Expr = method(node, scope)
        return checked

    def of_type(self, node: syntax.Definition, scope: Scope, *wanted: Type) -> model.Expr:
        """An expression of one of the wanted types; anything else is reported."""
        return self.coerce(self.expr(node, scope), *wanted)

    def condition(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """An expression that must be a flag."""
        return self.of_type(node, scope, FLAG)

    def places(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """An expression as a set of cells; a single cell becomes the set of it."""
        return self.coerce(self.expr(node, scope), CELLS, CELL)

    def any_set(self, node: syntax.Definition, scope: Scope) -> model.Expr:
        """An expression as a set of anything; a kind becomes the set of its pieces."""
        return self.as_set(self.expr(node, scope))

    def as_set(self, expr: model.Expr) -> model.Expr:
        """A checked expression as a set of anything."""
        if expr.type == KIND:
            return model.PiecesOfKind(expr.span, PIECES, expr)
        if not isinstance(expr.type, SetType) and expr.type != UNKNOWN:
            self.wrong_type(expr, "a set")
            return unknown(expr.span)
        return expr

    def coerce(self, expr: model.Expr, *wanted: Type) -> model.Expr:
        """The expression as one of the wanted types; an element becomes a set if a set is first."""
        for want in wanted:
            if fits(expr.type, want):
                if expr.type == KIND and want == PIECES:
                    return model.PiecesOfKind(expr.span, PIECES, expr)
                if isinstance(wanted[0], SetType) and want == wanted[0].element:
                    if expr.type not in (UNKNOWN, wanted[0]):
                        return model.Display(expr.span, wanted[0], (expr,))
                return typed(expr, want)
        self.wrong_type(expr, " or ".join(a_type(w) for w in wanted))
        return unknown(expr.span)

    def wrong_type(self, expr: model.Expr, wanted: str) -> None:
        """Report an expression of the wrong type, with what may have been meant; a set whose
        elements have an error is not reported again.
        """
        if isinstance(expr, model.Display) and expr.items and element(expr.type) == UNKNOWN:
            return
        meant = self.in_other_case(expr, wanted) or meant_instead(expr, wanted)
        self.report.add(
            "wrong-type", expr.span, wanted=wanted, given=a_type(expr.type),
            candidates=meant[:1] if meant else (), offer=meant[1] if meant else "",
            hint=of_the_type(expr, wanted),
        )  # fmt: skip

    def in_other_case(self, expr: model.Expr, wanted: str) -> tuple[str, str] | None:
        """The colour or the kind whose name differs from that of another thing in letter case."""
        named = ((COLOUR, self.context.colours), (KIND, tuple(self.context.kinds)))
        text = expr.span.text
        for type, names in named:
            like = (name for name in names if name.lower() == text.lower() and name != text)
            if wanted.startswith(a_type(type)) and (found := next(like, None)) is not None:
                return found, f"the {type} is written `{{}}`"
        return None

    def not_a_set(self, span: Span, operand: model.Expr) -> None:
        """Report `not S` at the whole expression, all of which `no S` replaces."""
        text = operand.span.text
        simple = re.fullmatch(r"\w+|\(.*\)", text)
        self.report.add(
            "wrong-type", span, wanted=a_type(FLAG), given=a_type(operand.type),
            candidates=(f"no {text}" if simple else f"no ({text})",),
            offer="ask whether it has no element: `{}`",
        )  # fmt: skip

    def one_cell(self, span: Span, op: str, cell: model.Expr) -> None:
        """Report `some c` and `no c` at the whole expression: which cells hold pieces is a set."""
        text = cell.span.text
        self.report.add(
            "wrong-type", span, wanted="a set", given=a_type(CELL),
            candidates=(f"{text} in {'pieces' if op == 'some' else 'empty'}",),
            offer="whether a piece stands on a cell is asked with `{}`",
        )  # fmt: skip

    def index(
        self,
        name: syntax.Name,
        args: Sequence[syntax.Expr],
        variable: model.Variable | None,
        scope: Scope,
        statement: Span | None = None,
    ) -> tuple[model.Expr, ...] | None:
        """The indices of a variable, which `statement` changes if it is given."""
        given = tuple(self.expr(a, scope) for a in args)
        if variable is None:
            return None
        if len(given) != len(variable.index):
            self.variable_index(name, variable, len(given), scope)
            return None
        return tuple(
            self.index_value(g, element(b.domain.type), name.text, statement)
            for g, b in zip(given, variable.index, strict=True)
        )

    def variable_index(
        self, name: syntax.Name, variable: model.Variable, given: int, scope: Scope
    ) -> None:
        """Report a wrong number of indices of a variable; one that lacks may be the mover's."""
        declared = f"it is declared as `{variable.span.text}`"
        types = [element(b.domain.type) for b in variable.index]
        is_single = given == 0 and len(types) == 1
        likely = [b.name for b in reversed(scope.bound) if b.type in types] if is_single else []
        if is_single and types == [COLOUR] and scope.place != "setup":
            likely.append("mover")
        self.index_count(
            name, len(types), given, declared, tuple(f"{name.text}[{word}]" for word in likely)
        )

    def index_count(
        self, name: syntax.Name, wanted: int, given: int, hint: str, meant: tuple[str, ...] = ()
    ) -> None:
        """Report a wrong number of indices, and what may be `meant`."""
        self.report.add(
            "index-count", name.span, word=name.text, wanted=number_of(wanted, "value"),
            given=f"{'is' if given == 1 else 'are'} {number_of(given, 'value')}", hint=hint,
            candidates=meant, offer=f"{hint}; write for example `{{}}`",
        )  # fmt: skip

    def index_value(
        self, expr: model.Expr, wanted: Type, name: str, statement: Span | None
    ) -> model.Expr:
        """The value of an index; `statement` is the one that changes the variable, if any."""
        of = expr.type
        is_loop = isinstance(of, SetType) and of.element == wanted and statement is not None
        meant = meant_instead(expr, a_type(wanted))
        if of == UNKNOWN or fits(of, wanted) or (meant and not is_loop):
            return self.coerce(expr, wanted)
        hint = f"the index of `{name}` is {a_type(wanted)}; `{expr.span.text}` is {a_type(of)}"
        if is_loop and statement is not None:
            begin = expr.span.start - statement.start
            end = expr.span.end - statement.start
            each = statement.text[:begin] + "e" + statement.text[end:]
            hint = f"go through the set: `for e in {expr.span.text}: {each}`"
        self.report.add("wrong-type", expr.span, wanted=a_type(wanted), given=a_type(of), hint=hint)
        return unknown(expr.span)

    @abstractmethod
    def aggregate_of_set(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        """`count(S)` and the like, see `Sets`."""


def meant_instead(expr: model.Expr, wanted: str) -> tuple[str, str] | None:
    """What to write instead of an expression of the wrong type, and the hint that offers it."""
    text, is_set = expr.span.text, isinstance(expr.type, SetType)
    if wanted == a_type(FLAG) and is_set:
        return f"some {text}", "ask whether it has an element: `{}`"
    if wanted.startswith(a_type(CELLS)) and expr.type in (COLOUR, KIND):
        return f"pieces({text})", "the cells with such pieces are `{}`"
    if wanted == "a set" and not is_set and expr.type not in (NUMBER, FLAG, NOTHING):
        shown = f"({{{text}}})" if begins_text(expr.span) else f"{{{text}}}"
        return shown, "the set of it is written `{}`"
    if wanted == "a set" and isinstance(expr, model.BuiltinCall) and expr.name == "count":
        return expr.args[0].span.text, "the set that is counted is `{}`"
    if wanted == a_type(NUMBER) and is_set:
        return f"count({text})", "the number of its elements is `{}`"
    if wanted == a_type(NUMBER) and expr.type == FLAG:
        return f"(1 if {text} else 0)", "a number that depends on a condition is written `{}`"
    if isinstance(expr.type, SetType) and wanted == a_type(expr.type.element):
        choose = "; to let the player choose, use a parameter"
        return f"first({text})", "one of its elements is `{}`" + choose
    if wanted == a_type(COLOUR) and expr.type == CELL:
        return f"owner[{text}]", "the colour of the piece on it is `{}`"
    return None


def of_the_type(expr: model.Expr, wanted: str) -> str | None:
    """What an expression of the wanted type looks like."""
    if wanted == a_type(FLAG) and isinstance(expr, model.Value) and expr.type not in COMPARED:
        return "write `true` or `false`, or a condition such as `some mine`"
    if wanted == a_type(FLAG):
        return "a condition compares: `a = b`, `c in S`, `A meets B`"
    if wanted == "a set" and expr.type == NUMBER:
        return f"the numbers up to it are `1..{' '.join(expr.span.text.split())}`"
    return f"{wanted} is for example `{SAMPLES[wanted]}`" if wanted in SAMPLES else None


def begins_text(span: Span) -> bool:
    """Whether a span begins a text of the file."""
    line = span.source.line(span.line)[: span.column - 1]
    return re.fullmatch(r"|.*: +|[ -]*", line) is not None


def unknown(span: Span) -> model.Expr:
    """A placeholder for an expression with an error in it."""
    return model.Value(span, UNKNOWN, None)


def element(type: Type) -> Type:
    """The type of a set's elements."""
    return type.element if isinstance(type, SetType) else UNKNOWN


def a_type(type: Type) -> str:
    """A type with its article."""
    if type == NOTHING:
        return "none"
    return "a condition" if type == FLAG else f"a {type}"
