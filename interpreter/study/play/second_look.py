"""A second look at a game that was played: searches that know nothing of those that chose.

A search picks out what its random games happened to favour, so what it expects of its own choice
is too much, most of all where nothing matters.  Here one search picks and another one, with random
games of its own, says what the pick is worth.  Where no move matters the mean of that is 0, however
short the searches are.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING

from gdl.model.analysis import has_secrets
from interpreter.agents.agent import Agent
from interpreter.agents.request import Request
from interpreter.agents.search import SearchAgent, search
from interpreter.process.arguments import MAX_ACTIONS

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move

DECISIONS = 4  # of a game at which moves are compared
FOR_EACH_MOVE = 10  # simulations, at least, for the pick of the best
LITTLE = 8  # times that a little search is smaller


@dataclass(frozen=True)
class SecondLook:
    """What the second searches say of a game.

    `expected` is for every move the share that its seat expects before it, None where nobody says;
    `spread` what the best move is worth above another one, a mean of some decisions.  `clarity` is
    how often a little search finds the move of a large one at them, less what luck finds.
    """

    expected: tuple[float | None, ...]
    spread: float | None
    clarity: float | None = None


def second_look(
    states: Sequence[State], agents: Sequence[Agent], rng: random.Random
) -> SecondLook:
    """Look again at the states of a game in which moves were made, as the agents on seats do."""
    decisions = [
        (state, agent.request) for state in states
        if state.seat is not None and isinstance(agent := agents[state.seat], SearchAgent)
        and not has_secrets(state.game.model)
    ]  # fmt: skip
    again = {id(state): expectation(state, request, rng) for state, request in decisions}
    expected = tuple(again.get(id(state)) for state in states)
    return SecondLook(expected, spread_of(decisions, rng), clarity_of(decisions, rng))


def expectation(state: State, request: Request, rng: random.Random) -> float | None:
    """The share that the seat to move expects by another search."""
    shares = search(state, fresh(request, rng)).shares
    return None if shares is None or state.seat is None else shares[state.seat]


def spread_of(decisions: Sequence[tuple[State, Request]], rng: random.Random) -> float | None:
    """The mean spread of some decisions of a game; None where nobody searches."""
    chosen = rng.sample(decisions, min(DECISIONS, len(decisions)))
    return fmean(spread(state, request, rng) for state, request in chosen) if chosen else None


def spread(state: State, request: Request, rng: random.Random) -> float:
    """What the best move is worth above another one, drawn from all others.

    One search picks the best move, with at least ten simulations for every legal one; what both
    moves are worth is then found by searches from where they lead to.
    """
    if state.move_count == 1:
        return 0.0
    picking = fresh(request, rng).among(state.move_count)
    if picking.simulations is not None:
        most = max(picking.simulations, FOR_EACH_MOVE * state.move_count)
        picking = replace(picking, simulations=most)
    best = search(state, picking).best
    other = rng.choice([move for move in state.moves() if move != best])
    return worth(state, best, request, rng) - worth(state, other, request, rng)


def clarity_of(decisions: Sequence[tuple[State, Request]], rng: random.Random) -> float | None:
    """The mean clarity of some decisions with a choice; None where there is none."""
    real = [(state, request) for state, request in decisions if state.move_count > 1]
    chosen = rng.sample(real, min(DECISIONS, len(real)))
    return fmean(clarity(state, request, rng) for state, request in chosen) if chosen else None


def clarity(state: State, request: Request, rng: random.Random) -> float:
    """1 where an eighth of a search finds the move that a whole one finds; where it does not, as
    far below 0 as makes the mean 0 for one that picks by luck (as Cohen's kappa does it).
    """
    whole, little = fresh(request, rng), fresh(part_of(request), rng)
    is_same = search(state, whole).best == search(state, little).best
    luck = 1 / state.move_count
    return (is_same - luck) / (1 - luck)


def part_of(request: Request) -> Request:
    """A search with an eighth of the budget, or one move less deep."""
    if request.depth is not None:
        return replace(request, depth=max(1, request.depth - 1))
    if request.simulations is not None:
        return replace(request, simulations=max(1, request.simulations // LITTLE))
    return replace(request, seconds=(request.seconds or 0) / LITTLE)


def worth(state: State, move: Move, request: Request, rng: random.Random) -> float:
    """The share that the seat to move expects after a move, by a search of its own."""
    seat, state = state.seat, state.play(move)
    assert seat is not None
    for _ in range(MAX_ACTIONS):
        if state.is_over or (state.seat is not None and state.move_count > 1):
            break
        state = state.play(state.random_choice(rng))
    shares = state.shares if state.is_over else search(state, fresh(request, rng)).shares
    return 0.5 if shares is None else float(shares[seat])  # forced moves without an end


def fresh(request: Request, rng: random.Random) -> Request:
    """The same search with luck of its own."""
    return replace(request, seed=rng.getrandbits(64))
