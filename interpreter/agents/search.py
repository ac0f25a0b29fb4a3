"""Who searches: the engine of the game where it can, and otherwise the searches in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from interpreter.agents.alphabeta import search_alphabeta
from interpreter.agents.flat import search_flat
from interpreter.agents.request import Rated, Report, Request
from interpreter.agents.tree import search_tree

if TYPE_CHECKING:
    from interpreter.game import State

SEARCHES: dict[str, Callable[[State, Request], Report]] = {
    "flat": search_flat,
    "uct": search_tree,
    "alphabeta": search_alphabeta,
}


@runtime_checkable
class Searcher(Protocol):
    """An engine that searches by itself."""

    def search(self, state: State, request: Request) -> Report:
        """The same as the searches in Python mean, faster."""
        ...


def search(state: State, request: Request) -> Report:
    """Search a state in which a seat acts; what is hidden in it is used.

    Raises KeyError for a kind of search that there is not.
    """
    moves = state.moves()
    if len(moves) == 1:
        return Report(moves[0], (Rated(moves[0], 1.0, 0.5),), 0)
    engine = state.game.engine
    if isinstance(engine, Searcher):
        return engine.search(state, request)
    return SEARCHES[request.kind](state, request)
