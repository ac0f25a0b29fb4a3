"""Names in expressions: words, calls and lookups, from syntax to typed model nodes.

A method for each node of the syntax, named after it; `ask_…` checks a built-in that has a rule of
its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from string import ascii_lowercase

from gdl import model, syntax
from gdl.builtins import BUILTINS, DIRECTION_NAMES, Builtin, Param
from gdl.coercion import Coercion, element, unknown
from gdl.diagnostics import WRITE
from gdl.empty_sets import typed
from gdl.fold import NotConstant, fold
from gdl.scope import Scope, Symbol
from gdl.source import Span
from gdl.synonyms import OF_ONE, calls_meant, filled, said
from gdl.types import (
    CELL,
    CELLS,
    COLOUR,
    DIRECTION,
    FLAG,
    KIND,
    NOTHING,
    NUMBER,
    PIECES,
    UNKNOWN,
    SetType,
    Type,
    set_of,
)
from gdl.wording import a_sort, number_of

CELL_NAME = re.compile(r"[a-z]{1,2}\d+")
LONGEST_CELL = 4  # letters of a word that may be a misspelt cell
WORDS = {  # words of the grammar that a name may be meant for, by the place of the rule
    "rule": ("none", "true", "false"),
    "setup": ("none", "true", "false"),
    "domain": ("none",),
    "supply": ("each",),
    "sees": ("nothing", "none"),
    "turn": ("possible",),
}
LEAST = {"distance": "min"}  # what is asked of sets for each pair, and which of the answers counts
SQUARES_ONLY = ("blocks", "leaps")
VALUES = ("option", "colour", "kind", "cell", "direction", "word")


class Names(Coercion):
    """The part of the checker that is about words, calls and lookups."""

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
        if node.text in self.symbols.taken:
            return unknown(name.span)
        if node.text in BUILTINS:
            return self.builtin_word(name, scope)
        if node.text == "board":
            sort = "a word of `seen` and `sees`"
            self.report.add(
                "not-a-value", name.span, word="board", sort=sort, candidates=("cells",)
            )
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
        if self.symbols.unknowns.is_full:
            return unknown(name.span)
        if self.checker.has_board or not CELL_NAME.fullmatch(name.text):
            is_beyond = self.checker.lies_beyond(name.text)
            likely = () if is_beyond else self.likely(name.text, scope, form)
            self.symbols.unknowns.add(
                name, code, *likely, variables=() if is_beyond else scope.bound,
                board=self.checker.board_extent,
            )  # fmt: skip
        return unknown(name.span)

    def likely(self, word: str, scope: Scope, form: str) -> tuple[tuple[str, ...], ...]:
        """What a word can stand for: names of its form, other names, cells."""
        fitting = [b.name for b in reversed(scope.bound)] if form == "word" else []
        fitting += [s.name for s in self.symbols.table.values() if self.form(s) == form]
        fitting += [b.name for b in BUILTINS.values() if form in builtin_forms(b)]
        fitting += WORDS.get(scope.place, ()) if form == "word" else ()
        rest = [*(s.name for s in self.symbols.table.values() if s.sort != "cell"), *BUILTINS]
        could_be_cell = 1 < len(word) <= LONGEST_CELL
        cells = tuple(self.symbols.names("cell")) if could_be_cell else ()
        if CELL_NAME.fullmatch(word):
            return tuple(cells), tuple(fitting), tuple(rest)
        return tuple(fitting), tuple(rest), tuple(cells)

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
            self.not_asked(node, "a variable")
            return unknown(node.span)
        if symbol is not None:
            return self.call_symbol(symbol, node, scope)
        builtin = BUILTINS.get(name.text)
        if name.text in self.symbols.taken:
            self.check_all(node.args, scope)
            return unknown(node.span)
        if builtin is None:
            self.check_all([a for a in node.args if not is_board(a)], scope)
            return self.unknown_call(node, scope)
        if builtin.form in ("call", "aggregate"):
            return self.ask(builtin, node.span, node.args, scope)
        self.check_all(node.args, scope)
        if builtin.form == "lookup":
            self.stored(node)
        else:
            self.not_asked(node, "built in", is_set=isinstance(builtin.result, SetType))
        return unknown(node.span)

    def unknown_call(self, node: syntax.Call, scope: Scope) -> model.Expr:
        """Report a call of what there is not; some words ask for what is said in another way."""
        word = node.name.text
        meant = calls_meant(word, [one_line(arg.span) for arg in node.args])
        if not meant or self.symbols.unknowns.is_full:
            return self.unknown_name(node.name, scope, "call")
        self.report.add(
            "unknown-name", node.span, word=word, candidates=meant, offer=WRITE, hint=said(word)
        )
        return unknown(node.span)

    def call_symbol(self, symbol: Symbol, node: syntax.Call, scope: Scope) -> model.Expr:
        if symbol.sort == "definition":
            return self.apply(node.name, node.args, scope, node.span)
        if symbol.sort == "fact":
            return self.ask_fact(symbol, node, scope)
        self.check_all(node.args, scope)
        if symbol.sort in ("variable", "attribute", "mark"):
            self.stored(node)
        else:
            self.not_asked(node, a_sort(symbol.sort))
        return unknown(node.span)

    def stored(self, node: syntax.Call) -> None:
        """Report round brackets where a look-up is meant."""
        right = f"{node.name.text}[{inside(node)}]"
        self.report.add(
            "square-brackets", node.span, word=node.name.text, example=inside(node),
            candidates=(right,), offer=WRITE,
        )  # fmt: skip

    def not_asked(self, node: syntax.Call, sort: str, is_set: bool = False) -> None:
        """Report brackets after what takes none; after a set they may ask for an element."""
        name, asked = node.name.text, f"{inside(node)} in {node.name.text}"
        self.report.add(
            "not-asked", node.span, word=name, sort=sort,
            candidates=(name, asked) if is_set else (name,), offer=WRITE,
        )  # fmt: skip

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
            model.PiecesOfKind(g.span, PIECES, g) if g.type == KIND and t == PIECES else typed(g, t)
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
        if meant := self.meant_of(builtin, given, scope):
            self.report.add(
                "needs-arguments", span, word=builtin.name, signature=builtin.signature,
                example=builtin.example, candidates=meant, offer=WRITE,
            )  # fmt: skip
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

    def meant_of(
        self, builtin: Builtin, given: Sequence[model.Expr], scope: Scope
    ) -> tuple[str, ...]:
        """What may be meant by a built-in that is asked of things of another type."""
        texts = [one_line(arg.span) for arg in given]
        if len(given) == 1:
            return filled(OF_ONE.get((builtin.name, str(given[0].type)), ()), texts)
        least = LEAST.get(builtin.name)
        if least is None or CELLS not in [arg.type for arg in given]:
            return ()
        used = re.findall(r"\w+", " ".join(texts))
        free = (n for n in ascii_lowercase[2:] if n not in used and scope.is_free(n))
        names = {text: next(free) for arg, text in zip(given, texts, strict=True)
                 if arg.type == CELLS}  # fmt: skip
        asked = ", ".join(names.get(text, text) for text in texts)
        binders = ", ".join(f"{name} in {of}" for of, name in names.items())
        return (f"{least}({builtin.name}({asked}) for {binders})",)

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
        self,
        span: Span,
        word: str,
        wanted: int | str,
        given: int,
        hint: str | None = None,
        candidates: tuple[str, ...] = (),
    ) -> None:
        """Report a wrong number of arguments; the candidates are other names for the span."""
        self.report.add(
            "argument-count", span, word=word, wanted=number_of(wanted, "argument"), hint=hint,
            candidates=candidates,
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
        known = ["board", "supply", "mover", "next", *self.symbols.names("variable")]
        if isinstance(arg, syntax.Word) and not self.is_known(arg.text, scope):
            name = syntax.Name(arg.span, arg.text)
            self.symbols.unknowns.add(name, "unknown-name", known)
        elif self.expr(arg, scope).type != UNKNOWN:
            self.report.add("seen-what", arg.span)

    def is_known(self, word: str, scope: Scope) -> bool:
        return word in BUILTINS or word in self.symbols.table or scope.find(word) is not None

    def is_seeable(self, word: str) -> bool:
        symbol = self.symbols.table.get(word)
        is_variable = symbol is not None and symbol.sort == "variable"
        return is_variable or word in ("supply", "mover", "next")

    def whole(self, word: syntax.Word, scope: Scope) -> model.Expr:
        """A variable with all its indices, or the supply of all, as `seen` compares it."""
        if word.text == "supply":
            return model.Ask(word.span, PIECES, "supply")
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
        if name.text in self.symbols.taken:
            self.check_all(node.args, scope)
            return unknown(node.span)
        if symbol is not None and symbol.sort == "variable":
            return self.variable(name, node.args, scope, node.span)
        if (symbol and symbol.sort == "attribute") or name.text in ("owner", "kind", "piece"):
            return self.of_piece(node, symbol, scope)
        self.check_all(node.args, scope)
        if symbol is not None and symbol.sort == "mark":
            self.report.add("mark-read", name.span, word=name.text)
        elif symbol is not None or name.text in BUILTINS or scope.find(name.text):
            self.report.add(
                "round-brackets", node.span, word=name.text, example=inside(node),
                candidates=(f"{name.text}({inside(node)})",), offer=WRITE,
            )  # fmt: skip
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
        statement: Span | None = None,
    ) -> tuple[model.Expr, ...] | None:
        """The indices of a variable, which `statement` changes if it is given."""
        given = tuple(self.expr(a, scope) for a in args)
        if variable is None:
            return None
        if len(given) != len(variable.index):
            self.index_count(name, variable, len(given))
            return None
        return tuple(
            self.index_value(g, element(b.domain.type), name.text, statement)
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


def one_line(span: Span) -> str:
    """The words of a span, whatever lines they stand on."""
    return " ".join(span.text.split())


def inside(node: syntax.Call | syntax.Lookup) -> str:
    """What stands between the brackets."""
    return node.span.text[len(node.name.text) :].strip()[1:-1].strip()


def is_board(node: syntax.Argument) -> bool:
    """Whether an argument is the word `board`, which only `seen` takes."""
    return isinstance(node, syntax.Word) and node.text == "board"


def builtin_forms(builtin: Builtin) -> tuple[str, ...]:
    """How a built-in may be asked: as a word, a call, a lookup."""
    if builtin.form in ("call", "aggregate"):
        alone = builtin.form == "call" and not builtin.special
        return ("call", "word") if alone and all(p.optional for p in builtin.params) else ("call",)
    return (builtin.form,)
