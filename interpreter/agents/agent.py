"""The protocol of agents, which choose the moves of seats that no person plays.

An agent gets a state in which a seat acts, and returns a legal move.  Its only source of randomness
is the generator that it is given, so that a seed repeats a match.  In games with hidden information
it may use `state.moves()` and the view of its own seat; looking at more would be cheating.
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
    """An agent could not choose: a program of a user failed, or a search could not be done.

    The message says what failed and where.
    """


class Agent(Protocol):
    """Chooses the moves of a seat."""

    @property
    def name(self) -> str:
        """The text from which `make_agent` makes this agent again."""
        ...

    def choose(self, state: State, rng: random.Random) -> Move:
        """A legal move of a state in which a seat acts."""
        ...


@runtime_checkable
class Watcher(Protocol):
    """An agent that must be told of the moves of its seat that it did not choose."""

    def watch(self, state: State, move: Move) -> None:
        """Note a move that its seat made in `state` before the agent joined the match."""
        ...


@dataclass(frozen=True)
class Choice:
    """A move and the share of the result that the agent expects for its seat, if it gives one.

    For a search by playouts, `expected` is the mean over all of them.  The mean of the chosen move
    alone would be biased upwards, since the move was chosen for it.
    """

    move: Move
    expected: float | None = None


@runtime_checkable
class Considerer(Protocol):
    """An agent that says which result it expects."""

    def consider(self, state: State, rng: random.Random) -> Choice:
        """The move that `choose` would return, with the expected share."""
        ...


def considerer(agent: Agent) -> Consider:
    """The `consider` of an agent, or a stand-in without an expectation if it has only `choose`."""
    if isinstance(agent, Considerer):
        return agent.consider
    return lambda state, rng: Choice(agent.choose(state, rng))


class RandomAgent:
    """Chooses every legal move with the same probability."""

    name = "random"

    def choose(self, state: State, rng: random.Random) -> Move:
        """A uniformly random legal move."""
        return rng.choice(state.moves())
