"""The searches of the native engine, asked and answered as those in plain Python are."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.agents.request import MOST_ACTIONS, Rated, Report, Request
from interpreter.native.search import (
    MOST_DEPTH,
    Method,
    RootMove,
    SearchOptions,
    SearchReport,
    run_search,
)

if TYPE_CHECKING:
    from interpreter.game import State
    from interpreter.native.engine import NativeEngine
    from interpreter.values import Move

METHODS: dict[str, Method] = {"flat": "flat", "uct": "uct", "alphabeta": "solve"}
WORD_BYTES = 8  # of an entry of the history

Rows = dict["Move", RootMove]


def search_native(state: State, engine: NativeEngine, request: Request) -> Report:
    """Search a state of the native engine.

    Raises SearchError, and SearchInterrupted for Ctrl-C in the main thread.
    """
    node = state.node
    seen = memoryview(node.seen).cast("Q").tolist()
    found = run_search(engine.library, node.state, seen, options_of(request))
    rows: Rows = {}
    for row in found.moves:
        move = state.game.move(engine.unpack(row.move))
        rows[move] = joined(rows[move], row) if move in rows else row
    best = state.game.move(engine.unpack(found.best.move))
    return REPORTS[request.kind](rows, best, found, random.Random(request.seed))


def options_of(request: Request) -> SearchOptions:
    """What is asked of the search in C."""
    return SearchOptions(
        METHODS[request.kind],
        simulations=request.simulations or 0,
        seconds=request.seconds or 0.0,
        seed=request.seed,
        threads=request.threads,
        exploration=request.exploration,
        nodes=request.nodes or SearchOptions.nodes,
        depth=min(request.depth or MOST_DEPTH, MOST_DEPTH),
        max_actions=MOST_ACTIONS,
    )


def joined(first: RootMove, second: RootMove) -> RootMove:
    """Two ways in which C has the same move."""
    visits = first.visits + second.visits
    total = first.mean * first.visits + second.mean * second.visits
    return replace(first, visits=visits, mean=total / max(1, visits))


def sampled(rows: Rows, best: Move, found: SearchReport, rng: random.Random) -> Report:
    """The report of a search by random games; of equal moves any may be the best."""
    total = max(1, sum(row.visits for row in rows.values()))
    best = rng.choice([m for m, row in rows.items() if is_like(row, rows[best])])

    def weight(move: Move) -> float:
        return float(move is best) if found.proved else rows[move].visits / total

    return report(rows, best, found, weight)


def even(rows: Rows, best: Move, found: SearchReport, rng: random.Random) -> Report:
    """The report of a search that tries all moves equally often."""
    best = rng.choice([m for m, row in rows.items() if is_like(row, rows[best])])
    return report(rows, best, found, lambda move: rows[move].mean)


def solved(rows: Rows, best: Move, found: SearchReport, rng: random.Random) -> Report:
    """The report of a search for what is certain: any of the moves that are worth the most.

    Where all is lost, it is the one that took longest to refute.
    """
    top = max(map(worth, rows.values()))
    choice = [best] if top == 0 else [m for m, row in rows.items() if worth(row) == top]
    chosen = rng.choice(choice)
    return report(rows, chosen, found, lambda move: (move in choice) / len(choice), worth)


def report(
    rows: Rows,
    best: Move,
    found: SearchReport,
    weight: Callable[[Move], float],
    share: Callable[[RootMove], float] = lambda row: row.mean if row.proved is None else row.proved,
) -> Report:
    """The report of what C has found."""
    rated = [Rated(m, weight(m), share(row), row.proved is not None) for m, row in rows.items()]
    proof = found.shares if found.proved else None
    memory = found.nodes * found.bytes_per_node
    return Report(best, tuple(rated), found.simulations, proof, found.nodes, memory)


def worth(row: RootMove) -> float:
    """What a search for what is certain knows of a move; one half where that is nothing."""
    if row.proved is not None:
        return row.proved
    return row.mean if row.visits else 0.5


def is_like(row: RootMove, other: RootMove) -> bool:
    """Whether nothing speaks for one move rather than the other."""
    return (row.visits, row.mean, row.proved) == (other.visits, other.mean, other.proved)


REPORTS: dict[str, Callable[[Rows, Move, SearchReport, random.Random], Report]] = {
    "flat": even,
    "uct": sampled,
    "alphabeta": solved,
}
