"""Dice on a board that has no edge, seeds that are sown on and on, and a city that is enclosed,
against models of their own.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Protocol

import pytest

from interpreter import State, load_game

OUTSIDE = Path(__file__).with_name("outside")
Square = tuple[int, int]  # column, row
Piece = tuple[int | None, str | int]  # owner, what is known of it
Look = Callable[[State], dict[str, Piece]]


class Model(Protocol):
    """A game as a small program knows it."""

    def moves(self) -> list[str]: ...
    def play(self, move: str) -> None: ...
    def shown(self) -> dict[str, Piece]: ...


def name(square: Square) -> str:
    """A cell in the words of the files, of a board whose letters are columns."""
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def squares(text: str) -> list[Square]:
    """The cells of a text."""
    words = text.strip("{}").replace(",", " ").split()
    return [(ord(word[0]) - ord("a"), int(word[1:]) - 1) for word in words]


class Bao:
    """The holes of both sides, each side's in a circle from the left of its front row."""

    def __init__(self) -> None:
        self.holes, self.mover = [[2] * 16, [2] * 16], 0

    def run(self, hole: int, way: int, is_capture: bool) -> list[list[int]] | None:
        """The holes after a move; None if it takes nothing and should."""
        mine, theirs = list(self.holes[self.mover]), list(self.holes[1 - self.mover])

        def sow(first: int, seeds: int) -> int:
            for i in range(seeds):
                mine[(first + i * way) % 16] += 1
            return (first + (seeds - 1) * way) % 16

        def is_catching(end: int) -> bool:
            return is_capture and end < 8 and mine[end] > 1 and theirs[end] > 0

        seeds, mine[hole] = mine[hole], 0
        end, rounds = sow(hole + way, seeds), 0
        if is_capture and not is_catching(end):
            return None
        while mine[end] > 1 and rounds < 100:
            rounds += 1
            if is_catching(end):
                seeds, theirs[end] = theirs[end], 0
                way = 1 if end in (0, 1) else -1 if end in (6, 7) else way
                end = sow(0 if way == 1 else 7, seeds)
            else:
                seeds, mine[end] = mine[end], 0
                end = sow(end + way, seeds)
        return [mine, theirs] if self.mover == 0 else [theirs, mine]

    def all(self) -> dict[str, list[list[int]]]:
        """Each move and what it leads to."""
        mine, found = self.holes[self.mover], {}
        for hole in (h for h in range(16) if 2 <= mine[h] <= 15):
            for way in (-1, 1):
                if (after := self.run(hole, way, True)) is not None:
                    found[f"capture {self.name(self.mover, hole)} {way}"] = after
        if found:
            return found
        front = any(seeds > 1 for seeds in mine[:8])
        for hole in (h for h in (range(8) if front else range(8, 16)) if mine[h] > 1):
            for way in (-1, 1):
                after = self.run(hole, way, False)
                assert after is not None
                found[f"takasa {self.name(self.mover, hole)} {way}"] = after
        return found

    def moves(self) -> list[str]:
        return list(self.all())

    def play(self, move: str) -> None:
        self.holes, self.mover = self.all()[move], 1 - self.mover

    def shown(self) -> dict[str, Piece]:
        sides = [(p, h) for p in (0, 1) for h in range(16)]
        return {self.name(p, h): (None, self.holes[p][h]) for p, h in sides if self.holes[p][h]}

    def name(self, side: int, hole: int) -> str:
        """A hole in the words of the file."""
        rows = ("2", "1") if side == 0 else ("3", "4")
        return "abcdefgh"[hole if hole < 8 else 15 - hole] + rows[hole >= 8]


WAYS = ["northeast", "east", "southeast", "southwest", "west", "northwest"]
CHAMBER = (4, 4)
Dice = dict[Square, tuple[int, int]]  # who owns a die, and what it shows


