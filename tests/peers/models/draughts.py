"""Draughts in which the capture of most pieces is compulsory: each capture is tried to its end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from peers.models.base import DIAGONAL, ORTHOGONAL, Cell, Model, plus, square, text_of

Board = dict[Cell, tuple[int, bool]]  # whose piece, and whether it is a king
NOWHERE: Cell = (0, 0)


class Draughts(Model):
    """Seat 0 begins at the bottom; the turn goes on with the piece that captures."""

    ways: tuple[Cell, ...]
    size: int
    limit: int  # of turns without a capture or a move of a man

    def __init__(self) -> None:
        super().__init__()
        self.cells = square(self.size, self.size)
        self.board = self.men()
        self.runner: Cell | None = None  # the piece that captures
        self.heading = NOWHERE  # of its last jump
        self.dead: frozenset[Cell] = frozenset()  # what it has captured and still stands there
        self.quiet = 0
        self.repeated(self.position())

    def position(self) -> object:
        return frozenset(self.board.items()), self.mover

    # ---- what differs ----

    @abstractmethod
    def men(self) -> Board:
        """The men at the start."""

    @abstractmethod
    def steps_of_men(self) -> tuple[Cell, ...]:
        """The differences by which a man of the mover steps."""

    @abstractmethod
    def jumps_of_men(self) -> tuple[Cell, ...]:
        """The directions in which a man of the mover captures."""

    @abstractmethod
    def struck(self, board: Board, cell: Cell) -> Board:
        """The board after a piece there was jumped over."""

    def forbidden(self, heading: Cell) -> Cell:
        """The way that may not follow on a jump."""
        return NOWHERE

    def bare(self) -> None:
        """Ends by what is left on the board."""

    # ---- captures ----

    def jumps(
        self, board: Board, cell: Cell, heading: Cell, dead: frozenset[Cell]
    ) -> Iterator[tuple[Cell, Cell, Cell]]:
        """The ways to jump from a cell: the direction, over what, and where to."""
        seat, is_king = board[cell]
        for way in self.ways if is_king else self.jumps_of_men():
            if heading != NOWHERE and way == self.forbidden(heading):
                continue
            over = plus(cell, way)
            while is_king and over in self.cells and over not in board:
                over = plus(over, way)
            if over in dead or board.get(over, (seat, False))[0] == seat:
                continue
            there = plus(over, way)
            while there in self.cells and there not in board:
                yield way, over, there
                if not is_king:
                    break
                there = plus(there, way)

    def after(
        self, board: Board, dead: frozenset[Cell], cell: Cell, over: Cell, there: Cell
    ) -> tuple[Board, frozenset[Cell]]:
        later = self.struck(dict(board), over)
        later[there] = later.pop(cell)
        return later, dead | ({over} & later.keys())

    def most(self, board: Board, cell: Cell, heading: Cell, dead: frozenset[Cell]) -> int:
        """How many pieces one can still capture."""
        best = 0
        for way, over, there in self.jumps(board, cell, heading, dead):
            later, more = self.after(board, dead, cell, over, there)
            best = max(best, 1 + self.most(later, there, way, more))
        return best

    def best_jumps(self) -> Iterator[str]:
        mine = [c for c, (seat, _) in self.board.items() if seat == self.mover]
        runners = mine if self.runner is None else [self.runner]
        counts: dict[str, int] = {}
        for cell in runners:
            for way, over, there in self.jumps(self.board, cell, self.heading, self.dead):
                later, dead = self.after(self.board, self.dead, cell, over, there)
                count = 1 + self.most(later, there, way, dead)
                counts[f"jump {text_of(cell)} {text_of(there)}"] = count
        return (text for text, count in counts.items() if count == max(counts.values()))

    def moves(self) -> Iterator[str]:
        jumps = list(self.best_jumps())
        yield from jumps
        if not jumps and self.runner is None:
            yield from self.plain_steps()

    def plain_steps(self) -> Iterator[str]:
        for cell, (seat, is_king) in self.board.items():
            if seat == self.mover:
                for way in self.ways if is_king else self.steps_of_men():
                    there = plus(cell, way)
                    while there in self.cells and there not in self.board:
                        yield f"step {text_of(cell)} {text_of(there)}"
                        if not is_king:
                            break
                        there = plus(there, way)

    # ---- moves ----

    def make(self, verb: str, cells: list[Cell]) -> None:
        cell, there = cells
        if verb == "step":
            self.quiet = self.quiet + 1 if self.board[cell][1] else 0
            self.board[there] = self.board.pop(cell)
        else:
            self.quiet = 0
            self.jump(cell, there)
            if next(self.jumps(self.board, there, self.heading, self.dead), None):
                return
        self.end_turn(there)

    def jump(self, cell: Cell, there: Cell) -> None:
        ways = self.jumps(self.board, cell, self.heading, self.dead)
        way, over = next((w, o) for w, o, t in ways if t == there)
        self.board, self.dead = self.after(self.board, self.dead, cell, over, there)
        self.runner, self.heading = there, way

    def end_turn(self, there: Cell) -> None:
        for cell in self.dead:
            self.board.pop(cell, None)
        self.runner, self.heading, self.dead = None, NOWHERE, frozenset()
        if there[1] == (1 if self.mover else self.size):
            self.board[there] = self.mover, True
        self.mover = 1 - self.mover
        again = self.repeated(self.position())
        if not list(self.moves()):
            self.wins(1 - self.mover)
            return
        self.bare()
        if self.shares is None and (self.quiet == self.limit or again):
            self.draw()


class International(Draughts):
    """A hundred squares; captured pieces stand there up to the end and are not jumped again."""

    ways, size, limit = DIAGONAL, 10, 50

    def men(self) -> Board:
        dark = [(x, y) for x, y in self.cells if (x + y) % 2 == 0]
        return {(x, y): (int(y > 5), False) for x, y in dark if y not in (5, 6)}

    def steps_of_men(self) -> tuple[Cell, ...]:
        up = -1 if self.mover else 1
        return ((-1, up), (1, up))

    def jumps_of_men(self) -> tuple[Cell, ...]:
        return DIAGONAL

    def struck(self, board: Board, cell: Cell) -> Board:
        return board


class Turkish(Draughts):
    """Straight moves; captured pieces leave at once; no turning back between two jumps."""

    ways, size, limit = ORTHOGONAL, 8, 100

    def men(self) -> Board:
        return {(x, y): (int(y > 4), False) for x, y in self.cells if y in (2, 3, 6, 7)}

    def steps_of_men(self) -> tuple[Cell, ...]:
        return ((0, -1 if self.mover else 1), (-1, 0), (1, 0))

    def jumps_of_men(self) -> tuple[Cell, ...]:
        return self.steps_of_men()

    def struck(self, board: Board, cell: Cell) -> Board:
        del board[cell]
        return board

    def forbidden(self, heading: Cell) -> Cell:
        return -heading[0], -heading[1]

    def bare(self) -> None:
        left = [[is_king for seat, is_king in self.board.values() if seat == s] for s in (0, 1)]
        if left in ([[True], [False]], [[False], [True]]):
            self.wins(int(left[1] == [True]))
