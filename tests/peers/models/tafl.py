"""Brandubh and Tablut, from Aage Nielsen's historical rules and the laws of Linnaeus."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import ORTHOGONAL, Cell, Model, plus, square, text_of

SET_UPS = {
    "brandubh": "...A... ...A... ...D... AADKDAA ...D... ...A... ...A...",
    "tablut": """...AAA... ....A.... ....D.... A...D...A AADDKDDAA
        A...D...A ....D.... ....A.... ...AAA...""",
}


class Tafl(Model):
    """Seat 0 attacks.  `A` is an attacker, `D` a defender, `K` the king."""

    def __init__(self, game: str):
        super().__init__()
        rows = SET_UPS[game].split()
        self.size = len(rows)
        self.cells = square(self.size, self.size)
        self.board = {
            (x, y): man
            for y, row in enumerate(rows, 1)
            for x, man in enumerate(row, 1)
            if man != "."
        }
        middle, last = self.size // 2 + 1, self.size
        self.throne = (middle, middle)
        self.corners = {(1, 1), (1, last), (last, 1), (last, last)} if game == "brandubh" else set()
        edge = {c for c in self.cells if {1, last} & set(c)}
        self.exits = self.corners or edge
        self.repeated(self.position())

    def position(self) -> object:
        return frozenset(self.board.items()), self.mover

    def side(self, cell: Cell) -> int | None:
        """The seat of the man on a cell."""
        man = self.board.get(cell)
        return None if man is None else 0 if man == "A" else 1

    def moves(self) -> Iterator[str]:
        for cell, man in self.board.items():
            if self.side(cell) != self.mover:
                continue
            for step in ORTHOGONAL:
                there = plus(cell, step)
                while there in self.cells and there not in self.board:
                    if man == "K" or there not in {self.throne, *self.corners}:
                        yield f"move {text_of(cell)} {text_of(there)}"
                    there = plus(there, step)

    def make(self, verb: str, cells: list[Cell]) -> None:
        start, there = cells
        self.board[there] = self.board.pop(start)
        lost = [plus(there, s) for s in ORTHOGONAL if self.is_taken(there, s)]
        for cell in lost:
            del self.board[cell]
        self.mover = 1 - self.mover
        kings = [c for c, man in self.board.items() if man == "K"]
        again = self.repeated(self.position())
        if not kings:
            self.wins(0)
        elif kings[0] in self.exits:
            self.wins(1)
        elif not any(True for _ in self.moves()):
            self.wins(1 - self.mover)
        elif again:
            self.draw()

    def is_taken(self, there: Cell, step: Cell) -> bool:
        """Whether the man next to the one that has moved there is taken."""
        victim, beyond = plus(there, step), plus(there, step, 2)
        if self.side(victim) != 1 - self.mover:
            return False
        besides = [plus(victim, s) for s in ORTHOGONAL]
        if self.board[victim] == "K" and (victim == self.throne or self.throne in besides):
            return all(self.side(c) == 0 for c in besides if c != self.throne)
        hostile = beyond not in self.board and beyond in {self.throne, *self.corners}
        return self.side(beyond) == self.mover or hostile
