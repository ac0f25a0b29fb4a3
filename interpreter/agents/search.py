"""Who searches: the native engine where it plays, and otherwise the searches in plain Python.

`SearchAgent` makes an agent of that; where things are hidden, it searches in several guesses at
what is hidden.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gdl.model.analysis import has_secrets
from interpreter.agents.agent import AgentFailed, Choice
from interpreter.agents.alphabeta import search_alphabeta
from interpreter.agents.native import search_native
from interpreter.agents.request import Budget, Rated, Report, Request
from interpreter.agents.tree import search_flat, search_tree
from interpreter.hidden.beliefs import Beliefs, limits
from interpreter.hidden.knowledge import Knowledge, Memory
from interpreter.native.build.compilers import NativeError
from interpreter.native.runtime.search import SearchError

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move

SEARCHES: dict[str, Callable[[State, Request], Report]] = {
    "flat": search_flat,
    "uct": search_tree,
    "alphabeta": search_alphabeta,
}


def prepare(state: State) -> None:
    """Have the library built that searches the game of a state, so that no limit of time counts it.

    Raises NativeError where it cannot be had.
    """
    if state.engine.analyses is not None:
        state.engine.analyses.prepare()


def search(state: State, request: Request) -> Report:
    """Search a state in which a seat acts; what is hidden in it is used.

    On the native engine raises NativeError where the library that searches cannot be had,
    SearchError where it fails, for want of memory say, and SearchInterrupted for Ctrl-C in the main
    thread.
    """
    if state.move_count == 1:
        (move,) = state.moves()
        return Report(move, None, lambda: (Rated(move, 1.0, 0.5),), 0)
    if state.engine.analyses is not None:
        return search_native(state, state.engine.analyses, request)
    return SEARCHES[request.kind](state, request)


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
            if has_secrets(state.game.rules):
                return self.blind_choice(state, rng)
            report = search(state, replace(self.request, seed=rng.getrandbits(64)))
        except (SearchError, NativeError) as error:
            raise AgentFailed(f"`{self.name}` failed: {error}") from None
        assert state.seat is not None
        return Choice(report.best, None if report.shares is None else report.shares[state.seat])

    def blind_choice(self, state: State, rng: random.Random) -> Choice:
        """The move that is best by what a seat knows.  Raises SearchError."""
        known = self.memory.knowledge(state)
        text = self.choose_blind(known, rng)
        self.beliefs.settle(known.seat, self.memory.note(known, text))
        return Choice(next(move for move in state.moves() if move.text == text))

    def watch(self, state: State, move: Move) -> None:
        """Remember a move that its seat made without it."""
        if has_secrets(state.game.rules):
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
        work = limits(self.request.simulations, self.request.seconds)
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
