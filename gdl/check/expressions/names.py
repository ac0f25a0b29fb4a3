"""Names in expressions: words, calls and lookups, from syntax to typed model nodes.

There is a method for each syntax node, named after it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gdl.check.expressions.builtins import Builtins, forms_of, one_line
from gdl.check.expressions.coercion import a_type, element, unknown
from gdl.check.expressions.context import CELL_NAME
from gdl.check.expressions.scope import WORDS as SET_OF_WORDS
from gdl.check.expressions.scope import Scope, Symbol, report_attribute
from gdl.check.expressions.unknown import DECLARE
from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.model.in_context import typed
from gdl.source.diagnostics import WRITE
from gdl.source.spans import Span
from gdl.source.wording import TRUTH, a_sort
from gdl.syntax import nodes as syntax
from gdl.vocabulary.builtins import BUILTINS, DIRECTION_NAMES, Builtin, needs_board
from gdl.vocabulary.synonyms import calls_meant, said
from gdl.vocabulary.types import (
    CELL,
    COLOUR,
    DIRECTION,
    FLAG,
    KIND,
    NOTHING,
    NUMBER,
    PIECE,
    PIECES,
    UNKNOWN,
    SetType,
    Type,
    WordType,
)

MAX_CELL_NAME = 4  # letters of a word that may be a misspelt cell
WORDS = {  # words of the grammar that a name may be meant for, by `Scope.place`
    "rule": ("none", *TRUTH),
    "setup": ("none", *TRUTH),
    "domain": ("none",),
    "supply": ("each",),
    "sees": ("nothing", "none"),
    "turn": ("possible",),
}
OF_PIECES = ("owner", "kind", "piece", "height")  # what is asked of a cell in square brackets
ASKED_OF = {"player": (COLOUR,), "kind": (CELL, KIND, PIECE)}  # what facts are asked of
VALUES = ("option", "colour", "kind", "cell", "direction", "word")


class Names(Builtins):
    """The part of the checker for words, calls and lookups."""

    # ---- atoms ----

    def check_number(self, node: syntax.Number, scope: Scope) -> model.Expr:
        return model.Value(node.span, NUMBER, node.value)

    def check_constant(self, node: syntax.Constant, scope: Scope) -> model.Expr:
        if node.text == "none":
            return model.Value(node.span, NOTHING, None)
        return model.Value(node.span, FLAG, TRUTH[node.text])

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
        if symbol.name in self.context.holes:
            self.report.add("hole-used", name.span, word=name.text)
        if symbol.sort in VALUES:
            return model.Value(name.span, symbol.type, symbol.value)
        if symbol.sort == SET_OF_WORDS:
            return all_words(symbol, name.span)
        is_twice = name.text in self.symbols.unknowns.broken  # the other may be meant
        if symbol.sort == "variable" and not is_twice:
            return self.variable(name, (), scope)
        if symbol.sort == "definition":
            return self.apply(name, (), scope)
        if is_twice:
            return unknown(name.span)
        if symbol.sort == "fact":
            self.fact_alone(name, scope)
        elif symbol.sort == "attribute":
            report_attribute(symbol, name.span, self.report)
        elif symbol.sort == "mark":
            self.report.add("mark-read", name.span, word=name.text)
        else:
            self.report.add("not-a-value", name.span, word=name.text, sort=a_sort(symbol.sort))
        return unknown(name.span)

    def fact_alone(self, name: syntax.Name, scope: Scope) -> None:
        """Report a fact that is asked of nothing; it may be meant of what a rule goes through."""
        of = self.context.fact_entries[name.text][0]
        types = ASKED_OF.get(of, ())
        likely = [b.name for b in reversed(scope.bound) if b.type in types]
        hint = None
        if of == "player":
            hint = f"it is asked of a colour, like `{name.text}({self.context.colours[0]})`"
            likely += ["mover"] if scope.place != "setup" else []
        meant = tuple(f"{name.text}({word})" for word in likely)
        self.wrong_count(name.span, name.text, 1, 0, hint, meant)

    def unknown_name(self, name: syntax.Name, scope: Scope, form: str = "word") -> model.Expr:
        """Report an unknown name; `form` says which brackets follow it, if any."""
        code = "unknown-cell" if self.context.looks_like_cell(name.text) else "unknown-name"
        if self.symbols.unknowns.is_full:
            return unknown(name.span)
        if CELL_NAME.fullmatch(name.text) and self.context.miss_board(name.span, name.text):
            return unknown(name.span)
        if self.context.has_board or not CELL_NAME.fullmatch(name.text):
            is_beyond = self.context.lies_beyond(name.text)
            likely = self.likely(name.text, scope, form)
            if is_beyond:
                likely = (self.symbols.undoubled(name.text),)
            self.symbols.unknowns.add(
                name, code, *likely, variables=() if is_beyond else scope.bound,
                hint=DECLARE[form] if code == "unknown-name" else None,
                board=self.context.board_extent,
            )  # fmt: skip
        return unknown(name.span)

    def likely(self, word: str, scope: Scope, form: str) -> tuple[tuple[str, ...], ...]:
        """What may be meant by a word, likeliest first: names of its form, other names, cells."""
        fitting = [b.name for b in reversed(scope.bound)] if form == "word" else []
        fitting += [s.name for s in self.symbols.table.values() if self.form(s) == form]
        fitting += [b.name for b in BUILTINS.values() if form in forms_of(b)]
        fitting += WORDS.get(scope.place, ()) if form == "word" else ()
        rest = [*(s.name for s in self.symbols.table.values() if s.sort != "cell"), *BUILTINS]
        could_be_cell = 1 < len(word) <= MAX_CELL_NAME
        cells = tuple(self.symbols.names("cell")) if could_be_cell else ()
        if CELL_NAME.fullmatch(word):
            return tuple(cells), tuple(fitting), tuple(rest)
        return tuple(fitting), tuple(rest), tuple(cells)

    def form(self, symbol: Symbol) -> str:
        """How a declared name is written: as a word, a call or a lookup."""
        if symbol.sort == "definition":
            return "call" if self.context.parameters(symbol.name) else "word"
        if symbol.sort == "variable":
            return "lookup" if self.context.indices(symbol.name) else "word"
        return {"fact": "call", "attribute": "lookup", "cell": "cell"}.get(symbol.sort, "word")

    def builtin_word(self, name: syntax.Name, scope: Scope) -> model.Expr:
        builtin = BUILTINS[name.text]
        if builtin.form == "word":
            return self.standing_alone(builtin, name, scope)
        if "word" in forms_of(builtin):
            return self.builtin_call(builtin, name.span, (), scope)
        if builtin.form == "lookup":
            self.report.add("square-brackets", name.span, word=name.text, example="c")
        else:
            self.report.add("needs-arguments", name.span, word=name.text,
                            signature=builtin.signature, example=builtin.example)  # fmt: skip
        return unknown(name.span)

    def standing_alone(self, builtin: Builtin, name: syntax.Name, scope: Scope) -> model.Expr:
        """A built-in used as a word."""
        word = builtin.name
        if needs_board(builtin) and self.context.miss_board(name.span, word):
            return unknown(name.span)
        if word == "here":
            self.report.add("here-outside", name.span)
            return unknown(name.span)
        if word == "viewer" and scope.place != "sees":
            self.report.add("viewer-outside", name.span)
            return unknown(name.span)
        if word in DIRECTION_NAMES:
            return self.direction(name)
        return model.BuiltinCall(name.span, builtin.result, word)

    def direction(self, name: syntax.Name) -> model.Expr:
        known = self.context.directions
        if name.text not in known and self.context.has_board:
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
            self.not_callable(node, "a variable")
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
            return self.builtin_call(builtin, node.span, node.args, scope)
        if builtin.form == "lookup":
            return self.of_value(node, builtin.result, scope)
        self.check_all(node.args, scope)
        self.not_callable(node, "built in", is_set=isinstance(builtin.result, SetType))
        return unknown(node.span)

    def unknown_call(self, node: syntax.Call, scope: Scope) -> model.Expr:
        """Report the call of an unknown name; for some, what to write instead is known."""
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
            return self.fact_call(symbol, node, scope)
        if symbol.sort == "attribute":
            return self.of_value(node, symbol.type, scope)
        self.check_all(node.args, scope)
        if symbol.sort in ("variable", "mark"):
            self.stored(node)
        else:
            self.not_callable(node, a_sort(symbol.sort))
        return unknown(node.span)

    def of_value(self, node: syntax.Call, type: Type, scope: Scope) -> model.Expr:
        """`kind(k)`, `owner(k)`, `suit(k)`, asked of a piece; of a cell they are looked up."""
        given = self.plain_args(node.args, scope)
        if given is None:
            return unknown(node.span)
        word = node.name.text
        if word != "piece" and len(given) == 1 and given[0].type in (PIECE, UNKNOWN):
            return model.OfPiece(node.span, type, word, given[0])
        self.stored(node)
        return unknown(node.span)

    def stored(self, node: syntax.Call) -> None:
        """Report round brackets where a look-up is meant."""
        right = f"{node.name.text}[{inside(node)}]"
        self.report.add(
            "square-brackets", node.span, word=node.name.text, example=inside(node),
            candidates=(right,), offer=WRITE,
        )  # fmt: skip

    def not_callable(self, node: syntax.Call, sort: str, is_set: bool = False) -> None:
        """Report brackets after a name that takes none; after a set they may be meant as `in`."""
        name, membership = node.name.text, f"{inside(node)} in {node.name.text}"
        self.report.add(
            "not-asked", node.span, word=name, sort=sort,
            candidates=(name, membership) if is_set else (name,), offer=WRITE,
        )  # fmt: skip

    def apply(
        self,
        name: syntax.Name,
        args: Sequence[syntax.Argument],
        scope: Scope,
        span: Span | None = None,
    ) -> model.Expr:
        """A definition of the file called with arguments."""
        given = self.plain_args(args, scope)
        if given is None:
            return unknown(name.span)
        definition = self.context.definition(name, given)
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
        """Arguments coerced to the parameter types of a definition."""
        return tuple(
            model.PiecesOfKind(g.span, PIECES, g) if g.type == KIND and t == PIECES else typed(g, t)
            for g, t in zip(given, types, strict=True)
        )

    def fact_call(self, symbol: Symbol, node: syntax.Call, scope: Scope) -> model.Expr:
        given = self.plain_args(node.args, scope)
        fact = self.context.fact(node.name)
        if given is None or fact is None:
            return unknown(node.span)
        if len(given) != 1:
            self.wrong_count(node.name.span, symbol.name, 1, len(given))
            return unknown(node.span)
        return model.FactValue(node.span, fact.type, fact.name, self.asked(fact, given[0], node))

    def asked(self, fact: model.Fact, of: model.Expr, node: syntax.Call) -> model.Expr:
        """What a fact is asked of: a colour, a word, a cell, or a kind, also that of a piece."""
        if fact.of == "player":
            return self.coerce(of, COLOUR)
        if fact.of == "word":
            table = self.symbols.table
            types = dict.fromkeys(table[word].type for word in fact.values if word in table)
            return self.coerce(of, *types) if types else unknown(of.span)
        if of.type not in (KIND, PIECE):
            return self.coerce(of, CELL)
        if uses_here(fact):
            self.report.add("here-without-cell", node.span, word=fact.name, given=a_type(of.type))
            return unknown(node.span)
        return of if of.type == KIND else model.OfPiece(of.span, KIND, "kind", of)

    def check_lookup(self, node: syntax.Lookup, scope: Scope) -> model.Expr:
        name = node.name
        symbol = self.symbols.find(name.text)
        if name.text in self.symbols.taken:
            self.check_all(node.args, scope)
            return unknown(node.span)
        if symbol is not None and symbol.sort == "variable":
            return self.variable(name, node.args, scope, node.span)
        if (symbol and symbol.sort == "attribute") or (symbol is None and name.text in OF_PIECES):
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

    def of_piece(self, node: syntax.Lookup, symbol: Symbol | None, scope: Scope) -> model.Expr:
        """`owner[c]`, `kind[c]`, `piece[c]`, an attribute of the piece on c, or `height[c]`.

        A second index is the level of a piece in its pile.
        """
        word = node.name.text
        most = 2 if self.context.pile is not None and word != "height" else 1
        if not 1 <= len(node.args) <= most:
            given = [self.expr(a, scope) for a in node.args]
            if len(given) == 2 and word != "height" and given[1].type in (NUMBER, UNKNOWN):
                self.no_pile(node.span)
            else:
                wanted = 1 if most == 1 else "1 or 2"
                self.wrong_count(node.span, word, wanted, len(node.args))
            return unknown(node.span)
        if word == "height" and symbol is None and self.context.pile is None:
            self.check_all(node.args, scope)
            self.no_pile(node.span)
            return unknown(node.span)
        on = self.expr(node.args[0], scope)
        if on.type == PIECE and word != "piece":
            self.report.add(
                "piece-looked-up", node.span, word=word, example=inside(node),
                candidates=(f"{word}({inside(node)})",), offer=WRITE,
            )  # fmt: skip
            return unknown(node.span)
        if self.context.miss_board(node.span, node.name.text):
            return unknown(node.span)
        cell = self.coerce(on, CELL)
        level = self.level(node.args, scope)
        if symbol is not None:
            return model.Attribute(node.span, symbol.type, symbol.name, cell, level)
        args = (cell,) if level is None else (cell, level)
        return model.BuiltinCall(node.span, BUILTINS[word].result, word, args)

    def level(self, args: Sequence[syntax.Argument], scope: Scope) -> model.Expr | None:
        """The second index of a look-up of a piece; None without one."""
        return self.of_type(args[1], scope, NUMBER) if len(args) > 1 else None  # type: ignore[arg-type]

    def no_pile(self, span: Span) -> None:
        """Report what only a board with piles has."""
        self.report.add("no-pile", span, word=one_line(span))

    def variable(
        self, name: syntax.Name, args: Sequence[syntax.Expr], scope: Scope, span: Span | None = None
    ) -> model.Expr:
        """A state variable with its indices."""
        variable = self.context.variable(name.text)
        index = self.index(name, args, variable, scope)
        if variable is None or index is None:
            return unknown(name.span)
        return model.Stored(span or name.span, variable.type, name.text, index)


def all_words(symbol: Symbol, span: Span) -> model.Expr:
    """All words of an entry under `words`, as a set."""
    type = element(symbol.type)
    words = type.words if isinstance(type, WordType) else ()
    items = tuple(model.Value(span, type, word) for word in words)
    return model.Display(span, symbol.type, items)


def uses_here(fact: model.Fact) -> bool:
    """Whether a fact of the kinds reads the cell `here`."""
    parts = (part for value in fact.values.values() for part in walk(value))
    return any(isinstance(part, model.Local) and part.slot == fact.slot for part in parts)


def inside(node: syntax.Call | syntax.Lookup) -> str:
    """What stands between the brackets."""
    return node.span.text[len(node.name.text) :].strip()[1:-1].strip()


def is_board(node: syntax.Argument) -> bool:
    """Whether an argument is the word `board`, which only `seen` takes."""
    return isinstance(node, syntax.Word) and node.text == "board"
