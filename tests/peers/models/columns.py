"""Games of columns on squares: Focus, Lasca.  A column is a list from the bottom."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import (
    DIAGONAL,
    ORTHOGONAL,
    Cell,
    Model,
    Spoken,
    cell_of,
    plus,
    square,
    text_of,
)


class Focus(Spoken):
    """For two; a column holds the seats of its men."""

    HIGHEST = 5

    def __init__(self) -> None:
        super().__init__()
        edge = (1, 8)
        self.cells = {
            (x, y)
            for x, y in square(8, 8)
            if (x not in edge or 3 <= y <= 6) and (y not in edge or 3 <= x <= 6)
        }
        inner = [(x, y) for x, y in square(8, 8) if x not in edge and y not in edge]
        self.board = {(x, y): [((x - 2) // 2 + y + 1) % 2] for x, y in inner}
        self.reserve = [0, 0]
        self.turns = 0
        self.repeated(self.position())

    def position(self) -> object:
        columns = {cell: tuple(column) for cell, column in self.board.items()}
        return frozenset(columns.items()), tuple(self.reserve), self.mover

    def moves(self) -> Iterator[str]:
        for cell, column in self.board.items():
            if column[-1] == self.mover:
                for n in range(1, len(column) + 1):
                    for step in ORTHOGONAL:
                        if plus(cell, step, n) in self.cells:
                            yield f"move {text_of(cell)} {text_of(plus(cell, step, n))}"
        if self.reserve[self.mover]:
            yield from (f"enter {text_of(cell)}" for cell in self.cells)

    def carry_out(self, words: list[str]) -> None:
        cell = cell_of(words[1])
        if words[0] == "enter":
            self.reserve[self.mover] -= 1
            self.land(cell, [self.mover])
        else:
            there = cell_of(words[2])
            n = abs(there[0] - cell[0]) + abs(there[1] - cell[1])
            column = self.board.pop(cell)
            if column[:-n]:
                self.board[cell] = column[:-n]
            self.land(there, column[-n:])
        self.mover, self.turns = 1 - self.mover, self.turns + 1
        again = self.repeated(self.position())
        if not any(True for _ in self.moves()):
            self.wins(1 - self.mover)
        elif again or self.turns == 200:
            self.draw()

    def land(self, cell: Cell, men: list[int]) -> None:
        column = self.board.get(cell, []) + men
        surplus = max(0, len(column) - self.HIGHEST)
        self.reserve[self.mover] += column[:surplus].count(self.mover)
        self.board[cell] = column[surplus:]


class Lasca(Model):
    """White, seat 0, below; a man is a seat and whether it is an officer."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = {(x, y) for x, y in square(7, 7) if (x + y) % 2 == 0}
        self.board = {c: [(int(c[1] > 4), False)] for c in self.cells if c[1] != 4}
        self.jumper: Cell | None = None
        self.jumped: set[Cell] = set()
        self.repeated(self.position())

    def position(self) -> object:
        columns = {cell: tuple(column) for cell, column in self.board.items()}
        return frozenset(columns.items()), self.mover

    def moves(self) -> list[str]:
        if self.jumper:
            return self.jumps(self.jumper)
        mine = [cell for cell, column in self.board.items() if column[-1][0] == self.mover]
        return [jump for c in mine for jump in self.jumps(c)] or [
            f"step {text_of(c)} {text_of(plus(c, d))}"
            for c in mine
            for d in self.ways(c)
            if self.is_free(plus(c, d))
        ]

    def ways(self, cell: Cell) -> list[Cell]:
        seat, is_officer = self.board[cell][-1]
        return [d for d in DIAGONAL if is_officer or d[1] == (-1 if seat else 1)]

    def is_free(self, cell: Cell) -> bool:
        return cell in self.cells and cell not in self.board

    def jumps(self, cell: Cell) -> list[str]:
        found = []
        for d in self.ways(cell):
            over, there = plus(cell, d), plus(cell, d, 2)
            column = self.board.get(over)
            if column and column[-1][0] != self.mover and self.is_free(there):
                if over not in self.jumped:
                    found.append(f"jump {text_of(cell)} {text_of(there)}")
        return found

    def make(self, verb: str, cells: list[Cell]) -> None:
        start, there = cells
        column = self.board.pop(start)
        if verb == "jump":
            over = (start[0] + there[0]) // 2, (start[1] + there[1]) // 2
            column.insert(0, self.board[over].pop())
            self.jumped.add(over)
            if not self.board[over]:
                del self.board[over]
        self.board[there] = column
        promoted = not column[-1][1] and there[1] == (1 if self.mover else 7)
        if promoted:
            column[-1] = (self.mover, True)
        if verb == "jump" and not promoted and self.jumps(there):
            self.jumper = there
        else:
            self.end_turn()

    def end_turn(self) -> None:
        self.jumper, self.jumped = None, set()
        self.mover = 1 - self.mover
        again = self.repeated(self.position())
        if not self.moves():
            self.wins(1 - self.mover)
        elif again:
            self.draw()
