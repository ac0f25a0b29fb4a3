"""High Society, a file outside the library, against a model of its own."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game

PATH = Path(__file__).with_name("outside") / "high-society.yaml"
MONEY = (1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25)
BAD = {"faux_pas", "passe", "scandale"}
RED = {"prestige1", "prestige2", "prestige3", "scandale"}


class Model:
    """What has been bid and won."""

    def __init__(self, names: list[str]) -> None:
        self.names, self.me = names, 0
        self.purse = {p: set(MONEY) for p in names}
        self.bid: dict[str, set[int]] = {p: set() for p in names}
        self.has: dict[str, set[str]] = {p: set() for p in names}
        self.owes: set[str] = set()
        self.bidding, self.card, self.red, self.is_raising = set(names), "", 0, False

    @property
    def mover(self) -> str:
        return self.names[self.me]

    def luxuries(self) -> set[str]:
        return {s for s in self.has[self.mover] if s[0] == "l"}

    def moves(self) -> set[str]:
        """The moves of a player."""
        p = self.mover
        if p in self.owes and self.luxuries():
            return {f"give {s}" for s in self.luxuries()}
        high = max(sum(self.bid[q]) for q in self.names if q != p)
        can_raise = sum(self.bid[p]) + sum(self.purse[p]) > high
        moves = {f"raise m{m}" for m in self.purse[p]} if can_raise else set()
        if not self.is_raising:
            return moves | {"fold"}
        return moves | ({"done"} if sum(self.bid[p]) > high else set())

    def play(self, move: str) -> None:
        """Play a move, or turn up a card."""
        p, (action, *words) = self.mover, move.split()
        match action:
            case "turn_up":
                self.card = words[0]
                self.red += self.card in RED
            case "give":
                self.has[p].remove(words[0])
                self.owes.remove(p)
            case "raise":
                self.purse[p].remove(int(words[0][1:]))
                self.bid[p].add(int(words[0][1:]))
                self.is_raising = True
                if not self.purse[p]:  # nothing is left to raise by
                    self.go_on()
            case "done":
                self.go_on()
            case "fold":
                self.purse[p] |= self.bid[p]
                self.bid[p] = set()
                self.bidding.remove(p)
                if self.card in BAD:
                    self.win(p)
                elif len(self.bidding) == 1:
                    self.win(*self.bidding)
                else:
                    self.go_on()

    def go_on(self) -> None:
        self.is_raising = False
        self.me = (self.me + 1) % len(self.names)
        while self.mover not in self.bidding:
            self.me = (self.me + 1) % len(self.names)

    def win(self, p: str) -> None:
        self.has[p].add(self.card)
        self.owes |= {p} if self.card == "passe" else set()
        self.card, self.bidding = "", set(self.names)
        self.bid = {q: set() for q in self.names}
        self.me = self.names.index(p)

    def status(self, p: str) -> float:
        has = self.has[p]
        total = sum(int(s[1:]) for s in has if s[0] == "l") - 5 * ("faux_pas" in has)
        total *= 2 ** sum(s.startswith("prestige") for s in has)
        return total / 2 if "scandale" in has else float(total)

    def winners(self) -> list[str]:
        """Who shares the win: not who has the least money, and all if all have as little."""
        least = min(sum(self.purse[p]) for p in self.names)
        rich = [p for p in self.names if sum(self.purse[p]) > least] or self.names
        best = max((self.status(p), sum(self.purse[p])) for p in rich)
        ahead = [p for p in rich if (self.status(p), sum(self.purse[p])) == best]
        return self.names if rich == self.names else ahead


@pytest.mark.parametrize("seed", range(6))
def test_high_society_is_bid_for_as_a_model_says(seed: int) -> None:
    chooser, state = random.Random(seed), load_game(PATH).start()
    model = Model(["Red", "Blue", "Green", "Yellow"])
    while not state.is_over:
        drawn: list[Any] = [m.text for m, _ in state.chance]
        if not drawn:
            assert state.colour == model.mover
            assert {m.text for m in state.moves()} == model.moves()
        texts = drawn or sorted(model.moves())
        folds = ["fold"] * (3 * ("fold" in texts))  # else all money is gone at once
        move = chooser.choice([*texts, *folds, *(["done"] * (9 * ("done" in texts)))])
        state = state.play(move)
        model.play(move)
    assert model.red == 4
    winners = model.winners()
    share = 0.5 if len(winners) == 4 else 1 / len(winners)
    assert state.result == [share if p in winners else 0 for p in model.names]