class Chase:
    """Dice on rows of nine hexes, every other row half a hex further right."""

    def __init__(self) -> None:
        self.dice: Dice = {(i, 8 * p): (p, 5 - abs(i - 4)) for i in range(9) for p in (0, 1)}
        self.mover, self.owed = 0, [0, 0]

    def hop(self, at: Square, way: int) -> tuple[Square, int]:
        """The next hex, and the way from there: it rebounds above and below."""
        column, row = at
        if WAYS[way] in ("east", "west"):
            return ((column + (1 if WAYS[way] == "east" else -1)) % 9, row), way
        if row == (8 if "north" in WAYS[way] else 0):
            way = {0: 2, 2: 0, 3: 5, 5: 3}[way]
        halves = 2 * column + row % 2 + (1 if "east" in WAYS[way] else -1)
        row += 1 if "north" in WAYS[way] else -1
        return ((halves - row % 2) // 2 % 9, row), way

    def arrive(self, dice: Dice, start: Square, way: int, shown: int) -> int | None:
        """Set a die down one hex further, where it pushes; what it takes, None if it cannot be."""
        at, way = self.hop(start, way)
        while dice.get(at, (None,))[0] == self.mover:
            dice[at], shown = (self.mover, shown), dice[at][1]
            at, way = self.hop(at, way)
            if at == CHAMBER:
                return None
        taken = dice[at][1] if at in dice else 0
        dice[at] = (self.mover, shown)
        return taken

    def run(self, start: Square, way: int) -> tuple[Dice, int] | None:
        """The dice after a run and what it takes; None if it cannot be."""
        dice, at = dict(self.dice), start
        shown = dice.pop(start)[1]
        for _ in range(shown - 1):
            at, way = self.hop(at, way)
            if at in dice or at == CHAMBER:
                return None
        ends = [(at, way, shown)]
        end, last = self.hop(at, way)
        if end == CHAMBER:
            ends = [(end, (last - 2) % 6, shown)]
            if shown > 1 and sum(owner == self.mover for owner, _ in dice.values()) < 9:
                halves = (shown + 1) // 2, shown // 2
                turns = ((last + turn) % 6 for turn in (-2, 2))
                ends = [(end, turn, n) for turn, n in zip(turns, halves, strict=True)]
        taken = [self.arrive(dice, *end) for end in ends]
        return None if None in taken else (dice, sum(n or 0 for n in taken))

    def all(self) -> dict[str, tuple[Dice, int, int]]:
        """Each move, what it leads to, what it takes and what it adds."""
        found: dict[str, tuple[Dice, int, int]] = {}
        mine = {at: shown for at, (owner, shown) in self.dice.items() if owner == self.mover}
        low = min(mine.values())
        if self.owed[self.mover] and low < 6:
            n = min(6 - low, self.owed[self.mover])
            after = {at: self.dice | {at: (self.mover, low + n)} for at in mine if mine[at] == low}
            return {f"strengthen {row_first(at)}": (dice, 0, n) for at, dice in after.items()}
        for start in mine:
            for way, word in enumerate(WAYS):
                if (run := self.run(start, way)) is not None:
                    found[f"run {row_first(start)} {word}"] = (*run, 0)
                other, later = self.hop(start, way)
                for n in range(1, mine[start]) if other in mine and later == way else ():
                    if mine[other] + n <= 6:
                        a, b = (self.mover, mine[start] - n), (self.mover, mine[other] + n)
                        text = f"exchange {row_first(start)} {row_first(other)} {n}"
                        found[text] = (self.dice | {start: a, other: b}, 0, 0)
        return found

    def moves(self) -> list[str]:
        return list(self.all())

    def play(self, move: str) -> None:
        self.dice, taken, added = self.all()[move]
        self.owed[self.mover] -= added
        if not added:
            self.mover = 1 - self.mover
            self.owed[self.mover] += taken

    def shown(self) -> dict[str, Piece]:
        return {row_first(at): die for at, die in self.dice.items()}


def row_first(square: Square) -> str:
    """A hex in the words of the files, whose letters are rows."""
    return f"{'abcdefghi'[square[1]]}{square[0] + 1}"


FORMS = {
    "tavern": "a1", "stable": "a1 a2", "inn": "a1 a2 b1", "bridge": "a1 a2 a3",
    "plaza": "a1 a2 b1 b2", "manor": "a1 a2 a3 b2", "abbey": "a1 a2 b2 b3",
    "academy": "a2 b1 b2 b3 c3", "infirmary": "a2 b1 b2 b3 c2", "castle": "a1 b1 a2 a3 b3",
    "tower": "a1 a2 b2 b3 c3",
}  # fmt: skip
Site = frozenset[Square]


@cache
def sites(form: str, hands: tuple[int, ...]) -> list[Site]:
    """Everywhere in the city where a form lies, turned, and mirrored where a hand is -1."""
    found = set()
    for hand in hands:
        turned = [(hand * x, y) for x, y in squares(form)]
        for _ in range(4):
            turned = [(y, -x) for x, y in turned]
            left, low = min(x for x, _ in turned), min(y for _, y in turned)
            shape = [(x - left, y - low) for x, y in turned]
            found |= {
                frozenset((x + a, y + b) for x, y in shape)
                for a in range(10 - max(x for x, _ in shape))
                for b in range(10 - max(y for _, y in shape))
            }
    return list(found)


class Cathedral:
    """The city: on each square who built there, what, and as the how many-th building."""

    def __init__(self) -> None:
        self.city: dict[Square, tuple[int | None, str, int]] = {}
        self.claimed: dict[Square, int] = {}
        self.left = [dict.fromkeys(FORMS, 1) | dict.fromkeys(("tavern", "stable", "inn"), 2)
                     for _ in (0, 1)]  # fmt: skip
        self.mover, self.turns = 0, 0
        self.sites = [
            {k: sites(f, (2 * p - 1,) if k in ("abbey", "academy") else (1, -1))
             for k, f in FORMS.items()} for p in (0, 1)
        ]  # fmt: skip

    def moves(self) -> list[str]:
        if not self.turns:
            crosses = sites("b1 b2 b3 b4 a3 c3", (1, -1))
            return [f"consecrate {written(site)}" for site in crosses]
        kinds = [k for k, n in self.left[self.mover].items() if n]
        return [
            f"build {kind} {written(site)}"
            for kind in kinds
            for site in self.sites[self.mover][kind]
            if not any(at in self.city for at in site)
            and all(self.claimed.get(at, self.mover) == self.mover for at in site)
        ] or ["pass"]

    def play(self, move: str) -> None:
        self.turns += 1
        if move != "pass":
            site, began = squares(move[move.index("{") :]), self.mover in self.owners()
            is_first = move.startswith("consecrate")
            owner, kind = (None, "minster") if is_first else (self.mover, move.split()[1])
            self.city |= dict.fromkeys(site, (owner, kind, self.turns))
            if owner is not None:
                self.left[owner][kind] -= 1
            if began:
                self.claim()
        self.mover = 1 - self.mover

    def owners(self) -> list[int | None]:
        """Who has built, square by square."""
        return [owner for owner, *_ in self.city.values()]

    def claim(self) -> None:
        """Take the parts of the city that have at most one building of others."""
        every = {(x, y) for x in range(10) for y in range(10)}
        others = {at for at in every if self.city.get(at, (None,))[0] != self.mover}
        while others:
            part, todo = set[Square](), [others.pop()]
            while todo:
                x, y = todo.pop()
                part.add((x, y))
                near = {(x + a, y + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & others
                others -= near
                todo += near
            strangers = {self.city[at] for at in part if at in self.city}
            if len(strangers) <= 1:
                for owner, kind, _ in strangers:
                    if owner is not None:
                        self.left[owner][kind] += 1
                self.city = {at: b for at, b in self.city.items() if at not in part}
                self.claimed |= dict.fromkeys(part, self.mover)

    def shown(self) -> dict[str, Piece]:
        return {name(at): (owner, kind) for at, (owner, kind, _) in self.city.items()}


def written(site: Site) -> str:
    """A set of cells as moves have it."""
    return "{" + ",".join(name(at) for at in sorted(site, key=lambda at: at[::-1])) + "}"


def seeds_of(state: State) -> dict[str, Piece]:
    """The holes that have seeds, and how many."""
    return {cell: (None, len(pile)) for cell, pile in state.piles().items() if pile}


def pieces_of(state: State) -> dict[str, Piece]:
    """Each piece: its owner, and its attribute or its kind."""
    colours = list(state.game.players)
    return {
        cell: (
            None if piece.colour is None else colours.index(piece.colour),
            next(iter(piece.attributes.values()), piece.kind),
        )
        for cell, piece in state.pieces().items()
    }


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize(
    ("file", "model", "look", "plies", "few"),
    [
        ("bao", Bao, seeds_of, 200, 6),
        ("chase", Chase, pieces_of, 150, 4),
        ("cathedral", Cathedral, pieces_of, 80, 2),
    ],
)
def test_games_go_as_in_a_model(
    file: str, model: type[Model], look: Look, plies: int, few: int, engine: str
) -> None:
    chooser, game = random.Random(3), load_game(OUTSIDE / f"{file}.yaml")
    state, known = game.start(engine=engine), model()
    for _ in range(plies if engine == "native" else few):
        if state.is_over:
            state, known = game.start(engine=engine), model()
        moves = sorted(move.text for move in state.moves())
        assert moves == sorted(known.moves())
        move = chooser.choice(moves)
        state = state.play(move)
        known.play(move)
        assert look(state) == known.shown()
