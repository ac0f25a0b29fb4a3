"""How a game ends: from the syntax of the lines of `end` to the model."""

from __future__ import annotations

from gdl.check.expressions.coercion import a_type, element
from gdl.check.expressions.scope import Frame, Scope
from gdl.check.part import Part
from gdl.model import nodes as model
from gdl.source.spans import Span
from gdl.syntax import nodes as syntax
from gdl.syntax.errors.pointers import ONE_COLOUR, ranking_hint
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.synonyms import said
from gdl.vocabulary.types import COLOUR, FLAG, LIST, NUMBER, UNKNOWN, SetType, fits, set_of

COLOURS = set_of(COLOUR)
TOTALS = ("total", "points", "score", "sum_of_all")  # names for what a colour has in all


class Results(Part):
    """The part of the checker for the lines of `end`."""

    def end(self, head: syntax.EndHead, result: syntax.Result) -> model.End:
        scope = self.context.scope("turn")
        condition = self.expressions.condition(head.condition, scope)
        outcomes = tuple(self.outcome(o) for o in result.outcomes)
        return model.End(head.span, condition, head.at_once, outcomes, result.message)

    def outcome(self, node: syntax.Outcome) -> model.Outcome:
        if isinstance(node, syntax.Draw):
            return model.Draw(node.span)
        if isinstance(node, syntax.Gets):
            return self.gets(node)
        if isinstance(node, syntax.Best):
            ranks = tuple(r for r in map(self.rank, node.ranks) if r is not None)
            make = model.Ranked if isinstance(node, syntax.Ranked) else model.Best
            return make(node.span, ranks)
        scope = self.context.scope("turn")
        if isinstance(node, syntax.Loses):
            return model.Loses(node.span, self.colours(node.colour, scope, one=True))
        return model.Wins(node.span, self.colours(node.colour, scope))

    def colours(self, node: syntax.Expr, scope: Scope, one: bool = False) -> model.Expr:
        """A colour or, unless it must be `one`, a set of colours."""
        colour = self.expressions.expr(node, scope)
        if one or not isinstance(colour.type, SetType) or not fits(colour.type, COLOURS):
            colour = self.expressions.coerce(colour, COLOUR)
        if isinstance(colour, model.Value) and colour.value is None and colour.type != UNKNOWN:
            self.report.add(
                "wrong-type", colour.span, wanted="a colour", given="none", hint=said("nobody")
            )
        return colour

    # ---- points ----

    def gets(self, node: syntax.Gets) -> model.Gets:
        """The points of each colour: what it gets in all rounds, less what it pays."""
        scope = self.context.scope("turn")
        colour = model.Local(node.span, COLOUR, "colour", scope.frame.slot())
        scope, binders = self.expressions.binders(node.binders, scope)
        condition = None
        if node.condition is not None:
            condition = self.expressions.condition(node.condition, scope)
        to = self.colours(node.to, scope)
        amount = self.expressions.of_type(node.amount, scope, NUMBER)
        payers = None if node.payers is None else self.colours(node.payers, scope)
        gained = Share(node.span, colour, to, payers)
        if not node.binders:
            points = gained.at_once(amount)
        else:
            points = gained.in_rounds(amount, binders, condition)
        return model.Gets(node.span, colour.slot, points, payers is not None)

    # ---- rankings ----

    def rank(self, node: syntax.Rank) -> model.Rank | None:
        """A rank by a definition or variable that gives each colour a number or a list."""
        name = node.name
        symbol = self.symbols.find(name.text)
        frame = Frame()
        slot = frame.slot()
        colour = model.Local(name.span, COLOUR, "colour", slot)
        expr: model.Expr | None = None
        if symbol is not None and symbol.sort == "variable":
            variable = self.context.variable(name.text)
            index = [] if variable is None else [element(b.domain.type) for b in variable.index]
            if variable is not None and index == [COLOUR]:
                expr = model.Stored(name.span, variable.type, name.text, (colour,))
        elif symbol is not None and symbol.sort == "definition":
            if self.context.parameters(name.text) == 1:
                definition = self.context.definition(name, (colour,))
                if definition is None:
                    return None
                if isinstance(definition.body, model.Expr):
                    expr = model.Apply(name.span, definition.body.type, name.text, (colour,))
        if expr is None:
            self.bad_rank(node, symbol is None)
            return None
        if expr.type not in (NUMBER, LIST, UNKNOWN):
            self.report.add("rank-type", name.span, word=name.text, given=a_type(expr.type))
        return model.Rank(name.text, node.most, slot, expr)

    def bad_rank(self, node: syntax.Rank, is_unknown: bool) -> None:
        """Report what colours cannot be ranked by, with a definition that would do."""
        name = node.name
        if name.text in self.symbols.taken:
            return
        is_builtin = name.text in BUILTINS
        words = name.text
        if name.text in self.context.entries and not self.context.parameters(name.text):
            words = getattr(self.context.entries[name.text].body, "span", name.span).text
        score = name.text if (is_unknown and not is_builtin) or words != name.text else "score"
        most = "most" if node.most else "fewest"
        hint = self.summed_hint(name.text, most) or ranking_hint(most, words, score)
        if is_unknown and not is_builtin:
            known = self.symbols.names("definition", "variable")
            self.symbols.unknowns.add(name, "unknown-name", known, hint=hint)
        else:
            self.report.add("not-ranked", name.span, word=name.text, hint=hint)

    def summed_hint(self, name: str, most: str) -> str | None:
        """The hint on how to rank by a variable that has several numbers for each colour."""
        symbol = self.symbols.table.get(name)
        of = self.context.variable(name) if symbol and symbol.sort == "variable" else None
        if of is None or len(of.index) < 2 or element(of.index[0].domain.type) != COLOUR:
            return None
        letters = ", ".join(b.names[0] for b in of.index[1:])
        each = ", ".join(f"{b.names[0]} in {b.domain.span.text}" for b in of.index[1:])
        score = next(n for n in TOTALS if n not in self.symbols.table)
        return ONE_COLOUR.format(f"{score}(p): sum({name}[p, {letters}] for {each})", most, score)


