"""What the small models have in common.

A model is written from the printed rules, in plain Python that shares nothing with the interpreter.
Cells are pairs (x, y) from 1; seats are 0 and 1; a board maps occupied cells to what stands there.
Moves are texts as in our game, so a model is a peer whose names are ours.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

Cell = tuple[int, int]
ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KING = ORTHOGONAL + DIAGONAL
HEX = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))  # with rows that slant to the right
CELL = re.compile(r"[a-z]\d+")


def text_of(cell: Cell) -> str:
    """`(1, 2)` is a2."""
    return f"{chr(ord('a') + cell[0] - 1)}{cell[1]}"


def cell_of(text: str) -> Cell:
    """The opposite of `text_of`."""
    return ord(text[0]) - ord("a") + 1, int(text[1:])


def plus(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return cell[0] + times * step[0], cell[1] + times * step[1]


def square(width: int, height: int) -> frozenset[Cell]:
    """All cells of a board."""
    return frozenset((x, y) for x in range(1, width + 1) for y in range(1, height + 1))


def parts(cells: Collection[Cell], steps: Iterable[Cell] = ORTHOGONAL) -> Iterator[set[Cell]]:
    """The connected parts of some cells."""
    left, directions = set(cells), tuple(steps)
    while left:
        part, edge = set(), [left.pop()]
        while edge:
            cell = edge.pop()
            part.add(cell)
            near = {plus(cell, step) for step in directions} & left
            left -= near
            edge += near
        yield part


class Spoken(ABC):
    """A game in which the seats take turns; `moves` and `carry_out` are what the rules say."""

    def __init__(self) -> None:
        self.mover, self.shares = 0, None  # type: tuple[int, list[float] | None]
        self.before: Counter[object] = Counter()
        self.listed: list[str] | None = None

    @abstractmethod
    def moves(self) -> Iterable[str]:
        """The moves of the mover, each once."""

    @abstractmethod
    def carry_out(self, words: list[str]) -> None:
        """Carry out a move, given by the words of its name; whoever moves next, and the end."""

    def chances(self) -> dict[str, float]:
        """All moves of chance are equally likely, where a model does not say otherwise."""
        names = self.names()
        return dict.fromkeys(names, 1 / len(names))

    def wins(self, seat: int) -> None:
        self.shares = [float(seat == 0), float(seat == 1)]

    def draw(self) -> None:
        self.shares = [0.5, 0.5]

    def repeated(self, position: object) -> bool:
        """Whether a position has occurred three times, this one included."""
        self.before[position] += 1
        return self.before[position] == 3

    def name(self, text: str) -> str:
        return text

    def names(self) -> set[str]:
        if self.listed is None:
            self.listed = list(self.moves())
            assert len(self.listed) == len(set(self.listed))
        return set(self.listed)

    def seat(self) -> int:
        return self.mover

    def play(self, name: str) -> None:
        self.listed = None
        self.carry_out(name.split())

    def result(self) -> list[float] | None:
        return self.shares

    def gave_up(self) -> bool:
        return False


class Model(Spoken):
    """A game whose moves are told by a verb and the cells after it."""

    @abstractmethod
    def make(self, verb: str, cells: list[Cell]) -> None:
        """Carry out a move; whoever moves next, and the end."""

    def carry_out(self, words: list[str]) -> None:
        self.make(words[0], [cell_of(c) for word in words[1:] for c in CELL.findall(word)])
