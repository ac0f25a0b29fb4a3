"""Games of stacks on hexes: Dvonn, Tzaar, Tumbleweed.

The cells of a row lie two apart, half a cell beside those of the next row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from peers.models.base import Cell, Spoken, parts, plus

STEPS = {
    "northeast": (1, 1),
    "east": (2, 0),
    "southeast": (1, -1),
    "southwest": (-1, -1),
    "west": (-2, 0),
    "northwest": (-1, 1),
}
CLOCKWISE = tuple(STEPS.values())
RED = 2  # whose the Dvonn pieces are
STOCK = {"tzaar": 6, "tzarra": 9, "tott": 15}
RINGS = {1: "tott", 2: "tzaar", 3: "tzarra", 4: "tott"}


def hexes(widths: Iterable[int]) -> dict[str, Cell]:
    """The cells of rows of so many hexes, the lowest first; a letter for the row."""
    return {
        f"{chr(ord('a') + y)}{i + 1}": (2 * i - width + 1, y)
        for y, width in enumerate(widths)
        for i in range(width)
    }


def hexagon(side: int) -> dict[str, Cell]:
    return hexes(2 * side - 1 - abs(side - 1 - y) for y in range(2 * side - 1))


class OnHexes(Spoken):
    """A board of hexes, and what stands on it."""

    def __init__(self, places: dict[str, Cell]):
        super().__init__()
        self.place, self.text = places, {cell: text for text, cell in places.items()}

    def seen(self, cell: Cell, step: Cell, taken: Iterable[Cell]) -> Cell | None:
        """The first cell that is taken in a direction, over free ones."""
        there = plus(cell, step)
        while there in self.text and there not in taken:
            there = plus(there, step)
        return there if there in self.text else None


class Dvonn(OnHexes):
    """White is seat 0; stacks are lists of owners from the bottom."""

    PIECES = 49

    def __init__(self) -> None:
        super().__init__(hexes((9, 10, 11, 10, 9)))
        self.board: dict[Cell, list[int]] = {}
        self.placed = 0

    def moves(self) -> Iterator[str]:
        if self.placed < self.PIECES:
            yield from (f"place {c}" for c, cell in self.place.items() if cell not in self.board)
        else:
            yield from self.steps(self.mover) or ["pass"]

    def steps(self, seat: int) -> list[str]:
        return [
            f"move {self.text[cell]} {self.text[there]}"
            for cell, stack in self.board.items()
            if stack[-1] == seat and not self.is_surrounded(cell)
            for there in (plus(cell, step, len(stack)) for step in STEPS.values())
            if there in self.board
        ]

    def is_surrounded(self, cell: Cell) -> bool:
        return all(plus(cell, step) in self.board for step in STEPS.values())

    def carry_out(self, words: list[str]) -> None:
        if words[0] == "place":
            self.board[self.place[words[1]]] = [RED if self.placed < 3 else self.mover]
            self.placed += 1
        elif words[0] == "move":
            self.move(self.place[words[1]], self.place[words[2]])
        self.mover = 0 if self.placed == self.PIECES and words[0] == "place" else 1 - self.mover
        if self.placed == self.PIECES and not self.steps(0) and not self.steps(1):
            self.count()

    def move(self, start: Cell, there: Cell) -> None:
        stack = self.board.pop(start)
        self.board[there] += stack
        for part in list(parts(self.board, STEPS.values())):
            if not any(RED in self.board[cell] for cell in part):
                for cell in part:
                    del self.board[cell]

    def count(self) -> None:
        mine, theirs = (
            sum(len(stack) for stack in self.board.values() if stack[-1] == seat)
            for seat in (0, 1)
        )
        if mine == theirs:
            self.draw()
        else:
            self.wins(int(theirs > mine))


class Tzaar(OnHexes):
    """White is seat 0; a stack has an owner, the kind on top and a height."""

    def __init__(self, layout: str) -> None:
        places = hexagon(5)
        self.middle = places.pop("e5")
        super().__init__(places)
        self.board: dict[Cell, tuple[int, str, int]] = {}
        self.left = [dict(STOCK), dict(STOCK)]
        self.is_second, self.captures = False, 0
        if layout == "fixed":
            self.set_up()

    def set_up(self) -> None:
        """Rings of one kind; wedges of one colour, which begin with a corner and go clockwise."""
        for ring, kind in RINGS.items():
            for wedge, towards in enumerate(CLOCKWISE):
                along = CLOCKWISE[(wedge + 2) % 6]
                for n in range(ring):
                    cell = plus(plus(self.middle, towards, ring), along, n)
                    self.board[cell] = (wedge % 2, kind, 1)

    def moves(self) -> Iterator[str]:
        if len(self.board) < len(self.place) and not self.captures:
            for kind, left in self.left[self.mover].items():
                if left:
                    yield from (
                        f"place {kind} {text}"
                        for text, cell in self.place.items()
                        if cell not in self.board
                    )
        else:
            yield from self.ways(self.mover, "capture")
            if self.is_second:
                yield from self.ways(self.mover, "stack")
                yield "pass"

    def ways(self, seat: int, verb: str) -> Iterator[str]:
        for cell, (owner, _, height) in self.board.items():
            for step in STEPS.values():
                there = self.seen(cell, step, self.board) if owner == seat else None
                if there is not None:
                    other, _, their_height = self.board[there]
                    if verb == "stack" and other == seat:
                        yield f"stack {self.text[cell]} {self.text[there]}"
                    if verb == "capture" and other != seat and their_height <= height:
                        yield f"capture {self.text[cell]} {self.text[there]}"

    def carry_out(self, words: list[str]) -> None:
        if words[0] == "place":
            self.board[self.place[words[2]]] = (self.mover, words[1], 1)
            self.left[self.mover][words[1]] -= 1
            self.mover = 1 - self.mover
            return
        if words[0] != "pass":
            start, there = (self.place[word] for word in words[1:])
            owner, kind, height = self.board.pop(start)
            onto = self.board[there][2] if words[0] == "stack" else 0
            self.board[there] = (owner, kind, height + onto)
        if words[0] == "capture":
            self.captures += 1
        lost = [seat for seat in (0, 1) if self.kinds(seat) != set(STOCK)]
        if lost:
            self.wins(1 - lost[0])
        elif self.is_second or self.captures == 1:
            self.is_second = False
            self.mover = 1 - self.mover
            if not any(True for _ in self.ways(self.mover, "capture")):
                self.wins(1 - self.mover)
        else:
            self.is_second = True

    def kinds(self, seat: int) -> set[str]:
        return {kind for owner, kind, _ in self.board.values() if owner == seat}


class Tumbleweed(OnHexes):
    """A stack has a colour, 0 (Red, who moves first), 1 (White) or 2 (nobody), and a height."""

    COLOURS = ("Red", "White")

    def __init__(self, side: int):
        super().__init__(hexagon(side))
        middle = next(t for t, c in self.place.items() if c == (0, side - 1))
        self.board = {self.place[middle]: (2, 2)}
        self.colour_of_seat = [0, 1]
        self.stage, self.passes = "found", 0

    def moves(self) -> Iterator[str]:
        if self.stage == "found":
            colour = self.COLOURS[len(self.board) - 1]  # Red's stack first, which is all the same
            for text, cell in self.place.items():
                if cell not in self.board:
                    yield f"found {colour} {text}"
        elif self.stage == "choose":
            yield from (f"choose {colour}" for colour in self.COLOURS)
        else:
            colour = self.colour_of_seat[self.mover]
            for text, cell in self.place.items():
                if self.sees(cell, colour) > self.board.get(cell, (2, 0))[1]:
                    yield f"settle {text}"
            yield "pass"

    def sees(self, cell: Cell, colour: int) -> int:
        first = (self.seen(cell, step, self.board) for step in STEPS.values())
        return sum(self.board[there][0] == colour for there in first if there is not None)

    def carry_out(self, words: list[str]) -> None:
        if words[0] == "found":
            self.board[self.place[words[2]]] = (self.COLOURS.index(words[1]), 1)
            if len(self.board) == 3:
                self.stage, self.mover = "choose", 1
        elif words[0] == "choose":
            mine = self.COLOURS.index(words[1])
            self.colour_of_seat = [1 - mine, mine]
            self.stage, self.mover = "settle", self.colour_of_seat.index(0)
        else:
            self.settle(words)

    def settle(self, words: list[str]) -> None:
        self.passes = self.passes + 1 if words[0] == "pass" else 0
        if words[0] == "settle":
            cell, colour = self.place[words[1]], self.colour_of_seat[self.mover]
            self.board[cell] = (colour, self.sees(cell, colour))
        self.mover = 1 - self.mover
        if self.passes == 2:
            ours, theirs = (self.area(colour) for colour in self.colour_of_seat)
            if ours == theirs:
                self.draw()
            else:
                self.wins(int(theirs > ours))

    def area(self, colour: int) -> int:
        stacks = sum(owner == colour for owner, _ in self.board.values())
        free = [cell for cell in self.text if cell not in self.board]
        return stacks + sum(self.sees(c, colour) > self.sees(c, 1 - colour) for c in free)
