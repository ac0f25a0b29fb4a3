"""The request and the report of a search, the same for every engine."""

from __future__ import annotations

import ctypes
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.process.arguments import (
    AMAF,
    EXPLORATION,
    MAX_ACTIONS,
    MAX_COUNT,
    MAX_THREADS,
    MINIMAX,
    from_zero,
    seed_of,
    short,
    whole,
)

if TYPE_CHECKING:
    from interpreter.agents.evaluator import Evaluator
    from interpreter.api.state import State
    from interpreter.board.values import Move
    from interpreter.native.runtime.kept_trees import KeptTrees

KINDS = ("flat", "uct", "alphabeta")
MAX_BATCH = 4096
LIMITS = {
    "simulations": MAX_COUNT, "depth": MAX_COUNT, "nodes": MAX_COUNT, "threads": MAX_THREADS,
    "batch": MAX_BATCH,
}  # fmt: skip


@dataclass(frozen=True)
class Request:
    """A search: `flat`, `uct` or `alphabeta`, with its budget and its seed.

    With a limit on simulations and none on time, the same seed gives the same report on the same
    engine with the same number of threads.
    """

    kind: str
    seed: int = 0
    simulations: int | None = None  # playouts; for `alphabeta`, positions searched
    each: float | None = None  # simulations for each legal move; at most `simulations` in all
    seconds: float | None = None
    depth: int | None = None  # actions that `alphabeta` looks ahead; None: as many as it can
    exploration: float = EXPLORATION
    minimax: float = MINIMAX  # from 0 to 1
    amaf: int = AMAF
    decisive: bool = True  # whether UCT looks for moves that end the game wherever it adds moves
    nodes: int | None = None  # positions kept in memory; None: the default of the search
    threads: int = 1  # on the native engine; `alphabeta` uses one
    evaluator: Evaluator | None = None  # guides UCT in place of random games, AMAF and the like
    batch: int = 8  # states that an evaluator judges at once
    stop: ctypes.c_int32 | None = field(default=None, compare=False)  # not 0: end the search
    kept: KeptTrees | None = field(default=None, compare=False)  # with which native UCT goes on

    def __post_init__(self) -> None:
        """Raise TypeError or ValueError for an invalid request."""
        if self.kind not in KINDS:
            raise ValueError(f"`kind` is one of {', '.join(KINDS)}, not {short(self.kind)}")
        for name, most in LIMITS.items():
            if getattr(self, name) is not None:
                whole(name, getattr(self, name), 1, most)
        if self.evaluator is not None and self.kind != "uct":
            raise ValueError(f"an evaluator guides `uct`, not `{self.kind}`")
        whole("amaf", self.amaf, 0, MAX_COUNT)
        for name in ("seconds", "exploration", "each"):
            if getattr(self, name) is not None:
                from_zero(name, getattr(self, name))
        from_zero("minimax", self.minimax, 1)
        seed_of(self.seed)

    def among(self, moves: int) -> Request:
        """The request for a position with so many legal moves: a budget for each of them becomes
        one of simulations, rounded to a whole number from 1.
        """
        if self.each is None:
            return self
        wanted = max(1, round(self.each * moves))
        most = min(wanted, self.simulations or MAX_COUNT, MAX_COUNT)
        return replace(self, simulations=most, each=None)


@dataclass(frozen=True)
class Rated:
    """A move as a search rates it."""

    move: Move
    weight: float  # from 0 to 1, larger for better moves; several searches add these up
    share: float  # the result for the mover: a mean, or exact where it is proven
    is_proven: bool = False


@dataclass(frozen=True)
class Report:
    """The outcome of a search."""

    best: Move
    shares: tuple[float, ...] | None  # by seat: the mean of all simulations, or the proof
    rate: Callable[[], tuple[Rated, ...]] = field(compare=False, repr=False)  # computes `moves`
    simulations: int  # carried out; for `alphabeta`, positions searched
    proof: tuple[float, ...] | None = None  # the result of best play by seat, if it is proven
    nodes: int = 0  # positions that it kept, or had room for
    memory: int = 0  # bytes that these take; 0 if unknown
    line: tuple[Move, ...] = ()  # the play that it expects, as far as it knows it

    @cached_property
    def moves(self) -> tuple[Rated, ...]:
        """Every move as the search rates it, in the order of `state.moves()`."""
        return self.rate()


def report_of(
    best: Move, rated: tuple[Rated, ...], totals: Sequence[float], simulations: int,
    proof: tuple[float, ...] | None = None, nodes: int = 0, line: tuple[Move, ...] = (),
) -> Report:  # fmt: skip
    """The report of a search by playouts that has rated all moves.

    `totals` holds, by seat, the sum of its shares in all simulations.
    """
    means = tuple(total / simulations for total in totals) if simulations else None
    return Report(best, proof or means, lambda: rated, simulations, proof, nodes, line=line)


class Budget:
    """What is left of the simulations and the time of a request."""

    def __init__(self, request: Request):
        self.most = request.simulations
        self.end = None if request.seconds is None else time.monotonic() + request.seconds
        self.stop = request.stop
        self.used = 0

    @property
    def is_late(self) -> bool:
        """Whether the time is up, or somebody has stopped the search."""
        if self.stop is not None and self.stop.value:
            return True
        return self.end is not None and time.monotonic() >= self.end

    @property
    def left(self) -> int:
        """Simulations left; 0 if they are not limited."""
        return max(0, (self.most or 0) - self.used)

    @property
    def seconds(self) -> float:
        """Seconds left; 0 if time is not limited."""
        return max(0.0, (self.end or 0.0) - time.monotonic())

    @property
    def is_spent(self) -> bool:
        """Whether the simulations or the time are used up."""
        return (self.most is not None and self.used >= self.most) or self.is_late


def play_out(state: State, rng: random.Random, budget: Budget) -> tuple[float, ...] | None:
    """The shares at the end of a playout from here; None if the time is up before its end.

    After `MAX_ACTIONS` it counts as a draw.
    """
    for _ in range(MAX_ACTIONS):
        if state.is_over:
            break
        if budget.is_late:
            return None
        state = state.random_move(rng)
    results = state.game.results
    return state.shares or (results.share(results.draw),) * state.game.seats
