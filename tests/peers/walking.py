"""Random games played side by side on our engine and on a program that others wrote.

At every position both must offer the same moves to the same seat, and both must end a game at the
same time with the same result.  What a peer does not know (a rule against repetition, say) is named
in its case, so nothing is left out in silence.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import pytest

from interpreter import load_game

CHANCE = -1  # the seat of nature


class Peer(Protocol):
    """One game on the other program, from the start on."""

    def name(self, text: str) -> str:
        """What the peer calls a move of ours, given by its text."""

    def names(self) -> set[str]:
        """The legal moves."""

    def seat(self) -> int:
        """Who moves: 0, 1 and so on, or `CHANCE`."""

    def chances(self) -> dict[str, float]:
        """How likely each of the legal moves is; asked only where chance moves."""

    def play(self, name: str) -> None:
        """Make a legal move."""

    def result(self) -> list[float] | None:
        """The share of each seat, or None while the game goes on."""

    def gave_up(self) -> bool:
        """Whether the peer has ended the game by a rule that the printed ones lack."""


@dataclass(frozen=True)
class Case:
    """A game and what it is compared with."""

    game: str
    peer: str  # for people
    make: Callable[..., Peer]  # called with the options
    options: dict[str, Any] = field(default_factory=dict)
    unknown_ends: tuple[str, ...] = ()  # texts of our ends by rules that the peer lacks
    quick: int = 300  # positions of the quick suite; 0 leaves the case to the slow one

    @property
    def title(self) -> str:
        return "-".join([self.game, self.peer, *(f"{k}={v}" for k, v in self.options.items())])

    @cached_property
    def loaded(self) -> Any:
        return load_game(self.game, **self.options)


def compare(case: Case, positions: int, seed: int) -> int:
    """Compare at least so many positions of random games; how many it were."""
    chooser, done = random.Random(seed), 0
    while done < positions:
        done += compare_game(case, chooser)
    return done


def compare_game(case: Case, chooser: random.Random) -> int:
    """Compare every position of one random game; how many there were."""
    state, peer, played = case.loaded.start(), case.make(**case.options), []
    while not state.is_over and peer.result() is None and not peer.gave_up():
        moves = [move.text for move in state.moves() or [move for move, _ in state.chance]]
        ours = {peer.name(text): text for text in moves}
        theirs, where = peer.names(), f"{case.title} after {played}"
        assert len(ours) == len(moves), f"two moves of one name, {where}"
        assert set(ours) == theirs, f"{set(ours) ^ theirs} differ, {where}"
        assert (CHANCE if state.is_chance else state.seat) == peer.seat(), f"another seat, {where}"
        if state.is_chance:
            chances = {peer.name(move.text): float(chance) for move, chance in state.chance}
            assert chances == pytest.approx(peer.chances()), f"other chances, {where}"
        name = chooser.choice(sorted(ours))
        played.append(ours[name])
        state = state.play(ours[name])
        peer.play(name)
    compare_ends(case, state, peer, f"{case.title} after {played}")
    return len(played) + 1


def compare_ends(case: Case, state: Any, peer: Peer, where: str) -> None:
    """Both are over with the same result, or one of them by a rule that the other lacks."""
    if peer.gave_up() or (state.is_over and state.ended_by.text in case.unknown_ends):
        return
    while not state.is_over and [move.text for move in state.moves()] == ["pass"]:
        state = state.play("pass")  # we count two passes where a peer sees that nobody can move
    assert state.is_over, f"only the peer says that the game is over, {where}"
    shares = peer.result()
    assert shares is not None, f"only we say that the game is over ({state.ended_by}), {where}"
    assert list(state.result) == shares, f"{state.result} and {shares}, {where}"


def shares_of(returns: list[float]) -> list[float]:
    """Wins and losses, 1 and -1, as shares."""
    return [(value + 1) / 2 for value in returns]
