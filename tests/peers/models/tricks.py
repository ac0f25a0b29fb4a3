"""Whist: four hands of thirteen cards, played out in tricks by two pairs of partners."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from peers.models.base import Spoken

TABLE = ("North", "East", "South", "West")  # clockwise; the last one deals
RANKS = "two three four five six seven eight nine ten jack queen king ace".split()
SUITS = ("clubs", "diamonds", "hearts", "spades")
BOOK = 6  # tricks that count nothing

Card = tuple[str, str]  # the suit and the rank


def card_of(text: str) -> Card:
    suit, rank = text.split("-")
    return suit, rank


class Whist(Spoken):
    """The pack from which is dealt, the hands, and the trick on the table from its leader on."""

    def __init__(self) -> None:
        super().__init__()
        self.pack = set(product(SUITS, RANKS))
        self.hands: list[set[Card]] = [set() for _ in TABLE]
        self.trick: list[Card] = []
        self.taken = [0, 0]  # by the pairs
        self.trumps = ""

    def seat(self) -> int:
        return -1 if self.pack else self.mover

    def moves(self) -> Iterator[str]:
        if self.pack:
            to = TABLE[(52 - len(self.pack)) % 4]
            verb = f"deal {to}" if len(self.pack) > 1 else "turn_up"
            yield from (f"{verb} {suit}-{rank}" for suit, rank in self.pack)
            return
        hand = self.hands[self.mover]
        following = [card for card in hand if self.trick and card[0] == self.trick[0][0]]
        yield from (f"play {suit}-{rank}" for suit, rank in following or hand)

    def carry_out(self, words: list[str]) -> None:
        card = card_of(words[-1])
        if words[0] != "play":
            self.hands[(52 - len(self.pack)) % 4].add(card)
            self.pack.remove(card)
            self.trumps = "" if self.pack else card[0]
            return
        self.hands[self.mover].remove(card)
        self.trick.append(card)
        self.mover = (self.mover + 1) % 4
        if len(self.trick) == 4:
            self.gather()

    def gather(self) -> None:
        """The trick goes to the best card; `mover` is its leader again."""
        ruffs = [card for card in self.trick if card[0] == self.trumps]
        suit = [card for card in self.trick if card[0] == self.trick[0][0]]
        best = max(ruffs or suit, key=lambda card: RANKS.index(card[1]))
        self.mover = (self.mover + self.trick.index(best)) % 4
        self.taken[self.mover % 2] += 1
        self.trick = []
        if sum(self.taken) == 13:
            odd = max(self.taken) - BOOK
            signs = (1, -1) if self.taken[0] > self.taken[1] else (-1, 1)
            self.shares = [float(odd * signs[seat % 2]) for seat in range(4)]
