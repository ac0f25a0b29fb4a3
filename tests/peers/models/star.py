"""Chinese checkers: a hole has three coordinates whose sum is 0, one for each way across."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

from peers.models.base import Spoken

Hole = tuple[int, int, int]
STEPS = list(permutations((1, 0, -1)))
TIPS = ((-4, -4, 8), (4, -8, 4), (8, -4, -4), (4, 4, -8), (-4, 8, -4), (-8, 4, 4))  # clockwise
SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}


def star() -> list[Hole]:
    """Two large triangles over each other, each row from the left."""
    holes = [(x, y, -x - y) for x, y in product(range(-8, 9), repeat=2)]
    return sorted(h for h in holes if max(h) <= 4 or min(h) >= -4)


def steps_to(hole: Hole, tip: Hole) -> int:
    return max(abs(a - b) for a, b in zip(hole, tip, strict=True))


@cache
def lines(hole: Hole) -> list[list[Hole]]:
    """For each way across the hole itself and the next twelve, those off the star included."""
    x, y, z = hole
    return [[(x + n * a, y + n * b, z + n * c) for n in range(13)] for a, b, c in STEPS]


HOLES = star()
NAMES = {
    hole: f"{letter}{n}"
    for z, letter in zip(range(-8, 9), "abcdefghijklmnopq", strict=True)
    for n, hole in enumerate((h for h in HOLES if h[2] == z), 1)
}
HOLE_OF = {name: hole for hole, name in NAMES.items()}


class ChineseCheckers(Spoken):
    """Seats are points of the star, clockwise from the top."""

    def __init__(
        self, players: int = 2, marbles: int = 10, jumps: str = "short", stay: bool = True,
        blocked: str = "shared", limit: int = 1000,
    ) -> None:  # fmt: skip
        super().__init__()
        self.far, self.stay, self.blocked, self.left = jumps == "long", stay, blocked, limit
        depth = 4 if marbles == 15 else 3
        points = [{h for h in HOLES if steps_to(h, tip) <= depth} for tip in TIPS]
        self.homes = [points[point] for point in SEATS[players]]
        self.goals = [points[(point + 3) % 6] for point in SEATS[players]]
        self.board = {hole: seat for seat, home in enumerate(self.homes) for hole in home}
        self.placed: list[int] = []
        self.repeated(self.position())

    def position(self) -> object:
        return frozenset(self.board.items()), self.mover, tuple(self.placed)

    def moves(self) -> Iterator[str]:
        found = [
            f"{verb} {NAMES[start]} {NAMES[there]}"
            for start, seat in self.board.items() if seat == self.mover
            for there in self.ends(start)
            if (verb := self.verb(start, there))
        ]  # fmt: skip
        yield from found or ["pass"]

    def verb(self, start: Hole, there: Hole) -> str:
        """How a marble comes to a hole that it gets to, or nothing if it may not."""
        goal = self.goals[self.mover]
        if there not in self.board:
            return "" if self.stay and start in goal and there not in goal else "move"
        is_strange = self.board[there] != self.mover and there in goal
        return "swap" if self.blocked == "exchange" and is_strange else ""

    def ends(self, start: Hole) -> set[Hole]:
        """The holes that a marble gets to, those among them that are taken."""
        others = self.board.keys() - {start}
        ends = {line[1] for line in lines(start)}
        chain, seen = [start], {start}
        while chain:
            landed = set(self.jumps(chain.pop(), others)) & NAMES.keys() - seen
            seen |= landed
            ends |= landed
            chain += landed - others
        return ends & NAMES.keys() - {start}

    def jumps(self, hole: Hole, others: set[Hole]) -> Iterator[Hole]:
        """Over the first marble of each way, as far behind it as it is away."""
        for line in lines(hole):
            n = 1
            while self.far and n < 6 and line[n] not in others:
                n += 1
            if line[n] in others and others.isdisjoint(line[n + 1 : 2 * n]):
                yield line[2 * n]

    def carry_out(self, words: list[str]) -> None:
        if words[0] != "pass":
            start, there = (HOLE_OF[word] for word in words[1:])
            if words[0] == "swap":
                self.board[start], self.board[there] = self.board[there], self.board[start]
            else:
                self.board[there] = self.board.pop(start)
        self.left -= 1
        seats = range(len(self.goals))
        self.placed += [s for s in seats if s not in self.placed and self.is_filled(s)]
        playing = [s for s in seats if s not in self.placed]
        later = [s for s in playing if s > self.mover]
        self.mover = (later or playing)[0]
        if self.repeated(self.position()) or len(playing) == 1 or not self.left:
            level = sum(range(len(playing))) / len(playing)
            worth = [seats[-1] - self.placed.index(s) if s in self.placed else level for s in seats]
            self.shares = [value / seats[-1] for value in worth]

    def is_filled(self, seat: int) -> bool:
        there = {self.board.get(hole) for hole in self.goals[seat]}
        shared = self.blocked == "shared" and seat in there and None not in there
        return shared or there == {seat}
