"""The aims of random games in lockstep.

Some have no aim, some prefer the actions that the differing lines affect, and some drive numbers
that these lines read (a counter, say) to their largest or smallest values.  The last keep for each
value a situation that reached it and start from there, since a long path is found sooner in stages:
Ecoffet and others, "First return, then explore", Nature 590 (2021).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from interpreter.diff.lockstep.lockstep import Label, action_of
from interpreter.diff.lockstep.until import Until
from interpreter.diff.rules.affected import Affected
from interpreter.diff.rules.findings import Difference, Fact


class InStep(Protocol):
    """Two games in lockstep: see `Together` and `ByPosition`."""

    def start(self) -> Any: ...
    def labels(self, at: Any) -> list[Label]: ...
    def play(self, at: Any, label: Label) -> Any: ...
    def facts(self, at: Any) -> tuple[Fact, ...]: ...


Choose = Callable[[Any, list[Label], random.Random], Label | None]
"""Which of some moves to make in a situation; None to go no further."""


@dataclass(frozen=True)
class Sample:
    """How many random games to play, their seed, and when to stop."""

    games: int
    seed: int
    until: Until = field(default_factory=Until)

    @property
    def is_over(self) -> bool:
        """Whether to stop."""
        return self.until.is_reached


@dataclass(frozen=True)
class Walk:
    """A game in lockstep so far: its moves, the situation before each, and the one after the last.

    `difference` is the one that ended it, if any.  `is_done` says whether it reached its end or
    the limit of its length; otherwise the time was up or the work done.
    """

    moves: tuple[Label, ...]
    passed: tuple[Any, ...]
    at: Any
    difference: Difference | None = None
    is_done: bool = True

    def up_to(self, number: int) -> Walk:
        """The walk before move `number`, counted from 0, which must exist."""
        return Walk(self.moves[:number], self.passed[:number], self.passed[number])


def go_on(
    games: InStep, walk: Walk, choose: Choose, chooser: random.Random, most: int, wanted: Sample
) -> Walk:
    """A walk continued to a difference or the end of the games, to at most `most` moves in all."""
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


LOOKED_AT = 6  # moves that are tried when a number is driven up or down
STRAY = 0.1  # probability of a random choice in spite of the aim
FRONT = 8  # the most extreme values so far, from which games start again
MAX_KEPT = 1_000  # values for which a situation is kept


class Aim:
    """Chooses every move with the same probability, without an aim."""

    def __init__(self, games: InStep):
        self.games = games

    def start(self, chooser: random.Random) -> Walk:
        """The beginning of a game, which may have moves already."""
        return Walk((), (), self.games.start())

    def choose(self, at: Any, labels: list[Label], chooser: random.Random) -> Label:
        """The next move."""
        return chooser.choice(labels)

    def learn(self, walk: Walk) -> None:
        """Learn from a finished game."""


class ForActions(Aim):
    """Prefers moves of some actions."""

    def __init__(self, games: InStep, actions: frozenset[str]):
        super().__init__(games)
        self.actions = actions

    def choose(self, at: Any, labels: list[Label], chooser: random.Random) -> Label:
        """Mostly a move of these actions, if there is one."""
        wanted = [label for label in labels if action_of(label[0]) in self.actions]
        return chooser.choice(labels if not wanted or chooser.random() < STRAY else wanted)


class ForNumbers(Aim):
    """Drives the sum of some numbers up (`sign` 1) or down (`sign` -1)."""

    def __init__(self, games: InStep, numbers: frozenset[str], sign: int):
        super().__init__(games)
        self.numbers = numbers
        self.sign = sign
        self.reached: dict[float, Walk] = {}

    def start(self, chooser: random.Random) -> Walk:
        """A situation with one of the most extreme sums, or the start of the games."""
        if not self.reached or chooser.random() < STRAY:
            return super().start(chooser)
        front = sorted(self.reached, key=lambda value: -self.sign * value)[:FRONT]
        return self.reached[chooser.choice(front)]

    def choose(self, at: Any, labels: list[Label], chooser: random.Random) -> Label:
        """Mostly the best of a few random moves."""
        tried = chooser.sample(labels, min(LOOKED_AT, len(labels)))
        if len(tried) == 1 or chooser.random() < STRAY:
            return tried[0]
        return max(tried, key=lambda label: self.sign * self.total(self.games.play(at, label)))

    def learn(self, walk: Walk) -> None:
        """Keep for each sum the situation that reached it in the fewest moves."""
        for number, at in enumerate(walk.passed):
            value = self.total(at)
            known = self.reached.get(value)
            if known is None and len(self.reached) >= MAX_KEPT:
                continue
            if known is None or number < len(known.moves):
                self.reached[value] = walk.up_to(number)

    def total(self, at: Any) -> float:
        """The sum of the numbers in game A."""
        variables = at.states[0].variables
        return sum(sum_of(variables[name]) for name in self.numbers if name in variables)


def sum_of(value: Any) -> float:
    """A number, or the sum of the numbers that a variable with indices holds."""
    if isinstance(value, Mapping):
        return sum(map(sum_of, value.values()))
    return value if isinstance(value, int | float) else 0


def aims(games: InStep, affected: Affected) -> tuple[Aim, ...]:
    """The aims that random games of two rule files take in turn."""
    ways = [Aim(games)]
    if affected.actions:
        ways.append(ForActions(games, affected.actions))
    if affected.numbers:
        ways += [ForNumbers(games, affected.numbers, 1), ForNumbers(games, affected.numbers, -1)]
    return tuple(ways)
