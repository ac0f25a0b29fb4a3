"""What is asked of a search, and what it answers: the same for every engine."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from interpreter.process.arguments import MAX_COUNT, MAX_THREADS, number, seed_of, short, whole

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move

KINDS = ("flat", "uct", "alphabeta")
LIMITS = {"simulations": MAX_COUNT, "depth": MAX_COUNT, "nodes": MAX_COUNT, "threads": MAX_THREADS}
MAX_ACTIONS = 10_000  # of a random game before it counts as drawn


@dataclass(frozen=True)
class Request:
    """A search: `flat`, `uct` or `alphabeta`, its limits and its seed.

    With a limit of simulations and without one of time, the same seed gives the same report on the
    same engine with the same number of threads.
    """

    kind: str
    seed: int = 0
    simulations: int | None = None  # random games; of `alphabeta` the positions that it looks at
    seconds: float | None = None
    depth: int | None = None  # actions that `alphabeta` looks ahead; None: as far as it gets
    exploration: float = 0.7  # the constant of `uct`, for shares between 0 and 1
    nodes: int | None = None  # positions that are remembered; None: as many as are usual
    threads: int = 1  # on the native engine; `alphabeta` uses one

    def __post_init__(self) -> None:
        """Raise TypeError and ValueError for what cannot be asked."""
        if self.kind not in KINDS:
            raise ValueError(f"`kind` is one of {', '.join(KINDS)}, not {short(self.kind)}")
        for name, most in LIMITS.items():
            if getattr(self, name) is not None:
                whole(name, getattr(self, name), 1, most)
        for name in ("seconds", "exploration"):
            value = getattr(self, name)
            if value is not None and not 0 <= number(name, value) < inf:
                raise ValueError(f"`{name}` is a number from 0, not {short(value)}")
        seed_of(self.seed)


@dataclass(frozen=True)
class Rated:
    """What a search holds of a move."""

    move: Move
    weight: float  # how much speaks for it, 0 to 1: what several searches may add up
    share: float  # the result for the mover: a mean, or exact where it is proven
    is_proven: bool = False


@dataclass(frozen=True)
class Report:
    """The answer of a search."""

    best: Move
    shares: tuple[float, ...] | None  # by seat: the mean of all simulations, or what is proven
    rate: Callable[[], tuple[Rated, ...]] = field(compare=False, repr=False)  # makes `moves`
    simulations: int  # that were carried out; of `alphabeta` the positions
    proof: tuple[float, ...] | None = None  # the result of best play for each seat, where proven
    nodes: int = 0  # positions that it remembered, or had room for
    memory: int = 0  # bytes that these took; 0 where that is not known

    @cached_property
    def moves(self) -> tuple[Rated, ...]:
        """What the search holds of every move, in the order of `state.moves()`."""
        return self.rate()


def report_of(
    best: Move, rated: tuple[Rated, ...], totals: Sequence[float], simulations: int,
    proof: tuple[float, ...] | None = None, nodes: int = 0,
) -> Report:  # fmt: skip
    """The report of a search by random games that has rated all moves.

    `totals` is for each seat the sum of what it got in all simulations.
    """
    means = tuple(total / simulations for total in totals) if simulations else None
    return Report(best, proof or means, lambda: rated, simulations, proof, nodes)


class Budget:
    """What is left of the limits of a request."""

    def __init__(self, request: Request):
        self.most = request.simulations
        self.end = None if request.seconds is None else time.monotonic() + request.seconds
        self.used = 0

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return self.end is not None and time.monotonic() >= self.end

    @property
    def left(self) -> int:
        """How many simulations may still be carried out, where they are limited."""
        return max(0, (self.most or 0) - self.used)

    @property
    def seconds(self) -> float:
        """How much time is left, where it is limited."""
        return max(0.0, (self.end or 0.0) - time.monotonic())

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return (self.most is not None and self.used >= self.most) or self.is_late


def play_out(state: State, rng: random.Random, budget: Budget) -> tuple[float, ...] | None:
    """The result of a random game from here; None when the time is over before it is.

    A game that takes very long counts as drawn.
    """
    for _ in range(MAX_ACTIONS):
        if state.is_over:
            break
        if budget.is_late:
            return None
        state = state.random_move(rng)
    return (0.5,) * state.game.seats if state.result is None else tuple(state.result)
