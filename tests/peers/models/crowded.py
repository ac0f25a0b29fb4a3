"""Catchup, mū tōrere, and fox and geese."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import HEX, ORTHOGONAL, Cell, Model, parts, plus, square, text_of

CIRCLE = ((4, 7), (6, 6), (7, 4), (6, 2), (4, 1), (2, 2), (1, 4), (2, 6))
MIDDLE = (4, 4)


class Catchup(Model):
    """A hexagon that fills; a turn is one or two stones, or three to catch up."""

    def __init__(self, side: int) -> None:
        super().__init__()
        rows = range(1, 2 * side)
        self.names_of = {
            (x + max(0, y - side), y): f"{chr(ord('a') + y - 1)}{x}"
            for y in rows
            for x in range(1, 2 * side - abs(y - side))
        }  # rows slant to the right
        self.cells = {name: cell for cell, name in self.names_of.items()}
        self.board: dict[Cell, int] = {}
        self.placed, self.most, self.record = 0, 1, 1

    def moves(self) -> Iterator[str]:
        yield from (f"place {n}" for n, cell in self.cells.items() if cell not in self.board)
        if self.placed:
            yield "done"

    def sizes(self, seat: int) -> list[int]:
        stones = [cell for cell, owner in self.board.items() if owner == seat]
        return sorted(map(len, parts(stones, HEX)), reverse=True)

    def play(self, name: str) -> None:
        self.listed = None
        if name != "done":
            self.board[self.cells[name.split()[1]]] = self.mover
            self.placed += 1
        full = len(self.board) == len(self.cells)
        if full or name == "done" or self.placed == self.most:
            largest = max(self.sizes(self.mover))
            self.most = 3 if largest > self.record else 2
            self.record = max(self.record, largest)
            self.mover, self.placed = 1 - self.mover, 0
        if full:
            mine, others = self.sizes(0), self.sizes(1)
            if mine == others:
                self.draw()
            else:
                self.wins(int(others > mine))

    def make(self, verb: str, cells: list[Cell]) -> None:
        raise NotImplementedError  # `done` names no cell


class MuTorere(Model):
    """Eight places in a circle and one amid them; who cannot move loses."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.board = {cell: int(n in range(2, 6)) for n, cell in enumerate(CIRCLE)}
        self.limit, self.turns = limit, 0

    def moves(self) -> Iterator[str]:
        for cell, seat in self.board.items():
            if seat == self.mover:
                yield from (f"move {text_of(cell)} {text_of(e)}" for e in self.ways(cell))

    def ways(self, cell: Cell) -> list[Cell]:
        if cell == MIDDLE:
            return [e for e in CIRCLE if e not in self.board]
        place = CIRCLE.index(cell)
        beside = [CIRCLE[place - 1], CIRCLE[(place + 1) % 8]]
        free = [e for e in beside if e not in self.board]
        threatened = any(self.board.get(e) == 1 - self.mover for e in beside)
        return free + ([MIDDLE] if threatened and MIDDLE not in self.board else [])

    def make(self, verb: str, cells: list[Cell]) -> None:
        start, there = cells
        self.board[there] = self.board.pop(start)
        self.mover, self.turns = 1 - self.mover, self.turns + 1
        if not list(self.moves()):
            self.wins(1 - self.mover)
        elif self.turns == self.limit:
            self.draw()


class FoxAndGeese(Model):
    """Seat 0 has thirteen geese at the bottom of the cross, seat 1 the fox in the middle."""

    def __init__(self) -> None:
        super().__init__()
        self.holes = {c for c in square(7, 7) if c[0] in (3, 4, 5) or c[1] in (3, 4, 5)}
        self.geese = {c for c in self.holes if c[1] <= 3}
        self.fox, self.turns, self.hunting = (4, 4), 0, False

    def free(self) -> set[Cell]:
        return self.holes - self.geese - {self.fox}

    def moves(self) -> Iterator[str]:
        if self.mover == 0:
            for goose in self.geese:
                for step in ORTHOGONAL[:2] + ORTHOGONAL[3:]:  # not back
                    if plus(goose, step) in self.free():
                        yield f"advance {text_of(goose)} {text_of(plus(goose, step))}"
            return
        for step in ORTHOGONAL:
            near, far = plus(self.fox, step), plus(self.fox, step, 2)
            if near in self.free() and not self.hunting:
                yield f"run {text_of(self.fox)} {text_of(near)}"
            if near in self.geese and far in self.free():
                yield f"catch {text_of(self.fox)} {text_of(far)}"
        if self.hunting:
            yield "done"

    def play(self, name: str) -> None:
        if name != "done":
            return super().play(name)
        self.listed = None
        return self.end_turn()

    def make(self, verb: str, cells: list[Cell]) -> None:
        start, there = cells
        if verb == "advance":
            self.geese = self.geese - {start} | {there}
        else:
            self.fox = there
        if verb == "catch":
            self.geese -= {((start[0] + there[0]) // 2, (start[1] + there[1]) // 2)}
            self.hunting = True
            if any(move != "done" for move in self.moves()):
                return
        self.end_turn()

    def end_turn(self) -> None:
        self.mover, self.turns, self.hunting = 1 - self.mover, self.turns + 1, False
        if len(self.geese) < 5:
            self.wins(1)
        elif not list(self.moves()):
            self.wins(1 - self.mover)
        elif self.turns == 300:
            self.draw()
