"""Breadth-first search for the shortest sequence of moves after which two games disagree.

Every pair of states is compared once, however it is reached.  If no pair is left, the games are
the same; otherwise they agree up to the last depth at which every pair was compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.diff.lockstep.lockstep import Label, Pair, Together
from interpreter.diff.lockstep.until import Until
from interpreter.diff.rules.findings import Difference, Looked

Trail = list[tuple[int, Label]]  # for each pair reached: the pair before it, and the move
Found = tuple[Difference | None, Looked]
START: Label = ("", "")


@dataclass(frozen=True)
class Limits:
    """Limits of the search: moves, pairs of positions, and when to stop."""

    depth: int | None = None
    pairs: int | None = None
    until: Until = field(default_factory=Until)
    is_counted: bool = False  # whether as many moves must lead to each position

    def is_reached(self, pairs: int) -> bool:
        """Whether it is to stop or this number of pairs is enough."""
        if self.pairs is not None and pairs >= self.pairs:
            return True
        return self.until.is_reached


def search(games: Together, limits: Limits, tell: Callable[[Looked], None]) -> Found:
    """The shortest difference, None if there is none within the limits; `tell` is called after
    each depth.
    """
    return Search(games, limits).run(tell)


class Search:
    """One breadth-first search over pairs of states, layer by layer."""

    def __init__(self, games: Together, limits: Limits):
        start = games.start()
        self.games = games
        self.limits = limits
        self.trail: Trail = [(-1, START)]
        self.layer, self.later = [(0, start)], list[tuple[int, Pair]]()
        self.seen = {games.key(start)}
        self.depth = self.count = 0
        self.has_more = False  # moves beyond the depth limit

    def run(self, tell: Callable[[Looked], None]) -> Found:
        """Search until a difference, a limit or the end."""
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
        """Whether a depth is the limit."""
        return depth == self.limits.depth

    def expand(self, number: int, pair: Pair) -> None:
        """Add the new pairs that the moves of a pair lead to."""
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
