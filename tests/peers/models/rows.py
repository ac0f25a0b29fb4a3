"""Games of lines: Pente, Connect6, Yavalath."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import KING, Cell, Model, cell_of, plus, square, text_of


class Row(Model):
    """A stone a turn on an empty cell."""

    STEPS: tuple[Cell, ...] = KING

    def __init__(self, cells: frozenset[Cell]):
        super().__init__()
        self.cells = cells
        self.board: dict[Cell, int] = {}

    def moves(self) -> Iterator[str]:
        yield from (f"place {text_of(c)}" for c in self.cells - self.board.keys())

    def longest(self, at: Cell) -> int:
        """The longest row of the mover through a cell."""
        def run(step: Cell) -> int:
            n = 1
            while self.board.get(plus(at, step, n)) == self.mover:
                n += 1
            return n - 1

        return max(1 + run(s) + run((-s[0], -s[1])) for s in self.STEPS)


class Pente(Row):
    """The first stone of White, seat 0, goes to the centre."""

    def __init__(self, size: int, pro: bool):
        super().__init__(square(size, size))
        self.middle, self.pro = (size // 2 + 1, size // 2 + 1), pro
        self.number, self.captured = 0, [0, 0]

    def moves(self) -> Iterator[str]:
        if self.number == 0:
            yield f"begin {text_of(self.middle)}"
        elif self.number != 2:
            yield from super().moves()
        else:
            for text in super().moves():
                cell = cell_of(text.split()[1])
                away = max(abs(a - b) for a, b in zip(cell, self.middle, strict=True))
                if away >= 3 or not self.pro:
                    yield f"second {text_of(cell)}"

    def make(self, verb: str, cells: list[Cell]) -> None:
        at = cells[0]
        self.board[at] = self.mover
        self.number += 1
        for step in KING:
            three = [self.board.get(plus(at, step, n)) for n in (1, 2, 3)]
            if three == [1 - self.mover, 1 - self.mover, self.mover]:
                for n in (1, 2):
                    del self.board[plus(at, step, n)]
                self.captured[self.mover] += 2
        if self.longest(at) >= 5 or self.captured[self.mover] >= 10:
            self.wins(self.mover)
        elif len(self.board) == len(self.cells):
            self.draw()
        self.mover = 1 - self.mover


class Connect6(Row):
    """One stone, and then two a turn; a full board is a draw."""

    def __init__(self, size: int):
        super().__init__(square(size, size))
        self.left = 1

    def make(self, verb: str, cells: list[Cell]) -> None:
        self.board[cells[0]] = self.mover
        self.left -= 1
        if self.longest(cells[0]) >= 6:
            self.wins(self.mover)
        elif len(self.board) == len(self.cells):
            self.draw()
        if self.left == 0:
            self.left, self.mover = 2, 1 - self.mover


class Yavalath(Row):
    """Cubic coordinates; our letters count the rows, our numbers the cells from the left."""

    STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))

    def __init__(self, side: int):
        self.side = side
        wide = range(1 - side, side)
        super().__init__(frozenset((x, y) for x in wide for y in wide if abs(x - y) < side))

    def moves(self) -> Iterator[str]:
        yield from (f"place {self.ours(c)}" for c in self.cells - self.board.keys())

    def ours(self, cell: Cell) -> str:
        """The leftmost cell of the row y has the least x."""
        x, y = cell
        return f"{chr(ord('a') + y + self.side - 1)}{x - max(1 - self.side, y - self.side + 1) + 1}"

    def make(self, verb: str, cells: list[Cell]) -> None:
        letter, number = cells[0]
        at = next(c for c in self.cells if self.ours(c) == f"{chr(ord('a') + letter - 1)}{number}")
        self.board[at] = self.mover
        row = self.longest(at)
        if row >= 4:
            self.wins(self.mover)
        elif row == 3:
            self.wins(1 - self.mover)
        elif len(self.board) == len(self.cells):
            self.draw()
        self.mover = 1 - self.mover
