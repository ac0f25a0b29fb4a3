"""Turns and ends: from syntax to the model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import takewhile
from typing import Any

from gdl.check.expressions.context import Context
from gdl.check.expressions.each_of import numbers_in_turn
from gdl.check.expressions.expressions import Expressions
from gdl.check.expressions.scope import Scope
from gdl.check.part import Part
from gdl.check.whole_game.done_alone import DoneAlone, one_line, operand
from gdl.check.whole_game.simultaneous import choices
from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.model.fold import NotConstant, fold
from gdl.source.diagnostics import WRITE
from gdl.source.limits import MAX_RULE_DEPTH, MAX_WRITTEN_OUT
from gdl.source.wording import a_sort, grouped, show
from gdl.syntax import nodes as syntax
from gdl.vocabulary.builtins import BUILTIN_MOVES, BUILTINS
from gdl.vocabulary.types import LIST, NUMBER, UNKNOWN

CONDITION = (
    "a condition with `or` stands in round brackets, `a if (b or c)`; one or the other by a "
    "condition are cases, each on a line below `turn:`: `if b or c: a` and `else: d`"
)
UP_TO = (
    "write `up to {} times`, whose number is read when the turn gets there, and which goes on as "
    "long as it can; a fixed number of times is made of numbers and options"
)
JOINED = syntax.Sequence | syntax.Choice | syntax.Else | syntax.AllAtOnce | syntax.WithTheMost


class Turns(Part):
    """The part of the checker for turns and ends."""

    def __init__(self, context: Context, expressions: Expressions):
        super().__init__(context, expressions)
        self.made: dict[str, model.Turn] = {}  # the parts
        self.within: list[str] = []  # the parts that are being made
        self.circular: set[str] = set()  # parts within themselves
        self.done_alone = DoneAlone(self.report)
        self.written_out = 0  # the parts of turns in all copies
        self.is_too_long = False

    def scope(self) -> Scope:
        """A fresh scope: a turn binds no variables."""
        return self.context.scope("turn")

    # ---- turns ----

    def turn(self, node: syntax.Turn) -> model.Turn:
        method = getattr(self, f"check_{type(node).__name__.lower()}")
        checked: model.Turn = method(node)
        return checked

    def check_act(self, node: syntax.Act) -> model.Turn:
        name = node.name
        if name.text in BUILTIN_MOVES:
            if node.args:
                self.expressions.wrong_count(name.span, name.text, 0, len(node.args))
            return model.Act(node.span, name.text, ())
        given = self.expressions.plain_args(node.args, self.scope())
        is_move = self.symbols.is_move(name.text)  # else it is no use of a name that there is
        symbol = self.symbols.find(name.text) if is_move else None
        if symbol is not None and symbol.sort == "part":
            if node.args:
                self.expressions.wrong_count(name.span, name.text, 0, len(node.args))
            self.done_alone.uses[name.text].append(node)
            return self.part(name)
        if symbol is None:
            self.unknown_action(name)
            return model.Sequence(node.span, ())
        self.symbols.acts.add(name.text)
        return model.Act(node.span, name.text, self.fixed(name, given or ()))

    # ---- parts that have names ----

    def named(self) -> dict[str, model.Turn]:
        """The turns under `parts`, by name; those of a circle are left out."""
        for name, turn in self.context.parts.items():
            self.whole(syntax.Name(turn.span, name))
        return {name: turn for name, turn in self.made.items() if name not in self.circular}

    def part(self, name: syntax.Name) -> model.Turn:
        """A copy of a part for one place, since the rounds of each repetition count by themselves.

        What is wrong in the part is reported once; a circle, and too long a turn, at their places.
        """
        whole = self.whole(name)
        if not self.may_write_out(whole, 1, name):
            return model.Sequence(name.span, ())
        return replace(copied(whole), span=name.span)

    def may_write_out(self, turn: model.Turn, count: int, name: syntax.Name) -> bool:
        """Whether so many copies of a turn still fit in the turns; else that is reported."""
        size = sum(isinstance(part, model.Turn) for part in walk(turn))
        self.written_out += size * count
        if self.written_out > MAX_WRITTEN_OUT:
            self.too_long(name)
        return self.written_out <= MAX_WRITTEN_OUT

    def whole(self, name: syntax.Name) -> model.Turn:
        """A part, made when it is first needed."""
        if name.text in self.within:
            chain = " uses ".join([*self.within[self.within.index(name.text) :], name.text])
            hint = "parts may use one another but never in a circle"
            self.report.add("recursion", name.span, word=name.text, chain=chain, hint=hint)
            self.circular.update(self.within)
        elif name.text not in self.made:
            self.within.append(name.text)
            if sum(levels(self.context.parts[n]) for n in self.within) > MAX_RULE_DEPTH:
                self.too_long(name)
            else:
                self.made[name.text] = self.turn(self.context.parts[name.text])
            self.within.pop()
        return self.made.get(name.text) or model.Sequence(name.span, ())

    def warn_of_done(self) -> None:
        """Warn of choices of which only `done` may be left, when all turns have been checked."""
        parts = self.context.parts
        self.done_alone.warn({name: parts[name] for name in reversed(self.made)})

    def too_long(self, name: syntax.Name) -> None:
        """Report, once, that a turn is too long with its parts written out."""
        if not self.is_too_long:
            most, word = grouped(MAX_WRITTEN_OUT), name.text
            self.report.add("parts-too-long", name.span, word=word, most=most, deep=MAX_RULE_DEPTH)
        self.is_too_long = True

    def unknown_action(self, name: syntax.Name) -> None:
        known = [*self.symbols.names("action", "chance", "part"), *BUILTIN_MOVES]
        symbol = self.symbols.table.get(name.text)
        hint = f"the actions are {', '.join(known)}"
        if symbol is None:
            self.symbols.unknowns.add(name, "unknown-action", known, hint=hint)
        elif name.text not in self.symbols.unknowns.broken:
            line = name.span.source.line(name.span.line)[: name.span.column - 1]
            is_condition = re.search(r"\bif\b.*\bor\s+$", line) is not None
            self.report.add(
                "not-an-action", name.span, word=name.text, sort=a_sort(symbol.sort),
                hint=CONDITION if is_condition else hint,
                candidates=() if is_condition else self.report.near(name.text, known),
            )  # fmt: skip

    def check_sequence(self, node: syntax.Sequence) -> model.Turn:
        made: list[model.Turn] = []
        while len(made) < len(node.steps):
            step = node.steps[len(made)]
            made.append(self.turn(step))
            if isinstance(step, syntax.WithTheMost):
                further = [*takewhile(self.is_value, node.steps[len(made) :])]
                made += [model.Sequence(value.span, ()) for value in further]
                self.allow_one_value(step, further)
        return model.Sequence(node.span, tuple(made))

    def is_value(self, step: syntax.Turn) -> bool:
        """Whether a part of a turn names something that is no action but has a value."""
        if not isinstance(step, syntax.Act) or step.name.text in BUILTIN_MOVES:
            return False
        symbol = self.symbols.find(step.name.text)
        is_action = symbol is not None and symbol.sort in ("action", "chance", "part")
        return not is_action and (symbol is not None or step.name.text in BUILTINS)

    def allow_one_value(self, node: syntax.WithTheMost, further: Sequence[syntax.Turn]) -> None:
        """Report further values of `with the most`, and offer the list of all of them."""
        if not further:
            return
        spans = [node.value.span, *(value.span for value in further)]
        meant = numbers_in_turn(spans, self.scope().is_free)
        self.report.add(
            "most-one-value", spans[0].to(spans[-1]), word="most" if node.most else "fewest",
            candidates=(meant,) if meant else (), offer=WRITE,
        )  # fmt: skip

    def check_choice(self, node: syntax.Choice) -> model.Turn:
        made = model.Choice(node.span, tuple(self.turn(t) for t in node.options))
        for option in made.options:
            self.require_choice(option)
        self.done_alone.choices.append((node, made))
        return made

    def require_choice(self, option: model.Turn) -> None:
        """Report something that a player may choose, or leave, but that begins with chance."""
        first = first_act(option)
        action = self.context.actions.get(first.name) if first is not None else None
        if first is not None and action is not None and action.is_chance:
            self.report.add("chance-chosen", first.span, word=first.name)

    def check_allatonce(self, node: syntax.AllAtOnce) -> model.Turn:
        turn = self.turn(node.turn)
        acts = choices(turn)
        if acts is None:
            self.report.add("all-sequence", node.turn.span, word=one_line(node.turn))
            return turn
        if isinstance(turn, model.Act):  # a choice has been looked through
            self.require_choice(turn)
        return model.AllAtOnce(node.span, acts)

    def check_else(self, node: syntax.Else) -> model.Turn:
        for place, option in enumerate(node.options[:-1]):
            if isinstance(option, syntax.IfTrue):
                self.not_a_choice(node, place, option)
        return model.Else(node.span, tuple(self.turn(t) for t in node.options))

    def not_a_choice(self, node: syntax.Else, place: int, option: syntax.IfTrue) -> None:
        """Warn of `a if c else b`, which gives nothing where the condition does not hold."""
        before, after = node.options[:place], node.options[place + 1 :]
        condition = one_line(option.condition)
        is_choice = isinstance(option.condition, syntax.Choose)
        shown = f"({condition})" if is_choice else condition
        yes, no = tried_in_turn((*before, option.turn)), tried_in_turn((*before, *after))
        self.report.add(
            "else-not-reached", node.span, condition=condition,
            word=one_line(option), yes=f"if {shown}: {yes}", no=f"else: {no}",
        )  # fmt: skip

    def check_ifpossible(self, node: syntax.IfPossible) -> model.Turn:
        nothing = model.Sequence(node.span, ())
        return model.Else(node.span, (self.turn(node.turn), nothing))

    def check_iftrue(self, node: syntax.IfTrue) -> model.Turn:
        self.done_alone.holds(node.condition, node.turn)
        condition = self.expressions.condition(node.condition, self.scope())
        return model.IfTrue(node.span, self.turn(node.turn), condition)

    def require_rounds(self, node: syntax.WhilePossible | syntax.AtWill) -> None:
        """Report a repetition without a number where no board bounds it."""
        if self.context.is_boardless:
            turn = operand(node.turn)
            times = "0 to 30 times" if isinstance(node, syntax.AtWill) else "up to 30 times"
            self.report.add("times-wanted", node.span, word=turn, times=times)

    def check_whilepossible(self, node: syntax.WhilePossible) -> model.Turn:
        self.require_rounds(node)
        return model.Repeat(node.span, self.repeated(node), None, at_will=False)

    def check_uptotimes(self, node: syntax.UpToTimes) -> model.Turn:
        times = self.expressions.of_type(node.times, self.scope(), NUMBER)
        return model.Repeat(node.span, self.repeated(node), times, at_will=False)

    def check_times(self, node: syntax.Times) -> model.Turn:
        """`a 2 times` is a, a; `a 2 to 5 times` goes on at will, three times at most."""
        is_exact = node.least is node.most
        bounds = [self.times(bound, is_exact) for bound in (node.least, node.most)]
        least, most = bounds
        turn = self.turn(node.turn) if is_exact else self.repeated(node)
        if least is None or most is None:
            return turn
        if not 0 <= least <= most or least != int(least) or most != int(most):
            given = show(least) if is_exact else f"{show(least)} to {show(most)}"
            word = one_line(node.turn)
            self.report.add("bounds-of-times", node.span, word=word, given=given)
            return turn
        if not self.may_write_out(turn, int(least), syntax.Name(node.span, one_line(node))):
            return turn
        steps = [turn] * int(least)
        if most > least:
            self.choose_rounds(node, turn)
            left = model.Value(node.most.span, NUMBER, int(most - least))
            steps.append(model.Repeat(node.span, turn, left, at_will=True))
        return model.Sequence(node.span, tuple(copied(step) for step in steps))

    def times(self, node: syntax.Expr, is_exact: bool) -> float | None:
        """A number of times, which play cannot change; None after an error."""
        expr = self.expressions.of_type(node, self.scope(), NUMBER)
        try:
            number: float | None = None if expr.type == UNKNOWN else fold(expr, self.declared)
        except NotConstant as error:
            if error.reason != "unknown":
                word = node.span.text
                is_plain = error.reason == "not-constant"
                hint = UP_TO.format(word) if is_exact and is_plain else None
                self.report.add("not-constant", node.span, word=word, hint=hint)
            return None
        return number

    def check_atwill(self, node: syntax.AtWill) -> model.Turn:
        self.require_rounds(node)
        repeated = self.repeated(node)
        self.choose_rounds(node, repeated)
        return model.Repeat(node.span, repeated, None, at_will=True)

    def choose_rounds(self, node: syntax.AtWill | syntax.Times, made: model.Turn) -> None:
        """Look at what is repeated as often as the player likes."""
        self.require_choice(made)
        if isinstance(node.turn, syntax.Choice) and isinstance(made, model.Choice):
            self.done_alone.repeated.append((node, made))

    def repeated(
        self, node: syntax.WhilePossible | syntax.UpToTimes | syntax.AtWill | syntax.Times
    ) -> model.Turn:
        """The turn that is repeated; warns if the repetition cannot be what was meant."""
        turn = self.turn(node.turn)
        if isinstance(turn, model.Repeat):
            self.report.add("repeated-repetition", node.span, word=turn.span.text)
        for option in turn.options if isinstance(turn, model.Choice | model.Else) else (turn,):
            if isinstance(option, model.Act) and option.name in BUILTIN_MOVES:
                self.report.add("repeated-done", option.span, word=option.name)
                self.done_alone.ended.append(node.turn)
        return turn

    def check_withthemost(self, node: syntax.WithTheMost) -> model.Turn:
        turn = self.turn(node.turn)
        value = self.expressions.of_type(node.value, self.scope(), NUMBER, LIST)
        for part in walk(turn):
            if isinstance(part, model.Most):
                self.report.add("most-in-most", node.span)
                return turn
            if isinstance(part, model.Act) and self.is_chance(part):
                self.report.add("most-with-chance", part.span, word=part.name)
                return turn
        return model.Most(node.span, turn, node.most, value)

    def is_chance(self, act: model.Act) -> bool:
        """Whether an action of a turn is one of chance."""
        action = self.context.actions.get(act.name)
        return action is not None and action.is_chance


def copied(turn: model.Turn) -> model.Turn:
    """A turn made of nodes of its own."""
    made: dict[str, Any] = {}
    for field in fields(turn):
        value = getattr(turn, field.name)
        if isinstance(value, model.Turn):
            made[field.name] = copied(value)
        elif isinstance(value, tuple):
            made[field.name] = tuple(copied(v) if isinstance(v, model.Turn) else v for v in value)
    return replace(turn, **made)


def levels(turn: syntax.Turn) -> int:
    """How deeply the parts of a turn are nested as it is written."""
    inside = [
        part for name in ("steps", "options", "turn") for value in [getattr(turn, name, ())]
        for part in (value if isinstance(value, tuple) else (value,))
    ]  # fmt: skip
    return 1 + max(map(levels, inside), default=0)


def tried_in_turn(options: Sequence[syntax.Turn]) -> str:
    """The source text of parts of a turn with `else` between them."""
    alone = len(options) == 1
    is_one = [alone or not isinstance(o, JOINED) for o in options]
    texts = [one_line(o) if one else operand(o) for o, one in zip(options, is_one, strict=True)]
    return " else ".join(texts)


def first_act(turn: model.Turn) -> model.Act | None:
    """The action with which a turn begins whatever is chosen; None if that varies."""
    match turn:
        case model.Act():
            return turn
        case model.Sequence(steps=(first, *_)):
            return first_act(first)
        case model.Else(options=(first, *_)):
            return first_act(first)
        case model.IfTrue(turn=inner) | model.Repeat(turn=inner) | model.Most(turn=inner):
            return first_act(inner)
    return None
