"""Yahtzee, by the score card and the rule sheet: what boxes score, and which may be filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from peers.models.base import Spoken

NAMES = ("Red", "Blue", "Green", "Yellow", "Black", "White")
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three_of_a_kind", "four_of_a_kind", "full_house", "small_straight", "large_straight",
    "yahtzee", "anything",
)  # fmt: skip
BOXES = UPPER + LOWER
RUNS = {length: [set(range(n, n + length)) for n in range(1, 8 - length)] for length in (4, 5)}


def plain(box: str, dice: list[int]) -> int:
    """What a box scores for dice by its line on the card."""
    most = sorted(Counter(dice).values(), reverse=True)
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * dice.count(face)
    scores = {
        "three_of_a_kind": (most[0] >= 3, sum(dice)),
        "four_of_a_kind": (most[0] >= 4, sum(dice)),
        "full_house": (most == [3, 2], 25),
        "small_straight": (any(run <= set(dice) for run in RUNS[4]), 30),
        "large_straight": (any(run <= set(dice) for run in RUNS[5]), 40),
        "yahtzee": (most == [5], 50),
        "anything": (True, sum(dice)),
    }
    fits, points = scores[box]
    return points if fits else 0


class Card:
    """What one player has written down."""

    def __init__(self, joker: str) -> None:
        self.joker = joker
        self.boxes: dict[str, int] = {}
        self.chips = 0  # Yahtzee bonuses

    def is_extra(self, dice: list[int]) -> bool:
        """Whether this is a Yahtzee whose box is filled, be it with a zero."""
        return len(set(dice)) == 1 and "yahtzee" in self.boxes

    def may_fill(self, dice: list[int]) -> list[str]:
        open_boxes = [box for box in BOXES if box not in self.boxes]
        if self.joker != "forced" or not self.is_extra(dice):
            return open_boxes
        if (own := UPPER[dice[0] - 1]) in open_boxes:
            return [own]
        return [box for box in open_boxes if box in LOWER] or open_boxes

    def points(self, box: str, dice: list[int]) -> int:
        """What the dice score in an open box, as a joker if they are one."""
        is_joker = (
            self.joker != "never" and self.is_extra(dice) and UPPER[dice[0] - 1] in self.boxes
        )
        fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40}
        return fixed[box] if is_joker and box in fixed else plain(box, dice)

    def fill(self, box: str, dice: list[int]) -> None:
        if self.is_extra(dice) and self.boxes["yahtzee"] == 50:
            self.chips += 1
        self.boxes[box] = self.points(box, dice)

    def total(self, upper_bonus: int, yahtzee_bonus: int) -> int:
        upper = sum(self.boxes.get(box, 0) for box in UPPER)
        bonus = upper_bonus if upper >= 63 else 0
        return sum(self.boxes.values()) + bonus + self.chips * yahtzee_bonus


class Yahtzee(Spoken):
    """Thirteen turns for each, whose dice are thrown one after the other."""

    def __init__(self, players: int, upper_bonus: int, yahtzee_bonus: int, joker: str) -> None:
        super().__init__()
        self.bonuses = (upper_bonus, yahtzee_bonus)
        self.cards = [Card(joker) for _ in range(players)]
        self.begin()

    def begin(self) -> None:
        self.dice: dict[str, int] = {}
        self.cup = list("abcde")
        self.throws = 1

    def seat(self) -> int:
        return -1 if self.cup else self.mover

    def moves(self) -> Iterator[str]:
        if self.cup:
            yield from (f"throw {self.cup[0]}1 {n}" for n in range(1, 7))
            return
        yield from (f"fill {box}" for box in self.cards[self.mover].may_fill(self.shown()))
        if self.throws < 3:
            for count in range(1, 6):
                for some in combinations("abcde", count):
                    yield "again {" + ",".join(f"{die}1" for die in some) + "}"

    def shown(self) -> list[int]:
        return list(self.dice.values())

    def carry_out(self, words: list[str]) -> None:
        if words[0] == "throw":
            self.dice[self.cup.pop(0)] = int(words[2])
        elif words[0] == "again":
            self.cup = [die[0] for die in words[1].strip("{}").split(",")]
            self.throws += 1
        else:
            self.cards[self.mover].fill(words[1], self.shown())
            self.mover = (self.mover + 1) % len(self.cards)
            self.begin()
            if all(len(card.boxes) == len(BOXES) for card in self.cards):
                totals = [card.total(*self.bonuses) for card in self.cards]
                winners = totals.count(max(totals))
                self.shares = [(total == max(totals)) / winners for total in totals]
