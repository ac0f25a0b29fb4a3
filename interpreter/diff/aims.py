"""What random games in step go for.

Some go for nothing, some for the actions that lines that differ matter to, and some drive the
numbers that such lines read, a counter say, to their largest or smallest values.  The last keep for
each value a situation in which it was reached and start from there, since a long way is found
sooner in parts: Ecoffet and others, "First return, then explore", Nature 590 (2021).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from interpreter.diff.together import Label, action_of
from interpreter.diff.touched import Touched
from interpreter.diff.walks import InStep, Walk

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


def aims(games: InStep, touched: Touched) -> tuple[Aim, ...]:
    """What random games of two rule files take turns to go for."""
    found = [Aim(games)]
    if touched.actions:
        found.append(ForActions(games, touched.actions))
    if touched.numbers:
        found += [ForNumbers(games, touched.numbers, 1), ForNumbers(games, touched.numbers, -1)]
    return tuple(found)
