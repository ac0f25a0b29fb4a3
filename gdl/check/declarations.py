"""Declarations: options, players, the board, pieces, and every name of a rule file.

This runs before any rule is checked, so that every rule may use every name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from gdl.check.board import Boards
from gdl.check.expressions.coercion import element, unknown
from gdl.check.expressions.context import Context
from gdl.check.expressions.expressions import Expressions
from gdl.check.expressions.scope import WORDS, Scope
from gdl.check.part import Part
from gdl.model import nodes as model
from gdl.model.analysis import uses
from gdl.model.fold import NotConstant, fold, fold_domain, has
from gdl.source.diagnostics import did_you_mean
from gdl.source.limits import MAX_PLAYERS
from gdl.source.wording import show, show_values
from gdl.syntax import nodes as syntax
from gdl.syntax.nodes import Name
from gdl.syntax.playing import PLAYING
from gdl.syntax.rule_file import AttributeEntry, Fact, PieceEntry, RuleFile
from gdl.vocabulary.keywords import VERBS
from gdl.vocabulary.types import COLOUR, KIND, NUMBER, UNKNOWN, Type, WordType, set_of, word_type

OF_PLAY = ("pieces", "mine", "enemy", "empty", "piece", "kind", "owner")
"""What play changes, so that no variable can be declared by it."""


class Declarations(Part):
    """The part of the checker that declares names."""

    def __init__(
        self, context: Context, expressions: Expressions, file: RuleFile, values: Mapping[str, Any]
    ):
        super().__init__(context, expressions)
        self.file = file
        self.given = values
        self.values: dict[str, Any] = {}
        self.own: set[str] = set()  # the words under `words`
        self.of_language: set[str] = set()  # variables that the file does not declare itself

    def declare(self) -> tuple[tuple[model.Option, ...], model.Board]:
        """Declare everything; returns the options and the board."""
        options = self.options()
        self.players()
        self.names()
        board = self.board()
        self.pieces()
        self.listed_words()
        return options, board

    # ---- words ----

    def own_words(self) -> None:
        """Declare what stands under `words`: each set of words, and its words, which are new."""
        for entry in self.file.words:
            type = word_type(tuple(word.name.text for word in entry.words))
            self.symbols.declare(entry.name, WORDS, set_of(type))
            for word in entry.words:
                if self.symbols.declare(word.name, "word", type, word.name.text):
                    self.own.add(word.name.text)

    # ---- options ----

    def options(self) -> tuple[model.Option, ...]:
        made = [self.option(name, stored) for name, stored in self.file.options]
        options = tuple(o for o in made if o is not None)
        declared = {n.text for n, _ in self.file.options}
        strange = [name for name in self.given if name not in declared]
        if strange:
            known = [o.name for o in options]
            meant = [near[0] for name in strange if (near := self.report.near(name, known))]
            named = "` and `".join(meant)
            are_near = len(meant) == len(strange)
            self.report.add(
                "unknown-option", self.file.span, word="` or `".join(strange),
                game=self.file.title or PurePath(self.file.span.source.name).stem,
                hint=did_you_mean(named) if are_near else
                f"its options are {', '.join(known)}" if known else "it has no options",
                is_guess=are_near,
            )  # fmt: skip
        return options

    def option(self, name: Name, stored: syntax.Stored) -> model.Option | None:
        """An option: its values, and the one that this game is played with."""
        domain = self.domain(stored)
        values = self.constant(domain)
        start = None
        published: list[tuple[Any, syntax.Expr]] = []
        if stored.start is not None:
            wanted = element(domain.type)
            scope = self.context.scope()
            start = self.constant(self.expressions.of_type(stored.start, scope, wanted))
            published = [pair for p in stored.published for pair in self.published(p, wanted)]
        if not isinstance(values, tuple) or not values:
            if values == ():
                self.report.add("empty-domain", domain.span, word=name.text)
            elif values is not None:
                self.report.add("not-constant", domain.span, word=domain.span.text)
            self.symbols.declare(name, "option", UNKNOWN)
            return None
        default = values[0] if start is None else start
        shown = tuple(value for value, _ in published)
        option = model.Option(name.text, values, shown, default, name.span)
        self.check_option(option, [(default, stored.start), *published])
        self.values[name.text] = self.given_value(option)
        self.symbols.declare(name, "option", element(domain.type), self.values[name.text])
        return option

    def published(self, node: syntax.Expr, wanted: Type) -> list[tuple[Any, syntax.Expr]]:
        """The published values that one item stands for: a value, or the numbers of a range."""
        checked = self.expressions.expr(node, self.context.scope())
        if not isinstance(checked, model.Range):
            return [(self.constant(self.expressions.coerce(checked, wanted)), node)]
        return [(number, node) for number in self.constant(checked) or ()]

    def check_option(
        self, option: model.Option, given: list[tuple[Any, syntax.Expr | None]]
    ) -> None:
        """Report a default or published values that are not among the values."""
        allowed = set(option.values)
        told: set[syntax.Expr] = set()  # one value of each item is reported
        for value, node in given:
            if value is None or value in allowed or node in told:
                continue
            if node is not None:
                told.add(node)
                self.report.add(
                    "option-default", node.span, word=option.name, value=show(value),
                    values=show_values(option.values),
                )  # fmt: skip

    def given_value(self, option: model.Option) -> Any:
        """The value given by the caller, as the domain holds it; without one, the default."""
        if option.name not in self.given:
            return option.default
        given = self.given[option.name]
        for value in option.values:
            if value == given and isinstance(value, bool) == isinstance(given, bool):
                return value
            if isinstance(given, str) and show(value) == given.strip():
                return value
        self.report.add(
            "option-value", option.span, word=option.name, given=show(given),
            values=show_values(option.values),
        )  # fmt: skip
        return option.default

    def domain(self, stored: syntax.Stored, scope: Scope | None = None) -> model.Expr:
        """The set of values of an option, a variable or an attribute; new words are declared."""
        scope = scope or self.context.scope()
        if len(stored.domain) == 1:
            only = stored.domain[0]
            if is_arithmetic(only):
                return self.no_range(only)
            if isinstance(only, syntax.Constant):
                return self.one_constant(only)
            if name_of(only) in OF_PLAY:
                return self.changes_in_play(only)
            is_subsets = isinstance(only, syntax.Call) and only.name.text == "subsets"
            place = "subsets" if is_subsets else "domain"
            return self.expressions.any_set(only, replace(scope, place=place))
        return self.listed(syntax.Display(stored.span, stored.domain), scope)

    def no_range(self, node: syntax.Expr) -> model.Expr:
        """Report a number where a range is wanted."""
        text = node.span.text
        is_range = isinstance(node, syntax.Binary)
        start = f"0..9 = {text}"
        self.report.add(
            "wrong-type", node.span, wanted="a set", given="a number",
            candidates=(re.sub(r" *- *", "..", text),) if is_range else (),
            offer="a range is written `{}`",
            hint=f"a number is declared with the range of its values, and its start: `{start}`",
        )  # fmt: skip
        return unknown(node.span)

    def changes_in_play(self, node: syntax.Expr) -> model.Expr:
        """Report a domain that play changes, with the one that never does: `pieces` are the cells
        where pieces stand, and any piece is one of the kinds.
        """
        word, kinds = name_of(node), tuple(self.context.kinds)
        meant = {"owner": "colours", "kind": ", ".join(kinds)}.get(word, "cells")
        if word in ("pieces", "piece"):
            meant = " | ".join(kinds)
        if word == "kind" and len(kinds) == 1:
            meant = f"({{{meant}}})"
        hints = {"pieces": "for any piece of any kind, write `{}`; for a cell, `cells`"}
        what = {"piece": "for any piece of any kind, ", "owner": "for any colour, ",
                "kind": "for any kind, "}.get(word, "")  # fmt: skip
        self.report.add(
            "not-constant", node.span, word=node.span.text, candidates=(meant,) if meant else (),
            offer=hints.get(word, f"{what}write `{{}}`"),
        )
        return unknown(node.span)

    def one_constant(self, node: syntax.Constant) -> model.Expr:
        """Report `none`, `true` or `false` as the only entry of a domain."""
        is_none = node.text == "none"
        self.report.add(
            "wrong-type", node.span, wanted="a set", given="none" if is_none else "a condition",
            candidates=() if is_none else (f"flag = {node.text}",),
            offer="true or false is declared as `{}`",
            hint="name what it may be besides: `cells or none`, `colours or none`, `0..9 or none`",
        )  # fmt: skip
        return unknown(node.span)

    def listed(self, node: syntax.Definition, scope: Scope) -> model.Expr:
        """A set; words listed in it are declared if all of them are new, or meant to be."""
        if (
            isinstance(node, syntax.Display)
            and node.items
            and all(isinstance(i, syntax.Word) for i in node.items)
            and self.symbols.are_new([i.text for i in node.items if isinstance(i, syntax.Word)])
            and not all(isinstance(i, syntax.Word) and i.text in self.own for i in node.items)
        ):
            words = tuple(i.text for i in node.items if isinstance(i, syntax.Word))
            type = word_type(words)
            if (slip := self.symbols.slip(words)) is not None:
                at, meant, type = slip
                name = Name(node.items[at].span, words[at])
                self.symbols.unknowns.add(name, "unknown-name", (meant,))
                words = (*words[:at], meant, *words[at + 1 :])
            for item in node.items if slip is None else ():
                assert isinstance(item, syntax.Word)
                self.word(Name(item.span, item.text), type)
            return model.Display(node.span, set_of(type), tuple(
                model.Value(i.span, type, w) for i, w in zip(node.items, words, strict=True)
            ))  # fmt: skip
        return self.expressions.any_set(node, scope)

    def word(self, name: Name, type: Type) -> None:
        """Declare a word of an enumeration; the same list may stand in several places."""
        symbol = self.symbols.table.get(name.text)
        is_twice_in_list = isinstance(type, WordType) and type.words.count(name.text) > 1
        if symbol is None or symbol.type != type or (is_twice_in_list and symbol.span != name.span):
            self.symbols.declare(name, "word", type, name.text)

    # ---- players ----

    def players(self) -> None:
        colours = []
        for entry in self.file.players:
            takes_part = True
            if entry.condition is not None:
                condition = self.expressions.condition(entry.condition, self.context.scope())
                takes_part = bool(self.constant(condition))
            self.symbols.declare(
                entry.name, "colour", COLOUR, entry.name.text if takes_part else None
            )
            if takes_part:
                colours.append(entry.name.text)
        self.context.colours = tuple(colours)
        if self.file.players and not 1 <= len(colours) <= MAX_PLAYERS:
            self.report.add(
                "player-count", self.file.players[0].name.span, given=len(colours),
                most=MAX_PLAYERS,
            )  # fmt: skip

    # ---- names ----

    def names(self) -> None:
        """Declare the kinds, words, facts, variables, definitions and actions."""
        file = self.file
        for piece in file.pieces:
            self.symbols.declare(piece.name, "kind", KIND, piece.name.text)
            for attribute in piece.attributes:
                if not self.symbols.is_a("attribute", attribute.name.text):
                    self.symbols.declare(attribute.name, "attribute", UNKNOWN)
        self.own_words()
        for player in file.players:
            self.facts("player", player.name, player.facts)
        for piece in file.pieces:
            self.facts("kind", piece.name, piece.facts)
        for words in file.words:
            for word in words.words:
                self.facts("word", word.name, word.facts)
        for sort, stored in (("variable", file.state), ("mark", file.marks)):
            for head, entry in stored:
                if self.symbols.declare(head.name, sort, UNKNOWN):
                    self.context.stored[head.name.text] = (head, entry)
        if (own := file.playing) and self.symbols.declare(own[0].name, "variable", UNKNOWN):
            self.context.stored[PLAYING] = own
            self.symbols.used.add(PLAYING)
            self.of_language.add(PLAYING)
        for define in (*(file.board.sets if file.board else ()), *file.define):
            name = define.head.name
            if define.is_performed and name.text in VERBS:  # its use would be another statement
                self.report.add("reserved-name", name.span, word=name.text)
            if self.symbols.declare(name, "definition", UNKNOWN):
                self.context.entries[name.text] = define
        for sort, actions in (("chance", file.chance), ("action", file.actions)):
            for head, _ in actions:
                self.symbols.declare(head.name, sort, UNKNOWN)
        for head, _ in file.questions:
            self.symbols.declare(head.name, "question", UNKNOWN)
        for name, turn in file.parts:
            if self.symbols.declare(name, "part", UNKNOWN):
                self.context.parts[name.text] = turn

    def facts(self, of: str, owner: Name, facts: tuple[Fact, ...]) -> None:
        """Collect facts by name, for all colours, kinds or words that have them."""
        for fact in facts:
            name = fact.name.text
            known = self.context.fact_entries.get(name)
            if known is not None and known[0] == of:
                known[1].append((owner.text, fact))
            elif self.symbols.declare(fact.name, "fact", UNKNOWN):
                self.context.fact_entries[name] = (of, [(owner.text, fact)])

    def board(self) -> model.Board:
        if self.file.board is None:
            return model.Board(self.file.span, "none")
        return Boards(self.context, self.expressions).board(self.file.board)

    # ---- pieces ----

    def pieces(self) -> None:
        for entry in self.file.pieces:
            attributes, starts = {}, {}
            for attribute in entry.attributes:
                name = attribute.name.text
                attributes[name] = self.attribute(attribute)
                if attribute.domain.start is not None:
                    starts[name] = self.start(name, attribute.domain.start, attributes[name])
            self.context.kinds[entry.name.text] = model.Kind(
                entry.name.text, entry.name.span, self.owners(entry), self.supply(entry),
                attributes, starts,
            )  # fmt: skip

    def start(self, name: str, node: syntax.Expr, domain: model.Expr) -> model.Expr:
        """The value that an attribute of a new piece has unless another is given."""
        start = self.expressions.of_type(node, self.context.scope(), element(domain.type))
        if start.type != UNKNOWN:
            self.check_start(name, domain, start, or_none=False)
        return start

    def attribute(self, entry: AttributeEntry) -> model.Expr:
        """An attribute's values; reports an attribute that has different types in two kinds."""
        domain = self.listed(entry.domain.values, self.context.scope("attribute"))
        symbol = self.symbols.table.get(entry.name.text)
        if symbol is None or symbol.sort != "attribute":
            return domain  # its name was refused
        type = element(domain.type)
        if symbol.type not in (UNKNOWN, type):
            self.report.add("attribute-types", entry.name.span, word=entry.name.text)
            type = UNKNOWN
        self.symbols.table[entry.name.text] = replace(symbol, type=type)
        return domain

    def owners(self, entry: PieceEntry) -> tuple[str | None, ...]:
        """The colours that pieces of a kind can belong to; None for nobody."""
        if entry.owner is None:
            return self.context.colours
        if entry.owner.name is None:
            return (None,)
        colour = self.expressions.of_type(
            syntax.Word(entry.owner.span, entry.owner.name.text), self.context.scope(), COLOUR
        )
        return (str(colour.value),) if isinstance(colour, model.Value) else ()

    def supply(self, entry: PieceEntry) -> int | str | None:
        if entry.supply is None:
            return None
        if isinstance(entry.supply, syntax.Each):
            return "each"
        expr = self.expressions.of_type(entry.supply, self.context.scope("supply"), NUMBER)
        number = self.constant(expr)
        if number is not None and (number < 0 or number != int(number)):
            self.report.add("supply-size", expr.span, given=show(number))
        return None if number is None else int(number)

    # ---- variables ----

    def listed_words(self) -> None:
        """Declare the words that the domains of variables list."""
        for _, stored in (*self.file.state, *self.file.marks):
            listed = syntax.Display(stored.span, stored.domain)
            if len(stored.domain) > 1 and all(isinstance(d, syntax.Word) for d in stored.domain):
                self.listed(listed, self.context.scope())

    def variable(self, name: str) -> model.Variable:
        """A variable: its indices, its domain and its start."""
        head, stored = self.context.stored[name]
        scope, index = self.expressions.binders(head.binders, self.context.scope())
        domain = self.domain(stored, scope)
        for at in uses(domain, {slot for binder in index for slot in binder.slots}):
            hint = f"a domain is the same for every index, so it cannot read `{at.name}`"
            self.report.add("unknown-name", at.span, word=at.name, hint=hint)
        type = element(domain.type)
        self.require_values(name, domain)
        start = None
        if stored.start is not None:
            start = self.expressions.of_type(stored.start, scope, type)
            if start.type != UNKNOWN:
                self.check_start(name, domain, start, stored.or_none)
        if stored.published:
            self.report.add("published-variable", stored.published[0].span)
        self.symbols.table[name] = replace(self.symbols.table[name], type=type)
        return model.Variable(
            name, head.span, type, index, domain, stored.or_none, start, name in self.of_language
        )

    def require_values(self, name: str, domain: model.Expr) -> None:
        """Report a constant domain that is empty."""
        try:
            if not fold_domain(domain):
                self.report.add("empty-domain", domain.span, word=name)
        except NotConstant:
            return

    def check_start(self, name: str, domain: model.Expr, start: model.Expr, or_none: bool) -> None:
        """Report a constant start that is not in its constant domain."""
        try:
            values, value = fold_domain(domain), fold(start)
        except NotConstant:
            return
        if not values:
            return
        if not has(values, value) and not (value is None and or_none):
            self.report.add(
                "start-outside", start.span, word=name, value=show(value),
                values=show_values(values),
            )  # fmt: skip


def is_arithmetic(node: syntax.Expr) -> bool:
    """Whether an expression is a number, or a difference of two numbers."""
    if isinstance(node, syntax.Binary) and node.op.text == "-":
        return isinstance(node.left, syntax.Number) and isinstance(node.right, syntax.Number)
    return isinstance(node, syntax.Number)


def name_of(node: syntax.Expr) -> str:
    """The name that an expression is, or looks something up by; empty for any other."""
    if isinstance(node, syntax.Word):
        return node.text
    return node.name.text if isinstance(node, syntax.Lookup | syntax.Call) else ""
