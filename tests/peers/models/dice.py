"""Liar's dice, where chance throws one die after the other."""

from __future__ import annotations

from collections.abc import Iterator

from peers.models.base import Spoken

NAMES = ("Red", "Blue", "Green", "Yellow", "Black", "White")


class LiarsDice(Spoken):
    """Cups by seat; a bid is how many dice and of which face."""

    def __init__(self, players: int) -> None:
        super().__init__()
        self.left = [5] * players
        self.cups: list[list[int]] = []
        self.bid: tuple[int, int] | None = None
        self.bidder = 0
        self.shake()

    def shake(self) -> None:
        """All dice go back into the cups that still have some."""
        self.cups = [[] for _ in self.left]
        self.bid = None

    def thrower(self) -> int | None:
        """Whose dice are not all thrown yet, in the order of the seats."""
        pairs = enumerate(zip(self.left, self.cups, strict=True))
        return next((seat for seat, (left, cup) in pairs if len(cup) < left), None)

    def seat(self) -> int:
        return self.mover if self.thrower() is None else -1

    def chances(self) -> dict[str, float]:
        return dict.fromkeys(self.names(), 1 / 6)

    def moves(self) -> Iterator[str]:
        if (seat := self.thrower()) is not None:
            yield from (f"throw {NAMES[seat]} {len(self.cups[seat]) + 1} {n}" for n in range(1, 7))
            return
        for number in range(1, sum(self.left) + 1):
            for face in range(2, 7):
                if self.bid is None or (number, face) > self.bid:
                    yield f"bid {number} {face}"
        if self.bid is not None:
            yield "doubt"

    def carry_out(self, words: list[str]) -> None:
        if words[0] == "throw":
            self.cups[NAMES.index(words[1])].append(int(words[3]))
        elif words[0] == "bid":
            self.bid, self.bidder = (int(words[1]), int(words[2])), self.mover
            self.mover = self.following(self.mover)
        else:
            self.doubted()

    def doubted(self) -> None:
        assert self.bid is not None
        number, face = self.bid
        there = sum(die in (1, face) for cup in self.cups for die in cup)
        loser = self.bidder if there < number else self.mover
        self.left[loser] -= 1
        self.mover = loser if self.left[loser] else self.following(loser)
        with_dice = [seat for seat, left in enumerate(self.left) if left]
        if len(with_dice) == 1:
            self.shares = [float(seat == with_dice[0]) for seat in range(len(self.left))]
        self.shake()

    def following(self, seat: int) -> int:
        """The next one round the table who has dice."""
        count = len(self.left)
        return next(s % count for s in range(seat + 1, seat + 1 + count) if self.left[s % count])
