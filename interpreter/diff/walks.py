"""Two games played in step, one move after the other, until they disagree."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from interpreter.diff.findings import Difference, Fact
from interpreter.diff.together import Label


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
    found: Difference | None = None
    while is_done := not wanted.is_over:
        facts = games.facts(at)
        if facts:
            found = Difference(tuple(moves), facts, False, at.states)
            break
        labels = games.labels(at) if len(moves) < most else []
        label = choose(at, labels, chooser) if labels else None
        if label is None:
            break
        moves.append(label)
        passed.append(at)
        at = games.play(at, label)
    return Walk(tuple(moves), tuple(passed), at, found, is_done)
