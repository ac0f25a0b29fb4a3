"""Two games in lockstep by positions: a move stands for all that lead to the same position.

If the position does not determine the state of a game, all possible states are kept.  So a position
that only one game can reach is a true difference, however the moves are matched.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.diff.lockstep.lockstep import (
    A_MOVE,
    ALIKE,
    Label,
    Together,
    action_of,
    steps,
    unlike_chance,
)
from interpreter.diff.lockstep.picture import Picture, Reader
from interpreter.diff.lockstep.until import Work
from interpreter.diff.rules.findings import Fact

if TYPE_CHECKING:
    from interpreter.api.state import State

MAX_STATES = 64  # possible states of a game; with more, nothing is compared


class Led:
    """The next positions of one game: for each the first move to it, its states, its share."""

    def __init__(self, states: tuple[State, ...], reader: Reader, work: Work):
        self.texts: dict[Picture, str] = {}
        self.states: dict[Picture, list[State]] = {}
        self.shares: dict[Picture, float] = {}
        for state in states:
            moves = steps(state)
            work.count += A_MOVE * len(moves)
            for text, (move, share) in moves.items():
                after = state.play(move)
                picture = reader.picture(after)
                self.texts.setdefault(picture, text)
                self.shares[picture] = self.shares.get(picture, 0.0) + share
                known = self.states.setdefault(picture, [])
                if after not in known and len(known) < MAX_STATES:
                    known.append(after)


class Belief:
    """The possible states of A and of B after the same positions."""

    def __init__(self, games: Together, a: tuple[State, ...], b: tuple[State, ...]):
        self.games = games
        self.sides = a, b

    @property
    def states(self) -> tuple[State, State]:
        """One state of each game."""
        return self.sides[0][0], self.sides[1][0]

    @cached_property
    def led(self) -> tuple[Led, Led]:
        """The next positions of A and of B."""
        games, (mine, yours) = self.games, self.sides
        return Led(mine, games.first, games.work), Led(yours, games.second, games.work)


class ByPosition:
    """Plays two games in lockstep, moves matched by the positions that they lead to."""

    def __init__(self, games: Together):
        self.games = games

    def start(self) -> Belief:
        """Both games at the start."""
        pair = self.games.start()
        return Belief(self.games, (pair.a,), (pair.b,))

    def labels(self, at: Belief) -> list[Label]:
        """A pair of moves for each position that both games can reach next."""
        mine, yours = at.led
        return [(text, yours.texts[p]) for p, text in mine.texts.items() if p in yours.texts]

    def play(self, at: Belief, label: Label) -> Belief:
        """The possible states after a pair of moves."""
        mine, yours = at.led
        picture = next(p for p, text in mine.texts.items()
                       if text == label[0] and yours.texts.get(p) == label[1])  # fmt: skip
        return Belief(self.games, tuple(mine.states[picture]), tuple(yours.states[picture]))

    def facts(self, at: Belief) -> tuple[Fact, ...]:
        """The moves to positions that only one game can reach next, or differing probabilities."""
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
