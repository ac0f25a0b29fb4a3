"""Files outside the library against models of their own, which know nothing of rule files."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game

OUTSIDE = Path(__file__).with_name("outside")

Ball = tuple[int, int, int]  # level, column, row
BALLS = [(n, i, j) for n in range(4) for i in range(4 - n) for j in range(4 - n)]
COLUMNS = (0, 5, 9, 12)  # where the drawing of each level begins


def slow(*values: int) -> Any:
    """A case that takes long."""
    return pytest.param(*values, marks=pytest.mark.slow)


def perft(name: str, depth: int) -> int:
    """The sequences of so many moves from the start of a file."""
    count = load_game(OUTSIDE / f"{name}.yaml").start().perft(depth)
    assert isinstance(count, int)
    return count


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    # a program for each game that keeps the boards as maps; in Shobu a turn is two moves
    [
        ("shobu", 2, 232),
        ("shobu", 4, 50_508),
        ("qawale", 4, 40),
        ("qawale", 5, 232),
        ("qawale", 7, 1344),
    ],
)
def test_counts_of_a_model(name: str, depth: int, count: int) -> None:
    assert perft(name, depth) == count


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    # of Sim, 15 * 14 * 13 * 12 * 11 * 10 lines but for those after the 20 triangles that the first
    # player drew at once, in any of 6 orders; of makruk, what other programs publish
    [("sim", 6, (15 * 14 * 13 * 12 * 11 - 20 * 6 * 12 * 11) * 10), ("makruk", 4, 273_026)],
)
def test_counts_from_elsewhere(name: str, depth: int, count: int) -> None:
    assert perft(name, depth) == count


def test_counts_of_stacks_as_published() -> None:
    """Of Tak on 5 x 5, whole turns, as the tests of several programs for it have them."""
    start = load_game(OUTSIDE / "tak.yaml").start()
    assert [start.perft(depth, turns=True) for depth in range(4)] == [1, 25, 600, 43_320]
    opened = "place_other d3, place_other c3, flat c4, go d3 1 west, go c4 1 south, wall c4"
    state = start
    for text in opened.split(", "):
        state = state.play(text)
    assert [state.perft(depth, turns=True) for depth in (1, 2, 3)] == [87, 6_155, 461_800]


@pytest.mark.parametrize(
    ("depth", "count"),
    [(1, 4), (2, 96), (3, 1440), slow(4, 21_600), slow(5, 516_240)],
)
def test_counts_of_a_hive_as_published(depth: int, count: int) -> None:
    """Without its three more kinds and without queens first, as Mzinga counts them."""
    start = load_game(OUTSIDE / "hive.yaml", queen_first=False).start()
    assert start.perft(depth) == count


Place = tuple[int, int]  # column, row
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
MARKED = "a5 a6, c3 d3, c3 c4, j2 k2, j2 j3, f13 g13, f13 f12, n14 n15, n14 o14"


def placed(name: str) -> Place:
    """The column and the row of a cell."""
    return ord(name[0]) - ord("a") + 1, int(name[1:])


WALLS = {frozenset(map(placed, pair.split())) for pair in MARKED.split(", ")}


def glide(robots: set[Place], start: Place, dx: int, dy: int) -> Place:
    """Where a robot stops: before a wall, the middle, the edge or another robot."""
    here, there = start, (start[0] + dx, start[1] + dy)
    while (
        set(there) <= set(range(1, 17)) and not set(there) <= {8, 9}
        and there not in robots and frozenset((here, there)) not in WALLS
    ):  # fmt: skip
        here, there = there, (there[0] + dx, there[1] + dy)
    return here


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_robots_glide_as_in_a_model(engine: str) -> None:
    chooser = random.Random(5)
    state = load_game(OUTSIDE / "ricochet-robots.yaml").start(engine=engine)
    while state.chance:
        state = state.play(chooser.choice([move for move, _ in state.chance]))
    compared = 0
    while compared < 100 and not state.is_over:
        robots = set(map(placed, state.pieces()))
        ends = {(r, way): glide(robots, r, *step) for r in robots for way, step in WAYS.items()}
        found = {}
        for move in state.moves():
            start, way = move.text.split()[1:]
            (there,) = set(map(placed, state.play(move).pieces())) - robots
            found[placed(start), way] = there
        assert found == {key: there for key, there in ends.items() if there != key[0]}
        compared += len(found)
        state = state.play(chooser.choice(state.moves()))
    assert compared > 30


def below(ball: Ball) -> list[Ball]:
    """The four balls that carry one."""
    n, i, j = ball
    return [(n - 1, i + a, j + b) for a in (0, 1) for b in (0, 1)] if n else []


def cell(ball: Ball) -> str:
    """The cell of the file for the place of a ball."""
    n, i, j = ball
    return f"{'abcdefghijklm'[COLUMNS[n] + i]}{1 + n + j}"


class Pylos:
    """The balls on the pyramid, by place, and what may be done."""

    def __init__(self) -> None:
        self.balls: dict[Ball, int] = {}
        self.mover, self.taken, self.is_squared = 0, 0, False

    def free(self) -> list[Ball]:
        carrying = {b for ball in self.balls for b in below(ball)}
        return [b for b, whose in self.balls.items() if whose == self.mover and b not in carrying]

    def open(self) -> list[Ball]:
        return [b for b in BALLS if b not in self.balls and self.balls.keys() >= {*below(b)}]

    def moves(self) -> dict[str, tuple[Ball | None, Ball | None]]:
        """The texts of the moves: the ball that goes, and where one comes."""
        free, places = self.free(), self.open()
        if self.is_squared:
            back: dict[str, tuple[Ball | None, Ball | None]]
            back = {f"take_back {cell(b)}": (b, None) for b in free}
            return back | ({"done": (None, None)} if self.taken else {})
        moves: dict[str, tuple[Ball | None, Ball | None]] = {
            f"climb {cell(a)} {cell(b)}": (a, b)
            for a in free for b in places if b[0] > a[0] and a not in below(b)
        }  # fmt: skip
        if sum(whose == self.mover for whose in self.balls.values()) < 15:
            moves |= {f"place {cell(b)}": (None, b) for b in places}
        return moves

    def play(self, gone: Ball | None, there: Ball | None) -> None:
        if gone:
            del self.balls[gone]
        if there:
            self.balls[there] = self.mover
            n, i, j = there
            corners = [(n + 1, i - a, j - b) for a in (0, 1) for b in (0, 1)]
            squares = [{*below(c)} for c in corners]
            self.is_squared = any(
                all(self.balls.get(b) == self.mover for b in square) for square in squares
            )
        self.taken += bool(gone and not there)
        is_done = not (gone or there) or self.taken == 2 or not self.free()
        if not self.is_squared or is_done:
            self.mover, self.taken, self.is_squared = 1 - self.mover, 0, False


@pytest.mark.parametrize("seed", range(12))
def test_pylos_offers_what_a_model_does(seed: int) -> None:
    chooser, model = random.Random(seed), Pylos()
    state = load_game(OUTSIDE / "pylos.yaml").start()
    while not state.is_over:
        moves = model.moves()
        assert {m.text for m in state.moves()} == set(moves)
        chosen = chooser.choice(sorted(moves))
        model.play(*moves[chosen])
        state = state.play(chosen)
    assert (3, 0, 0) in model.balls or not model.moves()
    assert state.result[1 - model.mover] == 1
