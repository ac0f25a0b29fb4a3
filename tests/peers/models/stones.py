"""Games of groups of stones: Slither, Oust, Gonnect."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import DIAGONAL, KING, ORTHOGONAL, Cell, Model, parts, plus, square, text_of


class Stones(Model):
    """A square board, empty at the start; seat 0 is Black."""

    def __init__(self, size: int):
        super().__init__()
        self.cells, self.size = square(size, size), size
        self.board: dict[Cell, int] = {}

    def of(self, seat: int) -> set[Cell]:
        return {c for c, s in self.board.items() if s == seat}

    def empty(self) -> set[Cell]:
        return set(self.cells - self.board.keys())

    def beside(self, cell: Cell) -> set[Cell]:
        return {plus(cell, s) for s in ORTHOGONAL} & self.cells

    def joined(self, stones: set[Cell], axis: int) -> bool:
        """Whether the stones connect the first and the last line of an axis."""
        return any({1, self.size} <= {c[axis] for c in part} for part in parts(stones))


class Slither(Stones):
    """Black joins top and bottom, White left and right."""

    def __init__(self, size: int):
        super().__init__(size)
        self.shifted = False
        self.passed = 0

    def moves(self) -> Iterator[str]:
        stones, empty = self.of(self.mover), self.empty()
        yield from self.places(stones, empty)
        if not self.shifted:
            shifts = list(self.shifts(stones, empty)) if self.board else []
            yield from shifts
            if not shifts and not any(True for _ in self.places(stones, empty)):
                yield "pass"

    def shifts(self, stones: set[Cell], empty: set[Cell]) -> Iterator[str]:
        for start in stones:
            for there in {plus(start, s) for s in KING} & empty:
                after = stones - {start} | {there}
                if any(True for _ in self.places(after, empty - {there} | {start})):
                    yield f"shift {text_of(start)} {text_of(there)}"

    def places(self, stones: set[Cell], empty: set[Cell]) -> Iterator[str]:
        """Cells that leave no two stones connected by a corner only."""
        for at in empty:
            after = stones | {at}
            if not any(self.is_loose(c, after) for c in after):
                yield f"place {text_of(at)}"

    def is_loose(self, cell: Cell, stones: set[Cell]) -> bool:
        return any(
            plus(cell, d) in stones and not {plus(cell, (d[0], 0)), plus(cell, (0, d[1]))} & stones
            for d in DIAGONAL
        )

    def make(self, verb: str, cells: list[Cell]) -> None:
        if verb == "shift":
            self.board[cells[1]] = self.board.pop(cells[0])
            self.shifted = True
            return
        self.passed = self.passed + 1 if verb == "pass" else 0
        self.board |= dict.fromkeys(cells, self.mover)
        self.shifted = False
        if self.joined(self.of(self.mover), axis=1 - self.mover):
            self.wins(self.mover)
        elif self.passed == 2:
            self.draw()
        self.mover = 1 - self.mover


class Oust(Stones):
    """A capture is followed by another placement of the same side."""

    passed = 0  # times in a row

    def moves(self) -> Iterator[str]:
        found = False
        for at in self.empty():
            own = self.beside(at) & self.of(self.mover)
            if not own or self.victims(at):
                found = True
                yield f"{'capture' if own else 'place'} {text_of(at)}"
        if not found:
            yield "pass"

    def victims(self, at: Cell) -> set[Cell]:
        """What a stone beside own ones captures; nothing if it may not be placed."""
        group = next(p for p in parts(self.of(self.mover) | {at}) if at in p)
        border = {c for stone in group for c in self.beside(stone)}
        touched = [p for p in parts(self.of(1 - self.mover)) if p & border]
        legal = all(len(p) < len(group) for p in touched)
        return {c for p in touched for c in p} if legal else set()

    def make(self, verb: str, cells: list[Cell]) -> None:
        if verb == "capture":
            self.passed = 0
            lost = self.victims(cells[0])
            self.board[cells[0]] = self.mover
            for cell in lost:
                del self.board[cell]
            if not self.of(1 - self.mover):
                self.wins(self.mover)
            return
        self.passed = self.passed + 1 if verb == "pass" else 0
        if self.passed == 2:
            self.draw()
        self.board |= dict.fromkeys(cells, self.mover)
        self.mover = 1 - self.mover


class Gonnect(Stones):
    """Go without a pass; the whole board must never be as it was."""

    def __init__(self, size: int):
        super().__init__(size)
        self.seen = {frozenset(self.board.items())}

    def after(self, at: Cell) -> dict[Cell, int] | None:
        """The board after a placement, or None where it is illegal."""
        board = {**self.board, at: self.mover}
        for seat in (1 - self.mover, self.mover):
            for part in list(parts({c for c, s in board.items() if s == seat})):
                if not any(n not in board for c in part for n in self.beside(c)):
                    if seat == self.mover:
                        return None
                    board = {c: s for c, s in board.items() if c not in part}
        return None if frozenset(board.items()) in self.seen else board

    def moves(self) -> Iterator[str]:
        yield from (f"place {text_of(c)}" for c in self.empty() if self.after(c) is not None)

    def make(self, verb: str, cells: list[Cell]) -> None:
        board = self.after(cells[0])
        assert board is not None
        self.board = board
        self.seen.add(frozenset(board.items()))
        if any(self.joined(self.of(self.mover), axis) for axis in (0, 1)):
            self.wins(self.mover)
        self.mover = 1 - self.mover
        if self.shares is None and not any(True for _ in self.moves()):
            self.wins(1 - self.mover)
