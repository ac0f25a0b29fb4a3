"""Sowing games: Hus, Togyzqumalaq."""

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


class Togyzqumalaq(Model):
    """Holes 0 to 8 are South's, seat 0, from the left; 9 to 17 North's, counted likewise."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = [(x, 1) for x in range(1, 10)] + [(x, 2) for x in range(9, 0, -1)]
        self.balls = [9] * 18
        self.won, self.tuz = [0, 0], [-1, -1]
        self.repeated(self.position())

    def position(self) -> object:
        return tuple(self.balls), tuple(self.won), self.mover

    def moves(self) -> Iterator[str]:
        for hole in range(18):
            if hole // 9 == self.mover and self.balls[hole]:
                yield f"sow {text_of(self.cells[hole])}"

    def make(self, verb: str, cells: list[Cell]) -> None:
        at = self.cells.index(cells[0])
        hand, self.balls[at] = self.balls[at], 0
        if hand == 1:
            at += 1
        for n in range(hand):
            hole = (at + n) % 18
            if hole in self.tuz:
                self.won[self.tuz.index(hole)] += 1
            else:
                self.balls[hole] += 1
        self.take((at + hand - 1) % 18)
        self.end_turn()

    def take(self, last: int) -> None:
        count = self.balls[last]
        if last // 9 != self.mover and count:
            makes_tuz = count == 3 and self.may_become_tuz(last)
            if makes_tuz:
                self.tuz[self.mover] = last
            if makes_tuz or count % 2 == 0:
                self.won[self.mover] += count
                self.balls[last] = 0

    def may_become_tuz(self, hole: int) -> bool:
        theirs = self.tuz[1 - self.mover]
        is_symmetrical = theirs >= 0 and theirs % 9 == hole % 9
        return self.tuz[self.mover] < 0 and hole % 9 != 8 and not is_symmetrical

    def end_turn(self) -> None:
        other = 1 - self.mover
        if not any(self.balls[9 * other : 9 * other + 9]):
            self.won[self.mover] += sum(self.balls)
            self.balls = [0] * 18
        self.mover = other
        again = self.repeated(self.position())
        leader = int(self.won[1] > self.won[0])
        if self.won[leader] > 81:
            self.wins(leader)
        elif again or not any(self.balls):
            self.draw()
