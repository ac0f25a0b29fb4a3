"""The players that are no people: an agent gets a state in which it acts, and gives a legal move.

An agent draws its luck from the generator that it is given and from nowhere else, so that a seed
repeats a match.  In games with hidden information it may use `state.moves()` and the view of its
own seat; looking at more would be cheating.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from gdl.nearest import nearest

if TYPE_CHECKING:
    from interpreter.game import State
    from interpreter.values import Move


class Agent(Protocol):
    """Whoever chooses moves without being asked."""

    @property
    def name(self) -> str:
        """The text that makes this agent again."""
        ...

    def choose(self, state: State, rng: random.Random) -> Move:
        """A legal move of a state in which a seat acts."""
        ...


class RandomAgent:
    """Chooses every legal move with the same probability."""

    name = "random"

    def choose(self, state: State, rng: random.Random) -> Move:
        """A uniformly random legal move."""
        return rng.choice(state.moves())


def make_random(detail: str) -> Agent:
    """The random agent, which takes no detail."""
    if detail:
        raise ValueError(f"the agent is called `random`, without `:{detail}`")
    return RandomAgent()


MAKERS: dict[str, Callable[[str], Agent]] = {"random": make_random}
"""For each kind of agent what makes it of the words behind the colon."""


def make_agent(spec: str) -> Agent:
    """The agent of a text such as `random`; what follows a colon is for the kind of agent.

    Raises ValueError for a text that stands for none, with the nearest that does.
    """
    kind, _, detail = spec.strip().partition(":")
    maker = MAKERS.get(kind.lower())
    if maker is None:
        near = nearest(kind, MAKERS)
        hint = f"did you mean `{near}`?" if near else f"there is {', '.join(MAKERS)}"
        raise ValueError(f"there is no agent `{spec}`; {hint}")
    return maker(detail)
