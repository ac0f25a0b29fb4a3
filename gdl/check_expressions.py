"""Expressions: from syntax to typed model nodes.

A method for each node of the syntax, named after it.  Each takes a scope and gives an expression of
the model, of type `UNKNOWN` after an error, so that one mistake gives one message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gdl import model, syntax
from gdl.builtins import BUILTINS, DIRECTION_NAMES, Builtin, Param
from gdl.fold import NotConstant, fold
from gdl.nearest import near
from gdl.scope import Scope, Symbol
from gdl.source import Span
from gdl.types import (
    CELL,
    CELLS,
    COLOUR,
    DIRECTION,
    FLAG,
    KIND,
    LIST,
    NOTHING,
    NUMBER,
    PIECES,
    UNKNOWN,
    VECTOR,
    SetType,
    Type,
    fits,
    join,
    set_of,
)
from gdl.wording import a_sort, number_of

if TYPE_CHECKING:
    from gdl.checker import Checker

CELL_NAME = re.compile(r"[a-z]{1,2}\d+")
LONGEST_CELL = 4  # letters of a word that may be a misspelt cell
WORDS = {  # words of the grammar that a name may be meant for, by the place of the rule
    "rule": ("none", "true", "false"), "setup": ("none", "true", "false"),
    "domain": ("none",), "supply": ("each",), "sees": ("nothing", "none"), "turn": ("possible",),
}  # fmt: skip
STEPS = (DIRECTION, VECTOR)
ORDERED = (NUMBER, LIST)
ORDERS = ("<", "<=", ">", ">=")
SAME_TYPES = ("=", "!=", "within", "meets", "|", "&", "-")
COUNTED = (*ORDERS, "=", "!=", "+", "-", "*", "mod", "div", "..")
SQUARES_ONLY = ("blocks", "leaps")
VALUES = ("option", "colour", "kind", "cell", "direction", "word")
BODIES = {"any": FLAG, "all": FLAG, "count": FLAG, "sum": NUMBER, "list": NUMBER,
          "descending": NUMBER}  # fmt: skip


SAMPLES = {"a number": "count(mine)", "a cell": "last", "a colour": "mover", "a direction": "north",
           "a set of cells or a cell": "mine", "a set of cells": "mine", "a kind": "stone",
           "a set of pieces": "supply"}  # fmt: skip


class Expressions:
    """The part of the checker that is about expressions."""

    def __init__(self, checker: Checker):
        self.checker = checker
        self.report = checker.report
        self.symbols = checker.symbols

    # ---- entry points ----

    def expr(self, node: syntax.Definition, scope: Scope) -> model.Expr:
        """The model of an expression, or of a comprehension as the set that it makes."""
        method = getattr(self, f"check_{type(node).__name__.lower()}")
        checked: model.Expr = method(node, scope)
        return checked

    def of_type(self, node: syntax.Definition, scope: Scope, *wanted: Type) -> model.Expr:
        """An expression of one of the wanted types; anything else is reported."""
        return self.coerce(self.expr(node, scope), *wanted)

    def condition(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """A flag."""
        return self.of_type(node, scope, FLAG)

    def places(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """A set of cells; a single cell is the set of it."""
        return self.coerce(self.expr(node, scope), CELLS, CELL)

    def any_set(self, node: syntax.Definition, scope: Scope) -> model.Expr:
        """A set of anything; a kind is the set of its pieces."""
        return self.as_set(self.expr(node, scope))

    def as_set(self, expr: model.Expr) -> model.Expr:
        """An expression as a set."""
        if expr.type == KIND:
            return model.PiecesOfKind(expr.span, PIECES, expr)
        if not isinstance(expr.type, SetType) and expr.type != UNKNOWN:
            self.wrong_type(expr, "a set")
            return unknown(expr.span)
        return expr

    def coerce(self, expr: model.Expr, *wanted: Type) -> model.Expr:
        """The expression as one of the wanted types; one of a set's elements as the set of it."""
        for want in wanted:
            if fits(expr.type, want):
                if expr.type == KIND and want == PIECES:
                    return model.PiecesOfKind(expr.span, PIECES, expr)
                if isinstance(wanted[0], SetType) and want == wanted[0].element:
                    if expr.type not in (UNKNOWN, wanted[0]):
                        return model.Display(expr.span, wanted[0], (expr,))
                return expr
        self.wrong_type(expr, " or ".join(a_type(w) for w in wanted))
        return unknown(expr.span)

    def wrong_type(self, expr: model.Expr, wanted: str) -> None:
        """Report an expression of the wrong type, with what may have been meant."""
        self.report.add(
            "wrong-type", expr.span, wanted=wanted, given=a_type(expr.type),
            hint=meant_instead(expr, wanted),
        )  # fmt: skip

    # ---- atoms ----

    def check_number(self, node: syntax.Number, scope: Scope) -> model.Expr:
        return model.Value(node.span, NUMBER, node.value)

    def check_constant(self, node: syntax.Constant, scope: Scope) -> model.Expr:
        if node.text == "none":
            return model.Value(node.span, NOTHING, None)
        return model.Value(node.span, FLAG, node.text == "true")

    def check_word(self, node: syntax.Word, scope: Scope) -> model.Expr:
        name = syntax.Name(node.span, node.text)
        bound = scope.find(node.text)
        if bound is not None:
            return model.Local(node.span, bound.type, bound.name, bound.slot)
        symbol = self.symbols.find(node.text)
        if symbol is not None:
            return self.symbol(symbol, name, scope)
        if node.text in BUILTINS:
            return self.builtin_word(name, scope)
        if node.text == "board":
            sort = "a word of `seen` and `sees`"
            self.report.add("not-a-value", name.span, word="board", sort=sort)
            return unknown(name.span)
        return self.unknown_name(name, scope)

    def symbol(self, symbol: Symbol, name: syntax.Name, scope: Scope) -> model.Expr:
        """A declared name standing alone."""
        if symbol.name in self.checker.holes:
            self.report.add("hole-used", name.span, word=name.text)
        if symbol.sort in VALUES:
            return model.Value(name.span, symbol.type, symbol.value)
        if symbol.sort == "variable":
            return self.variable(name, (), scope)
        if symbol.sort == "definition":
            return self.apply(name, (), scope)
        if symbol.sort == "fact":
            self.count(name.span, name.text, 1, 0)
        elif symbol.sort == "attribute":
            self.report.add("square-brackets", name.span, word=name.text, example="c")
        elif symbol.sort == "mark":
            self.report.add("mark-read", name.span, word=name.text)
        else:
            self.report.add("not-a-value", name.span, word=name.text, sort=a_sort(symbol.sort))
        return unknown(name.span)

    def unknown_name(self, name: syntax.Name, scope: Scope, form: str = "word") -> model.Expr:
        """Report a name that nothing has; `form` says what brackets follow it."""
        code = "unknown-cell" if self.checker.looks_like_cell(name.text) else "unknown-name"
        if self.checker.has_board or not CELL_NAME.fullmatch(name.text):
            self.symbols.unknowns.add(
                name, code, *self.likely(name.text, scope, form), variables=scope.bound,
                board=self.checker.board_extent,
            )  # fmt: skip
        return unknown(name.span)

    def likely(self, word: str, scope: Scope, form: str) -> tuple[tuple[str, ...], ...]:
        """What a word can stand for: names of its form, other names, cells."""
        fitting = [b.name for b in reversed(scope.bound)] if form == "word" else []
        fitting += [s.name for s in self.symbols.table.values() if self.form(s) == form]
        fitting += [b.name for b in BUILTINS.values() if form in builtin_forms(b)]
        fitting += WORDS.get(scope.place, ()) if form == "word" else ()
        rest = [*self.symbols.names(), *BUILTINS]
        cells = tuple(self.symbols.names("cell")) if len(word) <= LONGEST_CELL else ()
        rest = [n for n in rest if n not in cells] if cells else rest
        if CELL_NAME.fullmatch(word):
            return cells, tuple(fitting), tuple(rest)
        return tuple(fitting), tuple(rest), cells

    def form(self, symbol: Symbol) -> str:
        """How a declared name is asked: as a word, a call or a lookup."""
        if symbol.sort == "definition":
            return "call" if self.checker.parameters(symbol.name) else "word"
        if symbol.sort == "variable":
            return "lookup" if self.checker.indices(symbol.name) else "word"
        return {"fact": "call", "attribute": "lookup", "cell": "cell"}.get(symbol.sort, "word")

    def builtin_word(self, name: syntax.Name, scope: Scope) -> model.Expr:
        builtin = BUILTINS[name.text]
        if builtin.form == "word":
            return self.ask_word(builtin, name, scope)
        if "word" in builtin_forms(builtin):
            return self.ask(builtin, name.span, (), scope)
        if builtin.form == "lookup":
            self.report.add("square-brackets", name.span, word=name.text, example="c")
        else:
            self.report.add("needs-arguments", name.span, word=name.text,
                            signature=builtin.signature, example=builtin.example)  # fmt: skip
        return unknown(name.span)

    def ask_word(self, builtin: Builtin, name: syntax.Name, scope: Scope) -> model.Expr:
        """A built-in that stands alone."""
        word = builtin.name
        if word == "here":
            self.report.add("here-outside", name.span)
            return unknown(name.span)
        if word == "viewer" and scope.place != "sees":
            self.report.add("viewer-outside", name.span)
            return unknown(name.span)
        if word in DIRECTION_NAMES:
            return self.direction(name)
        return model.Ask(name.span, builtin.result, word)

    def direction(self, name: syntax.Name) -> model.Expr:
        known = self.checker.directions
        if name.text not in known and self.checker.has_board:
            self.report.add(
                "no-direction", name.span, word=name.text, known=", ".join(known) or "none"
            )
            return unknown(name.span)
        return model.Value(name.span, DIRECTION, name.text)

    # ---- calls and lookups ----

    def check_call(self, node: syntax.Call, scope: Scope) -> model.Expr:
        name = node.name
        symbol = self.symbols.find(name.text)
        if scope.find(name.text) is not None:
            self.report.add("not-asked", name.span, word=name.text, sort="a variable")
            return unknown(node.span)
        if symbol is not None:
            return self.call_symbol(symbol, node, scope)
        builtin = BUILTINS.get(name.text)
        if builtin is None:
            self.check_all([a for a in node.args if not is_board(a)], scope)
            return self.unknown_name(name, scope, "call")
        if builtin.form in ("call", "aggregate"):
            return self.ask(builtin, node.span, node.args, scope)
        self.check_all(node.args, scope)
        if builtin.form == "lookup":
            example = inside(node)
            self.report.add("square-brackets", name.span, word=name.text, example=example)
        else:
            self.report.add("not-asked", name.span, word=name.text, sort="built in")
        return unknown(node.span)

    def call_symbol(self, symbol: Symbol, node: syntax.Call, scope: Scope) -> model.Expr:
        if symbol.sort == "definition":
            return self.apply(node.name, node.args, scope, node.span)
        if symbol.sort == "fact":
            return self.ask_fact(symbol, node, scope)
        self.check_all(node.args, scope)
        if symbol.sort in ("variable", "attribute", "mark"):
            example = inside(node)
            self.report.add("square-brackets", node.name.span, word=symbol.name, example=example)
        else:
            sort = a_sort(symbol.sort)
            self.report.add("not-asked", node.name.span, word=symbol.name, sort=sort)
        return unknown(node.span)

    def check_all(self, args: Sequence[syntax.Argument], scope: Scope) -> None:
        """Check arguments for their own mistakes only."""
        for arg in args:
            if not isinstance(arg, syntax.Step):
                self.expr(arg, scope)

    def plain_args(
        self, args: Sequence[syntax.Argument], scope: Scope
    ) -> tuple[model.Expr, ...] | None:
        """Arguments of which none is a step `c to S`."""
        for arg in args:
            if isinstance(arg, syntax.Step):
                self.report.add("step-outside", arg.span)
                return None
        return tuple(self.expr(a, scope) for a in args)  # type: ignore[arg-type]

    def apply(
        self,
        name: syntax.Name,
        args: Sequence[syntax.Argument],
        scope: Scope,
        span: Span | None = None,
    ) -> model.Expr:
        """A definition of the file asked with arguments."""
        given = self.plain_args(args, scope)
        if given is None:
            return unknown(name.span)
        definition = self.checker.definition(name, given)
        if definition is None:
            return unknown(name.span)
        if isinstance(definition.body, tuple):
            example = (span or name.span).text
            self.report.add("statements-asked", name.span, word=name.text, example=example)
            return unknown(name.span)
        given = self.coerce_args(given, definition.types)
        return model.Apply(span or name.span, definition.body.type, name.text, given)

    def coerce_args(
        self, given: tuple[model.Expr, ...], types: tuple[Type, ...]
    ) -> tuple[model.Expr, ...]:
        """Arguments as the types that a definition takes."""
        return tuple(
            model.PiecesOfKind(g.span, PIECES, g) if g.type == KIND and t == PIECES else g
            for g, t in zip(given, types, strict=True)
        )

    def ask_fact(self, symbol: Symbol, node: syntax.Call, scope: Scope) -> model.Expr:
        given = self.plain_args(node.args, scope)
        fact = self.checker.fact(symbol.name)
        if given is None or fact is None:
            return unknown(node.span)
        if len(given) != 1:
            self.count(node.name.span, symbol.name, 1, len(given))
            return unknown(node.span)
        of = self.coerce(given[0], COLOUR if fact.of == "player" else CELL)
        return model.AskFact(node.span, fact.type, fact.name, of)

    def ask(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        """A built-in asked with arguments."""
        special: Callable[..., model.Expr] | None = getattr(self, f"ask_{builtin.name}", None)
        if special is not None:
            return special(builtin, span, args, scope)
        if builtin.form == "aggregate":
            return self.aggregate_of_set(builtin, span, args, scope)
        given = self.plain_args(args, scope)
        if given is None or not self.right_count(builtin, span, len(given)):
            return unknown(span)
        params = [*builtin.params]
        while params and params[-1].many and len(params) < len(given):
            params.append(params[-1])
        if builtin.name in SQUARES_ONLY and self.checker.has_board and not self.checker.has_squares:
            self.report.add("squares-only", span, word=builtin.name)
        checked = tuple(self.argument(g, p) for g, p in zip(given, params, strict=False))
        if self.fits_nowhere(builtin.name, checked):
            self.report.add("no-such-set", span, word=span.text)
        return model.Ask(span, builtin.result, builtin.name, checked)

    def fits_nowhere(self, name: str, args: tuple[model.Expr, ...]) -> bool:
        """Whether a pattern of a known size is larger than the whole board."""
        lattice = self.checker.lattice
        if lattice is None or name not in ("row", "column", "lines", "blocks"):
            return False
        try:
            sizes = [fold(arg) for arg in args if arg.type == NUMBER]
        except NotConstant:
            return False
        rows, columns = max(lattice.rows), max(lattice.columns)
        most = {"row": (rows,), "column": (columns,), "lines": (max(rows, columns),),
                "blocks": (columns, rows)}[name]  # fmt: skip
        return any(not 1 <= size <= limit for size, limit in zip(sizes, most, strict=False))

    def argument(self, given: model.Expr, param: Param) -> model.Expr:
        return self.coerce(given, *param.types)

    def right_count(self, builtin: Builtin, span: Span, given: int) -> bool:
        """Whether a built-in takes so many arguments; if not, says so."""
        needed = sum(not p.optional for p in builtin.params)
        most = 99 if any(p.many for p in builtin.params) else len(builtin.params)
        if needed <= given <= most:
            return True
        wanted = str(needed) if needed == most else f"{needed} to {most}" if most < 99 else "more"
        hint = f"it is asked as `{builtin.signature}`, for example `{builtin.example}`"
        self.count(span, builtin.name, wanted, given, hint)
        return False

    def count(
        self, span: Span, word: str, wanted: int | str, given: int, hint: str | None = None
    ) -> None:
        """Report a wrong number of arguments."""
        self.report.add(
            "argument-count", span, word=word, wanted=number_of(wanted, "argument"), hint=hint,
            given=f"is {number_of(given, 'argument')}" if given == 1 else
            f"are {number_of(given, 'argument')}",
        )  # fmt: skip

    def ask_reach(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        if len(args) != 2 or isinstance(args[0], syntax.Step):
            return self.misused(builtin, span, args, scope)
        step = args[1]
        if not isinstance(step, syntax.Step):
            return self.misused(builtin, span, args, scope)
        start = self.of_type(args[0], scope, CELL)
        inner, slot = scope.bind(step.name, CELL)
        return model.Reach(span, CELLS, start, slot, self.places(step.target, inner))

    def ask_subsets(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        if len(args) != 1 or isinstance(args[0], syntax.Step):
            return self.misused(builtin, span, args, scope)
        if scope.place != "subsets":
            self.report.add("subsets-outside", span)
        of = self.any_set(args[0], replace(scope, place="domain"))
        return model.Ask(span, set_of(of.type), "subsets", (of,))

    def ask_seen(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        board, things = False, []
        for arg in args:
            if isinstance(arg, syntax.Word) and arg.text == "board":
                board = True
            elif isinstance(arg, syntax.Word) and self.is_seeable(arg.text):
                things.append(self.whole(arg, scope))
            elif isinstance(arg, syntax.Step):
                return self.misused(builtin, span, args, scope)
            else:
                self.unseeable(arg, scope)
        if not args:
            self.count(span, "seen", "1 or more", 0)
        return model.Seen(span, NUMBER, board, tuple(things))

    def unseeable(self, arg: syntax.Expr, scope: Scope) -> None:
        """Report what `seen` cannot compare."""
        known = ["board", "mover", "next", *self.symbols.names("variable")]
        if isinstance(arg, syntax.Word) and not self.is_known(arg.text, scope):
            name = syntax.Name(arg.span, arg.text)
            self.symbols.unknowns.add(name, "unknown-name", known)
        elif self.expr(arg, scope).type != UNKNOWN:
            self.report.add("seen-what", arg.span)

    def is_known(self, word: str, scope: Scope) -> bool:
        return word in BUILTINS or word in self.symbols.table or scope.find(word) is not None

    def is_seeable(self, word: str) -> bool:
        symbol = self.symbols.table.get(word)
        return word in ("mover", "next") or (symbol is not None and symbol.sort == "variable")

    def whole(self, word: syntax.Word, scope: Scope) -> model.Expr:
        """A variable with all its indices, as `seen` compares it."""
        if word.text in BUILTINS:
            return self.expr(word, scope)
        self.symbols.used.add(word.text)
        variable = self.checker.variable(word.text)
        return model.Stored(word.span, variable.type if variable else UNKNOWN, word.text, ())

    def misused(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        self.check_all(args, scope)
        self.report.add("needs-arguments", span, word=builtin.name,
                        signature=builtin.signature, example=builtin.example)  # fmt: skip
        return unknown(span)

    def check_lookup(self, node: syntax.Lookup, scope: Scope) -> model.Expr:
        name = node.name
        symbol = self.symbols.find(name.text)
        if symbol is not None and symbol.sort == "variable":
            return self.variable(name, node.args, scope, node.span)
        if (symbol and symbol.sort == "attribute") or name.text in ("owner", "kind", "piece"):
            return self.of_piece(node, symbol, scope)
        self.check_all(node.args, scope)
        if symbol is not None and symbol.sort == "mark":
            self.report.add("mark-read", name.span, word=name.text)
        elif symbol is not None or name.text in BUILTINS or scope.find(name.text):
            self.report.add("round-brackets", name.span, word=name.text, example=inside(node))
        else:
            self.unknown_name(name, scope, "lookup")
        return unknown(node.span)

    def of_piece(
        self, node: syntax.Lookup, symbol: Symbol | None, scope: Scope
    ) -> model.Expr:
        """`owner[c]`, `kind[c]`, `piece[c]` or an attribute of the piece on c."""
        args = [self.of_type(a, scope, CELL) for a in node.args]
        if len(args) != 1:
            self.count(node.span, node.name.text, 1, len(args))
            return unknown(node.span)
        if symbol is not None:
            return model.Attribute(node.span, symbol.type, symbol.name, args[0])
        return model.Ask(
            node.span, BUILTINS[node.name.text].result, node.name.text, (args[0],)
        )

    def variable(
        self,
        name: syntax.Name,
        args: Sequence[syntax.Expr],
        scope: Scope,
        span: Span | None = None,
    ) -> model.Expr:
        """A state variable with its indices."""
        variable = self.checker.variable(name.text)
        index = self.index(name, args, variable, scope)
        if variable is None or index is None:
            return unknown(name.span)
        return model.Stored(span or name.span, variable.type, name.text, index)

    def index(
        self,
        name: syntax.Name,
        args: Sequence[syntax.Expr],
        variable: model.Variable | None,
        scope: Scope,
    ) -> tuple[model.Expr, ...] | None:
        """The indices of a variable."""
        given = tuple(self.expr(a, scope) for a in args)
        if variable is None:
            return None
        if len(given) != len(variable.index):
            self.index_count(name, variable, len(given))
            return None
        return tuple(
            self.coerce(g, element(b.domain.type))
            for g, b in zip(given, variable.index, strict=True)
        )

    def index_count(self, name: syntax.Name, variable: model.Variable, given: int) -> None:
        """Report a wrong number of indices."""
        self.report.add(
            "index-count", name.span, word=variable.name,
            wanted=number_of(len(variable.index), "value"),
            given=f"{'is' if given == 1 else 'are'} {number_of(given, 'value')}",
            hint=f"it is declared as `{variable.span.text}`",
        )  # fmt: skip

    # ---- operators ----

    def check_unary(self, node: syntax.Unary, scope: Scope) -> model.Expr:
        op = node.op.text
        if op == "not":
            return model.Not(node.span, FLAG, self.condition(node.operand, scope))
        if op in ("some", "no"):
            some = model.Some(node.span, FLAG, self.any_set(node.operand, scope))
            return some if op == "some" else model.Not(node.span, FLAG, some)
        operand = self.of_type(node.operand, scope, NUMBER, DIRECTION, VECTOR)
        if operand.type in STEPS:
            return model.Opposite(node.span, operand.type, operand)
        return model.Negative(node.span, operand.type, operand)

    def check_binary(self, node: syntax.Binary, scope: Scope) -> model.Expr:
        op = node.op.text
        if op in ("and", "or"):
            make = model.And if op == "and" else model.Or
            left, right = self.condition(node.left, scope), self.condition(node.right, scope)
            return make(node.span, FLAG, left, right)
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
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
        left, right = self.as_set(left), self.as_set(right)
        if UNKNOWN in (left.type, right.type):
            return unknown(node.span)
        type = join(left.type, right.type)
        if type is None:
            self.mismatch(node, left, right)
            return unknown(node.span)
        return model.SetOperation(node.span, type, op, left, right)

    def sum_or_product(
        self, node: syntax.Binary, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        span = node.span
        if left.type == right.type == NUMBER:
            return model.Arithmetic(span, NUMBER, op, left, right)
        if op in "+-" and right.type in STEPS:
            step = right if op == "+" else model.Opposite(right.span, right.type, right)
            if left.type == CELL:
                return step_to(span, left, step)
            if left.type in STEPS:
                return model.Steps(span, VECTOR, (left, step))
        if op == "*" and {left.type, right.type} & set(STEPS) and NUMBER in (left.type, right.type):
            times, step = (left, right) if left.type == NUMBER else (right, left)
            return model.Times(span, VECTOR, times, step)
        if op == "-" and (isinstance(left.type, SetType) or left.type == KIND):
            return self.set_operation(node, op, left, right)
        self.mismatch(node, left, right)
        return unknown(span)

    def mismatch(self, node: syntax.Binary | syntax.Relation, left: model.Expr,
                 right: model.Expr) -> None:  # fmt: skip
        """Report two operands that do not go together."""
        hint = None
        op = node.op.text
        sets = [side for side in (left, right) if isinstance(side.type, SetType)]
        if op == "+" and isinstance(left.type, SetType):
            hint = "sets are joined by `|`"
        elif op in ORDERS and NUMBER not in (left.type, right.type):
            hint = "only numbers, and lists of numbers, are smaller or larger"
        elif op in COUNTED and len(sets) == 1 and NUMBER in (left.type, right.type):
            hint = f"the number of its elements is `count({sets[0].span.text})`"
        elif isinstance(left.type, SetType) and fits(right.type, left.type.element):
            hint = f"the set of it is written `{{{right.span.text}}}`"
        elif op in SAME_TYPES:
            hint = "both sides are of one type"
        elif op in ("in", "not in"):
            hint = "left stands an element, and right a set of such"
        self.report.add(
            "mismatch", node.op.span, op=op, left=a_type(left.type), right=a_type(right.type),
            hint=hint,
        )  # fmt: skip

    def check_relation(self, node: syntax.Relation, scope: Scope) -> model.Expr:
        op = node.op.text
        left, right = self.expr(node.left, scope), self.expr(node.right, scope)
        if UNKNOWN in (left.type, right.type):
            return model.Value(node.span, UNKNOWN, None)
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
        if join(left.type, right.type) is None:
            self.mismatch(node, left, right)
            return unknown(node.span)
        equal = model.Relation(node.span, FLAG, "=", left, right)
        return equal if op == "=" else model.Not(node.span, FLAG, equal)

    def membership(
        self, node: syntax.Relation, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        right = self.as_set(right)
        wanted = element(right.type)
        if right.type != UNKNOWN and join(left.type, wanted) is None:
            self.mismatch(node, left, right)
            return unknown(node.span)
        inside = model.Relation(node.span, FLAG, "in", left, right)
        return inside if op == "in" else model.Not(node.span, FLAG, inside)

    def sets_relation(
        self, node: syntax.Relation, op: str, left: model.Expr, right: model.Expr
    ) -> model.Expr:
        if op == "touches":
            left, right = self.coerce(left, CELLS, CELL), self.coerce(right, CELLS, CELL)
        else:
            left, right = self.as_set(left), self.as_set(right)
        if UNKNOWN in (left.type, right.type):
            return unknown(node.span)
        if join(left.type, right.type) is None:
            self.mismatch(node, left, right)
            return unknown(node.span)
        return model.Relation(node.span, FLAG, op, left, right)

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
            self.report.add(
                "branches-differ", node.span, yes=a_type(yes.type), no=a_type(no.type)
            )
            return unknown(node.span)
        return model.Choose(node.span, type, yes, condition, no)

    # ---- sets ----

    def check_display(self, node: syntax.Display, scope: Scope) -> model.Expr:
        items = tuple(self.expr(item, scope) for item in node.items)
        type: Type = UNKNOWN
        for item in items:
            joined = join(type, item.type)
            if joined is None:
                self.mixed_set(items, item, type)
                return unknown(node.span)
            type = joined
        return model.Display(node.span, set_of(type), items)

    def mixed_set(self, items: tuple[model.Expr, ...], other: model.Expr, type: Type) -> None:
        """Report the element that is not like the others."""
        others = sum(fits(item.type, other.type) for item in items)
        odd, common = other, type
        if others > sum(fits(item.type, type) for item in items):
            odd, common = items[0], other.type
        self.report.add("mixed-set", odd.span, first=a_type(common), other=a_type(odd.type))

    def check_build(self, node: syntax.Build, scope: Scope) -> model.Expr:
        return self.check_comprehension(node.comprehension, scope)

    def check_comprehension(self, node: syntax.Comprehension, scope: Scope) -> model.Expr:
        made = self.comprehension(node, scope)
        return model.Build(node.span, set_of(made.body.type), made)

    def comprehension(self, node: syntax.Comprehension, scope: Scope) -> model.Comprehension:
        """The binders, the condition and the body, in the order in which they are read."""
        scope, binders = self.binders(node.binders, scope)
        condition = None if node.condition is None else self.condition(node.condition, scope)
        return model.Comprehension(self.expr(node.body, scope), binders, condition)

    def binders(
        self, nodes: tuple[syntax.Bind, ...], scope: Scope
    ) -> tuple[Scope, tuple[model.Binder, ...]]:
        """Variables over sets; each sees the ones before it."""
        made = []
        for node in nodes:
            domain = self.any_set(node.domain, scope)
            type = element(domain.type)
            if len(node.names) == 2:
                type = self.pair_element(domain, type)
            slots = []
            for name in node.names:
                scope, slot = scope.bind(name, type)
                slots.append(slot)
            names = tuple(n.text for n in node.names)
            made.append(model.Binder(tuple(slots), names, domain))
        return scope, tuple(made)

    def pair_element(self, domain: model.Expr, type: Type) -> Type:
        """What the two variables of an unordered pair are."""
        if isinstance(type, SetType):
            return type.element
        if type != UNKNOWN:
            self.report.add("pair-domain", domain.span, given=a_type(domain.type))
        return UNKNOWN

    def check_aggregate(self, node: syntax.Aggregate, scope: Scope) -> model.Expr:
        made = self.comprehension(node.comprehension, scope)
        default = None if node.default is None else self.expr(node.default, scope)
        name = node.name.text
        builtin = BUILTINS.get(name)
        if builtin is None or builtin.form != "aggregate":
            return self.not_an_aggregate(node.name, scope)
        type = self.aggregate_type(made.body, builtin)
        if default is not None:
            type = self.default_type(node, type, default)
        return model.Aggregate(node.span, type, name, made, default)

    def not_an_aggregate(self, name: syntax.Name, scope: Scope) -> model.Expr:
        known = [b.name for b in BUILTINS.values() if b.form == "aggregate"]
        if name.text in BUILTINS or self.symbols.find(name.text) or scope.find(name.text):
            self.report.add(
                "not-an-aggregate", name.span, word=name.text, known=", ".join(known),
                candidates=near(name.text, known),
            )  # fmt: skip
        else:
            self.symbols.unknowns.add(
                name, "unknown-name", known, hint=f"what takes a `for` is {', '.join(known)}"
            )
        return unknown(name.span)

    def aggregate_type(self, body: model.Expr, builtin: Builtin) -> Type:
        wanted = BODIES.get(builtin.name)
        if wanted is not None:
            self.coerce(body, wanted)
            return builtin.result
        if builtin.name in ("max", "min"):
            self.coerce(body, NUMBER, LIST)
        elif builtin.name == "union":
            self.as_set(body)
        return body.type

    def default_type(self, node: syntax.Aggregate, type: Type, default: model.Expr) -> Type:
        """The type of an aggregate with a value for when there is nothing."""
        if node.name.text not in ("max", "min", "first"):
            self.report.add("else-not-taken", default.span, word=node.name.text)
            return type
        joined = join(type, default.type)
        if joined is None:
            self.report.add("branches-differ", default.span, yes=a_type(type),
                            no=a_type(default.type))  # fmt: skip
        return joined or UNKNOWN

    def aggregate_of_set(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        """`count(S)`, `max(S)`: an aggregate of a set's own elements."""
        if len(args) != 1 or isinstance(args[0], syntax.Step) or builtin.name in ("any", "all"):
            return self.misused(builtin, span, args, scope)
        arg = self.expr(args[0], scope)
        if builtin.name == "list" and arg.type == LIST:
            return arg
        of = self.as_set(arg)
        if of.type == UNKNOWN:
            return unknown(span)
        if builtin.name == "count":
            return model.Ask(span, NUMBER, "count", (of,))
        type = element(of.type)
        slot = scope.frame.slot()
        body = model.Local(of.span, type, "element", slot)
        made = model.Comprehension(body, (model.Binder((slot,), ("element",), of),), None)
        return model.Aggregate(span, self.aggregate_type(body, builtin), builtin.name, made, None)


def inside(node: syntax.Call | syntax.Lookup) -> str:
    """What stands between the brackets."""
    return node.span.text[len(node.name.text) :].strip()[1:-1].strip()


def is_board(node: syntax.Argument) -> bool:
    """Whether an argument is the word `board`, which only `seen` takes."""
    return isinstance(node, syntax.Word) and node.text == "board"


def meant_instead(expr: model.Expr, wanted: str) -> str | None:
    """What could be written for an expression of the wrong type."""
    text, is_set = expr.span.text, isinstance(expr.type, SetType)
    if wanted == a_type(FLAG):
        if is_set:
            return f"ask whether it has an element: `some {text}`"
        if isinstance(expr, model.Value):
            return "write `true` or `false`, or a condition such as `some mine`"
        return "a condition compares: `a = b`, `c in S`, `A meets B`"
    if wanted.startswith(a_type(CELLS)) and expr.type in (COLOUR, KIND):
        return f"the cells with such pieces are `pieces({text})`"
    if wanted == "a set" and not is_set:
        return f"the set of it is written `{{{text}}}`"
    if wanted == a_type(NUMBER) and is_set:
        return f"the number of its elements is `count({text})`"
    if wanted == a_type(NUMBER) and expr.type == FLAG:
        return f"a number that depends on a condition is written `1 if {text} else 0`"
    if isinstance(expr.type, SetType) and wanted == a_type(expr.type.element):
        return f"one of its elements is `first({text})`; to let the player choose, use a parameter"
    if wanted == a_type(COLOUR) and expr.type == CELL:
        return f"the colour of the piece on it is `owner[{text}]`"
    return f"{wanted} is for example `{SAMPLES[wanted]}`" if wanted in SAMPLES else None


def builtin_forms(builtin: Builtin) -> tuple[str, ...]:
    """How a built-in may be asked: as a word, a call, a lookup."""
    if builtin.form in ("call", "aggregate"):
        alone = builtin.form == "call" and not builtin.special
        return ("call", "word") if alone and all(p.optional for p in builtin.params) else ("call",)
    return (builtin.form,)


def unknown(span: Span) -> model.Expr:
    """What stands for an expression with an error in it."""
    return model.Value(span, UNKNOWN, None)


def element(type: Type) -> Type:
    """The type of a set's elements."""
    return type.element if isinstance(type, SetType) else UNKNOWN


def a_type(type: Type) -> str:
    """A type with its article."""
    if type == NOTHING:
        return "none"
    return "a condition" if type == FLAG else f"a {type}"


def step_to(span: Span, cell: model.Expr, step: model.Expr) -> model.Expr:
    """A cell and a step; steps on steps are one, for only the end must be on the board."""
    if isinstance(cell, model.StepTo):
        step = model.Steps(span, VECTOR, (cell.step, step))
        cell = cell.cell
    return model.StepTo(span, CELL, cell, step)
