"""What keeps a turn that has begun from being completed: the line that forbids what must follow."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gdl import model
from gdl.source import Span
from interpreter.reference.position import Pending, Position
from interpreter.reference.statements import Refusal
from interpreter.reference.turns import Turns
from interpreter.values import code_text

MOST_LOOKS = 2_000  # positions that are looked at to find the line
END = "the end of the turn"


@dataclass(frozen=True)
class Block:
    """A line that forbids an action (or the end of the turn), so many actions on."""

    depth: int
    action: str
    span: Span
    reason: str


class Blocks:
    """Looks for the lines that keep a turn from being completed."""

    def __init__(self, turns: Turns):
        self.turns = turns
        self.found: Counter[Block] = Counter()
        self.looks = 0

    def what(self, position: Position, pending: Pending) -> Block | None:
        """The line that blocks the turn furthest on, of several the one that does so most often."""
        self.look(position, pending, 1)
        deepest = max((block.depth for block in self.found), default=0)
        last = {b: n for b, n in self.found.items() if b.depth == deepest}
        return max(last, key=lambda b: last[b], default=None)

    def look(self, position: Position, pending: Pending, depth: int) -> None:
        """Remember what blocks the rest of a turn."""
        self.looks += 1
        if self.looks > MOST_LOOKS:
            return
        for step in self.turns.steps(position, pending, every=True):
            if step is None:
                finished = self.turns.finish(position)
                if isinstance(finished, Refusal):
                    self.add(depth, END, finished)
                continue
            act, rest = step
            self.refused(position, act, depth)
            for _, result in self.turns.instances(position, act):
                if isinstance(result, Position):
                    self.look(result, rest, depth + 1)

    def refused(self, position: Position, act: model.Act, depth: int) -> None:
        """Remember what forbids an action."""
        action = self.turns.actions.get(act.name)
        if action is None:
            return
        for refusal in action.refusals(position, self.turns.fixed(position, act)):
            self.add(depth, act.name, refusal)

    def add(self, depth: int, action: str, by: Refusal | model.Binder) -> None:
        """Remember one line."""
        if isinstance(by, model.Binder):
            names, span = " ".join(by.names), by.domain.span
            reason = f"there is no `{names}` in {code_text(span)}"
        else:
            span = by.span
            reason = by.message or f"{code_text(span)} does not hold"
        self.found[Block(depth, action, span, reason)] += 1
