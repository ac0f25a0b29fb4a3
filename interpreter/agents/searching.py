"""An agent that searches; where things are hidden, in several guesses at what is hidden."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from interpreter.agents.agent import AgentFailed, Choice
from interpreter.agents.beliefs import Beliefs, limits
from interpreter.agents.knowledge import Knowledge, Memory, has_hidden
from interpreter.agents.request import Budget, Report, Request
from interpreter.agents.search import prepare, search
from interpreter.native.compilers import NativeError
from interpreter.native.search import SearchError

if TYPE_CHECKING:
    from interpreter.state import State
    from interpreter.values import Move


@dataclass
class SearchAgent:
    """Chooses what a search finds best.

    Where a seat may see less than there is, the search never gets the true state: it is carried
    out in `worlds` states that agree with what the seat knows, each with its part of the limits,
    and what it holds of the moves is added up.
    """

    name: str
    request: Request  # its seed is drawn anew for every search
    worlds: int = 8
    memory: Memory = field(default_factory=Memory)
    beliefs: Beliefs = field(default_factory=Beliefs)

    def choose(self, state: State, rng: random.Random) -> Move:
        """The move that the search holds best.

        Raises AgentFailed where there is not enough memory, or no library that searches.
        """
        return self.consider(state, rng).move

    def consider(self, state: State, rng: random.Random) -> Choice:
        """The move that the search holds best, and what it expects where nothing is hidden.

        Raises AgentFailed where there is not enough memory, or no library that searches.
        """
        try:
            prepare(state)
            if has_hidden(state.game):
                return self.blind_choice(state, rng)
            report = search(state, replace(self.request, seed=rng.getrandbits(64)))
        except (SearchError, NativeError) as error:
            raise AgentFailed(f"`{self.name}` failed: {error}") from None
        assert state.seat is not None
        return choice_of(report, state.seat)

    def blind_choice(self, state: State, rng: random.Random) -> Choice:
        """The move that is best by what a seat knows.  Raises SearchError."""
        known = self.memory.knowledge(state)
        text = self.choose_blind(known, rng)
        self.beliefs.settle(known.seat, self.memory.note(known, text))
        return Choice(next(move for move in state.moves() if move.text == text))

    def watch(self, state: State, move: Move) -> None:
        """Remember a move that its seat made without it."""
        if has_hidden(state.game):
            self.memory.note(self.memory.knowledge(state), move.text)

    def choose_blind(self, known: Knowledge, rng: random.Random) -> str:
        """The text of the move that is best by what a seat knows."""
        if len(known.moves) == 1:
            return known.moves[0]
        votes: defaultdict[str, float] = defaultdict(float)
        for report in self.reports(known, rng):
            for rated in report.moves:
                votes[rated.move.text] += rated.weight
        order = rng.sample(known.moves, len(known.moves))
        return max(order, key=lambda text: votes[text])

    def reports(self, known: Knowledge, rng: random.Random) -> Iterator[Report]:
        """A search in each world that could be found; at least one is tried."""
        budget = Budget(self.request)
        work = limits(self.request)
        self.beliefs.recall(known.seat, self.memory.latest(known.seat))
        for number in range(self.worlds):
            left = self.worlds - number
            if self.request.seconds is not None:
                work.end = time.monotonic() + budget.seconds / 2
            world = self.beliefs.guess(known, rng, work, left)
            if world is None or budget.is_late:
                return
            request = replace(self.request, seed=rng.getrandbits(64))
            if self.request.simulations is not None:
                request = replace(request, simulations=max(1, budget.left // left))
            if self.request.seconds is not None:
                request = replace(request, seconds=budget.seconds / left)
            report = search(world.state, request)
            budget.used += report.simulations
            yield report


def choice_of(report: Report, seat: int) -> Choice:
    """What a search chose for a seat, and what it expects."""
    return Choice(report.best, None if report.shares is None else report.shares[seat])
