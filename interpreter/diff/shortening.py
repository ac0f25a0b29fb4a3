"""A sequence of moves after which two games disagree, made shorter.

Parts of the sequence are left out, from halves to single moves, and of the rest what can still be
played is played.  Then two ways take turns until neither helps: two moves are left out, since
without a single one the others may fall to the other seat; and from some point random moves look
for a shorter way.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from gdl.source.diagnostics import GdlError
from interpreter.diff.guidance import Choose, InStep, Sample, Walk, aims, go_on
from interpreter.diff.lockstep.lockstep import Label
from interpreter.diff.rules.affected import Affected
from interpreter.diff.rules.findings import Difference

MAX_PLAYED = 40_000  # moves in all
IN_VAIN = 300  # random continuations without a shorter way, after which none is looked for


class Shortening:
    """One sequence that becomes shorter; `depth`: up to so many moves there is no difference."""

    def __init__(
        self, games: InStep, walk: Walk, depth: int, wanted: Sample, affected: Affected
    ) -> None:
        self.games = games
        self.best = walk
        self.depth = depth
        self.wanted = wanted
        self.ways = aims(games, affected)
        self.chooser = random.Random(wanted.seed)
        self.left = MAX_PLAYED
        self.is_stopped = False  # by Ctrl-C

    def run(self) -> Difference:
        """The same or another difference, after fewer moves if that can be found; after Ctrl-C the
        shortest so far.
        """
        met_after = len(self.best.moves)
        try:
            self.shorten()
        except KeyboardInterrupt:
            self.is_stopped = True
        except GdlError:  # a turn on some other way has too many ways through
            pass
        assert self.best.difference is not None
        is_shortest = len(self.best.moves) == self.depth + 1
        return replace(self.best.difference, is_shortest=is_shortest, met_after=met_after)

    def shorten(self) -> None:
        """Make it shorter until nothing helps."""
        in_vain = 0
        self.leave_out()
        while in_vain < IN_VAIN and not self.is_over:
            in_vain += 1
            if self.leaves_out_two() or self.goes_another_way(in_vain):
                self.leave_out()
                in_vain = 0

    @property
    def is_over(self) -> bool:
        """Whether it cannot become shorter, or has taken long enough."""
        return len(self.best.moves) <= self.depth + 1 or self.left <= 0 or self.wanted.is_over

    def leave_out(self) -> None:
        """Leave out parts, from halves to single moves."""
        size = max(1, len(self.best.moves) // 2)
        while size:
            start = 0
            while start < len(self.best.moves) and not self.is_over:
                if not self.is_shorter(start, self.without(range(start, start + size))):
                    start += size
            size //= 2

    def leaves_out_two(self) -> bool:
        """Leave out two moves; whether that did."""
        first, second = (self.chooser.randrange(len(self.best.moves)) for _ in range(2))
        return self.is_shorter(min(first, second), self.without((first, second)))

    def goes_another_way(self, number: int) -> bool:
        """Go on at random from some point; whether that led to a shorter way."""
        start = self.chooser.randrange(len(self.best.moves))
        return self.is_shorter(start, self.ways[number % len(self.ways)].choose)

    def without(self, left_out: Collection[int]) -> Choose:
        """From the first of some moves on, chooses the others, those that can still be made."""
        first = min(left_out)
        later = enumerate(self.best.moves[first:], first)
        rest = iter([label for number, label in later if number not in left_out])

        def choose(at: Any, labels: list[Label], chooser: random.Random) -> Label | None:
            return next((label for label in rest if label in labels), None)

        return choose

    def is_shorter(self, start: int, choose: Choose) -> bool:
        """Go on from a point of the sequence in another way, and take that if it is shorter."""
        most = len(self.best.moves) - 1
        walk = go_on(self.games, self.best.up_to(start), choose, self.chooser, most, self.wanted)
        self.left -= len(walk.moves) - start + 1
        if walk.difference is not None:
            self.best = walk
        return walk.difference is not None
