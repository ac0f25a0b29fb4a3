"""Statements: from syntax to the model.

There is a method for each statement of the syntax, named after it.  `add` and `take` become `set`,
and a single cell becomes a set, so that the engines have fewer cases.
"""

from __future__ import annotations

from dataclasses import replace

from gdl.check.expressions.coercion import a_type, element, unknown
from gdl.check.expressions.scope import Scope, Symbol
from gdl.check.piece_statements import PieceStatements
from gdl.model import nodes as model
from gdl.model.in_context import typed
from gdl.source.limits import MAX_TURNS
from gdl.source.wording import a_sort, grouped, show
from gdl.syntax import nodes as syntax
from gdl.vocabulary.builtins import BUILTIN_MOVES, BUILTINS
from gdl.vocabulary.keywords import VERBS
from gdl.vocabulary.types import (
    CELL,
    CELLS,
    COLOUR,
    KIND,
    NOTHING,
    NUMBER,
    UNKNOWN,
    VECTOR,
    SetType,
    Type,
    fits,
    set_of,
)

OF_PIECES = (
    "what can be set stands under `state`; of a piece, its kind, its owner and its attributes can "
    "be set: `set kind[c] to …`"
)
OF_SUPPLY = (
    "`put k on c` and `lift c` change the supply; cards that lie on no cell are kept in a "
    "variable, such as `deck: subsets(card) = card`"
)
MOVE_ITSELF = "`{0}` is a move of its own, which a turn names: `turn: place or {0}`"
REMOVED_ITSELF = (
    "`removed` stands beside the heading or the name of what is to go, and not below it, as in "
    "`after turn: removed`"
)
NO_DEFINITION = (
    "declare `{word}` under `define`, as a list of statements, or begin with a verb: {verbs}"
)
ONE_ELEMENT = "the set of it is written `{{}}`; `add {} to {}` keeps what is in it besides"
OF_BOARD = ("put", "lift", "remove", "move", "swap")  # the verbs that need cells
LISTENERS = ("all", "mover", "opponent")


