"""Actions: their instances in a position, and the result of each.

An instance is one choice of arguments.  A statement is carried out as soon as the parameters that
it uses are bound, so that work common to several instances is done once; the domains are evaluated
in the position before the action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from gdl.model import nodes as model
from gdl.model.analysis import free_slots
from interpreter.board.codes import element
from interpreter.board.position import Position
from interpreter.reference.basis.functions import Frame
from interpreter.reference.rules import Rules
from interpreter.reference.statements import Effect, Outcome, Refusal, Statements

Args = tuple[Any, ...]
MOST_REFUSALS = 1_000  # that are looked at to say what forbids an action


class Action:
    """One action of a game, ready to be listed and carried out."""

    def __init__(self, rules: Rules, statements: Statements, action: model.Action):
        self.model = action
        self.name = action.name
        self.is_chance = action.is_chance
        self.rules = rules
        self.slots = action.bound
        self.types = tuple(t for b in action.binders for t in binder_types(b))
        self._choices = [rules.expressions.choices(b) for b in action.binders]
        self._domains = [rules.expressions.function(b.domain) for b in action.binders]
        self._stages = self._make_stages(statements)

    def _make_stages(self, statements: Statements) -> list[Effect]:
        """For each number of bound parameters, the statements that can then be carried out."""
        stages: list[list[model.Statement]] = [[] for _ in range(len(self.model.binders) + 1)]
        level = 0
        for statement in self.model.body:
            used = free_slots(statement)
            for number, binder in enumerate(self.model.binders, 1):
                if used & set(binder.slots):
                    level = max(level, number)
            stages[level].append(statement)
        return [statements.body(stage) for stage in stages]

    def instances(self, position: Position, fixed: Args = ()) -> Iterator[tuple[Args, Outcome]]:
        """The instances, each with its result; those that are refused are left out.

        `fixed` has the leading arguments.  An instance whose `try` fails is included, with its
        Refusal.
        """
        frame = self.rules.frame()
        yield from self._choose(0, position, position, frame, fixed)

    def _choose(
        self, chosen: int, before: Position, now: Outcome, frame: Frame, fixed: Args
    ) -> Iterator[tuple[Args, Outcome]]:
        if isinstance(now, Position):
            now = self._stages[chosen](now, frame)
            if isinstance(now, Refusal) and not now.attempted:
                return
        if chosen == len(self._choices):
            yield tuple(frame[s] for s in self.slots), now
        elif chosen < len(fixed):
            if self.is_choice(chosen, fixed[chosen], before, frame):
                yield from self._choose(chosen + 1, before, now, frame, fixed)
        else:
            for _ in self._choices[chosen](before, frame):
                yield from self._choose(chosen + 1, before, now, frame, fixed)

    def refusals(self, position: Position, fixed: Args = ()) -> Iterator[Refusal | model.Binder]:
        """What forbids instances: a line that is refused, or a parameter without values."""
        yield from self._refused(0, position, position, self.rules.frame(), fixed)

    def _refused(
        self, chosen: int, before: Position, now: Position, frame: Frame, fixed: Args
    ) -> Iterator[Refusal | model.Binder]:
        result = self._stages[chosen](now, frame)
        if isinstance(result, Refusal):
            yield result
        elif chosen < len(fixed):
            if self.is_choice(chosen, fixed[chosen], before, frame):
                yield from self._refused(chosen + 1, before, result, frame, fixed)
            else:
                yield self.model.binders[chosen]
        elif chosen < len(self._choices):
            is_empty = True
            for _ in self._choices[chosen](before, frame):
                is_empty = False
                yield from self._refused(chosen + 1, before, result, frame, fixed)
            if is_empty:
                yield self.model.binders[chosen]

    def is_choice(self, number: int, value: Any, position: Position, frame: Frame) -> bool:
        """Whether a value is in the domain of a parameter; if so, it is bound in the frame."""
        domain = self._domains[number](position, frame)
        if value is None or domain is None or value not in domain:
            return False
        frame[self.model.binders[number].slots[0]] = value
        return True

    def carry_out(self, position: Position, args: Args) -> Outcome | model.Binder:
        """The position after one instance, its Refusal, or the parameter outside its domain."""
        frame = self.rules.frame()
        given = iter(args)
        for number, binder in enumerate(self.model.binders):
            values = [next(given) for _ in binder.slots]
            domain = self._domains[number](position, frame)
            value = frozenset(values) if len(values) == 2 else values[0]
            if domain is None or value not in domain:
                return binder
            for slot, part in zip(binder.slots, values, strict=True):
                frame[slot] = part
        for stage in self._stages:
            result = stage(position, frame)
            if isinstance(result, Refusal):
                return result
            position = result
        return position


def nothing_possible(action: Action, fixed: Args, position: Position) -> str:
    """Why no instance of an action is possible, in words: what forbids most of them."""
    lines = (replace(by, part=None) if isinstance(by, Refusal) else by
             for by in action.refusals(position, fixed))
    found = Counter(islice(lines, MOST_REFUSALS))
    (part, count), *_ = found.most_common(1)
    if isinstance(part, Refusal):
        what = "all" if count == found.total() else "most"
        line = " ".join(part.span.text.split())
        why = f"`{line}` forbids {what} that `{action.name}` can choose here"
        return f"{part.message}: {why}" if part.message else why
    names, domain = ", ".join(part.names), " ".join(part.domain.span.text.split())
    if action.model.binders.index(part) < len(fixed):
        return f"`{names}` of `{action.name}` is given a value that is not in `{domain}`"
    return f"`{names}` of `{action.name}` has no value: `{domain}` is empty here"


def binder_types(binder: model.Binder) -> tuple[Any, ...]:
    """The type of each variable of a binder."""
    type = element(binder.domain.type)
    return (type,) if len(binder.slots) == 1 else (element(type),) * 2
