"""Breadth-first search for the shortest sequence of moves after which two games disagree.

Every pair of states is compared once, however it is reached.  Where no pair is left the games are
the same; otherwise they are up to the last depth of which every pair was compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from interpreter.diff.lockstep.lockstep import Label, Pair, Together
from interpreter.diff.rules.findings import Difference, Looked

Trail = list[tuple[int, Label]]  # for each pair that was reached, from which one and by which move
Found = tuple[Difference | None, Looked]
START: Label = ("", "")


@dataclass(frozen=True)
class Limits:
    """How far to look: moves, pairs of positions, and until when (seconds of `monotonic`)."""

    depth: int | None = None
    pairs: int | None = None
    until: float | None = None

    def is_reached(self, pairs: int) -> bool:
        """Whether there is no time left, or so many pairs are enough."""
        if self.pairs is not None and pairs >= self.pairs:
            return True
        return self.until is not None and monotonic() >= self.until


def search(games: Together, limits: Limits, tell: Callable[[Looked], None]) -> Found:
    """The shortest difference, None where there is none within the limits; `tell` hears of each
    depth that is done.
    """
    return Search(games, limits).run(tell)


class Search:
    """One search: the pairs that were reached, layer by layer."""

    def __init__(self, games: Together, limits: Limits):
        start = games.start()
        self.games = games
        self.limits = limits
        self.trail: Trail = [(-1, START)]
        self.layer, self.later = [(0, start)], list[tuple[int, Pair]]()
        self.seen = {games.key(start)}
        self.depth = self.count = 0
        self.has_more = False  # moves beyond the depth that is wanted

    def run(self, tell: Callable[[Looked], None]) -> Found:
        """Go on until a difference, a limit or the end."""
        try:
            while self.layer and not self.is_deep_enough(self.depth - 1):
                self.later = []
                for number, pair in self.layer:
                    if self.limits.is_reached(self.count):
                        return None, Looked(self.depth - 1, self.count)
                    facts = self.games.facts(pair)
                    self.count += 1
                    if facts:
                        difference = Difference(way(self.trail, number), facts, True, pair.states)
                        return difference, Looked(self.depth - 1, self.count)
                    self.expand(number, pair)
                tell(Looked(self.depth, self.count))
                self.layer, self.depth = self.later, self.depth + 1
        except KeyboardInterrupt:
            return None, Looked(self.depth - 1, self.count, is_stopped=True)
        return None, Looked(self.depth - 1, self.count, is_everything=not self.has_more)

    def is_deep_enough(self, depth: int) -> bool:
        """Whether no more than so many moves are wanted."""
        return depth == self.limits.depth

    def expand(self, number: int, pair: Pair) -> None:
        """Add what the moves of a pair lead to, where it is new."""
        labels = self.games.labels(pair)
        if self.is_deep_enough(self.depth):
            self.has_more |= bool(labels)
            labels = []
        for label in labels:
            after = self.games.play(pair, label)
            key = self.games.key(after)
            if key not in self.seen or after.told:
                self.seen.add(key)
                self.later.append((len(self.trail), after))
                self.trail.append((number, label))
        del pair.__dict__["steps"]


def way(trail: Trail, number: int) -> tuple[Label, ...]:
    """The moves that led to a pair."""
    moves = []
    while number > 0:
        number, label = trail[number]
        moves.append(label)
    return tuple(reversed(moves))