class Statements(PieceStatements):
    """The part of the checker for statements."""

    def body(
        self, nodes: tuple[syntax.Statement, ...], scope: Scope
    ) -> tuple[model.Statement, ...]:
        """The statements of a body in order, without those that cannot be checked."""
        made: list[model.Statement | None] = []
        for node in nodes:
            if isinstance(node, syntax.Let):
                let, scope = self.let(node, scope)
                made.append(let)
            else:
                made.append(self.statement(node, scope))
        return tuple(s for s in made if s is not None)

    def let(self, node: syntax.Let, scope: Scope) -> tuple[model.Statement, Scope]:
        """A name for a value, and the scope of what follows in the list."""
        value = self.expressions.expr(node.value, scope)
        if is_nothing(node.value):
            hint = f"write `{node.value.span.text}` where it is wanted"
            given = a_type(value.type)
            wanted = "a value of a known type"
            self.report.add("wrong-type", value.span, wanted=wanted, given=given, hint=hint)
        is_free = scope.is_free(node.name.text)
        inner, slot = scope.bind(node.name, value.type)
        if is_free:
            self.symbols.lets[node.name.span] = node.name.text
        return model.Let(node.span, node.name.text, slot, value), inner if is_free else scope

    def statement(self, node: syntax.Statement, scope: Scope) -> model.Statement | None:
        word = type(node).__name__.lower()
        if word in OF_BOARD and self.context.miss_board(node.span, word, self.kept(node)):
            return None
        checked: model.Statement | None = getattr(self, f"check_{word}")(node, scope)
        return checked

    # ---- conditions ----

    def check_require(self, node: syntax.Require, scope: Scope) -> model.Statement:
        condition = self.expressions.condition(node.condition, scope)
        return model.Require(node.span, condition, node.message)

    def check_attempt(self, node: syntax.Attempt, scope: Scope) -> model.Statement:
        if not self.context.has_sees:
            self.report.add("try-without-sees", node.span)
        condition = self.expressions.condition(node.condition, scope)
        return model.Attempt(node.span, condition, node.message)

    # ---- what is stored ----

    def check_assign(self, node: syntax.Assign, scope: Scope) -> model.Statement | None:
        name = node.place.name
        symbol = self.symbols.find(name.text)
        if name.text == "next":
            colour = self.expressions.of_type(node.value, scope, COLOUR)
            self.refuse_none(colour, "next", "name a colour")
            return model.SetNext(node.span, colour)
        if name.text == "turns":
            return self.set_turns(node, scope)
        if name.text in ("owner", "kind") or (symbol and symbol.sort == "attribute"):
            wanted = symbol.type if symbol else COLOUR if name.text == "owner" else KIND
            return self.set_piece(node, wanted, scope)
        variable = self.settable(node.place, scope, node.value)
        if variable is None:
            return None
        index = self.expressions.index(name, node.place.args, variable, scope, node.span)
        value = self.stored_value(node, variable, scope)
        if not variable.or_none:
            is_set = isinstance(variable.type, SetType)
            hint = "the empty set is written `{}`" if is_set else "add `or none` to its domain"
            self.refuse_none(value, name.text, hint)
        return None if index is None else self.set_variable(node, variable, index, value)

    def stored_value(
        self, node: syntax.Assign, variable: model.Variable, scope: Scope
    ) -> model.Expr:
        """What a variable is set to; one element in place of a set is offered as a set, or as one
        more element.
        """
        value = self.expressions.expr(node.value, scope)
        of = variable.type
        if not isinstance(of, SetType) or value.type == UNKNOWN or fits(value.type, of):
            return self.expressions.coerce(value, of)
        if not fits(value.type, element(of)):
            return self.expressions.coerce(value, of)
        text = " ".join(value.span.text.split())
        self.report.add(
            "wrong-type", value.span, wanted=a_type(of), given=a_type(value.type),
            candidates=(f"{{{text}}}",), offer=ONE_ELEMENT.format(text, node.place.span.text),
        )  # fmt: skip
        return unknown(value.span)

    def set_turns(self, node: syntax.Assign, scope: Scope) -> model.Statement | None:
        """`set turns to n`, which gives the position of the set-up its number."""
        value = self.expressions.of_type(node.value, scope, NUMBER)
        if scope.place != "setup":
            self.report.add("turns-outside", node.place.span)
            return None
        turns = self.constant(value)
        if turns is not None and not (turns == int(turns) and 0 <= turns <= MAX_TURNS):
            self.report.add(
                "turns-number", value.span, given=show(turns), most=grouped(MAX_TURNS)
            )
            return None
        return None if turns is None else model.SetTurns(node.span, int(turns))

    def set_piece(self, node: syntax.Assign, wanted: Type, scope: Scope) -> model.Statement | None:
        """`set owner[S] to p`."""
        name = node.place.name
        if self.context.miss_board(node.place.span, name.text):
            return None
        value = self.expressions.of_type(node.value, scope, wanted)
        self.refuse_none(value, name.text, "to take a piece off the board write `remove`")
        if not self.is_on_cell(node.place):
            return None
        place = self.expressions.places(node.place.args[0], scope)
        level = self.expressions.level(node.place.args, scope)
        return model.SetPiece(node.span, name.text, place, value, level)

    def is_on_cell(self, place: syntax.Place) -> bool:
        """Whether what is set of a piece has a cell, and in piles a level; if not, report it."""
        if len(place.args) == 1 or (len(place.args) == 2 and self.context.pile is not None):
            return True
        if len(place.args) == 2:
            self.expressions.no_pile(place.span)
        else:
            self.report.add(
                "square-brackets", place.name.span, word=place.name.text, example="c"
            )
        return False

    def refuse_none(self, value: model.Expr, word: str, hint: str) -> None:
        """Report `none` as the value of something that can never be none."""
        if isinstance(value, model.Choose):
            self.refuse_none(value.yes, word, hint)
            self.refuse_none(value.no, word, hint)
        elif value.type == NOTHING:
            self.report.add("never-none", value.span, word=word, hint=hint)

    def settable(
        self, place: syntax.Place, scope: Scope, value: syntax.Expr | None = None
    ) -> model.Variable | None:
        """The variable or mark that a place names; anything else is reported.

        `value` is what it is set to; it is checked here if there is no such variable.
        """
        name = place.name
        symbol = self.symbols.find(name.text)
        if symbol is not None and symbol.sort in ("variable", "mark"):
            return self.context.variable(name.text)
        of = UNKNOWN if value is None else self.expressions.expr(value, scope).type
        if name.text in self.symbols.taken:
            return None
        if symbol is not None or scope.find(name.text) is not None or name.text in BUILTINS:
            self.not_settable(place, scope, of)
            return None
        known = [*self.symbols.names("variable", "mark", "attribute"), "next", "owner", "kind"]
        self.symbols.unknowns.add(name, "unknown-name", known, hint="variables stand under `state`")
        return None

    def not_settable(self, place: syntax.Place, scope: Scope, of: Type) -> None:
        """Report a place that cannot be set to a value of type `of`, with what may be meant."""
        name = place.name.text
        bound, known = scope.find(name), self.symbols.find(name)
        sort = "variable of the rule" if bound else known.sort if known else "built-in name"
        meant: tuple[str, ...] = ()
        offer = "who comes next is set with `set {} to …`"
        if name in ("mover", "opponent"):
            meant = ("next",)
        elif changed := {KIND: "kind", COLOUR: "owner"}.get(of):
            offer = f"the {changed} of a piece is set with `set {{}} to …`"
            if name == "piece" and len(place.args) == 1:
                meant = (f"{changed}[{place.args[0].span.text}]",)
            elif bound is not None and bound.type in (CELL, CELLS) and not place.args:
                meant = (f"{changed}[{name}]",)
        self.report.add(
            "not-settable", place.span if meant else place.name.span, word=name,
            sort=a_sort(sort), candidates=meant, offer=offer,
            hint=OF_SUPPLY if name == "supply" else OF_PIECES if of in (KIND, COLOUR) else None,
        )  # fmt: skip

    def set_variable(
        self,
        node: syntax.Assign | syntax.Add | syntax.Take,
        variable: model.Variable,
        index: tuple[model.Expr, ...],
        value: model.Expr,
    ) -> model.Statement:
        symbol = self.symbols.table[variable.name]
        make = model.SetMark if symbol.sort == "mark" else model.SetVariable
        return make(node.span, variable.name, index, value)

    def check_add(self, node: syntax.Add, scope: Scope) -> model.Statement | None:
        return self.change(node, "+", "|", scope)

    def check_take(self, node: syntax.Take, scope: Scope) -> model.Statement | None:
        return self.change(node, "-", "-", scope)

    def change(
        self, node: syntax.Add | syntax.Take, number_op: str, set_op: str, scope: Scope
    ) -> model.Statement | None:
        """`add` and `take`: change a number, or put elements into a set or take them out."""
        symbol = self.symbols.find(node.place.name.text)
        if symbol is not None and symbol.sort == "attribute":
            return self.change_attribute(node, symbol, number_op, scope)
        value = self.expressions.expr(node.value, scope)
        variable = self.settable(node.place, scope)
        if variable is None:
            return None
        index = self.expressions.index(node.place.name, node.place.args, variable, scope, node.span)
        if index is None:
            return None
        now = model.Stored(node.place.span, variable.type, variable.name, index)
        changed: model.Expr
        if variable.type == UNKNOWN:
            return None
        if variable.type == NUMBER:
            value = self.expressions.coerce(value, NUMBER)
            changed = model.Arithmetic(node.span, NUMBER, number_op, now, value)
        elif isinstance(variable.type, SetType):
            value = self.as_part(value, variable.type)
            changed = model.SetOperation(node.span, variable.type, set_op, now, value)
        else:
            self.report.add(
                "not-changeable", node.place.span, word=variable.name, given=a_type(variable.type)
            )
            return None
        return self.set_variable(node, variable, index, changed)

    def change_attribute(
        self, node: syntax.Add | syntax.Take, symbol: Symbol, op: str, scope: Scope
    ) -> model.Statement | None:
        """`add n to seeds[S]`: change an attribute of each piece on S, one after the other."""
        name = symbol.name
        if self.context.miss_board(node.place.span, name):
            return None
        value = self.expressions.expr(node.value, scope)
        if not self.is_on_cell(node.place) or symbol.type == UNKNOWN:
            return None
        value = self.expressions.coerce(value, NUMBER)
        level = self.expressions.level(node.place.args, scope)
        place = self.expressions.coerce(
            self.expressions.expr(node.place.args[0], scope), CELL, CELLS
        )
        if symbol.type != NUMBER:
            given = a_type(symbol.type)
            self.report.add("not-changeable", node.place.span, word=name, given=given)
            return None

        def change(cell: model.Expr) -> model.Statement:
            now = model.Attribute(node.place.span, NUMBER, name, cell, level)
            changed = model.Arithmetic(node.span, NUMBER, op, now, value)
            here = model.Display(cell.span, CELLS, (cell,))
            return model.SetPiece(node.span, name, here, changed, level)

        if place.type == CELL:
            return change(place)
        slot = scope.frame.slot()
        binder = model.Binder((slot,), ("c",), place)
        each = change(model.Local(place.span, CELL, "c", slot))
        return model.For(node.span, (binder,), None, (each,))

    def as_part(self, value: model.Expr, whole: SetType) -> model.Expr:
        """The set that is added to or taken from a set; an element becomes the set of it."""
        if fits(value.type, whole) or value.type == UNKNOWN:
            return typed(self.expressions.coerce(value, whole), whole)
        if fits(value.type, element(whole)):
            value = typed(value, element(whole))
            return model.Display(value.span, set_of(value.type), (value,))
        self.expressions.wrong_type(value, f"{a_type(element(whole))} or {a_type(whole)}")
        return unknown(value.span)

    # ---- the rest ----

    def check_play(self, node: syntax.Play, scope: Scope) -> model.Statement:
        return model.Play(node.span, self.expressions.of_type(node.colour, scope, COLOUR))

    def check_weight(self, node: syntax.Weight, scope: Scope) -> model.Statement:
        if scope.place != "chance":
            self.report.add("weight-outside", node.span)
        return model.Weight(node.span, self.expressions.of_type(node.value, scope, NUMBER))

    def check_tell(self, node: syntax.Tell, scope: Scope) -> model.Statement:
        if node.listener.text not in LISTENERS:
            self.symbols.unknowns.add(node.listener, "unknown-listener", LISTENERS)
        values = tuple(self.told(value, scope) for value in node.values)
        return model.Tell(node.span, node.listener.text, node.message, values)

    def told(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """A value that is told: anything but a step, for which the language has no words."""
        value = self.expressions.expr(node, scope)
        if VECTOR in (value.type, element(value.type)):
            self.expressions.wrong_type(value, "a value")
        return value

    def check_perform(self, node: syntax.Perform, scope: Scope) -> model.Statement | None:
        name = node.name
        given = self.expressions.plain_args(node.args, scope)
        symbol = self.symbols.find(name.text)
        if given is None:
            return None
        if symbol is not None and symbol.sort == "chance":
            if scope.place != "setup":
                hint = "write a `for`: a `repeat` of the set-up holds no chance"
                is_repeat = scope.place == "repeat"
                self.report.add(
                    "chance-performed", name.span, word=name.text, hint=hint if is_repeat else None
                )
            return model.Deal(node.span, name.text, self.fixed(name, given))
        if symbol is not None and symbol.sort == "definition":
            return self.perform(node, given)
        performed = [name for name, entry in self.context.entries.items() if entry.is_performed]
        known = [*VERBS, *performed, *self.symbols.names("chance")]
        if symbol is None:
            self.symbols.unknowns.add(
                name, "unknown-verb", known, verbs=", ".join(VERBS),
                hint=verb_hint(node),
            )  # fmt: skip
        else:
            self.report.add("not-performed", name.span, word=name.text, sort=a_sort(symbol.sort))
        return None

    def perform(
        self, node: syntax.Perform, given: tuple[model.Expr, ...]
    ) -> model.Statement | None:
        definition = self.context.definition(node.name, given)
        if definition is None:
            return None
        if not isinstance(definition.body, tuple):
            self.report.add(
                "not-performed", node.name.span, word=node.name.text, sort="an expression"
            )
            return None
        for arg in given:
            if isinstance(arg, model.Value) and arg.type == NOTHING:
                self.report.add("none-given", arg.span, word=node.name.text)
        given = self.expressions.coerce_args(given, definition.types)
        return model.Perform(node.span, node.name.text, given)

    def check_if(self, node: syntax.If, scope: Scope) -> model.Statement:
        branches = tuple(
            (
                None if condition is None else self.expressions.condition(condition, scope),
                self.body(body, scope),
            )
            for condition, body in node.branches
        )
        return model.If(node.span, branches)

    def check_repeatwhile(self, node: syntax.RepeatWhile, scope: Scope) -> model.Statement:
        times = self.expressions.of_type(node.times, scope, NUMBER)
        condition = self.expressions.condition(node.condition, scope)
        inner = replace(scope, place="repeat") if scope.place == "setup" else scope
        return model.RepeatWhile(node.span, times, condition, self.body(node.body, inner))

    def check_for(self, node: syntax.For, scope: Scope) -> model.Statement:
        scope, binders = self.expressions.binders(node.binders, scope)
        condition = None
        if node.condition is not None:
            condition = self.expressions.condition(node.condition, scope)
        return model.For(node.span, binders, condition, self.body(node.body, scope))


def verb_hint(node: syntax.Perform) -> str | None:
    """The hint on what begins a statement and is no verb."""
    word = node.name.text
    if word in BUILTIN_MOVES:
        return MOVE_ITSELF.format(word)
    if word == "removed":
        return REMOVED_ITSELF
    if word in BUILTINS:
        return None
    called = f"{word}(…)" if node.args else word
    return NO_DEFINITION.format(word=called, verbs=", ".join(VERBS))


def is_nothing(node: syntax.Expr) -> bool:
    """Whether an expression is `none` or `{}`, whose type is that of its context."""
    if isinstance(node, syntax.Display):
        return not node.items
    return isinstance(node, syntax.Constant) and node.text == "none"
