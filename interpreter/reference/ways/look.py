"""Looks ahead: whether a turn can be completed, and what it took to find out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from interpreter.board.position import Pending, Position


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


class Search:
    """A position of a look-ahead; `tries` yields the result of each action and what remains."""

    def __init__(self, position: Position, pending: Pending, tries: Iterator[tuple[Any, Pending]]):
        self.position, self.pending, self.tries = position, pending, tries
        self.looks, self.depth = 1, 1

    def add(self, way: Way) -> None:
        """Count the look-ahead that one of the actions took, or the end of the turn here."""
        self.looks += way.looks
        self.depth = max(self.depth, way.depth + 1)

    def closed(self, is_found: bool) -> Way:
        """The result of the look-ahead, which the position remembers."""
        way = Way(is_found, self.looks, self.depth)
        self.position.memo["way", self.pending] = way
        return way
