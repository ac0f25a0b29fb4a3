"""The ways through a part of a turn for which a value is largest, or smallest, where it is over.

`with the most` allows an action if a way that begins with it reaches the best value of all ways
that the rest of the turn can complete.  That value is found when the actions are listed: after an
action that is allowed, the best value of what can follow is the same.  So a position stores none.

What remains of such a turn has the mark `("most", number)` where that part is over.  Equal
positions with the same rest are looked at once.  A look ends with the first way whose value none
can better: it is at its bound, or is the best of all ways, once that is known.  Both engines count
alike: each position with what remains, once, and what it takes to see how turns can go on there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NamedTuple, Protocol

from gdl.model import nodes as model
from gdl.model.ranges import Bounds
from gdl.vocabulary.types import LIST
from interpreter.board.position import Pending, Position
from interpreter.reference.ways.look import Way

Function = Callable[[Position, list[Any]], Any]
Value = Any  # a number or a tuple of numbers


class Step(NamedTuple):
    """An action of a turn and what remains after it.

    `chosen` has, for each value that chooses here, all that remains before the action.
    """

    act: model.Act
    rest: Pending
    chosen: tuple[Pending, ...] = ()

    def in_round(self, item: Any) -> Step:
        """This step as the first one of a round of a repetition."""
        return self._replace(chosen=tuple((item, *pending) for pending in self.chosen))


NOTHING_MORE = model.Act(None, "done", ())  # type: ignore[arg-type]  # the turn may end


def marked(steps: list[Step | None], pending: Pending) -> list[Step | None]:
    """Steps among which a value chooses that is reached within `pending`."""
    if not any(steps):
        return steps
    given = (step or Step(NOTHING_MORE, ()) for step in steps)
    return [step._replace(chosen=(pending, *step.chosen)) for step in given]


def is_open(pending: Pending) -> bool:
    """Whether a part of a turn has begun whose ways a value chooses, and is not over."""
    return any(type(item) is tuple and item[0] == "most" for item in pending[1:])


def after_mark(pending: Pending) -> Pending:
    """What remains from the first mark on."""
    places = (i for i, item in enumerate(pending) if type(item) is tuple and item[0] == "most")
    return pending[next(places) :]


def is_within(rest: Pending, tail: Pending) -> bool:
    """Whether what remains after a step ends with `tail`: its part of the turn goes on."""
    return rest[-len(tail) :] == tail


class Turns(Protocol):
    """What this needs of turns."""

    rules: Any
    asked: list[Way] | None

    def first_steps(
        self, position: Position, pending: Pending, every: bool
    ) -> list[Step | None]: ...
    def results(self, position: Position, act: model.Act) -> Iterator[Position]: ...
    def leads_through(self, result: Any, rest: Pending) -> bool: ...
    def has_way(self, position: Position, pending: Pending) -> bool: ...
    def may_be_over(self, position: Position) -> bool: ...
    def ends_at_once(self, position: Position) -> bool: ...
    def limit(self, looks: int, depth: int) -> None: ...


class Begun:
    """A position of the search: `later` yields the value of a way, or what is to be looked at."""

    def __init__(self, key: Any, later: Iterator[Any]):
        self.key, self.later = key, later
        self.best: Value = None


@dataclass
class Found:
    """The best value of all ways that begin here, and those from positions that can follow."""

    best: Value = None  # until it is known
    known: dict[Any, Value] = field(default_factory=dict)


class Most:
    """The values that choose ways through the turns of one game."""

    def __init__(self, turns: Turns):
        self.turns = turns
        self.values: dict[int, tuple[model.Most, Function]] = {}  # by the number of the node
        self.ideals: dict[int, int | None] = {}

    def add(self, number: int, node: model.Most, function: Function) -> None:
        """Learn a value that chooses, which is 0 where it does not exist."""
        self.values[number] = node, function
        rules = self.turns.rules
        bounds = Bounds(rules.model, len(rules.topology.cells))
        bounds.enter(node.value)
        low, high = bounds.interval(node.value)
        ideal = max(high, 0) if node.most else min(low, 0)
        self.ideals[number] = int(ideal) if isfinite(ideal) and ideal == int(ideal) else None

    def allows(self, position: Position, step: Step, result: Position) -> bool:
        """Whether an action reaches the best values that choose here, and can be completed."""
        for pending in step.chosen:
            value = self.reached(position, pending, step, result)
            if value is None or value != self.found(position, pending, step).best:
                return False
        return self.goes_on(step) or self.turns.leads_through(result, step.rest)

    def goes_on(self, step: Step) -> bool:
        """Whether a value is to be reached after an action, so that it tells of completion."""
        tails = map(after_mark, step.chosen)
        return any(is_within(step.rest, tail) and step.rest != tail for tail in tails)

    def reached(self, position: Position, pending: Pending, step: Step, result: Position) -> Value:
        """The best value that can be reached after an action; None if the turn cannot be completed
        in the part that the value chooses.
        """
        tail = after_mark(pending)
        if not is_within(step.rest, tail):
            return self.value(position, tail)
        if step.rest == tail or self.turns.ends_at_once(result):
            return self.value(result, tail)
        found, at = self.found(position, pending, step), key(result, step.rest)
        if at not in found.known:
            self.search(result, step.rest, found)
        return found.known[at]

    def value(self, position: Position, tail: Pending) -> Value:
        """The value that chooses, here; 0 or an empty list if it does not exist."""
        node, function = self.values[tail[0][1]]
        value = function(position, self.turns.rules.frame())
        if value is None:
            return () if node.value.type == LIST else 0
        return value

    def is_better(self, value: Value, best: Value, tail: Pending) -> bool:
        """Whether a value is better than the best so far; None is none."""
        if value is None or best is None:
            return value is not None
        node, _ = self.values[tail[0][1]]
        return bool(value > best if node.most else value < best)

    def is_enough(self, value: Value, goal: Value, tail: Pending) -> bool:
        """Whether no value can be better; the `goal` is the best of all, None if unknown."""
        return value is not None and value in (goal, self.ideals[tail[0][1]])

    def found(self, position: Position, pending: Pending, step: Step) -> Found:
        """The best value of all ways through what remains, with an open mark, as it is found for a
        step that may be chosen here.

        Raises GdlError if that takes more looks than the limits allow.
        """
        memo = position.memo
        if ("most", pending, step) not in memo:
            found = Found()
            found.best = self.search(position, pending, found)
            memo["most", pending, step] = found
        known: Found = memo["most", pending, step]
        return known

    def search(self, position: Position, pending: Pending, found: Found) -> Value:
        """The best value of all ways from here, with what was found before.

        Raises GdlError if that takes more looks than the limits allow.
        """
        self.turns.asked = []
        try:
            return self.look_through(position, pending, found)
        finally:
            self.turns.asked = None

    def look_through(self, position: Position, pending: Pending, found: Found) -> Value:
        """Look at ways depth-first and without recursion."""
        tail = after_mark(pending)
        first, known = self.look(position, pending, tail), found.known
        looks, open_looks = 1, [first]
        while open_looks:
            last = open_looks[-1]
            is_done = self.is_enough(last.best, found.best, tail)
            later = None if is_done else next(last.later, None)
            looks = self.count(looks, len(open_looks))
            if later is None:
                known[last.key] = open_looks.pop().best
                later = (known[last.key],) if open_looks else None
            if later is not None and len(later) == 1:
                if self.is_better(later[0], open_looks[-1].best, tail):
                    open_looks[-1].best = later[0]
            elif later is not None:
                looks += self.enter(open_looks, known, later, tail)
        return first.best

    def enter(
        self, open_looks: list[Begun], known: dict[Any, Value], later: Any, tail: Pending
    ) -> int:
        """Look at a position, or take what is known of it; how many positions that adds."""
        position, pending = later
        at = key(position, pending)
        if at not in known:
            open_looks.append(self.look(position, pending, tail))
            return 1
        if self.is_better(known[at], open_looks[-1].best, tail):
            open_looks[-1].best = known[at]
        return 0

    def count(self, looks: int, depth: int) -> int:
        """The looks with those that it took to see how turns can go on.

        Raises GdlError beyond the limits.
        """
        asked = self.turns.asked or []
        looks += sum(way.looks for way in asked)
        deepest = depth + max((way.depth for way in asked), default=0)
        asked.clear()
        self.turns.limit(looks, deepest)
        return looks

    def look(self, position: Position, pending: Pending, tail: Pending) -> Begun:
        """What follows a position."""
        return Begun(key(position, pending), self.later(position, pending, tail))

    def later(self, position: Position, pending: Pending, tail: Pending) -> Iterator[Any]:
        """For each way on, its value if that part of the turn is over, as a tuple of one; else the
        position after the action and what remains.
        """
        for step in self.turns.first_steps(position, pending, False):
            if step is None:
                if self.turns.may_be_over(position):
                    yield (self.value(position, tail),)
                continue
            for result in self.turns.results(position, step.act):
                if not is_within(step.rest, tail):
                    if self.turns.leads_through(result, step.rest):
                        yield (self.value(position, tail),)
                        break
                elif self.turns.ends_at_once(result):
                    yield (self.value(result, tail),)
                elif step.rest != tail:
                    yield result, step.rest
                elif self.turns.has_way(result, tail):
                    yield (self.value(result, tail),)


def key(position: Position, pending: Pending) -> Any:
    """What tells apart the positions of one turn."""
    return position.core(), pending
