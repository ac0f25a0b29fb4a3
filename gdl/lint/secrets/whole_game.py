"""Whether the moves that a game offers reveal what is hidden: an analysis of information flow.

`check_secrets` reports each domain, each condition of a turn and each statement of an action
(`flow`) from which the mover could infer what `sees` hides from it.  A turn is legal only if it can
be completed, so each step is also checked as seen from before the steps that lead up to it
(`turn_order`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gdl.lint.logic.proofs import Facts, common
from gdl.lint.logic.terms import TooMuch
from gdl.lint.secrets.changes import Changes, blocked_by
from gdl.lint.secrets.flow import Flow
from gdl.lint.secrets.knowledge import Moment
from gdl.lint.secrets.piece_flow import CHANCE_AHEAD, Blocked
from gdl.lint.secrets.seen_and_heard import check_heard, check_kept_open, check_sight
from gdl.lint.secrets.turn_order import Order, Step, order
from gdl.lint.secrets.visibility import LeakFinder
from gdl.model import nodes as model
from gdl.model.analysis import (
    Reads,
    has_simultaneous_choices,
    reached,
    turns_of,
)
from gdl.source.diagnostics import Diagnostic, Report

AT_ONCE = (
    "write `when` in place of `as soon as`: then it is tested when the turn is over; or let what "
    "follows in the turn be left out, for example `draw if possible` or `(shoot or done)`"
)
AFTER_TURN = (
    "`{words}` under `after turn` may fail, and a turn after which it fails is not legal: {hint}"
)
OTHERS = "; the same goes for what else may fail in {lines}"


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
            if each.span not in at and len(at) > 1:
                others = [d.span for d in failing if d.span != by.span]
                lines = dict.fromkeys(span.line_for(each.span.source) for span in others)
                hint += OTHERS.format(lines=" and ".join(lines))
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
            ahead = [step for step in steps if step.is_ahead]
            self.action(action, ahead, frozenset())
            for names in sorted({step.before for step in steps if step.before}, key=sorted):
                self.action(action, [step for step in steps if step.before == names], names)
        for ordered in orders:
            self.turn(ordered)
        self.after_turn(may_fail)
        for question in self.game.questions:
            moment = self.changes.moment((), self.changes.together)
            Flow(self.knowledge, self.report).choose(question.binders, moment)

    # ---- what decides ----

    def action(
        self, action: model.Action, ahead: Sequence[Step], before: frozenset[str]
    ) -> None:
        """Check an action as seen from before some others on which it decides at some steps of a
        turn, or where it is `ahead` from before what it decides on.
        """
        by = self.blocked_at(action, ahead)
        name = as_written(ahead[0]) if ahead else action.name
        flow = Flow(self.knowledge, self.report, bool(ahead), action.is_chance, name, by)
        together, known = self.changes.together.get(action.name, ()), self.known[action.name]
        flow.carry_out(action, self.changes.moment(before, together, known))

    def blocked_at(self, action: model.Action, ahead: Sequence[Step]) -> Blocked | None:
        """Where it is said that an action decides on earlier ones: at a later action that may fail,
        or, of what chance does after players, in the turn; None stands for its own rules.
        """
        blockers = [step.blocker for step in ahead]
        if blockers and blockers[0] is not None and None not in blockers:
            return blocked_by(self.knowledge, action.name, blockers[0])
        untested = [step for step in ahead if step.before and not step.is_tested]
        if not action.is_chance or not untested:
            return None  # what is tried before something else is not mended by leaving it out
        return Blocked(untested[0].span, CHANCE_AHEAD.format(name=as_written(untested[0])))

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


def as_written(step: Step) -> str:
    """A step in the words of the turn, with its arguments."""
    return " ".join(step.span.text.split())
