"""Choices of which only the move `done` may be left, such as `push if n > 0 or done` where n is 0.

All is well where the condition holds whenever play gets to the choice.  Of a choice in a part that
has a name, that is known when all uses of the part have been seen: so choices are kept until then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress

from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.model.fold import NotConstant, fold
from gdl.source.diagnostics import Report
from gdl.syntax import nodes as syntax

Conditions = frozenset[str]  # their source text
Repetition = syntax.AtWill | syntax.Times
Lasting = (
    model.Value | model.And | model.Or | model.Not | model.Relation | model.Arithmetic
    | model.Negative
)  # fmt: skip
NONE: Conditions = frozenset()


class DoneAlone:
    """The choices of all turns, and which conditions hold where they begin."""

    def __init__(self, report: Report):
        self.report = report
        self.known: dict[int, Conditions] = {}  # by the choice, repetition or use of a name
        self.uses: dict[str, list[syntax.Act]] = defaultdict(list)  # of parts
        self.choices: list[tuple[syntax.Choice, model.Choice]] = []
        self.repeated: list[tuple[Repetition, model.Choice]] = []  # those that go on at will
        self.ended: list[syntax.Turn] = []  # what is repeated with a `done`: another warning's

    def holds(self, condition: syntax.Expr, turn: syntax.Turn) -> None:
        """Keep in mind that a condition holds where a turn begins."""
        self.keep(conjuncts(condition), turn)

    def keep(self, conditions: Conditions, turn: syntax.Turn) -> None:
        """The same of several conditions."""
        for first in firsts(turn):
            self.known[id(first)] = self.known.get(id(first), NONE) | conditions

    def warn(self, parts: Mapping[str, syntax.Turn]) -> None:
        """Report all choices of which only `done` may be left; of `parts`, those that use others
        come first.
        """
        for name, turn in parts.items():
            if uses := [self.known.get(id(use), NONE) for use in self.uses[name]]:
                self.keep(frozenset.intersection(*uses), turn)
        ended = set(map(id, self.ended))
        for node, made in self.choices:
            if id(node) not in ended:
                self.warn_of_choice(node, made)
        for repetition, made in self.repeated:
            if id(repetition.turn) not in ended:
                self.warn_of_repetition(repetition, made)

    def warn_of_choice(self, node: syntax.Choice, made: model.Choice) -> None:
        """Warn of `a if c or done`, of which only the move `done` is left where c does not hold."""
        others = [option for option in node.options if not is_done(option)]
        asked = [option for option in others if isinstance(option, syntax.IfTrue)]
        conditions = {one_line(option.condition) for option in asked}
        if not len(asked) == len(others) < len(node.options) or len(conditions) != 1:
            return
        (condition,), first = conditions, asked[0].condition
        if self.known.get(id(node), NONE) >= conjuncts(first) or any(map(is_sure, made.options)):
            return
        is_or = isinstance(first, syntax.Binary) and first.op.text == "or"
        shown = f"({condition})" if is_or or isinstance(first, syntax.Choose) else condition
        meant = f"({' or '.join(operand(option.turn) for option in asked)} or done) if {shown}"
        self.report.add(
            "only-done", node.span, condition=condition, word=" or ".join(map(one_line, asked)),
            where="", hint=f"ask first whether there is a choice: `{meant}`",
        )  # fmt: skip

    def warn_of_repetition(self, repetition: Repetition, made: model.Choice) -> None:
        """Warn of `(a if c or b) at will`: where c does not hold, a round may do nothing, so the
        turn is not over when b is impossible.  Where all options have one condition, it is over;
        and what holds before the first round holds before each if no action can change it.
        """
        node = repetition.turn
        assert isinstance(node, syntax.Choice)
        pairs = zip(node.options, made.options, strict=True)
        asked = [(n, m) for n, m in pairs if isinstance(n, syntax.IfTrue)]
        are_one = len({one_line(option.condition) for option, _ in asked}) == 1
        if any(map(is_sure, made.options)) or (are_one and len(asked) == len(node.options)):
            return
        known = self.known.get(id(repetition), NONE)
        doubtful = [n for n, m in asked if not (lasts(m) and known >= conjuncts(n.condition))]
        for option in doubtful[:1]:
            condition, word = one_line(option.condition), operand(option.turn)
            self.report.add(
                "only-done", node.span, condition=condition, word=one_line(option),
                where=" if none of the other options is possible",
                hint=f"let `{word}` itself `require {condition}`: where no round is possible, a "
                "repetition is over without `done`",
            )  # fmt: skip


def is_done(turn: syntax.Turn) -> bool:
    """Whether a part of a turn is the move `done`."""
    return isinstance(turn, syntax.Act) and turn.name.text == "done"


def is_sure(option: model.Turn) -> bool:
    """Whether an option of a choice has a condition that holds always."""
    if isinstance(option, model.IfTrue):
        with suppress(NotConstant):
            return bool(fold(option.condition))
    return False


def lasts(option: model.Turn) -> bool:
    """Whether no action can change the condition of an option, such as one on `turns` alone."""
    return isinstance(option, model.IfTrue) and all(
        isinstance(part, Lasting) or (isinstance(part, model.BuiltinCall) and part.name == "turns")
        for part in walk(option.condition)
    )


def conjuncts(condition: syntax.Expr) -> Conditions:
    """The source text of conditions that hold where one does: those between `and`."""
    if isinstance(condition, syntax.Binary) and condition.op.text == "and":
        return conjuncts(condition.left) | conjuncts(condition.right)
    return frozenset({one_line(condition)})


def firsts(turn: syntax.Turn) -> Iterator[syntax.Choice | syntax.Act | Repetition]:
    """The choices and repetitions of a turn, and the uses of actions and parts, before which no
    action is carried out.
    """
    match turn:
        case syntax.Act() | syntax.AtWill() | syntax.Times():
            yield turn
        case syntax.Choice(options=options) | syntax.Else(options=options):
            if isinstance(turn, syntax.Choice):
                yield turn
            for option in options:
                yield from firsts(option)
        case syntax.Sequence(steps=(first, *_)):
            yield from firsts(first)
        case syntax.IfTrue(turn=inner) | syntax.IfPossible(turn=inner):
            yield from firsts(inner)


def one_line(node: syntax.Turn | syntax.Expr) -> str:
    """The source text of a part of a turn, in one line."""
    return " ".join(node.span.text.split())


def operand(node: syntax.Turn) -> str:
    """The source text of a part of a turn, in brackets unless it is one action: what follows it,
    such as `at will`, binds tighter than all within it.
    """
    words = one_line(node)
    return words if isinstance(node, syntax.Act) else f"({words})"
