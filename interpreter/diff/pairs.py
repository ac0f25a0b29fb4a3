"""Breadth-first search for the shortest sequence of moves after which two games disagree.

Every pair of states is compared once, however it is reached.  Where no pair is left the games are
the same; otherwise they are up to the last depth of which every pair was compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from interpreter.diff.findings import Difference, Looked
from interpreter.diff.together import Label, Pair, Together

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
    start = games.start()
    trail: Trail = [(-1, START)]
    layer, seen = [(0, start)], {games.key(start)}
    depth, count = 0, 0
    try:
        while layer and (limits.depth is None or depth <= limits.depth):
            later: list[tuple[int, Pair]] = []
            has_more = False
            for number, pair in layer:
                if limits.is_reached(count):
                    return None, Looked(depth - 1, count)
                facts = games.facts(pair)
                count += 1
                if facts:
                    moves = way(trail, number)
                    return Difference(moves, facts, True, pair.states), Looked(depth - 1, count)
                labels = games.labels(pair)
                has_more |= bool(labels)
                for label in labels if depth != limits.depth else ():
                    after = games.play(pair, label)
                    key = games.key(after)
                    if key not in seen or after.told:
                        seen.add(key)
                        later.append((len(trail), after))
                        trail.append((number, label))
                del pair.__dict__["steps"]
            tell(Looked(depth, count))
            layer, depth = later, depth + 1
    except KeyboardInterrupt:
        return None, Looked(depth - 1, count, is_stopped=True)
    return None, Looked(depth - 1, count, is_everything=not has_more)


def way(trail: Trail, number: int) -> tuple[Label, ...]:
    """The moves that led to a pair."""
    moves = []
    while number > 0:
        number, label = trail[number]
        moves.append(label)
    return tuple(reversed(moves))
