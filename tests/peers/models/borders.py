"""Star, and dots and boxes for more than two."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import HEX, Cell, Model, parts, plus


class Star(Model):
    """A hexagon with a rim of partial cells around it; stars count what they touch of the rim."""

    def __init__(self, side: int) -> None:
        super().__init__()
        far = side + 1  # the side with the rim
        self.cells: dict[str, Cell] = {}
        self.rim: set[Cell] = set()
        for y in range(1, 2 * far):
            for x in range(1, 2 * far - abs(y - far)):
                cell = (x + max(0, y - far), y)
                if y in (1, 2 * far - 1) or x in (1, 2 * far - 1 - abs(y - far)):
                    self.rim.add(cell)
                else:
                    self.cells[f"{chr(ord('a') + y - 1)}{x}"] = cell
        self.board: dict[Cell, int] = {}
        self.passed = 0

    def moves(self) -> Iterator[str]:
        yield from (f"place {name}" for name, cell in self.cells.items() if cell not in self.board)
        if self.board:
            yield "pass"

    def play(self, name: str) -> None:
        self.listed = None
        if name == "pass":
            self.passed += 1
        else:
            self.board[self.cells[name.split()[1]]] = self.mover
            self.passed = 0
        self.mover = 1 - self.mover
        if self.passed == 2 or len(self.board) == len(self.cells):
            first, second = self.points(0), self.points(1)
            if first == second:
                self.draw()
            else:
                self.wins(int(second > first))

    def points(self, seat: int) -> int:
        stones = [cell for cell, owner in self.board.items() if owner == seat]
        touched = [len({plus(c, s) for c in g for s in HEX} & self.rim) for g in parts(stones, HEX)]
        return sum(count - 2 for count in touched if count >= 3)

    def make(self, verb: str, cells: list[Cell]) -> None:
        raise NotImplementedError  # a pass names no cell


class DotsForMany(Model):
    """Lines between dots; who closes a box draws again, and the most boxes win."""

    def __init__(self, width: int, height: int, players: int) -> None:
        super().__init__()
        self.dots = [(x, y) for y in range(1, height + 1) for x in range(1, width + 1)]
        self.left = {
            (dot, other)
            for dot in self.dots
            for other in (plus(dot, (1, 0)), plus(dot, (0, 1)))
            if other in self.dots
        }
        self.boxes = [0] * players

    def moves(self) -> Iterator[str]:
        for (x, y), (u, v) in self.left:
            yield f"draw {{{chr(96 + x)}{y},{chr(96 + u)}{v}}}"

    def make(self, verb: str, cells: list[Cell]) -> None:
        a, b = sorted(cells)
        before = self.closed()
        self.left.remove((a, b))
        made = self.closed() - before
        if made:
            self.boxes[self.mover] += made
        else:
            self.mover = (self.mover + 1) % len(self.boxes)
        if not self.left:
            best = max(self.boxes)
            winners = self.boxes.count(best)
            share = 1.0 if winners == 1 else 0.5
            self.shares = [share if count == best else 0.0 for count in self.boxes]

    def closed(self) -> int:
        """How many boxes have all their four lines."""
        return sum(
            not self.left & {
                (dot, plus(dot, (1, 0))), (dot, plus(dot, (0, 1))),
                (plus(dot, (0, 1)), plus(dot, (1, 1))), (plus(dot, (1, 0)), plus(dot, (1, 1))),
            }
            for dot in self.dots
            if plus(dot, (1, 1)) in self.dots
        )  # fmt: skip
