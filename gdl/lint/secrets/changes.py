"""What the actions of a turn change, and what is said of one that may fail later in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gdl.lint.logic.proofs import Facts
from gdl.lint.secrets.flow import Flow
from gdl.lint.secrets.knowledge import Moment
from gdl.lint.secrets.piece_flow import Blocked
from gdl.lint.secrets.turn_order import Order, simultaneous_names
from gdl.lint.secrets.visibility import LeakFinder
from gdl.model import nodes as model

BLOCKED = (
    "`{later}` may fail{where} after `{name}`, and a turn that cannot be completed is not legal: "
    "make sure that it cannot fail, or let it be left out, as in `{later} if possible`"
)
WHERE = " at `{}`"


@dataclass(frozen=True)
class Change:
    """What an action changes (`dirty`), and which of it the mover does not know (`tainted`)."""

    dirty: frozenset[str] = frozenset()
    tainted: frozenset[str] = frozenset()

    def __or__(self, other: Change) -> Change:
        return Change(self.dirty | other.dirty, self.tainted | other.tainted)


class Changes:
    """What each action of a game changes, whatever those did that may precede it in a turn after
    the mover chose.
    """

    def __init__(self, knowledge: LeakFinder):
        self.knowledge = knowledge
        self.of: dict[str, Change] = {}
        self.together: dict[str, frozenset[str]] = {}  # the actions in the turns of each action

    def find(self, orders: Iterable[Order]) -> None:
        """Find the changes of all actions in these turns, as a fixed point.  Raises TooMuch."""
        earlier: dict[str, frozenset[str]] = {}
        for ordered in orders:
            together = frozenset(step.name for step in ordered.steps)
            for step in ordered.steps:
                earlier[step.name] = earlier.get(step.name, frozenset()) | step.before
                self.together[step.name] = self.together.get(step.name, frozenset()) | together
        while self.grows(earlier):
            pass

    def grows(self, earlier: Mapping[str, frozenset[str]]) -> bool:
        """Follow each action once more, and tell whether one of them is found to change more."""
        before, of_all = dict(self.of), simultaneous_names(self.knowledge.game)
        for name, action in self.knowledge.game.actions.items():
            flow = Flow(self.knowledge, is_chance=action.is_chance)
            start = self.moment(earlier.get(name, ()), self.together.get(name, ()))
            end = flow.carry_out(action, start)
            is_unheard = name in self.knowledge.game.sees and (action.is_chance or name in of_all)
            unseen = end.dirty & {"last"} if is_unheard else frozenset()
            self.of[name] = Change(end.dirty, end.tainted | unseen)
        return self.of != before

    def lasting(self, known: Facts, together: frozenset[str]) -> Facts:
        """What is known at the beginning of a turn and cannot change in it: nothing where all
        choose at once, since each of them is the `mover` then.
        """
        if together & simultaneous_names(self.knowledge.game):
            return Facts()
        changed = self.change_of(together).dirty | {"passes"}
        return known.kept(self.knowledge.formulas.is_untouched(changed))

    def moment(
        self, before: Iterable[str], together: Iterable[str], known: Facts | None = None
    ) -> Moment:
        """The moment after some actions, seen from before them, in a turn with others, throughout
        which some facts hold.

        Of all that can change within a turn, only `last` is neither hidden by `sees` nor shown:
        where one of the others may have set it in secret, the mover does not know it later either.
        """
        change = self.change_of(before)
        unseen = self.change_of(together).tainted & {"last"}
        known = known or Facts()
        return Moment(known, known, dirty=change.dirty, tainted=change.tainted | unseen)

    def change_of(self, names: Iterable[str]) -> Change:
        """What several actions may change."""
        total = Change()
        for name in names:
            total |= self.of.get(name, Change())
        return total


def blocked_by(knowledge: LeakFinder, name: str, blocker: model.Act) -> Blocked:
    """What is said of an action that may fail later in a turn than the one of this name."""
    later = knowledge.game.actions[blocker.name]
    flow = Flow(knowledge)
    flow.run(later.body, {}, Moment(is_secret=True))
    failing = [] if later.binders else flow.report.diagnostics[:1]
    where = WHERE.format(" ".join(failing[0].span.text.split())) if failing else ""
    return Blocked(blocker.span, BLOCKED.format(name=name, later=later.name, where=where))
