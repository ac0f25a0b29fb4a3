"""Simultaneous choices: who is to choose, and what comes of the choices.

While they choose, nothing changes but the seat that acts.  What was chosen stands in what remains
of the turn, as the item `("all", number, chosen)`: for each seat in the order of play, from the
mover on, an action with its arguments, or None for a seat that had nothing to choose.  So what is
offered cannot depend on what others chose.  After a choice, `("chose", number, chosen)` stands for
the rest of the choice, which surely goes on.
"""

from __future__ import annotations

from typing import Any

from interpreter.board.position import Pending, Position
from interpreter.board.values import Key
from interpreter.reference.ways.most import Step

Chosen = tuple[Key | None, ...]
CHOOSING, CHOSE = "all", "chose"


def choosing(pending: Pending) -> tuple[int, Chosen, Pending] | None:
    """The number of the simultaneous choice that a seat is to make, what was chosen, what follows.

    None where no seat is to make one.
    """
    match pending:
        case ((word, number, chosen), *rest) if word == CHOOSING:
            return number, chosen, tuple(rest)
    return None


def is_simultaneous(pending: Pending) -> bool:
    """Whether a turn goes on with a simultaneous choice."""
    return starts_with(CHOOSING, pending)


def is_after_choice(rest: Pending) -> bool:
    """Whether a simultaneous choice precedes what remains."""
    return starts_with(CHOSE, rest)


def starts_with(word: str, pending: Pending) -> bool:
    """Whether the first item of what remains of a turn is marked by a word."""
    return bool(pending) and isinstance(pending[0], tuple) and pending[0][0] == word


def with_choice(rest: Pending, key: Key) -> Pending:
    """What remains after a seat has chosen, with its choice."""
    (_, number, chosen), *others = rest
    return ((CHOOSING, number, (*chosen, key)), *others)


class Simultaneous:
    """The simultaneous choices of one game, over its turns."""

    def __init__(self, turns: Any):
        self.turns = turns  # the `Turns`, which import this module
        self.seats = len(turns.rules.model.colours)

    def ways(self, number: int, chosen: Chosen, rest: Pending) -> list[Step]:
        """The actions of a simultaneous choice, each with what remains after it is chosen."""
        after = ((CHOSE, number, chosen), *rest)
        return [Step(act, after) for act in self.turns.nodes[number].acts]

    def can_choose(self, position: Position, number: int) -> bool:
        """Whether the seat that acts is still playing and has something to choose."""
        if not self.plays(position):
            return False
        acts = self.turns.nodes[number].acts
        return any(True for act in acts for _ in self.turns.instances(position, act))

    def plays(self, position: Position) -> bool:
        """Whether the seat that acts still takes turns."""
        return position.colours[position.seat] in self.turns.rules.still_playing(position)

    def next_seat(self, position: Position) -> Position:
        """The position in which the seat after the one that acts is to choose."""
        return position.changed(seat=(position.seat + 1) % self.seats)

    def places(self, position: Position) -> list[Position]:
        """The position with each seat that still plays as the one that acts, in order."""
        places = [position]
        while len(places) < self.seats:
            places.append(self.next_seat(places[-1]))
        return list(filter(self.plays, places))

    def next_chooser(
        self, position: Position, number: int, chosen: Chosen
    ) -> tuple[Position, Chosen]:
        """Pass over seats with nothing to choose.

        If nobody is left, the choices are complete, and the mover acts again.
        """
        while len(chosen) < self.seats and not self.can_choose(position, number):
            position, chosen = self.next_seat(position), (*chosen, None)
        return position, chosen

    def carried_out(self, position: Position, key: Key) -> Position:
        """The position after the choice of the seat that acts; as it was where that is impossible.

        All that was legal when the first chose has to be so still, or nothing of it is done.
        """
        name, args = key
        action = self.turns.actions.get(name)
        if action is None:
            left: Position = self.turns.left_out(position, name)
            return left
        result = action.carry_out(position.changed(passes=0), args)
        return result if isinstance(result, Position) else position
