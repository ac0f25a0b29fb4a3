"""The searches of the native engine, with the requests and reports of those in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from interpreter.agents.request import Rated, Report, Request
from interpreter.native.runtime.search import (
    MAX_DEPTH,
    Method,
    RootMove,
    SearchOptions,
    SearchReport,
)
from interpreter.process.arguments import MAX_ACTIONS

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move
    from interpreter.engine.protocol import Analyses

METHODS: dict[str, Method] = {"flat": "flat", "uct": "uct", "alphabeta": "solve"}


def search_native(state: State, native: Analyses, request: Request) -> Report:
    """Search a state of the native engine.

    Raises SearchError, SearchInterrupted on Ctrl-C in the main thread, and GdlError if a turn is
    too long to be searched.
    """
    searched = native.search(state.node, options_of(request), request.stop, request.kept)
    result = RESULTS[request.kind](searched, random.Random(request.seed))
    line = tuple(state.game.move(native.unpack(packed)) for packed in searched.line)
    made = report(result, searched, lambda row: state.game.move(native.unpack(row.move)))
    return replace(made, line=line)


@dataclass(frozen=True)
class Result:
    """A report from C as one method reads it: the best row, each row's weight and share."""

    best: RootMove
    weight: Callable[[RootMove], float]
    share: Callable[[RootMove], float]


def options_of(request: Request) -> SearchOptions:
    """The options of the search in C for a request."""
    return SearchOptions(
        METHODS[request.kind],
        simulations=request.simulations or 0,
        seconds=request.seconds or 0.0,
        seed=request.seed,
        threads=request.threads,
        exploration=request.exploration,
        minimax=request.minimax,
        amaf=request.amaf,
        decisive=request.decisive,
        nodes=request.nodes or SearchOptions.nodes,
        depth=min(request.depth or MAX_DEPTH, MAX_DEPTH),
        max_actions=MAX_ACTIONS,
    )


def sampled(searched: SearchReport, rng: random.Random) -> Result:
    """The result of a tree search; ties for the best move are broken at random."""
    total = max(1, sum(row.visits for row in searched.moves))
    best = rng.choice([row for row in searched.moves if is_like(row, searched.best)])

    def weight(row: RootMove) -> float:
        return float(row is best) if searched.proved else row.visits / total

    return Result(best, weight, known_share)


def even(searched: SearchReport, rng: random.Random) -> Result:
    """The result of a search that plays all moves equally often; ties are broken at random."""
    best = rng.choice([row for row in searched.moves if is_like(row, searched.best)])
    return Result(best, lambda row: row.mean, known_share)


def solved(searched: SearchReport, rng: random.Random) -> Result:
    """The result of alpha-beta: a random one of the moves with the highest share.

    If every move loses, it is the one that took longest to refute.
    """
    top = max(map(worth, searched.moves))
    choice = [searched.best] if top == 0 else [row for row in searched.moves if worth(row) == top]
    return Result(rng.choice(choice), lambda row: (row in choice) / len(choice), worth)


def report(
    result: Result, searched: SearchReport, move_of: Callable[[RootMove], Move]
) -> Report:
    """The report on a search in C."""

    def rate() -> tuple[Rated, ...]:
        rated: dict[Move, Rated] = {}
        for row in searched.moves:
            one = Rated(
                move_of(row), result.weight(row), result.share(row), row.proved is not None
            )
            rated[one.move] = joined(rated[one.move], one) if one.move in rated else one
        return tuple(rated.values())

    return Report(
        move_of(result.best), searched.shares, rate, searched.simulations,
        searched.shares if searched.proved else None, searched.nodes,
        searched.nodes * searched.bytes_per_node,
    )  # fmt: skip


def joined(first: Rated, second: Rated) -> Rated:
    """Two rows of C for the same move, as one."""
    weight = first.weight + second.weight
    total = first.share * first.weight + second.share * second.weight
    share = total / weight if weight else first.share
    return Rated(first.move, weight, share, first.is_proven and second.is_proven)


def known_share(row: RootMove) -> float:
    """The share of a move: proven, or else a mean."""
    return row.mean if row.proved is None else row.proved


def worth(row: RootMove) -> float:
    """The share that alpha-beta gives a move; one half if it never looked at it."""
    if row.proved is not None:
        return row.proved
    return row.mean if row.visits else 0.5


def is_like(row: RootMove, other: RootMove) -> bool:
    """Whether two moves have the same visits, mean and proof."""
    return row[1:] == other[1:]


RESULTS: dict[str, Callable[[SearchReport, random.Random], Result]] = {
    "flat": even,
    "uct": sampled,
    "alphabeta": solved,
}
