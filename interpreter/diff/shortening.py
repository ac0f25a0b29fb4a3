"""Shortens a sequence of moves after which two games disagree.

Parts of the sequence are left out, from halves down to single moves, and of the rest whatever is
still legal is played.  Then two methods alternate until neither helps: two moves are left out at
once, since leaving out one may give the others to the other seat; and random moves from some point
on look for a shorter sequence.
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
IN_VAIN = 300  # failed attempts in a row before it gives up


class Shortening:
    """Shortens one sequence; there is no difference within the first `depth` moves."""

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
        """The same or another difference, after fewer moves if possible; on Ctrl-C, the shortest
        so far.
        """
        met_after = len(self.best.moves)
        try:
            self.shorten()
        except KeyboardInterrupt:
            self.is_stopped = True
        except GdlError:  # a turn off the sequence is too long to be searched
            pass
        assert self.best.difference is not None
        is_shortest = len(self.best.moves) == self.depth + 1
        return replace(self.best.difference, is_shortest=is_shortest, met_after=met_after)

    def shorten(self) -> None:
        """Shorten the sequence until nothing helps."""
        in_vain = 0
        self.leave_out()
        while in_vain < IN_VAIN and not self.is_over:
            in_vain += 1
            if self.leaves_out_two() or self.goes_another_way(in_vain):
                self.leave_out()
                in_vain = 0

    @property
    def is_over(self) -> bool:
        """Whether the sequence is the shortest possible, or the work or the time is used up."""
        return len(self.best.moves) <= self.depth + 1 or self.left <= 0 or self.wanted.is_over

    def leave_out(self) -> None:
        """Leave out parts, from halves down to single moves."""
        size = max(1, len(self.best.moves) // 2)
        while size:
            start = 0
            while start < len(self.best.moves) and not self.is_over:
                if not self.is_shorter(start, self.without(range(start, start + size))):
                    start += size
            size //= 2

    def leaves_out_two(self) -> bool:
        """Leave out two random moves; return whether that gave a shorter sequence."""
        first, second = (self.chooser.randrange(len(self.best.moves)) for _ in range(2))
        return self.is_shorter(min(first, second), self.without((first, second)))

    def goes_another_way(self, number: int) -> bool:
        """Go on at random from some point; return whether that gave a shorter sequence."""
        start = self.chooser.randrange(len(self.best.moves))
        return self.is_shorter(start, self.ways[number % len(self.ways)].choose)

    def without(self, left_out: Collection[int]) -> Choose:
        """A choice of the moves from the first of `left_out` on, without these and illegal ones."""
        first = min(left_out)
        later = enumerate(self.best.moves[first:], first)
        rest = iter([label for number, label in later if number not in left_out])

        def choose(at: Any, labels: list[Label], chooser: random.Random) -> Label | None:
            return next((label for label in rest if label in labels), None)

        return choose

    def is_shorter(self, start: int, choose: Choose) -> bool:
        """Go on otherwise from a point of the sequence; keep and report a shorter difference."""
        most = len(self.best.moves) - 1
        walk = go_on(self.games, self.best.up_to(start), choose, self.chooser, most, self.wanted)
        self.left -= len(walk.moves) - start + 1
        if walk.difference is not None:
            self.best = walk
        return walk.difference is not None
