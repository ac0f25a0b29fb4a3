"""Random games in step, and a difference that they meet made shorter."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Protocol

from interpreter.diff.findings import Difference, Fact, Looked
from interpreter.diff.together import Label

LONGEST = 5_000  # moves of a random game
TRIES = 2_000  # sequences that are tried to make a difference shorter


class InStep(Protocol):
    """Two games played in step: see `Together` and `ByPosition`."""

    def start(self) -> Any: ...
    def labels(self, at: Any) -> list[Label]: ...
    def play(self, at: Any, label: Label) -> Any: ...
    def facts(self, at: Any) -> tuple[Fact, ...]: ...


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


def sample(games: InStep, looked: Looked, wanted: Sample) -> tuple[Difference | None, Looked]:
    """A difference that random games meet, made shorter, or None; and how much was looked at."""
    chooser = random.Random(wanted.seed)
    count = moves = 0
    try:
        while count < wanted.games and not wanted.is_over:
            found, length, is_done = random_game(games, chooser, wanted)
            count, moves = count + is_done, moves + length
            if found is not None:
                found = shortened(games, found, looked.depth)
                return found, replace(looked, games=count, moves=moves)
    except KeyboardInterrupt:
        return None, replace(looked, games=count, moves=moves, is_stopped=True)
    return None, replace(looked, games=count, moves=moves)


def random_game(
    games: InStep, chooser: random.Random, wanted: Sample
) -> tuple[Difference | None, int, bool]:
    """One random game: the difference that ended it, its moves, and whether it came to its end."""
    at = games.start()
    moves: list[Label] = []
    while len(moves) < LONGEST and not wanted.is_over:
        facts = games.facts(at)
        if facts:
            return Difference(tuple(moves), facts, False, at.states), len(moves), True
        labels = games.labels(at)
        if not labels:
            return None, len(moves), True
        moves.append(chooser.choice(labels))
        at = games.play(at, moves[-1])
    return None, len(moves), len(moves) == LONGEST


# ---- making it shorter -------------------------------------------------------------------------


def shortened(games: InStep, found: Difference, depth: int) -> Difference:
    """The same or another difference after fewer moves: parts of the sequence are left out as long
    as the rest can be played; it is the shortest if no shorter one can be.
    """
    left = TRIES
    size = max(1, len(found.moves) // 2)
    while size and left:
        start = 0
        while start < len(found.moves) and left:
            left -= 1
            shorter = played(games, found.moves[:start] + found.moves[start + size :])
            if shorter is None or len(shorter.moves) >= len(found.moves):
                start += size
            else:
                found = shorter
        size //= 2
    return replace(found, is_shortest=len(found.moves) == depth + 1)


def played(games: InStep, moves: tuple[Label, ...]) -> Difference | None:
    """The first difference in a sequence of moves; None without one, or where it cannot be
    played.
    """
    at = games.start()
    for number in range(len(moves) + 1):
        facts = games.facts(at)
        if facts:
            return Difference(moves[:number], facts, False, at.states)
        if number == len(moves) or moves[number] not in games.labels(at):
            return None
        at = games.play(at, moves[number])
    return None
