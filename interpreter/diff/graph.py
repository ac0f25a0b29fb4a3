"""What can be reached in one game, layer by layer, with a number for every position by meaning."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from interpreter.diff.keys import Keys
from interpreter.diff.movers import mover
from interpreter.diff.picture import Picture, Reader

if TYPE_CHECKING:
    from interpreter.state import State

Edge = tuple[str, float, int]  # a move, its probability (0: of a seat), and the state it leads to


class Graph:
    """The states of one game that are known so far, each once."""

    def __init__(self, start: State, reader: Reader, pictures: dict[Picture, int]):
        self.start = start
        self.reader = reader
        self.pictures = pictures  # shared by both games
        self.keys = Keys(reader.game)
        self.mover = mover(reader.game)
        self.known: dict[Any, int] = {}
        self.looks: list[int] = []  # for each state the number of its picture
        self.depths: list[int] = []  # after how many moves it is first reached
        self.edges: list[list[Edge]] = []  # of the states that are expanded
        self.layer: list[State] = []  # those that are not
        self.add(start, 0)

    @property
    def is_whole(self) -> bool:
        """Whether all that can be reached is known."""
        return not self.layer

    def count_within(self, depth: int) -> int:
        """How many states are reached within so many moves; all, where all are known."""
        return len(self.looks) if self.is_whole else bisect_right(self.depths, depth)

    def add(self, state: State, depth: int) -> int:
        """The number of a state, which may be new."""
        key = self.keys.of(state)
        number = self.known.setdefault(key, len(self.looks))
        if number == len(self.looks):
            picture = self.reader.picture(state)
            self.looks.append(self.pictures.setdefault(picture, len(self.pictures)))
            self.depths.append(depth)
            self.layer.append(state)
        return number

    def expand(self) -> int:
        """One layer more; how many states it had."""
        layer, self.layer = self.layer, []
        depth = self.depths[len(self.edges)] + 1 if layer else 0
        for state in layer:
            self.edges.append([
                (text, share, self.add(self.mover.play(state, move), depth))
                for text, (move, share) in self.mover.steps(state).items()
            ])  # fmt: skip
        return len(layer)
