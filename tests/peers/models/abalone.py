"""Abalone: lines of one to three marbles, which move lengthwise or sideways."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import Cell, plus
from peers.models.stacks import STEPS, OnHexes, hexagon

LINES = ((2, 0), (1, 1), (-1, 1))  # each way once
SIX = 6
QUIET = 200


class Abalone(OnHexes):
    """Black is seat 0 and begins; `board` has the seat of each marble."""

    def __init__(self, layout: str = "standard"):
        super().__init__(hexagon(5))
        self.lost, self.quiet = [0, 0], 0
        self.board: dict[Cell, int] = {}
        if layout == "standard":
            for text, (_, y) in self.place.items():
                if y in (0, 1) or text in ("c3", "c4", "c5"):
                    self.board[self.place[text]] = 0
                if y in (7, 8) or text in ("g3", "g4", "g5"):
                    self.board[self.place[text]] = 1
        else:
            for seat, middles in enumerate(("h2 b5", "b2 h5")):
                for middle in middles.split():
                    cell = self.place[middle]
                    for petal in (cell, *(plus(cell, step) for step in STEPS.values())):
                        self.board[petal] = seat
        self.repeated(self.position())

    def position(self) -> object:
        return frozenset(self.board.items()), self.mover

    def moves(self) -> Iterator[str]:
        for cell, seat in list(self.board.items()):
            if seat == self.mover:
                for there in (plus(cell, step) for step in STEPS.values()):
                    if there in self.text and self.pushed(cell, there) is not None:
                        yield f"advance {self.text[cell]} {self.text[there]}"
                yield from self.sidesteps(cell)

    def pushed(self, rear: Cell, there: Cell) -> tuple[list[Cell], list[Cell]] | None:
        """The own marbles from the rear one on and those that they push, if they may."""
        step = there[0] - rear[0], there[1] - rear[1]
        own, theirs, cell = [], [], rear
        while self.board.get(cell) == self.mover:
            own.append(cell)
            cell = plus(cell, step)
        if len(own) > 3 or cell not in self.text:
            return None
        while self.board.get(cell) == 1 - self.mover:
            theirs.append(cell)
            cell = plus(cell, step)
        return None if cell in self.board or len(theirs) >= len(own) else (own, theirs)

    def sidesteps(self, first: Cell) -> Iterator[str]:
        for along in LINES:
            line = [first]
            while len(line) < 3 and self.board.get(plus(line[-1], along)) == self.mover:
                line.append(plus(line[-1], along))
                for name, step in STEPS.items():
                    ends = [plus(cell, step) for cell in line]
                    if all(end in self.text and end not in self.board for end in ends):
                        shown = ",".join(sorted(self.text[cell] for cell in line))
                        yield f"sidestep {{{shown}}} {name}"

    def carry_out(self, words: list[str]) -> None:
        self.quiet += 1
        if words[0] == "advance":
            (x, y), (u, v) = self.place[words[1]], self.place[words[2]]
            step, ways = (u - x, v - y), self.pushed((x, y), (u, v))
            assert ways is not None
            going = [*ways[0], *ways[1]]
        else:
            step = STEPS[words[2]]
            going = [self.place[text] for text in words[1].strip("{}").split(",")]
        seats = [self.board.pop(cell) for cell in going]
        for cell, seat in zip(going, seats, strict=True):
            if plus(cell, step) in self.text:
                self.board[plus(cell, step)] = seat
            else:
                self.lost[seat] += 1
                self.quiet = 0
        self.mover = 1 - self.mover
        again = self.repeated(self.position())
        if self.lost[self.mover] == SIX or not any(True for _ in self.moves()):
            self.wins(1 - self.mover)
        elif again or self.quiet == QUIET:
            self.draw()
