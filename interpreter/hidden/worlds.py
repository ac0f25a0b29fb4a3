"""Guesses as they are made: the moves of a world, and how many more of them may be played."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move
    from interpreter.hidden.exchange import Pair

MAX_PLAYED = 3_000  # moves for one state

Words = frozenset[str]


@dataclass(frozen=True)
class World:
    """A whole state for a seat that knows only a part, and whether all that it knows agrees.

    `path` is how it came about, with what else might have been played.
    """

    state: State
    is_consistent: bool
    path: tuple[Decision, ...] = field(default=(), repr=False, compare=False)


class Work:
    """How many moves may still be played to find states, and how long that may take."""

    def __init__(self, moves: int = MAX_PLAYED, seconds: float | None = None):
        self.left = moves
        self.end = None if seconds is None else time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self.left <= 0 or (self.end is not None and time.monotonic() >= self.end)

    def part(self, moves: int, share: float) -> Work:
        """A part of the work: at most so many moves, and a share of the time."""
        part = Work(min(moves, self.left))
        if self.end is not None:
            now = time.monotonic()
            part.end = now + max(0.0, self.end - now) * share
        return part


@dataclass
class Decision:
    """A state on the way, what was played there, and what else may be."""

    state: State
    options: list[Move]  # the next to be tried at the end
    is_own: bool
    words: Words = frozenset()  # of the move that was played
    text: str = ""  # the move that was played
    pairs: list[Pair] = field(default_factory=list)  # words heard or seen, and what they should be
    unlike: tuple[Words, Words] | None = None  # cells where a piece is seen, or not, and should not
    is_replayed: bool = False  # the options were those of another state, and may be illegal here


def copies(path: Sequence[Decision]) -> list[Decision]:
    """Decisions that may be taken back without changing the ones that they were copied from."""
    return [replace(decision, options=list(decision.options)) for decision in path]


@lru_cache(maxsize=100_000)
def words_of(text: str) -> Words:
    """The parameters of a move, each element of a set by itself."""
    return frozenset(re.findall(r"[^\s{},]+", text)[1:])
