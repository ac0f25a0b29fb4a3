"""Built-ins called with arguments: from syntax to typed model nodes.

A method `builtin_…` checks a built-in that has rules of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from string import ascii_lowercase

from gdl.check.expressions.coercion import Coercion, unknown
from gdl.check.expressions.scope import Scope
from gdl.model import nodes as model
from gdl.model.fold import NotConstant, fold
from gdl.source.diagnostics import WRITE
from gdl.source.spans import Span
from gdl.source.wording import number_of
from gdl.syntax import nodes as syntax
from gdl.vocabulary.builtins import BUILTINS, Builtin, needs_board
from gdl.vocabulary.synonyms import OF_ONE, filled
from gdl.vocabulary.types import CELL, CELLS, FLAG, NUMBER, PIECES, UNKNOWN, set_of

OF_ALL_PAIRS = {"distance": "min"}  # which of the values for all pairs of elements counts
BY_STEP = ("group", "groups", "links", "distance")  # besides `reach`
SQUARES_ONLY = ("blocks", "leaps")

KEPT_BESIDE = (
    "an attribute holds one value; keep a set for each cell, as in `marked[c in cells]: {}` under "
    "`state`, and let it go along where the piece goes"
)


class Builtins(Coercion):
    """The part of the checker for built-ins and arguments."""

    def check_all(self, args: Sequence[syntax.Argument], scope: Scope) -> None:
        """Check arguments only for mistakes within them."""
        for arg in args:
            if not isinstance(arg, syntax.Step):
                self.expr(arg, scope)

    def plain_args(
        self, args: Sequence[syntax.Argument], scope: Scope
    ) -> tuple[model.Expr, ...] | None:
        """Arguments; None after the report of one that is a step `c to S`."""
        for arg in args:
            if isinstance(arg, syntax.Step):
                self.report.add("step-outside", arg.span)
                return None
        return tuple(self.expr(a, scope) for a in args)  # type: ignore[arg-type]

    def builtin_call(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        """A built-in called with arguments."""
        special: Callable[..., model.Expr] | None = getattr(self, f"builtin_{builtin.name}", None)
        if special is not None:
            return special(builtin, span, args, scope)
        if builtin.form == "aggregate":
            return self.aggregate_of_set(builtin, span, args, scope)
        if needs_board(builtin) and self.context.miss_board(span, builtin.name):
            self.check_all(args, scope)
            return unknown(span)
        if builtin.name in BY_STEP and args and isinstance(args[-1], syntax.Step):
            return self.by_step(builtin, span, args[:-1], args[-1], scope)
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
        if builtin.name in SQUARES_ONLY and self.context.has_board and not self.context.has_squares:
            self.report.add("squares-only", span, word=builtin.name)
        if builtin.name == "copies" and self.context.has_board and not self.context.lattice:
            self.report.add("no-lattice", span)
        if builtin.name == "towards" and self.context.has_board and not self.context.lattice:
            self.report.add("towards-nowhere", span)
        checked = tuple(self.coerce(g, *p.types) for g, p in zip(given, params, strict=False))
        if self.fits_nowhere(builtin.name, checked):
            self.report.add("no-such-set", span, word=span.text)
        return model.BuiltinCall(span, builtin.result, builtin.name, checked)

    def meant_of(
        self, builtin: Builtin, given: Sequence[model.Expr], scope: Scope
    ) -> tuple[str, ...]:
        """What may be meant by a built-in called with arguments of another type."""
        texts = [one_line(arg.span) for arg in given]
        if len(given) == 1:
            return filled(OF_ONE.get((builtin.name, str(given[0].type)), ()), texts)
        least = OF_ALL_PAIRS.get(builtin.name)
        if least is None or CELLS not in [arg.type for arg in given]:
            return ()
        used = re.findall(r"\w+", " ".join(texts))
        free = (n for n in ascii_lowercase[2:] if n not in used and scope.is_free(n))
        names = {text: next(free) for arg, text in zip(given, texts, strict=True)
                 if arg.type == CELLS}  # fmt: skip
        inner = ", ".join(names.get(text, text) for text in texts)
        binders = ", ".join(f"{name} in {of}" for of, name in names.items())
        return (f"{least}({builtin.name}({inner}) for {binders})",)

    def fits_nowhere(self, name: str, args: tuple[model.Expr, ...]) -> bool:
        """Whether a pattern of a known size is larger than the whole board."""
        lattice = self.context.lattice
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

    def right_count(self, builtin: Builtin, span: Span, given: int) -> bool:
        """Whether a built-in takes `given` arguments; if not, that is reported."""
        needed = sum(not p.optional for p in builtin.params)
        most = 99 if any(p.many for p in builtin.params) else len(builtin.params)
        if needed <= given <= most:
            return True
        wanted = str(needed) if needed == most else f"{needed} to {most}" if most < 99 else "more"
        hint = f"it is written as `{builtin.signature}`, for example `{builtin.example}`"
        self.wrong_count(span, builtin.name, wanted, given, hint)
        return False

    def wrong_count(
        self,
        span: Span,
        word: str,
        wanted: int | str,
        given: int,
        hint: str | None = None,
        candidates: tuple[str, ...] = (),
    ) -> None:
        """Report a wrong number of arguments; `candidates` may replace the span."""
        self.report.add(
            "argument-count", span, word=word, wanted=number_of(wanted, "argument"), hint=hint,
            candidates=candidates,
            given=f"is {number_of(given, 'argument')}" if given == 1 else
            f"are {number_of(given, 'argument')}",
        )  # fmt: skip

    def builtin_reach(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        if len(args) != 2 or isinstance(args[0], syntax.Step):
            return self.misused(builtin, span, args, scope)
        if self.context.miss_board(span, builtin.name):
            return unknown(span)
        step = args[1]
        if not isinstance(step, syntax.Step):
            return self.misused(builtin, span, args, scope)
        return self.by_step(builtin, span, args[:1], step, scope)

    def by_step(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], step: syntax.Step,
        scope: Scope,
    ) -> model.Expr:  # fmt: skip
        """A built-in that follows the steps of its last argument."""
        given = self.plain_args(args, scope)
        params = [p for p in builtin.params if not p.optional]
        if given is None:
            return unknown(span)
        if len(given) != len(params):
            hint = f"a step stands last: `{builtin.signature}`"
            wanted, count = len(params) + 1, len(given) + 1
            self.wrong_count(span, builtin.name, wanted, count, hint)
            return unknown(span)
        checked = tuple(self.coerce(g, *p.types) for g, p in zip(given, params, strict=True))
        inner, slot = scope.bind(step.name, CELL)
        steps = self.places(step.target, inner)
        return model.ByStep(span, builtin.result, builtin.name, checked, slot, steps)

    def builtin_subsets(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        if len(args) != 1 or isinstance(args[0], syntax.Step):
            return self.misused(builtin, span, args, scope)
        if scope.place == "attribute":
            self.report.add("subsets-outside", span, hint=KEPT_BESIDE.format(span.text))
            return unknown(span)
        if scope.place != "subsets":
            self.report.add("subsets-outside", span)
        of = self.any_set(args[0], replace(scope, place="domain"))
        return model.BuiltinCall(span, set_of(of.type), "subsets", (of,))

    def builtin_since(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        """`turns - min(turn for turn in 0..turns if seen(things) > 0 at its end)`."""
        seen = self.builtin_seen(builtin, span, args, scope)
        if not isinstance(seen, model.Seen):
            return seen
        slot = scope.frame.slot()
        turn = model.Local(span, NUMBER, "turn", slot)
        turns, nought = model.BuiltinCall(span, NUMBER, "turns", ()), model.Value(span, NUMBER, 0)
        at_its_end = model.Relation(span, FLAG, "<", nought, replace(seen, turn_number=turn))
        domain = model.Range(span, set_of(NUMBER), nought, turns)
        found = model.Comprehension(turn, (model.Binder((slot,), ("turn",), domain),), at_its_end)
        earliest = model.Aggregate(span, NUMBER, "min", found, None)
        return model.Arithmetic(span, NUMBER, "-", turns, earliest)

    def builtin_seen(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        board, things = False, []
        for arg in args:
            if isinstance(arg, syntax.Word) and arg.text == "board":
                board = not self.context.miss_board(arg.span, arg.text)
            elif isinstance(arg, syntax.Word) and self.is_seeable(arg.text):
                things.append(self.whole(arg, scope))
            elif isinstance(arg, syntax.Step):
                return self.misused(builtin, span, args, scope)
            else:
                self.unseeable(arg, scope)
        if not args:
            self.wrong_count(span, builtin.name, "1 or more", 0)
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
        return self.symbols.is_a("variable", word) or word in ("supply", "mover", "next")

    def whole(self, word: syntax.Word, scope: Scope) -> model.Expr:
        """A variable with all its indices, or the supply of all colours, as `seen` compares it."""
        if word.text == "supply":
            return model.BuiltinCall(word.span, PIECES, "supply")
        if word.text in BUILTINS:
            return self.expr(word, scope)
        self.symbols.used.add(word.text)
        variable = self.context.variable(word.text)
        return model.Stored(word.span, variable.type if variable else UNKNOWN, word.text, ())

    def misused(
        self, builtin: Builtin, span: Span, args: Sequence[syntax.Argument], scope: Scope
    ) -> model.Expr:
        self.check_all(args, scope)
        self.report.add("needs-arguments", span, word=builtin.name,
                        signature=builtin.signature, example=builtin.example)  # fmt: skip
        return unknown(span)


def one_line(span: Span) -> str:
    """The text of a span, in one line."""
    return " ".join(span.text.split())


def forms_of(builtin: Builtin) -> tuple[str, ...]:
    """How a built-in may be written: as a word, a call, a lookup."""
    if builtin.form in ("call", "aggregate"):
        alone = builtin.form == "call" and not builtin.special
        return ("call", "word") if alone and all(p.optional for p in builtin.params) else ("call",)
    return (builtin.form,)
