"""Who searches: the native engine where it plays, and otherwise the searches in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.agents.alphabeta import search_alphabeta
from interpreter.agents.flat import search_flat
from interpreter.agents.native import search_native
from interpreter.agents.request import Rated, Report, Request
from interpreter.agents.tree import search_tree
from interpreter.playing import NativePlayer

if TYPE_CHECKING:
    from interpreter.state import State

SEARCHES: dict[str, Callable[[State, Request], Report]] = {
    "flat": search_flat,
    "uct": search_tree,
    "alphabeta": search_alphabeta,
}


def prepare(state: State) -> None:
    """Have the library built that searches the game of a state, so that no limit of time counts it.

    Raises NativeError where it cannot be had.
    """
    if isinstance(state.player, NativePlayer):
        _ = state.player.engine.second


def search(state: State, request: Request) -> Report:
    """Search a state in which a seat acts; what is hidden in it is used.

    On the native engine raises NativeError where the library that searches cannot be had,
    SearchError where it fails, for want of memory say, and SearchInterrupted for Ctrl-C in the main
    thread.
    """
    if state.move_count == 1:
        (move,) = state.moves()
        return Report(move, None, lambda: (Rated(move, 1.0, 0.5),), 0)
    if isinstance(state.player, NativePlayer):
        return search_native(state, state.player.engine, request)
    return SEARCHES[request.kind](state, request)
