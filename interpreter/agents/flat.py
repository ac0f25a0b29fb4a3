"""Flat Monte Carlo: as many random games after every move, and the move with the best mean."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from interpreter.agents.request import Budget, Rated, Report, Request, play_out, report_of

if TYPE_CHECKING:
    from interpreter.state import State


def search_flat(state: State, request: Request) -> Report:
    """Try the moves in turn, in a random order, until the limits of the request are reached."""
    rng, budget = random.Random(request.seed), Budget(request)
    moves, seat = state.moves(), state.seat
    assert seat is not None
    later = [state.play(move) for move in moves]
    totals, counts = [0.0] * len(moves), [0] * len(moves)
    by_seat = [0.0] * state.game.seats
    order = rng.sample(range(len(moves)), len(moves))
    while not budget.is_spent:
        number = order[budget.used % len(order)]
        shares = play_out(later[number], rng, budget)
        if shares is None:
            break
        totals[number] += shares[seat]
        counts[number] += 1
        by_seat = [total + share for total, share in zip(by_seat, shares, strict=True)]
        budget.used += 1
    means = [t / n if n else 0.0 for t, n in zip(totals, counts, strict=True)]
    best = max(order, key=lambda number: means[number])
    rated = tuple(Rated(m, mean, mean) for m, mean in zip(moves, means, strict=True))
    return report_of(moves[best], rated, by_seat, budget.used)
