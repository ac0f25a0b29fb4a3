"""Searches on whichever engine plays: natively if possible, otherwise in plain Python.

`SearchAgent` turns a search into an agent; where things are hidden, it searches several
determinizations.
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
from interpreter.agents.evaluator import EvaluatorFailed
from interpreter.agents.guided import search_guided
from interpreter.agents.native import search_native
from interpreter.agents.request import Budget, Rated, Report, Request
from interpreter.agents.tree import search_flat, search_tree
from interpreter.hidden.beliefs import Beliefs, limits
from interpreter.hidden.knowledge import Knowledge, Memory
from interpreter.native.build.compilers import NativeError
from interpreter.native.runtime.kept_trees import KeptTrees
from interpreter.native.runtime.search import SearchError

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Move

SEARCHES: dict[str, Callable[[State, Request], Report]] = {
    "flat": search_flat,
    "uct": search_tree,
    "alphabeta": search_alphabeta,
}


def why_not_in(kind: str, game: GameBase) -> str | None:
    """Why a kind of search cannot choose in a game; None if it can."""
    if kind != "alphabeta" or not game.has_simultaneous_choices:
        return None
    return (
        f"`alphabeta` answers each move of the others, but in {game.title} all choose at once; "
        "`uct` can play it"
    )


def prepare(state: State) -> None:
    """Build the library that searches a state's game, so that no time limit includes the build.

    Raises NativeError if it cannot be built.
    """
    if state.engine.analyses is not None:
        state.engine.analyses.prepare()


def search(state: State, request: Request) -> Report:
    """Search a state in which a seat acts, using all of it, hidden or not.

    On the native engine, raises NativeError if the library that searches cannot be built,
    SearchError if it fails (for lack of memory, say), and SearchInterrupted on Ctrl-C in the main
    thread.  Raises EvaluatorFailed if the evaluator of the request cannot judge the game.
    """
    if state.move_count == 1:
        (move,) = state.moves()
        return Report(move, None, lambda: (Rated(move, 1.0, 0.5),), 0)
    request = request.among(state.move_count)
    if request.evaluator is not None:
        return search_guided(state, request)
    if state.engine.analyses is not None:
        return search_native(state, state.engine.analyses, request)
    return SEARCHES[request.kind](state, request)


@dataclass
class SearchAgent:
    """Chooses the best move of a search.

    In games with hidden information the search never gets the true state: it runs on up to
    `worlds` determinizations, each with its part of the budget, and the weights that they give to
    the moves are added up.
    """

    name: str
    request: Request  # its seed is replaced for every search
    worlds: int = 8
    memory: Memory = field(default_factory=Memory)
    beliefs: Beliefs = field(default_factory=Beliefs)
    trees: KeptTrees = field(default_factory=KeptTrees, compare=False, repr=False)

    def choose(self, state: State, rng: random.Random) -> Move:
        """The best move of the search.

        Raises AgentFailed as `consider` does.
        """
        return self.consider(state, rng).move

    def consider(self, state: State, rng: random.Random) -> Choice:
        """The best move of the search, with the expected share if nothing is hidden.

        Raises AgentFailed if there is not enough memory, the library cannot be built, or the game
        is none for this search or its evaluator.
        """
        self.prepare(state)
        try:
            if has_secrets(state.game.model):
                return self.blind_choice(state, rng)
            report = search(state, replace(self.request, seed=rng.getrandbits(64), kept=self.kept))
        except (SearchError, NativeError, EvaluatorFailed) as error:
            raise self.failed(error) from None
        assert state.seat is not None
        return Choice(report.best, None if report.shares is None else report.shares[state.seat])

    def prepare(self, state: State) -> None:
        """Build what the search needs, so that nobody counts this as thinking.

        Raises AgentFailed if it cannot be built, or the game is none for this search.
        """
        reason = why_not_in(self.request.kind, state.game)
        if reason is not None:
            raise AgentFailed(reason)
        try:
            prepare(state)
        except NativeError as error:
            raise self.failed(error) from None

    def failed(self, error: Exception) -> AgentFailed:
        """What tells that the search failed, and why."""
        return AgentFailed(f"`{self.name}` failed: {error}")

    @property
    def kept(self) -> KeptTrees | None:
        """The trees that a search goes on with, where nothing but time limits it.

        Otherwise a seed and a position alone decide what it chooses, as in a match that is resumed.
        """
        request = self.request
        timed = request.seconds is not None and request.simulations is None and request.each is None
        return self.trees if timed else None

    def blind_choice(self, state: State, rng: random.Random) -> Choice:
        """The best move by what the seat knows.  Raises SearchError and EvaluatorFailed."""
        known = self.memory.knowledge(state)
        text = self.choose_blind(known, rng)
        self.beliefs.settle(known.seat, self.memory.note(known, text))
        return Choice(next(move for move in state.moves() if move.text == text))

    def watch(self, state: State, move: Move) -> None:
        """Remember a move of its seat that somebody else chose."""
        if has_secrets(state.game.model):
            self.memory.note(self.memory.knowledge(state), move.text)

    def choose_blind(self, known: Knowledge, rng: random.Random) -> str:
        """The text of the best move by what a seat knows; ties are broken at random."""
        if len(known.moves) == 1:
            return known.moves[0]
        votes: defaultdict[str, float] = defaultdict(float)
        for report in self.reports(known, rng):
            for rated in report.moves:
                votes[rated.move.text] += rated.weight
        order = rng.sample(known.moves, len(known.moves))
        return max(order, key=lambda text: votes[text])

    def reports(self, known: Knowledge, rng: random.Random) -> Iterator[Report]:
        """A search in each determinization, until none is found or the time is up."""
        asked = self.request.among(len(known.moves))
        budget = Budget(asked)
        work = limits(asked.simulations, asked.seconds)
        self.beliefs.recall(known.seat, self.memory.latest(known.seat))
        for number in range(self.worlds):
            left = self.worlds - number
            if asked.seconds is not None:
                work.end = time.monotonic() + budget.seconds / 2
            world = self.beliefs.guess(known, rng, work, left)
            if world is None or budget.is_late:
                return
            request = replace(asked, seed=rng.getrandbits(64))
            if asked.simulations is not None:
                request = replace(request, simulations=max(1, budget.left // left))
            if asked.seconds is not None:
                request = replace(request, seconds=budget.seconds / left)
            report = search(world.state, request)
            budget.used += report.simulations
            yield report
