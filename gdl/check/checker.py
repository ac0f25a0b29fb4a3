"""From the sections of a rule file to a checked model.

`check_rules` fixes the options, declares every name, and checks every rule: names, types, numbers
of arguments, what can be set, recursion.  Definitions and variables are checked when they are first
needed, since their types follow from their use and from each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from gdl.check.declarations import Declarations
from gdl.check.expressions.coercion import a_type, element
from gdl.check.expressions.context import Context
from gdl.check.expressions.expressions import Expressions
from gdl.check.expressions.scope import Bound, Scope, Symbols
from gdl.check.expressions.unknown import Unknowns
from gdl.check.looks import check_looks, looks
from gdl.check.notation import asked_by_notation, notation, use_names
from gdl.check.results import Results
from gdl.check.statements import Statements
from gdl.check.turns import Turns
from gdl.check.whole_game.shapes import check_shapes
from gdl.check.whole_game.simultaneous import check_simultaneous
from gdl.check.whole_game.tracks import check_tracks
from gdl.model import nodes as model
from gdl.model.in_context import typed
from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_DEFINITIONS_DEEP
from gdl.syntax import nodes as syntax
from gdl.syntax.rule_file import DefineEntry, RuleFile
from gdl.vocabulary.builtins import GIVING_WAY
from gdl.vocabulary.types import (
    CELL,
    CELLS,
    COLOUR,
    FLAG,
    PIECES,
    UNKNOWN,
    Type,
    fits,
    is_open,
    join,
)

SEEN = ("variable", "attribute", "action", "chance")  # sorts of names that `sees` may hold


def check_rules(
    file: RuleFile, name: str, values: Mapping[str, Any], report: Report
) -> tuple[model.Game, Symbols]:
    """The model of a rule file with its options set to `values` (the others to their defaults),
    and its names with their uses.

    All mistakes go to `report`; after an error, what is returned has no meaning.
    """
    checker = Checker(file, name, values, report)
    return checker.game(), checker.symbols


def parts(node: Any) -> list[Any]:
    """The direct parts of a syntax node or of a tuple: nodes and tuples."""
    values = [getattr(node, f.name) for f in fields(node)] if is_dataclass(node) else list(node)
    return [v for v in values if isinstance(v, tuple | syntax.Node)]


class Checker(Context):
    """One run over one rule file with its options fixed."""

    def __init__(self, file: RuleFile, name: str, values: Mapping[str, Any], report: Report):
        symbols = Symbols(report, Unknowns(report, file.broken))
        super().__init__(report, symbols, bool(file.sees), file.board is None)
        self.file = file
        if file.board is not None and file.board.pile is not None:
            self.symbols.given_up = GIVING_WAY - {"height"}
        self.name = name
        self.checking: list[str] = []
        self.depths: dict[str, int] = {}
        self.definitions: dict[str, model.Definition | None] = {}
        self.facts: dict[str, model.Fact | None] = {}
        self.variables: dict[str, model.Variable | None] = {}
        self.parameters_of: dict[str, tuple[Bound, ...]] = {}  # of the actions
        self.expressions = Expressions(self)
        self.statements = Statements(self, self.expressions)
        self.turns = Turns(self, self.expressions)
        self.results = Results(self, self.expressions)
        self.declarations = Declarations(self, self.expressions, file, values)

    def game(self) -> model.Game:
        """Check everything, in the order in which things depend on each other."""
        file = self.file
        options, board = self.declarations.declare()
        for action in (*file.chance, *file.actions):
            self.action(*action, is_chance=action in file.chance)
        setup = self.statements.body(file.setup, self.scope("setup"))
        named = self.turns.named()
        opening = tuple(self.turns.turn(t) for t in file.opening)
        turn = self.turn_cases()
        self.turns.warn_of_done()
        after_turn = self.statements.body(file.after_turn, self.scope())
        ends = tuple(self.results.end(*line) for line in file.end)
        sees = self.sees()
        questions = tuple(self.question(*q) for q in file.questions)
        self.check_rest()
        variables = [self.variable(n) for n in self.symbols.names("variable")]
        marks = [self.variable(n) for n in self.symbols.names("mark")]
        shown = looks(file, self.symbols)
        use_names(file, self.symbols)
        self.symbols.unknowns.settle(self.symbols.unused(), self.symbols.used_variables)
        made = model.Game(
            name=self.name,
            title=file.title or self.name,
            about=file.about,
            looks=shown,
            options={o.name: self.declarations.values[o.name] for o in options},
            declared=options,
            colours=self.colours,
            board=board,
            kinds=tuple(self.kinds.values()),
            facts={f.name: f for f in self.facts.values() if f is not None},
            variables=tuple(v for v in variables if v is not None),
            marks=tuple(m for m in marks if m is not None),
            definitions={d.name: d for d in self.definitions.values() if d is not None},
            actions=self.actions,
            sees=sees,
            questions=questions,
            setup=setup,
            parts=named,
            opening=opening,
            turn=turn,
            after_turn=after_turn,
            ends=ends,
            frame=max((f.size for f in self.frames), default=0) + 1,
            line_names=file.line_names,
            who_plays=tuple(p.condition.span for p in file.players if p.condition is not None),
            supplies=tuple(p.supply.span for p in file.pieces if p.supply is not None),
        )
        if not self.report.has_errors:
            check_looks(made, file, self.symbols)
            made = replace(made, notation=notation(made, file, self.symbols))
            check_tracks(made, self.report)
            check_simultaneous(made, self.report)
            check_shapes(made, self.report)
        return made

    # ---- actions and turns ----

    def action(
        self, head: syntax.Head, body: tuple[syntax.Statement, ...], is_chance: bool
    ) -> None:
        scope = self.scope("chance" if is_chance else "rule")
        scope, binders = self.expressions.binders(head.binders, scope)
        self.parameters_of.setdefault(head.name.text, scope.bound)
        statements = self.statements.body(body, scope)
        self.actions.setdefault(
            head.name.text, model.Action(head.name.text, head.span, binders, statements, is_chance)
        )

    def turn_cases(self) -> tuple[tuple[model.Expr | None, model.Turn], ...]:
        made: list[tuple[model.Expr | None, model.Turn]] = []
        for asked, turn in self.file.turn:
            condition = None
            if asked is not None:
                condition = self.expressions.condition(asked, self.scope())
                self.turns.done_alone.holds(asked, turn)
            made.append((condition, self.turns.turn(turn)))
        return tuple(made)

    # ---- definitions ----

    def definition(
        self, name: syntax.Name, given: tuple[model.Expr, ...]
    ) -> model.Definition | None:
        """A definition called with arguments, whose types become those of its parameters."""
        entry = self.entries[name.text]
        depth = sum(self.depth(n) for n in (*self.checking, name.text))
        if self.is_circle(name):
            return None
        if depth > MAX_DEFINITIONS_DEEP:
            limit = MAX_DEFINITIONS_DEEP
            self.report.add("definitions-too-deep", name.span, word=name.text, limit=limit)
            return None
        if len(given) != len(entry.head.names):
            hint = f"it is defined as `{entry.head.span.text}`"
            wanted = len(entry.head.names)
            self.expressions.wrong_count(name.span, name.text, wanted, len(given), hint)
            return None
        types = self.parameter_types(name.text, given)
        if types is not None:
            self.checking.append(name.text)
            self.definitions[name.text] = self.define(entry, types)
            self.checking.pop()
        definition = self.definitions[name.text]
        if definition is not None:
            self.check_arguments(name, definition, entry, given)
        return definition

    def is_circle(self, name: syntax.Name) -> bool:
        """Whether a definition or a fact is used while it is being checked, which is reported."""
        if name.text not in self.checking:
            return False
        chain = " calls ".join([*self.checking[self.checking.index(name.text) :], name.text])
        self.report.add("recursion", name.span, word=name.text, chain=chain)
        return True

    def parameter_types(self, name: str, given: tuple[model.Expr, ...]) -> tuple[Type, ...] | None:
        """The types with which a definition has to be checked; None if that has been done.

        After a call with `{}` it is checked again once a call gives that set an element type.
        """
        types = tuple(g.type for g in given)
        known = self.definitions.get(name)
        if known is None:
            return None if name in self.definitions else types
        joined = tuple(
            (join(a, b) or a) if is_open(a) else a for a, b in zip(known.types, types, strict=True)
        )
        return None if joined == known.types else joined

    def depth(self, name: str) -> int:
        """How many levels deep a definition or a fact is nested."""
        if name not in self.depths:
            if name in self.entries:
                body = self.entries[name].body
                level: list[Any] = [*body] if isinstance(body, tuple) else [body]
            else:
                level = [fact.value for _, fact in self.fact_entries[name][1]]
            self.depths[name] = 0
            while level:
                self.depths[name] += 1
                level = [part for node in level for part in parts(node)]
        return self.depths[name]

    def check_arguments(
        self,
        name: syntax.Name,
        definition: model.Definition,
        entry: DefineEntry,
        given: tuple[model.Expr, ...],
    ) -> None:
        """Report arguments whose types do not agree with other uses of a definition."""
        for arg, type, parameter in zip(given, definition.types, entry.head.names, strict=True):
            if not fits(arg.type, type) and not fits(type, arg.type):
                self.report.add(
                    "parameter-type", arg.span, word=name.text, parameter=parameter.text,
                    given=a_type(arg.type), wanted=a_type(type),
                )  # fmt: skip

    def define(self, entry: DefineEntry, types: tuple[Type, ...]) -> model.Definition:
        scope = self.scope()
        slots = []
        for name, type in zip(entry.head.names, types, strict=True):
            scope, slot = scope.bind(name, type)
            slots.append(slot)
        body: model.Expr | tuple[model.Statement, ...]
        if isinstance(entry.body, tuple):
            body = self.statements.body(entry.body, scope)
        else:
            body = self.expressions.expr(entry.body, scope)
        name_ = entry.head.name
        return model.Definition(name_.text, entry.head.span, tuple(slots), types, body)

    # ---- variables and facts ----

    def variable(self, name: str) -> model.Variable | None:
        """A variable or mark, checked when first needed."""
        if name not in self.variables:
            self.variables[name] = None
            self.variables[name] = self.declarations.variable(name)
        return self.variables[name]

    def fact(self, name: syntax.Name) -> model.Fact | None:
        """A fact of players, kinds or words, checked when first needed."""
        if self.is_circle(name):
            return None
        if name.text not in self.facts:
            self.facts[name.text] = None
            self.checking.append(name.text)
            self.facts[name.text] = self.make_fact(name.text)
            self.checking.pop()
        return self.facts[name.text]

    def make_fact(self, name: str) -> model.Fact | None:
        of, entries = self.fact_entries[name]
        values: dict[str, model.Expr] = {}
        type: Type = UNKNOWN
        used = 0
        for owner, fact in entries:
            scope = self.scope()
            if of == "kind":
                scope, used = scope.bind_here(CELL, fact.name.span)
            value = self.expressions.expr(fact.value, scope)
            joined = join(type, value.type)
            if joined is None:
                self.report.add(
                    "fact-types", fact.name.span, word=name, first=a_type(type),
                    other=a_type(value.type),
                )  # fmt: skip
                return None
            type = joined
            values[owner] = value
        values = {owner: typed(value, type) for owner, value in values.items()}
        return model.Fact(name, of, values, type, used)

    # ---- what is seen ----

    def sees(self) -> dict[str, model.Shown]:
        shown = {}
        for head, entry in self.file.sees:
            name = head.name.text
            made = self.shown(head, entry)
            if made is not None:
                shown[name] = made
        return shown

    def shown(self, head: syntax.Head, entry: syntax.Shown) -> model.Shown | None:
        name = head.name.text
        is_seen = any(self.symbols.is_a(sort, name) for sort in SEEN)
        symbol = self.symbols.find(name) if is_seen else None  # else it is no use of the name
        scope = self.scope("sees")
        if symbol is not None and symbol.sort in ("action", "chance"):
            return self.heard(head, entry)
        if symbol is not None and symbol.sort == "variable":
            return self.shown_variable(head, entry, scope)
        if name in ("kind", "owner") or (symbol is not None and symbol.sort == "attribute"):
            return self.shown_part(head, entry, scope)
        if name == "board" and self.miss_board(head.span, name):
            return None
        wanted = {"board": CELLS, "supply": PIECES, "refusal": FLAG}.get(name)
        if wanted is None:
            sights = self.symbols.names(*SEEN)
            known = ["board", "supply", "kind", "refusal", *sights]
            hint = f"known are {', '.join(known)}"
            self.symbols.unknowns.add(head.name, "unknown-sight", known, hint=hint)
            return None
        expr = None
        if entry.items is not None:
            expr = self.expressions.of_type(entry.items, scope, wanted)
        return model.Shown(name, head.span, expr)

    def shown_variable(
        self, head: syntax.Head, entry: syntax.Shown, scope: Scope
    ) -> model.Shown | None:
        """What `sees` shows of a variable: a condition over its indices."""
        variable = self.variable(head.name.text)
        if variable is None:
            return None
        if len(head.names) != len(variable.index):
            names = ", ".join(name for binder in variable.index for name in binder.names)
            shown = "nothing" if entry.items is None else " ".join(entry.items.span.text.split())
            own = [b.names[0] for b in variable.index if element(b.domain.type) == COLOUR]
            shown = f"{own[0]} = viewer" if shown == "viewer" and own else shown
            meant = f"{variable.name}[{names}]" if names else variable.name
            hint = f"write `{meant}: {shown}`; it is declared as `{variable.span.text}`"
            wanted, given = len(variable.index), len(head.names)
            self.expressions.index_count(head.name, wanted, given, hint)
            return None
        slots = []
        for name, binder in zip(head.names, variable.index, strict=True):
            scope, slot = scope.bind(name, element(binder.domain.type))
            slots.append(slot)
        expr = None
        if entry.items is not None:
            expr = self.expressions.of_type(entry.items, scope, FLAG)
        return model.Shown(variable.name, head.span, expr, tuple(slots))

    def shown_part(
        self, head: syntax.Head, entry: syntax.Shown, scope: Scope
    ) -> model.Shown | None:
        """What `sees` shows of the pieces on the board: a condition over the cell of a piece."""
        name = head.name.text
        if name == "owner":
            self.report.add("hidden-owner", head.name.span)
            return None
        if self.miss_board(head.span, name):
            return None
        if len(head.names) != 1:
            self.expressions.index_count(
                head.name, 1, len(head.names), f"for example `{name}[c]: owner[c] = viewer`"
            )
            return None
        scope, slot = scope.bind(head.names[0], CELL)
        expr = None
        if entry.items is not None:
            expr = self.expressions.of_type(entry.items, scope, FLAG)
        return model.Shown(name, head.span, expr, (slot,))

    def heard(self, head: syntax.Head, entry: syntax.Shown) -> model.Shown:
        """What `sees` lets the others hear of an action: some of its parameters."""
        action = self.actions[head.name.text]
        bound = self.parameters_of[action.name]
        names = [n for binder in action.binders for n in binder.names]
        items: tuple[Any, ...] = ()
        if isinstance(entry.items, syntax.Display):
            items = entry.items.items
        elif entry.items is not None:
            items = (entry.items,)
        heard = []
        for item in items:
            word = syntax.Name(item.span, item.span.text)
            if word.text in names:
                heard.append(names.index(word.text))
                self.symbols.used_variables |= {b.span for b in bound if b.name == word.text}
            else:
                self.symbols.unknowns.add(
                    word, "not-a-parameter", names, ("nothing",), variables=bound,
                    action=action.name, known=", ".join(names) or "none",
                )  # fmt: skip
        return model.Shown(action.name, head.span, None, (), tuple(heard))

    def question(self, head: syntax.Head, answer: syntax.Expr) -> model.Question:
        scope, binders = self.expressions.binders(head.binders, self.scope())
        checked = self.expressions.expr(answer, scope)
        return model.Question(head.name.text, head.span, binders, checked)

    # ---- what nothing uses ----

    def check_rest(self) -> None:
        """Check the definitions and facts that no rule uses; `notation` may use some of them.

        Definitions with fewer parameters come first: they give types to those that they call.
        """
        asked = asked_by_notation(self.file)
        for name, entry in sorted(self.entries.items(), key=lambda e: len(e[1].head.names)):
            if name not in self.definitions:
                given = len(entry.head.names)
                types = (asked.get(name, UNKNOWN) if given == 1 else UNKNOWN,) * given
                self.checking.append(name)
                self.definitions[name] = self.define(entry, types)
                self.checking.pop()
        for _, facts in self.fact_entries.values():
            self.fact(facts[0][1].name)
