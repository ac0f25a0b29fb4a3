"""What random games in step go for.

Some go for nothing, some for the actions that lines that differ matter to, and some drive the
numbers that such lines read, a counter say, to their largest or smallest values.  The last keep for
each value a situation in which it was reached and start from there, since a long way is found
sooner in parts: Ecoffet and others, "First return, then explore", Nature 590 (2021).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from interpreter.diff.lockstep.lockstep import Label, action_of
from interpreter.diff.rules.affected import Affected
from interpreter.diff.rules.findings import Difference, Fact


class InStep(Protocol):
    """Two games played in step: see `Together` and `ByPosition`."""

    def start(self) -> Any: ...
    def labels(self, at: Any) -> list[Label]: ...
    def play(self, at: Any, label: Label) -> Any: ...
    def facts(self, at: Any) -> tuple[Fact, ...]: ...


Choose = Callable[[Any, list[Label], random.Random], Label | None]
"""Which of some moves to make in a situation; None to go no further."""


@dataclass(frozen=True)
class Sample:
    """How many random games to play, from which seed, and until when (seconds of `monotonic`)."""

    games: int
    seed: int
    until: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether there is no time left."""
        return self.until is not None and monotonic() >= self.until


@dataclass(frozen=True)
class Walk:
    """A game in step so far: its moves, the situation before each, and the one behind the last.

    `difference` is what ended it.  `is_done` says whether it came to its end or to a limit of its
    length, and not to that of the time.
    """

    moves: tuple[Label, ...]
    passed: tuple[Any, ...]
    at: Any
    difference: Difference | None = None
    is_done: bool = True

    def up_to(self, number: int) -> Walk:
        """The walk before the move of this number, which there must be."""
        return Walk(self.moves[:number], self.passed[:number], self.passed[number])


def go_on(
    games: InStep, walk: Walk, choose: Choose, chooser: random.Random, most: int, wanted: Sample
) -> Walk:
    """A walk with more moves, so many in all at most, to a difference or the end of the games."""
    moves, passed, at = list(walk.moves), list(walk.passed), walk.at
    difference: Difference | None = None
    while is_done := not wanted.is_over:
        facts = games.facts(at)
        if facts:
            difference = Difference(tuple(moves), facts, False, at.states)
            break
        labels = games.labels(at) if len(moves) < most else []
        label = choose(at, labels, chooser) if labels else None
        if label is None:
            break
        moves.append(label)
        passed.append(at)
        at = games.play(at, label)
    return Walk(tuple(moves), tuple(passed), at, difference, is_done)


LOOKED_AT = 6  # moves that are tried out where a number is to become larger or smaller
STRAY = 0.1  # how often something is chosen at random all the same
FRONT = 8  # values, the largest or smallest so far, from which a number is driven on
MAX_KEPT = 1_000  # values for which a situation is kept


class Aim:
    """Goes for nothing."""

    def __init__(self, games: InStep):
        self.games = games

    def start(self, chooser: random.Random) -> Walk:
        """Where a game begins."""
        return Walk((), (), self.games.start())

    def choose(self, at: Any, labels: list[Label], chooser: random.Random) -> Label:
        """The next move."""
        return chooser.choice(labels)

    def learn(self, walk: Walk) -> None:
        """Remember what a game came to."""


class ForActions(Aim):
    """Goes for moves of some actions."""

    def __init__(self, games: InStep, actions: frozenset[str]):
        super().__init__(games)
        self.actions = actions

    def choose(self, at: Any, labels: list[Label], chooser: random.Random) -> Label:
        """A move of these actions, where there is one."""
        wanted = [label for label in labels if action_of(label[0]) in self.actions]
        return chooser.choice(labels if not wanted or chooser.random() < STRAY else wanted)


class ForNumbers(Aim):
    """Makes the sum of some numbers as large (sign 1) or as small (sign -1) as can be."""

    def __init__(self, games: InStep, numbers: frozenset[str], sign: int):
        super().__init__(games)
        self.numbers = numbers
        self.sign = sign
        self.reached: dict[float, Walk] = {}

    def start(self, chooser: random.Random) -> Walk:
        """The start of the games, or where the sum was farthest."""
        if not self.reached or chooser.random() < STRAY:
            return super().start(chooser)
        front = sorted(self.reached, key=lambda value: -self.sign * value)[:FRONT]
        return self.reached[chooser.choice(front)]

    def choose(self, at: Any, labels: list[Label], chooser: random.Random) -> Label:
        """The best of some moves."""
        tried = chooser.sample(labels, min(LOOKED_AT, len(labels)))
        if len(tried) == 1 or chooser.random() < STRAY:
            return tried[0]
        return max(tried, key=lambda label: self.sign * self.total(self.games.play(at, label)))

    def learn(self, walk: Walk) -> None:
        """Keep the first situation with each sum."""
        for number, at in enumerate(walk.passed):
            value = self.total(at)
            known = self.reached.get(value)
            if known is None and len(self.reached) >= MAX_KEPT:
                continue
            if known is None or number < len(known.moves):
                self.reached[value] = walk.up_to(number)

    def total(self, at: Any) -> float:
        """The sum in the first of two games in step."""
        variables = at.states[0].variables
        return sum(sum_of(variables[name]) for name in self.numbers if name in variables)


def sum_of(value: Any) -> float:
    """A number, or the sum of the numbers that a variable with indices holds."""
    if isinstance(value, Mapping):
        return sum(map(sum_of, value.values()))
    return value if isinstance(value, int | float) else 0


def aims(games: InStep, affected: Affected) -> tuple[Aim, ...]:
    """What random games of two rule files take turns to go for."""
    ways = [Aim(games)]
    if affected.actions:
        ways.append(ForActions(games, affected.actions))
    if affected.numbers:
        ways += [ForNumbers(games, affected.numbers, 1), ForNumbers(games, affected.numbers, -1)]
    return tuple(ways)
