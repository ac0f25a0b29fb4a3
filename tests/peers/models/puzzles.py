"""Puzzles for one: peg solitaire on the English board, sokoban, and the fifteen puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import ORTHOGONAL, Cell, Model, cell_of, plus, text_of
from peers.walking import CHANCE

NAMES = dict(zip(("north", "east", "south", "west"), ORTHOGONAL, strict=True))
PATIENCE = 1000  # turns after which a puzzle that could go on for ever has failed


class Alone(Model):
    """A game of one player, who succeeds or fails."""

    def ends(self, solved: bool) -> None:
        self.shares = [float(solved)]


class PegSolitaire(Alone):
    """A cross of 33 holes, all filled but the middle one; the last peg is to end there."""

    def __init__(self) -> None:
        super().__init__()
        lines = range(1, 8)
        self.holes = {(x, y) for x in lines for y in lines if x in (3, 4, 5) or y in (3, 4, 5)}
        self.pegs = self.holes - {(4, 4)}

    def moves(self) -> Iterator[str]:
        for peg in self.pegs:
            for word, step in NAMES.items():
                there = plus(peg, step, 2)
                if plus(peg, step) in self.pegs and there in self.holes - self.pegs:
                    yield f"jump {text_of(peg)} {word}"

    def play(self, name: str) -> None:
        _, start, word = name.split()
        peg, step = cell_of(start), NAMES[word]
        self.pegs = self.pegs - {peg, plus(peg, step)} | {plus(peg, step, 2)}
        self.listed = None
        if not self.names():
            self.ends(self.pegs == {(4, 4)})

    def make(self, verb: str, cells: list[Cell]) -> None:
        raise NotImplementedError  # moves name a direction


class Sokoban(Alone):
    """A warehouse drawn in the signs of the game: wall, floor, box, goal, keeper."""

    def __init__(self, level: str) -> None:
        super().__init__()
        rows = list(enumerate(reversed(level.splitlines()), 1))
        places = {(x, y): sign for y, row in rows for x, sign in enumerate(row, 1)}
        self.floor = {cell for cell, sign in places.items() if sign in " $.@"}
        self.boxes = {cell for cell, sign in places.items() if sign == "$"}
        self.goals = {cell for cell, sign in places.items() if sign == "."}
        (self.keeper,) = [cell for cell, sign in places.items() if sign == "@"]
        self.turns = 0

    def moves(self) -> Iterator[str]:
        free = self.floor - self.boxes
        for step in ORTHOGONAL:
            there, beyond = plus(self.keeper, step), plus(self.keeper, step, 2)
            if there in free or (there in self.boxes and beyond in free):
                yield f"step {text_of(there)}"

    def make(self, verb: str, cells: list[Cell]) -> None:
        (there,) = cells
        step = there[0] - self.keeper[0], there[1] - self.keeper[1]
        self.keeper = there
        if there in self.boxes:
            self.boxes = self.boxes - {there} | {plus(there, step)}
        self.turns += 1
        if self.goals <= self.boxes:
            self.ends(True)
        elif self.turns == PATIENCE or not list(self.moves()):
            self.ends(False)


class FifteenPuzzle(Alone):
    """Tiles in a frame with a gap; chance slides some of them so often before play."""

    SCRAMBLED = 200

    def __init__(self, size: int) -> None:
        super().__init__()
        lines = range(1, size + 1)
        self.order = [(x, size + 1 - y) for y in lines for x in lines]
        self.tiles = {cell: n for n, cell in enumerate(self.order[:-1], 1)}
        self.gap, self.moved, self.mover = self.order[-1], 0, CHANCE

    def moves(self) -> Iterator[str]:
        verb = "slide" if self.mover == 0 else "scramble"
        near = [plus(self.gap, step) for step in ORTHOGONAL]
        yield from (f"{verb} {text_of(cell)}" for cell in near if cell in self.tiles)

    def make(self, verb: str, cells: list[Cell]) -> None:
        (cell,) = cells
        self.tiles[self.gap] = self.tiles.pop(cell)
        self.gap, self.moved = cell, self.moved + 1
        if self.mover == 0:
            if [self.tiles.get(c) for c in self.order[:-1]] == list(range(1, len(self.order))):
                self.ends(True)
            elif self.moved == self.SCRAMBLED + PATIENCE:
                self.ends(False)
        elif self.moved == self.SCRAMBLED:
            self.mover = 0
