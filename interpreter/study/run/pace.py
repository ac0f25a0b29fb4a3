"""How long games take, as was measured in this run, and how long the missing ones will.

Each kind of games is measured by itself: one agent may take a thousand times as long as another.
The first batch of a kind counts only while there is no other, since it also builds and warms up
what the others find ready.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import sqrt

FIRST_LEAST = 0.25  # of the time of a game of the first batch that later ones take, at the least
LEAST = 0.4  # the same of the mean of the others


@dataclass
class Measured:
    """What the games of a kind took."""

    first: tuple[int, float]  # how many games, and seconds of all of them: the first batch
    count: int = 0  # of the others
    seconds: float = 0.0

    @property
    def mean(self) -> float:
        """Seconds for a game."""
        count, seconds = (self.count, self.seconds) if self.count else self.first
        return seconds / count

    @property
    def bounds(self) -> tuple[float, float]:
        """What the mean may be in the end: games differ by about as much as they take."""
        apart = 1 / sqrt(self.count or self.first[0])
        least = max(1 - apart, LEAST) if self.count else FIRST_LEAST
        return self.mean * least, self.mean * (1 + apart)


class Pace:
    """The kinds of games that were measured."""

    def __init__(self) -> None:
        self.kinds: dict[Hashable, Measured] = {}

    def note(self, kind: Hashable, count: int, seconds: float) -> None:
        """Note how long a batch took."""
        known = self.kinds.get(kind)
        if known is None:
            self.kinds[kind] = Measured((count, seconds))
        else:
            known.count += count
            known.seconds += seconds

    def mean(self, kind: Hashable) -> float | None:
        """Seconds for a game of a kind; None before the first."""
        known = self.kinds.get(kind)
        return None if known is None else known.mean

    def left(
        self, planned: Iterable[tuple[Hashable, int]], workers: int
    ) -> tuple[float, float] | None:
        """Between how many seconds so many games of each kind will take; None while a kind has not
        been measured.
        """
        low, high, longest = 0.0, 0.0, 0.0
        for kind, count in planned:
            known = self.kinds.get(kind)
            if known is None:
                return None
            least, most = known.bounds
            low, high = low + count * least, high + count * most
            longest = max(longest, known.mean)
        return low / workers, max(high / workers, longest)
