"""Zertz and Yinsh, files outside the library, against models that know nothing of rule files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from peers.models.base import parts, plus

from interpreter import load_game

OUTSIDE = Path(__file__).with_name("outside")

Place = tuple[int, int]  # half columns to the right of the middle, and the row from the bottom
WAYS = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)]
SUPPLY = {"ivory": 6, "grey": 8, "ebony": 10}
NEEDED = {"ivory": 4, "grey": 5, "ebony": 6}


def named(side: int) -> dict[str, Place]:
    """The cells of a hexagon by name."""
    lengths = [side + min(row, 2 * side - 2 - row) for row in range(2 * side - 1)]
    return {
        f"{'abcdefghijk'[row]}{i + 1}": (2 * i - length + 1, row)
        for row, length in enumerate(lengths) for i in range(length)
    }  # fmt: skip


class Zertz:
    """Rings, the marbles on them, what each player has won, and what is to be done."""

    def __init__(self) -> None:
        self.cells = named(4)
        self.names = {place: name for name, place in self.cells.items()}
        self.rings, self.marbles = set(self.names), dict[Place, str]()
        self.won = [dict.fromkeys(SUPPLY, 0) for _ in range(2)]
        self.mover, self.doing, self.winner = 0, "begin", -1
        self.jumper: Place = (0, 0)

    def jumps(self, start: Place) -> list[Place]:
        vacant = self.rings - self.marbles.keys()
        return [
            plus(start, way, 2) for way in WAYS
            if plus(start, way) in self.marbles and plus(start, way, 2) in vacant
        ]  # fmt: skip

    def free(self) -> list[Place]:
        """The rings without a marble that two missing neighbours beside each other let go."""
        missing = {r: [plus(r, way) not in self.rings for way in WAYS] for r in self.rings}
        return [
            r for r, gone in missing.items()
            if r not in self.marbles and any(gone[i] and gone[i - 1] for i in range(6))
        ]  # fmt: skip

    def moves(self) -> set[str]:
        if self.doing == "take":
            return {f"take_away {self.names[ring]}" for ring in self.free()}
        jumpers = [self.jumper] if self.doing == "jump" else list(self.marbles)
        jumps = {f"jump {self.names[a]} {self.names[b]}" for a in jumpers for b in self.jumps(a)}
        if jumps or self.doing == "jump":
            return jumps
        used = [*self.marbles.values()]
        left = {k: n - used.count(k) - sum(w[k] for w in self.won) for k, n in SUPPLY.items()}
        verb, stock = ("place", left) if any(left.values()) else ("spend", self.won[self.mover])
        vacant = self.rings - self.marbles.keys()
        return {f"{verb} {k} {self.names[r]}" for k, n in stock.items() if n for r in vacant}

    def claim(self, place: Place) -> None:
        self.won[self.mover][self.marbles.pop(place)] += 1

    def claim_islands(self) -> None:
        islands = list(parts(self.rings, WAYS))
        for island in islands if len(islands) > 1 else []:
            if island <= self.marbles.keys():
                for ring in island:
                    self.claim(ring)
                self.rings -= island

    def play(self, text: str) -> None:
        verb, *args = text.split()
        there, ends = self.cells[args[-1]], False
        if verb == "jump":
            start = self.cells[args[0]]
            self.claim(((start[0] + there[0]) // 2, (start[1] + there[1]) // 2))
            self.marbles[there] = self.marbles.pop(start)
            self.jumper, self.doing = there, "jump"
            ends = not self.jumps(there)
        elif verb == "take_away":
            self.rings.discard(there)
            self.claim_islands()
            ends = True
        else:
            self.won[self.mover][args[0]] -= verb == "spend"
            self.marbles[there], self.doing = args[0], "take"
            ends = not self.free()
        if ends:
            won = self.won[self.mover]
            enough = any(won[k] >= n for k, n in NEEDED.items()) or min(won.values()) >= 3
            if enough or self.rings <= self.marbles.keys():
                self.winner = self.mover
            self.mover, self.doing = 1 - self.mover, "begin"


class Yinsh:
    """Rings and markers, by place, and what is to be done."""

    def __init__(self) -> None:
        corners = ("a1", "a6", "f1", "f11", "k1", "k6")
        self.cells = {name: place for name, place in named(6).items() if name not in corners}
        self.names = {place: name for name, place in self.cells.items()}
        self.rings, self.markers = dict[Place, int](), dict[Place, int]()
        self.mover, self.turns, self.doing, self.winner = 0, 0, "place", -1

    def rows(self) -> list[list[Place]]:
        lines = [[plus(c, way, i) for i in range(5)] for c in self.names for way in WAYS[:3]]
        return [line for line in lines if all(self.markers.get(c) == self.mover for c in line)]

    def goals(self, start: Place) -> list[Place]:
        found = []
        for way in WAYS:
            place, has_jumped = plus(start, way), False
            while place in self.names and place not in self.rings:
                if place in self.markers:
                    has_jumped = True
                else:
                    found.append(place)
                    if has_jumped:
                        break
                place = plus(place, way)
        return found

    def moves(self) -> set[str]:
        own = [c for c, whose in self.rings.items() if whose == self.mover]
        name = self.names
        if self.doing == "place":
            return {f"place {name[c]}" for c in name if c not in self.rings}
        if self.doing.startswith("ring"):
            return {f"take_ring {name[c]}" for c in own}
        if self.doing == "go":
            return {f"go {name[a]} {name[b]}" for a in own for b in self.goals(a)}
        rows = [sorted(row, key=lambda c: (c[1], c[0])) for row in self.rows()]
        return {f"take_row {{{','.join(name[c] for c in row)}}}" for row in rows}

    def enter(self, doing: str) -> None:
        """Go on with rows before the move, the move, rows after it, or the next turn."""
        self.doing = doing
        if doing != "next" and not self.moves():
            self.enter({"rows before": "go", "go": "rows after", "rows after": "next"}[doing])
        elif doing == "next":
            rings = [*self.rings.values()]
            if len(self.markers) == 51 and rings.count(0) != rings.count(1):
                self.winner = int(rings.count(1) < rings.count(0))
            self.mover, self.turns = 1 - self.mover, self.turns + 1
            self.enter("place" if self.turns < 10 else "rows before")

    def play(self, text: str) -> None:
        verb, *args = text.split()
        places = [self.cells[name] for name in args[-1].strip("{}").split(",")]
        if verb == "place":
            self.rings[places[0]] = self.mover
            self.enter("next")
        elif verb == "go":
            start, there = self.cells[args[0]], places[0]
            across, up = there[0] - start[0], there[1] - start[1]
            steps = abs(up) or abs(across) // 2
            for i in range(1, steps):
                passed = plus(start, (across // steps, up // steps), i)
                if passed in self.markers:
                    self.markers[passed] = 1 - self.markers[passed]
            self.rings[there], self.markers[start] = self.rings.pop(start), self.mover
            self.enter("rows after")
        elif verb == "take_row":
            for place in places:
                del self.markers[place]
            self.doing = self.doing.replace("rows", "ring")
        else:
            del self.rings[places[0]]
            if sum(whose == self.mover for whose in self.rings.values()) == 2:
                self.winner = self.mover
            else:
                self.enter(self.doing.replace("ring", "rows"))


@pytest.mark.usefixtures("some_level")
@pytest.mark.parametrize(("name", "model"), [("zertz", Zertz), ("yinsh", Yinsh)])
def test_random_games_go_as_in_a_model(name: str, model: type[Zertz] | type[Yinsh]) -> None:
    game, seen, won = load_game(OUTSIDE / f"{name}.yaml"), set[str](), 0
    for seed in range(6):
        chooser, state, wanted = random.Random(seed), game.start(engine="native"), model()
        while not state.is_over:
            moves = sorted(move.text for move in state.moves())
            assert moves == sorted(wanted.moves())
            text = chooser.choice(moves)
            seen.add(text.split()[0])
            state = state.play(text)
            wanted.play(text)
        assert state.result[wanted.winner] == 1 if wanted.winner >= 0 else 0.5 in state.result
        won += wanted.winner >= 0
    assert len(seen) > 2 and won
