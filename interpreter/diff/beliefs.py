"""Two games played in step by positions: each move stands for all that lead to the same.

Where a position does not tell in which state a game is, all that it can be in are kept.  So a
position that only one game leads to is a true difference, however the moves are matched.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.diff.lockstep.lockstep import (
    ALIKE,
    Label,
    Together,
    action_of,
    steps,
    unlike_chance,
)
from interpreter.diff.lockstep.picture import Picture, Reader
from interpreter.diff.rules.findings import Fact

if TYPE_CHECKING:
    from interpreter.api.state import State

MAX_STATES = 64  # that a game can be in; more are not looked at


class Led:
    """What the moves of one game lead to: for a position the first move, its states, its share."""

    def __init__(self, states: tuple[State, ...], reader: Reader):
        self.texts: dict[Picture, str] = {}
        self.states: dict[Picture, list[State]] = {}
        self.shares: dict[Picture, float] = {}
        for state in states:
            for text, (move, share) in steps(state).items():
                after = state.play(move)
                picture = reader.picture(after)
                self.texts.setdefault(picture, text)
                self.shares[picture] = self.shares.get(picture, 0.0) + share
                known = self.states.setdefault(picture, [])
                if after not in known and len(known) < MAX_STATES:
                    known.append(after)


class Belief:
    """The states that A and B can be in after the same positions."""

    def __init__(self, games: Together, a: tuple[State, ...], b: tuple[State, ...]):
        self.games = games
        self.sides = a, b

    @property
    def states(self) -> tuple[State, State]:
        """A state of each."""
        return self.sides[0][0], self.sides[1][0]

    @cached_property
    def led(self) -> tuple[Led, Led]:
        """What may come next."""
        games = self.games
        return Led(self.sides[0], games.first), Led(self.sides[1], games.second)


class ByPosition:
    """Plays two games in step, their moves matched by the positions that they lead to."""

    def __init__(self, games: Together):
        self.games = games

    def start(self) -> Belief:
        """Both at the start."""
        pair = self.games.start()
        return Belief(self.games, (pair.a,), (pair.b,))

    def labels(self, at: Belief) -> list[Label]:
        """A move for each position that both lead to."""
        mine, yours = at.led
        return [(text, yours.texts[p]) for p, text in mine.texts.items() if p in yours.texts]

    def play(self, at: Belief, label: Label) -> Belief:
        """What the games can be in after a label."""
        mine, yours = at.led
        picture = next(p for p, text in mine.texts.items()
                       if text == label[0] and yours.texts.get(p) == label[1])  # fmt: skip
        return Belief(self.games, tuple(mine.states[picture]), tuple(yours.states[picture]))

    def facts(self, at: Belief) -> tuple[Fact, ...]:
        """The moves that lead to a position that only one game leads to."""
        if any(len(side) >= MAX_STATES for side in at.sides):
            return ()
        mine, yours = at.led
        unlike = []
        for one, other, names in ((mine, yours, ("A", "B")), (yours, mine, ("B", "A"))):
            for picture, text in one.texts.items():
                if picture not in other.texts:
                    where = f"where no move of {names[1]} leads"
                    words = f"{names[0]} allows `{text}`, which leads {where}"
                    unlike.append(Fact("move", words, action=action_of(text)))
        if not unlike and all(len(side) == 1 for side in at.sides):
            for picture, text in mine.texts.items():
                shares = mine.shares[picture], yours.shares[picture]
                if abs(shares[0] - shares[1]) > ALIKE:
                    unlike.append(unlike_chance(text, *shares))
        return tuple(unlike)
