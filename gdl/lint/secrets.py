"""Whether the moves that a game offers reveal what is hidden: an analysis of information flow.

`check_secrets` reports each domain, each condition of a turn and each statement of an action
(`gdl.lint.flow`) from which the mover could infer what `sees` hides from it.  A turn is legal only
if it can be completed, so each step is also checked as seen from before the steps that lead up to
it (`gdl.lint.turn_order`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gdl.check.expressions.coercion import element
from gdl.lint.flow import Changes, Flow, blocked_by
from gdl.lint.knowledge import Moment
from gdl.lint.proofs import Facts, common
from gdl.lint.terms import TooMuch
from gdl.lint.turn_order import Order, order
from gdl.lint.visibility import LeakFinder, check_sight
from gdl.model import nodes as model
from gdl.model.analysis import (
    Reads,
    has_simultaneous_choices,
    reached,
    turns_of,
)
from gdl.model.fold import NotConstant, fold
from gdl.source.diagnostics import Diagnostic, Report
from gdl.source.spans import Span
from gdl.vocabulary.types import COLOUR

AT_ONCE = (
    "write `when` in place of `as soon as`: then it is tested when the turn is over; or let what "
    "follows in the turn be left out, for example `draw if possible` or `(shoot or done)`"
)
AFTER_TURN = (
    "`{words}` under `after turn` may fail, and a turn after which it fails is not legal: {hint}"
)


def check_secrets(game: model.Game, reads: Reads, report: Report) -> None:
    """Report every rule through which the offered moves, or what is heard of them, would reveal
    what is hidden.
    """
    knowledge = LeakFinder(game, reads)
    if not knowledge.hidden:
        return
    check_heard(game, report)
    check_kept_open(game, report)
    check_sight(game, report)
    secrets = Secrets(knowledge, Report())
    try:
        secrets.check()
    except TooMuch:
        first = next(iter(game.sees.values()))
        secrets.report.add("secrets-too-long", first.span)
    report.take(secrets.report.diagnostics)


def check_heard(game: model.Game, report: Report) -> None:
    """Warn where everybody hears a parameter that is then kept where `sees` hides it, or that
    decides what is kept there.

    Where `sees` has an entry for the action, its author has decided what is heard of it; and what
    is also kept where everybody sees it is no secret, nor is what decides on something there.
    """
    for action in game.actions.values():
        if action.name in game.sees:
            continue
        named = [(s, n) for b in action.binders for s, n in zip(b.slots, b.names, strict=True)]
        kept = tuple(dict.fromkeys(Heard(game).kept(action.body, {s: {n} for s, n in named})))
        open_ = {k.word for k in kept if k.place not in game.sees and not k.is_decided}
        secret = [k for k in kept if k.place in game.sees and not k.is_decided]
        told = open_ | {k.word for k in kept if k.place not in game.sees or k in secret}
        decided = {k.word: k for k in reversed(kept) if k.is_decided and k.word not in told}
        for found in (*(k for k in secret if k.word not in open_), *decided.values()):
            how = "and it decides what is kept in" if found.is_decided else "kept in"
            how = f"{how} `{found.place}`"
            report.add("secret-heard", found.span, action=action.name, word=found.word, how=how)


def check_kept_open(game: model.Game, report: Report) -> None:
    """Warn where `sees` hides a parameter from those who hear of an action, and it is then kept
    where everybody sees it.
    """
    for action in game.actions.values():
        if action.name not in game.sees:
            continue
        heard = game.sees[action.name].heard
        named = [(s, n) for b in action.binders for s, n in zip(b.slots, b.names, strict=True)]
        names = {s: {n} for i, (s, n) in enumerate(named) if i not in heard}
        for kept in dict.fromkeys(Heard(game).kept(action.body, names)):
            if not kept.is_decided and is_open(game, kept.place):
                report.add(
                    "secret-open", kept.span, action=action.name, word=kept.word, place=kept.place,
                    entry=entry_of(game, kept.place),
                )  # fmt: skip


def is_open(game: model.Game, place: str) -> bool:
    """Whether `sees` hides nothing of a variable; or of the board and of all pieces on it."""
    if any(variable.name == place for variable in game.variables):
        return place not in game.sees
    parts = {name for kind in game.kinds for name in kind.attributes}
    return game.sees.keys().isdisjoint({"board", "kind", *parts})


def entry_of(game: model.Game, place: str) -> str:
    """What `sees` may say of a variable, or of the board or its pieces, to hide it from others."""
    index = next((v.index for v in game.variables if v.name == place), None)
    if index is None:
        return "board: pieces(viewer)" if place == "board" else f"{place}[c]: owner[c] = viewer"
    names = [name for binder in index for name in binder.names]
    own = [b.names[0] for b in index if element(b.domain.type) == COLOUR]
    head = f"{place}[{', '.join(names)}]" if names else place
    return f"{head}: {own[0]} = viewer" if own else f"{head}: nothing"


Names = Mapping[int, Collection[str]]  # the parameters that the value in a slot tells


@dataclass(frozen=True)
class Kept:
    """Where a parameter is kept, and in what; or where it decides what is kept there."""

    span: Span
    word: str
    place: str
    is_decided: bool = False


@dataclass(frozen=True)
class Heard:
    """Follows parameters through the statements and definitions of an action.

    A value tells a parameter where it is the parameter, a part of the choice between several
    values, a set with it as an element, or worked out from it and constants.
    """

    game: model.Game
    results: dict[Any, Any] = field(default_factory=dict)  # of definitions, by what they are given

    def kept(
        self,
        statements: Iterable[model.Statement],
        names: Names,
        deciding: frozenset[str] = frozenset(),
    ) -> Iterator[Kept]:
        """The places where parameters are kept, in statements on which some decide."""
        known = dict(names)
        for node in statements:
            match node:
                case model.Let(slot=slot, value=value):
                    known[slot] = self.told(value, known)
                case model.If(branches=branches):
                    tested = deciding
                    for condition, body in branches:
                        if condition is not None:
                            tested |= self.tested(condition, known)
                        yield from self.kept(body, known, tested)
                case model.For(body=body) | model.RepeatWhile(body=body):
                    yield from self.kept(body, known, deciding)
                case model.Perform(name=name, args=args):
                    definition = self.game.definitions[name]
                    assert isinstance(definition.body, tuple)
                    inner = self.given(definition, args, known)
                    key = name, tuple(inner.values()), deciding
                    if key not in self.results:
                        found = self.kept(definition.body, inner, deciding)
                        self.results[key] = tuple(dict.fromkeys(found))
                    yield from self.results[key]
                case _:
                    for place, value in stored(node):
                        told = self.told(value, known)
                        yield from (Kept(node.span, name, place) for name in sorted(told))
                        by = deciding | self.pointing(node, known)
                        yield from (Kept(node.span, n, place, True) for n in sorted(by - told))

    def pointing(self, node: model.Statement, names: Names) -> frozenset[str]:
        """The parameters that say which value of a variable is set.

        Not where it becomes less or nothing: there what was hidden is laid open.
        """
        match node:
            case model.SetVariable(value=model.Arithmetic(op="-") | model.SetOperation(op="-")):
                return frozenset()
            case model.SetVariable(index=index, value=value) if not is_nothing(value):
                return frozenset().union(*(self.told(part, names) for part in index))
        return frozenset()

    def tested(self, condition: model.Expr, names: Names) -> frozenset[str]:
        """The parameters that a condition compares with constants."""
        match condition:
            case model.Not(operand=inner):
                return self.tested(inner, names)
            case model.And(left=one, right=other) | model.Or(left=one, right=other):
                return self.tested(one, names) | self.tested(other, names)
            case model.Relation(left=one, right=other):
                for value, with_ in ((one, other), (other, one)):
                    if is_constant(with_):
                        return self.told(value, names)
        return frozenset()

    def given(
        self, definition: model.Definition, args: Sequence[model.Expr], names: Names
    ) -> Names:
        """What the parameters of a definition tell."""
        told = [self.told(arg, names) for arg in args]
        return dict(zip(definition.slots, told, strict=True))

    def told(self, value: model.Expr, names: Names) -> frozenset[str]:
        """The parameters that a value tells."""
        match value:
            case model.Local(slot=slot):
                return frozenset(names.get(slot, ()))
            case model.Negative(operand=inner) | model.Opposite(operand=inner):
                return self.told(inner, names)
            case model.Choose(yes=one, no=other) | model.SetOperation(
                op="|", left=one, right=other
            ):
                return self.told(one, names) | self.told(other, names)
            case model.Arithmetic(left=inner, right=model.Value()) | model.Arithmetic(
                left=model.Value(), right=inner
            ):
                return self.told(inner, names)
            case model.Display(items=items):
                return frozenset().union(*(self.told(item, names) for item in items))
            case model.Aggregate(default=model.Expr() as default):
                return self.told(default, names)
            case model.Apply(name=name, args=args):
                definition = self.game.definitions[name]
                if isinstance(definition.body, model.Expr):
                    given = self.given(definition, args, names)
                    key = name, tuple(given.values())
                    if key not in self.results:
                        self.results[key] = self.told(definition.body, given)
                    told: frozenset[str] = self.results[key]
                    return told
        return frozenset()


def is_constant(expr: model.Expr) -> bool:
    """Whether an expression has the same value in every position."""
    try:
        fold(expr)
    except NotConstant:
        return False
    return True


def is_nothing(expr: model.Expr) -> bool:
    """Whether an expression is none, false or zero."""
    return isinstance(expr, model.Value) and not expr.value


def stored(node: model.Statement) -> Iterator[tuple[str, model.Expr]]:
    """What a statement keeps where, by names that `sees` may have."""
    match node:
        case model.SetMark():
            pass
        case model.SetVariable(name=name, value=value):
            yield name, value
        case model.SetPiece(what=what, value=value):
            yield what, value
        case model.Put(piece=piece, attributes=attributes, place=place):
            yield "kind", piece
            yield "board", place
            yield from attributes
        case model.Move(end=end):
            yield "board", end


class Secrets:
    """Checks the actions, the turns and the questions of one game."""

    def __init__(self, knowledge: LeakFinder, report: Report):
        self.knowledge = knowledge
        self.game = knowledge.game
        self.report = report
        self.changes = Changes(knowledge)
        self.known: dict[str, Facts] = {}  # what holds throughout each turn of an action

    def check(self) -> None:
        """Check everything.  Raises TooMuch."""
        after = Flow(self.knowledge)
        after.run(self.game.after_turn, {}, Moment(is_secret=True))
        may_fail = after.report.has_errors and not has_simultaneous_choices(self.game)
        self.check_moves(may_fail)
        if may_fail and self.report.has_errors:
            self.blame(after.report.diagnostics)

    def blame(self, failing: Sequence[Diagnostic]) -> None:
        """Say of the mistakes that are there only because a statement of `after turn` may fail
        which one it is: the place of the mistake, or else the first.  Raises TooMuch.
        """
        free = Secrets(self.knowledge, Report())
        free.check_moves(may_fail=False)
        alone = {(found.code, found.span) for found in free.report.diagnostics}
        at = {each.span: each for each in reversed(failing)}
        found = self.report.diagnostics
        self.report = Report()
        for each in found:
            by = at.get(each.span, failing[0])
            hint = AFTER_TURN.format(words=" ".join(by.span.text.split()), hint=by.hint)
            is_alone = (each.code, each.span) in alone
            self.report.take([each if is_alone else replace(each, hint=hint)])

    def check_moves(self, may_fail: bool) -> None:
        """Check everything, where a statement of `after turn` may fail or not.  Raises TooMuch."""
        sure = frozenset(filter(self.is_sure, self.game.actions))
        orders = [order(self.game, turn, not may_fail, sure) for turn in turns_of(self.game)]
        self.changes.find(orders)
        for ordered, known in zip(orders, self.knowledge.at_turns(), strict=True):
            ordered.known = self.changes.lasting(known, frozenset(s.name for s in ordered.steps))
        for condition, _ in self.game.turn:
            if condition is not None:
                self.condition(condition, Moment())
        for name, action in self.game.actions.items():
            steps = [step for o in orders for step in o.steps if step.name == name]
            self.known[name] = common(o.known for o in orders for s in o.steps if s.name == name)
            self.action(action, frozenset(), None, any(step.is_fork for step in steps))
            for names in sorted({step.before for step in steps if step.before}, key=sorted):
                blockers = [step.blocker for step in steps if step.before == names]
                self.action(action, names, None if None in blockers else blockers[0])
        for ordered in orders:
            self.turn(ordered)
        self.after_turn(may_fail)
        for question in self.game.questions:
            moment = self.changes.moment((), self.changes.together)
            Flow(self.knowledge, self.report).choose(question.binders, moment)

    # ---- what decides ----

    def action(
        self, action: model.Action, before: frozenset[str], blocker: model.Act | None,
        is_fork: bool = False,
    ) -> None:  # fmt: skip
        """Check an action as seen from before some others, on which it decides by `blocker`; or,
        where it `is_fork`, from before what it decides on.
        """
        is_ahead = is_fork or bool(before)
        by = None if blocker is None else blocked_by(self.knowledge, action.name, blocker)
        flow = Flow(self.knowledge, self.report, is_ahead, action.is_chance, action.name, by)
        together, known = self.changes.together.get(action.name, ()), self.known[action.name]
        flow.carry_out(action, self.changes.moment(before, together, known))

    def condition(self, expr: model.Expr, moment: Moment, is_ahead: bool = False) -> None:
        """Check a condition or a value that decides what a turn offers."""
        flow = Flow(self.knowledge, self.report, is_ahead)
        for leak in self.knowledge.leaks(expr, {}, moment):
            flow.tell(leak, expr.span)

    def turn(self, ordered: Order) -> None:
        """Check the conditions of a turn, and that its legality does not depend on a `try`."""
        together = frozenset(step.name for step in ordered.steps)
        for expr, before in ordered.conditions:
            moment = self.changes.moment(before, together, ordered.known)
            self.condition(expr, moment, bool(before))
        for expr, before in ordered.values:
            self.condition(expr, self.changes.moment(before, together, ordered.known))
        for step in ordered.steps:
            if self.has_try(step.name) and (step.before or step.is_tested or not step.is_free):
                self.report.add("try-ahead", step.span, word=step.name)
        if any(not step.is_free for step in ordered.steps):
            moment = self.changes.moment(together, together)
            for end in self.game.ends:
                if end.at_once:
                    flow = Flow(self.knowledge, self.report, is_ahead=True)
                    for leak in self.knowledge.leaks(end.condition, {}, moment):
                        flow.tell(leak, end.condition.span, AT_ONCE)

    def after_turn(self, may_fail: bool) -> None:
        """Check the statements after each turn: where they may fail, they decide on moves too."""
        if may_fail:
            moment = self.changes.moment(self.changes.together, ())
            Flow(self.knowledge, self.report).run(self.game.after_turn, {}, moment)

    def is_sure(self, name: str) -> bool:
        """Whether players can carry out an action in every position."""
        action = self.game.actions[name]
        if action.is_chance or action.binders or self.has_try(name):
            return False
        flow = Flow(self.knowledge)
        flow.run(action.body, {}, Moment(is_secret=True))
        return not flow.report.has_errors

    def has_try(self, name: str) -> bool:
        """Whether an action has a `try`, also within the definitions that it performs."""
        action = self.game.actions.get(name)
        parts = reached(self.game, action.body if action else ())
        return any(isinstance(part, model.Attempt) for part in parts)
