"""What an agent is: whoever chooses moves without being asked.

An agent gets a state in which a seat acts, and gives a legal move.  It draws its luck from the
generator that it is given and from nowhere else, so that a seed repeats a match.  In games with
hidden information it may use `state.moves()` and the view of its own seat; looking at more would be
cheating.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move


Consider = Callable[["State", random.Random], "Choice"]


class AgentFailed(Exception):
    """An agent could not choose: one that users wrote went wrong, or memory is missing.

    The message says how and where.
    """


class Agent(Protocol):
    """Whoever chooses moves without being asked."""

    @property
    def name(self) -> str:
        """The text that makes this agent again."""
        ...

    def choose(self, state: State, rng: random.Random) -> Move:
        """A legal move of a state in which a seat acts."""
        ...


@runtime_checkable
class Watcher(Protocol):
    """An agent that wants to know of moves of its seat which it did not choose itself."""

    def watch(self, state: State, move: Move) -> None:
        """A move of its seat was made in a state, before the agent came to the match."""
        ...


@dataclass(frozen=True)
class Choice:
    """A move, and what the agent that chose it expects, where it knows.

    `expected` is its seat's share of the result: the mean of all random games of a search.  The
    mean behind the move that was chosen would be too large, since the move was chosen for it.
    """

    move: Move
    expected: float | None = None


@runtime_checkable
class Considerer(Protocol):
    """An agent that tells what it expects of its choice."""

    def consider(self, state: State, rng: random.Random) -> Choice:
        """The move that `choose` gives, and what is expected of it."""
        ...


def considerer(agent: Agent) -> Consider:
    """What makes the choices of an agent, whether it says what it expects or not."""
    if isinstance(agent, Considerer):
        return agent.consider
    return lambda state, rng: Choice(agent.choose(state, rng))


class RandomAgent:
    """Chooses every legal move with the same probability."""

    name = "random"

    def choose(self, state: State, rng: random.Random) -> Move:
        """A uniformly random legal move."""
        return rng.choice(state.moves())
