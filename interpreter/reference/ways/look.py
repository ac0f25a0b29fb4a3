"""Looks ahead: whether a turn can be completed, and what it took to find out.

A look searches depth-first.  Within a long repetition it comes to equal positions on many ways:
chains that can turn back would take for ever, and so would cards that are taken in any order.  So a
look that comes to more than FEW_LOOKS positions begins again and tries actions once from each
(`Met`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Protocol

from gdl.model import nodes as model
from gdl.model.ranges import Bounds
from interpreter.board.position import Pending, Position

FEW_LOOKS = 64
FEW_ROUNDS = 5  # can be taken in so few orders that to remember positions costs more


class TooManyLooks(Exception):
    """A look comes to more positions than it was to take."""


@dataclass(frozen=True)
class Way:
    """Whether a turn can be completed, and the look-ahead it took: positions, depth in actions."""

    is_found: bool
    looks: int = 0
    depth: int = 0

    @property
    def one_further(self) -> Way:
        """The same look, seen from one action before."""
        return replace(self, depth=self.depth + 1) if self.looks else self


def is_long(node: model.Turn, bounds: Bounds) -> bool:
    """Whether a node is a repetition within which a look remembers positions."""
    if not isinstance(node, model.Repeat):
        return False
    return node.times is None or bounds.interval(node.times)[1] > FEW_ROUNDS


class Turns(Protocol):
    """What a look needs of turns."""

    def may_end(self, position: Position, pending: Pending) -> bool: ...
    def known_way(self, position: Position, pending: Pending) -> Way | None: ...
    def end_way(self, position: Position, pending: Pending) -> Way | None: ...
    def ends_at_once(self, position: Position) -> bool: ...
    def finished(self, position: Position) -> tuple[Any, Way]: ...
    def tries(
        self, position: Position, pending: Pending
    ) -> Iterator[tuple[Position, Pending]]: ...
    def limit(self, looks: int, depth: int) -> None: ...


class Search:
    """A position of a look-ahead; `tries` yields the result of each action and what remains."""

    def __init__(self, position: Position, pending: Pending, tries: Iterator[tuple[Any, Pending]]):
        self.position, self.pending, self.tries = position, pending, tries
        self.looks, self.depth = 1, 1

    def add(self, way: Way) -> None:
        """Count the look-ahead that one of the actions took, or the end of the turn here."""
        self.looks += way.looks
        self.depth = max(self.depth, way.depth + 1)


class Met:
    """The positions of one look from which actions were tried within some repetitions.

    No way was found from there, or it is still being looked for: else the look would be over.  With
    fewer rounds left there are no further ways.
    """

    def __init__(self, repetitions: frozenset[int]) -> None:
        self.repetitions = repetitions
        self.lefts: dict[Any, tuple[int, ...]] = {}  # the rounds that were left

    def meets_again(self, position: Position, pending: Pending) -> bool:
        """Whether actions were tried from here with as many rounds left; now they are."""
        lefts: list[int] = []
        rest = self.without_rounds(pending, lefts)
        if not lefts:
            return False
        at = position.core(), rest
        before = self.lefts.get(at)
        if before is not None and all(b >= n for b, n in zip(before, lefts, strict=True)):
            return True
        self.lefts[at] = tuple(lefts)
        return False

    def without_rounds(self, pending: Pending, lefts: list[int]) -> Pending:
        """What remains of a turn but for the rounds left of repetitions, which `lefts` gets."""
        items: list[Any] = []
        for item in pending:
            match item:
                case (int(number), left) if number in self.repetitions:
                    lefts.append(left)
                    items.append(("left", number))
                case ("or", *ways):
                    items.append(("or", *(self.without_rounds(way, lefts) for way in ways)))
                case _:
                    items.append(item)
        return tuple(items)


class Look:
    """One look, at so many positions at most; without `met` equal ones count again."""

    def __init__(self, turns: Turns, asks_stuck: bool, met: Met | None = None, most: float = inf):
        self.turns, self.asks_stuck, self.met, self.most = turns, asks_stuck, met, most
        self.searches: list[Search] = []
        self.looks = 0

    def find(self, position: Position, pending: Pending) -> Way:
        """Search depth-first, without recursion, for actions that complete the turn.

        Raises GdlError if that takes more look-ahead than the limits allow, and TooManyLooks.
        """
        way = Way(False)
        if self.met is not None:
            self.met.meets_again(position, pending)
        self.searches = [self.search(position, pending)]
        self.looks = self.searches[0].looks
        while self.searches:
            result, rest = next(self.searches[-1].tries, (None, ()))
            if result is None:
                way = self.close(is_found=False)
                continue
            took = self.take(result, rest)
            self.count(took)
            if isinstance(took, Search):
                self.searches.append(took)
                continue
            self.searches[-1].add(took)
            while took.is_found and self.searches:  # the way leads through all of them
                way = self.close(is_found=True)
        return way

    def count(self, took: Way | Search) -> None:
        """Count what a position took."""
        self.looks += took.looks
        self.turns.limit(self.looks, len(self.searches) + took.depth)
        if self.looks > self.most:
            raise TooManyLooks

    def take(self, position: Position, pending: Pending) -> Way | Search:
        """What comes of a position: known at once, or actions to try.

        What is known from other looks is not used where this one leaves out what it has met: they
        would not count alike.
        """
        if self.turns.ends_at_once(position):
            return Way(True)
        if self.met is None:
            return self.turns.known_way(position, pending) or self.search(position, pending)
        way = self.turns.end_way(position, pending)
        if way is None and self.met.meets_again(position, pending):
            way = Way(False)
        return way or self.search(position, pending)

    def search(self, position: Position, pending: Pending) -> Search:
        """The actions to try from a position."""
        search = Search(position, pending, self.turns.tries(position, pending))
        if self.asks_stuck and self.turns.may_end(position, pending):
            search.add(self.turns.finished(position)[1])
        return search

    def close(self, is_found: bool) -> Way:
        """End the innermost search."""
        last = self.searches.pop()
        way = Way(is_found, last.looks, last.depth)
        if self.met is None:
            last.position.memo["way", last.pending] = way
        if self.searches:
            self.searches[-1].add(way)
        return way
