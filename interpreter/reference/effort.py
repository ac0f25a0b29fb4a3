"""Effort: a limit on evaluation while a rule file is only checked.

`gdl check` tries the start of a game.  Given an `Effort`, expressions count the rounds of their
loops, and `OutOfEffort` ends the trial; in play nothing is counted.  The count depends only on the
rules, so the same file gives the same messages on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gdl.model import nodes as model
from interpreter.board.position import Position
from interpreter.reference.basis.functions import Frame, Function
from interpreter.reference.basis.prepared import Prepared
from interpreter.reference.expressions import LOOKUPS, Expressions

CELLS_A_ROUND = 64  # cells of a set that cost about as much as a round of a loop
ROUNDS_A_BUILT_IN = 4  # cost of one built-in for each CELLS_A_ROUND cells of the board
ROUNDS_A_STATEMENT = 10
ROUNDS_A_BRANCH = 4  # of asking whether one of an `if` applies
ROUNDS_A_TRY = 5  # of an action, to find out whether the turn can be completed after it
ROUNDS_A_REPETITION = 12  # of going on with a repetition in a turn, or not


class OutOfEffort(Exception):
    """An `Effort` is used up."""


class Effort:
    """The effort that is left, in rounds of a loop."""

    def __init__(self, rounds: int):
        self.left = rounds

    def spend(self, rounds: int) -> None:
        """Deduct some rounds.  Raises OutOfEffort if fewer are left."""
        self.left -= rounds
        if self.left < 0:
            raise OutOfEffort

    @contextmanager
    def at_most(self, rounds: int) -> Iterator[None]:
        """Limit a block to `rounds`; when they are used up, the block ends silently."""
        kept, given = self.left, min(rounds, self.left)
        self.left = given
        try:
            yield
        except OutOfEffort:
            pass  # the rest is not tried: its mistakes show in play
        finally:
            self.left = kept - given + max(0, self.left)


class CountedExpressions(Expressions):
    """Expressions that deduct the cost of loops and built-ins from an `Effort`."""

    def __init__(self, rules: Prepared, effort: Effort):
        super().__init__(rules)
        self.effort = effort
        self.round = 1 + len(self.topology.cells) // CELLS_A_ROUND

    def spend(self, rounds: int) -> None:
        self.effort.spend(rounds)

    def choices(
        self, binder: model.Binder, in_order: bool = True
    ) -> Callable[[Position, Frame], Iterator[None]]:
        """As in the base class, at a cost for each element."""
        plain, spend, price = super().choices(binder, in_order), self.effort.spend, self.round

        def counted(position: Position, frame: Frame) -> Iterator[None]:
            for _ in plain(position, frame):
                spend(price)
                yield

        return counted

    def make_builtincall(self, expr: model.BuiltinCall) -> Function:
        plain = super().make_builtincall(expr)
        return plain if expr.name in LOOKUPS else self.counted(plain)

    def make_bystep(self, expr: model.ByStep) -> Function:
        return self.counted(super().make_bystep(expr))

    def counted(self, plain: Function) -> Function:
        """A function that costs effort for each call and for the size of its value."""
        spend, price = self.effort.spend, ROUNDS_A_BUILT_IN * self.round

        def count(position: Position, frame: Frame) -> Any:
            spend(price)
            value = plain(position, frame)
            spend(cost_of(value))
            return value

        return count


def cost_of(value: Any) -> int:
    """The cost of making a value: for a set of sets, the sum of their sizes; otherwise nothing."""
    if not isinstance(value, frozenset) or not isinstance(next(iter(value), None), frozenset):
        return 0
    return sum(map(len, value))
