"""Games that end when a side cannot move: Konane, Domineering, hare and hounds."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import ORTHOGONAL, Cell, Model, plus, square, text_of


class Konane(Model):
    """Black, seat 0, has the stones of the colour of a1."""

    def __init__(self, size: int):
        super().__init__()
        self.cells, self.size = square(size, size), size
        self.board = {(x, y): (x + y) % 2 for x, y in self.cells}
        self.taken_off: list[Cell] = []

    def moves(self) -> Iterator[str]:
        if not self.taken_off:
            low, n = self.size // 2, self.size
            ends = {(a, b) for a in (1, n) for b in (1, n)}
            middle = {(a, b) for a in (low, low + 1) for b in (low, low + 1)}
            yield from (f"begin {text_of(c)}" for c in ends | middle if self.board[c] == 0)
        elif len(self.taken_off) == 1:
            beside = {plus(self.taken_off[0], s) for s in ORTHOGONAL} & self.cells
            yield from (f"answer {text_of(c)}" for c in beside)
        else:
            yield from self.jumps()

    def jumps(self) -> Iterator[str]:
        for cell, seat in self.board.items():
            if seat == self.mover:
                for step in ORTHOGONAL:
                    over, there = plus(cell, step), plus(cell, step, 2)
                    while self.board.get(over) == 1 - seat and self.is_free(there):
                        yield f"jump {text_of(cell)} {text_of(there)}"
                        over, there = plus(there, step), plus(there, step, 2)

    def is_free(self, cell: Cell) -> bool:
        return cell in self.cells and cell not in self.board

    def make(self, verb: str, cells: list[Cell]) -> None:
        if verb == "jump":
            (x, y), (u, v) = cells
            length = max(abs(u - x), abs(v - y))
            step = (u - x) // length, (v - y) // length
            for n in range(1, length, 2):
                del self.board[plus((x, y), step, n)]
            self.board[u, v] = self.board.pop((x, y))
        else:
            del self.board[cells[0]]
            self.taken_off += cells
        self.mover = 1 - self.mover
        if len(self.taken_off) == 2 and not any(True for _ in self.jumps()):
            self.wins(1 - self.mover)


class Domineering(Model):
    """Seat 0 places upright dominoes, seat 1 lying ones."""

    def __init__(self, width: int, height: int):
        super().__init__()
        self.free = set(square(width, height))

    def moves(self) -> Iterator[str]:
        step = (0, 1) if self.mover == 0 else (1, 0)
        for cell in self.free:
            if plus(cell, step) in self.free:
                yield f"place {text_of(cell)} {text_of(plus(cell, step))}"

    def make(self, verb: str, cells: list[Cell]) -> None:
        self.free -= set(cells)
        self.mover = 1 - self.mover
        if not any(True for _ in self.moves()):
            self.wins(1 - self.mover)


# The points from the left, and those that each is joined to, as in the drawing of Winning Ways.
JOINED = {
    "a2": "b1 b2 b3", "b1": "a2 b2 c1 c2", "b2": "a2 b1 b3 c2", "b3": "a2 b2 c3 c2",
    "c1": "b1 c2 d1", "c2": "b1 b2 b3 c1 c3 d1 d2 d3", "c3": "b3 c2 d3",
    "d1": "c1 c2 d2 e2", "d2": "c2 d1 d3 e2", "d3": "c3 c2 d2 e2", "e2": "d1 d2 d3",
}  # fmt: skip


class HareAndHounds(Model):
    """Seat 0 has the three hounds, which begin on the left."""

    def __init__(self) -> None:
        super().__init__()
        self.hounds, self.hare, self.stalled = {"a2", "b1", "b3"}, "e2", 0

    def moves(self) -> Iterator[str]:
        taken = {*self.hounds, self.hare}
        for start in self.hounds if self.mover == 0 else [self.hare]:
            for there in JOINED[start].split():
                if there not in taken and (self.mover == 1 or there[0] >= start[0]):
                    yield f"{'run' if self.mover else 'chase'} {start} {there}"

    def make(self, verb: str, cells: list[Cell]) -> None:
        start, there = map(text_of, cells)
        if verb == "chase":
            self.hounds = self.hounds - {start} | {there}
            self.stalled = self.stalled + 1 if start[0] == there[0] else 0
        else:
            self.hare = there
        self.mover = 1 - self.mover
        if all(self.hare[0] < hound[0] for hound in self.hounds) or self.stalled == 10:
            self.wins(1)
        elif not any(True for _ in self.moves()):
            self.wins(1 - self.mover)