class Share:
    """What one colour gets of points that go to some colours and are paid by others, or by nobody.

    Each payer pays the points to each of those who get them.
    """

    def __init__(
        self, span: Span, colour: model.Local, to: model.Expr, payers: model.Expr | None
    ):
        self.span = span
        self.colour = colour
        self.to = to
        self.payers = payers

    def at_once(self, amount: model.Expr) -> model.Expr:
        """The points of the colour if there is one round."""
        none = self.number(0)
        if self.payers is None:
            return model.Choose(self.span, NUMBER, amount, self.is_of(self.to), none)
        gets, pays = (
            model.Choose(self.span, NUMBER, self.size(others), self.is_of(own), none)
            for own, others in ((self.to, self.payers), (self.payers, self.to))
        )
        return self.joined("*", amount, self.joined("-", gets, pays))

    def in_rounds(
        self, amount: model.Expr, binders: tuple[model.Binder, ...], condition: model.Expr | None
    ) -> model.Expr:
        """The points of the colour in all rounds together."""
        if self.payers is None:
            return self.total(amount, binders, condition, self.to)
        gets = self.joined("*", amount, self.size(self.payers))
        pays = self.joined("*", amount, self.size(self.to))
        return self.joined(
            "-", self.total(gets, binders, condition, self.to),
            self.total(pays, binders, condition, self.payers),
        )  # fmt: skip

    def total(
        self, amount: model.Expr, binders: tuple[model.Binder, ...], condition: model.Expr | None,
        own: model.Expr,
    ) -> model.Expr:  # fmt: skip
        """The sum over the rounds in which the colour is one of `own`."""
        counts = self.is_of(own)
        if condition is not None:
            counts = model.And(self.span, FLAG, counts, condition)
        rounds = model.Comprehension(amount, binders, counts)
        return model.Aggregate(self.span, NUMBER, "sum", rounds, None)

    def is_of(self, colours: model.Expr) -> model.Expr:
        """Whether the colour is this one, or one of these."""
        op = "=" if colours.type == COLOUR else "in"
        return model.Relation(self.span, FLAG, op, self.colour, colours)

    def size(self, colours: model.Expr) -> model.Expr:
        """How many colours there are; it does not exist if they do not."""
        if colours.type == COLOUR:
            colours = model.Display(colours.span, COLOURS, (colours,))
        return model.BuiltinCall(self.span, NUMBER, "count", (colours,))

    def joined(self, op: str, left: model.Expr, right: model.Expr) -> model.Expr:
        return model.Arithmetic(self.span, NUMBER, op, left, right)

    def number(self, value: int) -> model.Expr:
        return model.Value(self.span, NUMBER, value)
