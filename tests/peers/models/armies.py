"""Games of two hidden armies: Stratego on a small board, Battleship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from peers.models.base import ORTHOGONAL, Cell, Spoken, cell_of, plus, square, text_of

ARMY = Counter(standard=1, spy=1, scout=2, miner=2, general=1, marshal=1, bomb=2)
RANKS = ["standard", "spy", "scout", "miner", "general", "marshal"]
SHIPS = {"carrier": 5, "battleship": 4, "cruiser": 3, "submarine": 3, "destroyer": 2}
LAKES = {(2, 3), (5, 4)}


class Stratego(Spoken):
    """Red, seat 0, stands below.  A board maps cells to the seat and the name of a piece."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = square(6, 6) - LAKES
        self.board: dict[Cell, tuple[int, str]] = {}
        self.left = [Counter(ARMY), Counter(ARMY)]
        self.turns = 0

    def camp(self, seat: int) -> Iterator[Cell]:
        for x, y in self.cells:
            away = y if seat == 0 else 7 - y
            if away == 1 or (away == 2 and x not in (3, 4)):
                yield x, y

    def moves(self) -> Iterator[str]:
        if sum(self.left[self.mover].values()):
            for cell in self.camp(self.mover):
                if cell not in self.board:
                    for name, count in self.left[self.mover].items():
                        if count:
                            yield f"place {name} {text_of(cell)}"
        else:
            yield from self.marches(self.mover)

    def marches(self, seat: int) -> Iterator[str]:
        for cell, (owner, name) in self.board.items():
            if owner != seat or name in ("standard", "bomb"):
                continue
            for step in ORTHOGONAL:
                there = plus(cell, step)
                while there in self.cells:
                    other = self.board.get(there)
                    if other is None:
                        yield f"move {text_of(cell)} {text_of(there)}"
                    elif other[0] != seat:
                        yield f"attack {text_of(cell)} {text_of(there)}"
                    if other is not None or name != "scout":
                        break
                    there = plus(there, step)

    def carry_out(self, words: list[str]) -> None:
        mover, verb = self.mover, words[0]
        if verb == "place":
            self.board[cell_of(words[2])] = mover, words[1]
            self.left[mover][words[1]] -= 1
            if not sum(self.left[mover].values()):
                self.mover, self.turns = 1 - mover, self.turns + 1
            return
        start, there = cell_of(words[1]), cell_of(words[2])
        piece, other = self.board.pop(start), self.board.get(there)
        if other is None or other[1] == piece[1]:
            self.board.pop(there, None)
        if other is None or self.wins_battle(piece[1], other[1]):
            self.board[there] = piece
        self.turns += 1
        self.mover = 1 - mover
        is_taken = other == (1 - mover, "standard") and self.board.get(there) == piece
        if is_taken or not any(True for _ in self.marches(1 - mover)):
            self.wins(mover)
        elif self.turns == 400:
            self.draw()

    def wins_battle(self, attacker: str, defender: str) -> bool:
        if attacker == defender:
            return False
        if defender == "bomb":
            return attacker == "miner"
        if (attacker, defender) == ("spy", "marshal"):
            return True
        return RANKS.index(attacker) > RANKS.index(defender)


class Battleship(Spoken):
    """Each fleet has for each ship the cells that are not hit yet."""

    def __init__(self) -> None:
        super().__init__()
        self.seas = [square(10, 10), frozenset((x + 11, y) for x, y in square(10, 10))]
        self.fleets: list[dict[str, set[Cell]]] = [{}, {}]
        self.places: list[set[Cell]] = [set(), set()]
        self.fired: set[Cell] = set()
        self.answers: list[str] = []

    def moves(self) -> Iterator[str]:
        waiting = [name for name in SHIPS if name not in self.fleets[self.mover]]
        if not waiting:
            for cell in self.seas[1 - self.mover] - self.fired:
                yield f"shoot {text_of(cell)}"
            return
        for cell in self.seas[self.mover]:
            for step in ((1, 0), (0, 1)):
                line = [plus(cell, step, i) for i in range(SHIPS[waiting[0]])]
                if set(line) <= self.seas[self.mover] - self.places[self.mover]:
                    yield f"place {waiting[0]} {{{','.join(map(text_of, line))}}}"

    def carry_out(self, words: list[str]) -> None:
        mover = self.mover
        self.mover = 1 - mover
        if words[0] == "place":
            line = {cell_of(word) for word in words[2].strip("{}").split(",")}
            self.fleets[mover][words[1]] = line
            self.places[mover] |= line
        else:
            self.shot(mover, cell_of(words[1]))

    def shot(self, mover: int, cell: Cell) -> None:
        """A shot, and what is called out."""
        fleet = self.fleets[1 - mover]
        self.fired.add(cell)
        hit = next((name for name, left in fleet.items() if cell in left), None)
        if hit is None:
            self.answers.append("miss")
            return
        fleet[hit].remove(cell)
        self.answers.append(f"hit {hit}")
        if not fleet[hit]:
            self.answers.append(f"sunk {hit}")
        if not any(fleet.values()):
            self.wins(mover)
