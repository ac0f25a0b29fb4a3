"""Surakarta: the two circuits are lists of places with a loop between each two lines."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import KING, Cell, Model, plus, square, text_of

LOOP = None  # between two places of a circuit


def circuit(n: int) -> list[Cell | None]:
    """The n-th line from the edge on each side, joined by loops at the corners, clockwise."""
    far, up, down = 7 - n, range(1, 7), range(6, 0, -1)
    lines = [
        [(n, y) for y in up],
        [(x, far) for x in up],
        [(far, y) for y in down],
        [(x, n) for x in down],
    ]
    return [place for line in lines for place in [*line, LOOP]]


CIRCUITS = [circuit(2), circuit(3)]


class Surakarta(Model):
    """Red, seat 0, stands on the two lower rows."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = square(6, 6)
        self.board = {(x, y): int(y > 3) for x, y in self.cells if y not in (3, 4)}
        self.quiet = 0
        self.repeated(self.position())

    def position(self) -> object:
        return frozenset(self.board.items()), self.mover

    def moves(self) -> Iterator[str]:
        for cell, seat in self.board.items():
            if seat == self.mover:
                for step in KING:
                    there = plus(cell, step)
                    if there in self.cells and there not in self.board:
                        yield f"step {text_of(cell)} {text_of(there)}"
                for there in self.struck(cell):
                    yield f"strike {text_of(cell)} {text_of(there)}"

    def struck(self, cell: Cell) -> set[Cell]:
        """The enemies at the ends of the ways from a cell."""
        ends = set()
        for track in CIRCUITS:
            for way in (track, track[::-1]):
                for begin, place in enumerate(way):
                    if place == cell:
                        end = self.follow([*way[begin + 1 :], *way[:begin]], cell)
                        ends |= {end} if end else set()
        return ends

    def follow(self, way: list[Cell | None], start: Cell) -> Cell | None:
        """The first man on a way, if it is an enemy and a loop lies before it."""
        looped = False
        for place in way:
            if place is LOOP:
                looped = True
            elif place in self.board and place != start:
                return place if looped and self.board[place] != self.mover else None
        return None

    def make(self, verb: str, cells: list[Cell]) -> None:
        start, there = cells
        self.quiet = 0 if there in self.board else self.quiet + 1
        self.board[there] = self.board.pop(start)
        self.mover = 1 - self.mover
        men = [list(self.board.values()).count(seat) for seat in (0, 1)]
        again = self.repeated(self.position())
        if not all(men):
            self.wins(1 - self.mover)
        elif again:
            self.draw()
        elif self.quiet == 100:
            if men[0] == men[1]:
                self.draw()
            else:
                self.wins(int(men[1] > men[0]))
