"""Sowing games: Hus."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import Cell, Model, text_of


class Hus(Model):
    """South, seat 0, has the two lower rows; each way begins at the left of the outer row."""

    def __init__(self) -> None:
        super().__init__()
        south = [(x, 1) for x in range(1, 9)] + [(x, 2) for x in range(8, 0, -1)]
        self.way = [south, [(9 - x, 5 - y) for x, y in south]]
        self.seeds = [[2] * 12 + [0] * 4, [2] * 12 + [0] * 4]

    def moves(self) -> Iterator[str]:
        for cell, n in zip(self.way[self.mover], self.seeds[self.mover], strict=True):
            if n > 1:
                yield f"sow {text_of(cell)}"

    def make(self, verb: str, cells: list[Cell]) -> None:
        mine, theirs = self.seeds[self.mover], self.seeds[1 - self.mover]
        at = self.way[self.mover].index(cells[0])
        hand, mine[at] = mine[at], 0
        while hand:
            while hand:
                at = (at + 1) % 16
                mine[at] += 1
                hand -= 1
            if mine[at] > 1:
                # Inner holes are 8 to 15; i faces 23 - i, and behind that lies i - 8.
                if at > 7 and theirs[23 - at]:
                    hand = theirs[23 - at] + theirs[at - 8]
                    theirs[23 - at] = theirs[at - 8] = 0
                else:
                    hand, mine[at] = mine[at], 0
        self.mover = 1 - self.mover
        if max(self.seeds[self.mover]) < 2:
            self.wins(1 - self.mover)
