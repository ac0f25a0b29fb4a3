"""Alpha-beta search with iterative deepening and a transposition table, in plain Python.

Whatever lies beyond the depth counts as a draw.  So a value of 1 or 0 is a proof, and any other
value is one only if nothing beyond the depth has entered it.  With two seats whose
results have a fixed sum, the values are shares of seat 0 and cut-offs apply; otherwise each seat
maximises its own share (max-n).  A chance node
has the mean value, weighted by probability.
"""

from __future__ import annotations

import math
import random
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from interpreter.agents.request import Budget, Rated, Report, Request

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.api.state import State
    from interpreter.board.values import Move

DEEPEST = 200  # actions; each is a level of recursion
MAX_KEPT = 100_000  # positions in the transposition table
NEXT = 1e-9  # less than any difference between two results


class Value(NamedTuple):
    """A share for each seat, and whether nothing beyond the depth has entered it."""

    shares: tuple[float, ...]
    is_exact: bool


@dataclass(frozen=True)
class Known:
    """An entry of the transposition table; the value may be only a bound for seat 0."""

    value: Value
    depth: int
    is_low: bool  # an upper bound: the value may be smaller
    is_high: bool  # a lower bound: the value may be larger
    move: str  # the best one so far, which is searched first

    def answers(self, depth: int, low: float, high: float) -> bool:
        """Whether the entry replaces a search to this depth within this window."""
        if self.depth < depth and not self.value.is_exact:
            return False
        first = self.value.shares[0]
        return (not self.is_low or first <= low) and (not self.is_high or first >= high)


class Spent(Exception):
    """The budget is spent."""


class Search:
    """One search with its transposition table, which holds up to `room` positions."""

    def __init__(self, game: GameBase, budget: Budget, room: int):
        self.budget = budget
        self.room = room
        self.is_duel = game.seats == 2 and game.zero_sum
        self.unknown = Value((game.results.share(game.results.draw),) * game.seats, False)
        self.table: dict[State, Known] = {}

    def value(self, state: State, depth: int, low: float, high: float) -> Value:
        """The value of a state; outside the window from `low` to `high` only a bound.

        Raises Spent.
        """
        if self.budget.is_spent:
            raise Spent
        self.budget.used += 1
        shares = state.shares
        if shares is not None:
            return Value(shares, True)
        if depth == 0:
            return self.unknown
        known = self.table.get(state)
        if known is not None and known.answers(depth, low, high):
            return known.value
        if state.is_chance:
            value, first = self.expected(state, depth), ""
        else:
            value, first = self.best(state, depth, low, high, known.move if known else "")
        if len(self.table) < self.room or state in self.table:
            share, is_bound = value.shares[0], self.is_duel and not state.is_chance
            is_low, is_high = is_bound and share <= low, is_bound and share >= high
            self.table[state] = Known(value, depth, is_low, is_high, first)
        return value

    def expected(self, state: State, depth: int) -> Value:
        """The mean value over the chance moves."""
        later = [(state.play(move), odds) for move, odds in state.chance]
        values = [(self.value(s, depth - 1, -math.inf, math.inf), odds) for s, odds in later]
        shares = tuple(
            math.fsum(value.shares[seat] * odds for value, odds in values)
            for seat in range(state.game.seats)
        )
        return Value(shares, all(value.is_exact for value, _ in values))

    def best(
        self, state: State, depth: int, low: float, high: float, first: str
    ) -> tuple[Value, str]:
        """The best value for the seat that acts, and the text of the move that gives it."""
        seat = state.seat
        assert seat is not None
        top, top_move, is_exact = None, "", True
        moves = sorted(state.moves(), key=lambda move: move.text != first)
        # play them all before searching any: a state soon forgets what its moves lead to
        for move, later in [(move, state.play(move)) for move in moves]:
            value = self.value(later, depth - 1, low, high)
            is_exact = is_exact and value.is_exact
            if top is None or value.shares[seat] > top.shares[seat]:
                top, top_move = value, move.text
            if self.is_duel and seat == 0:
                low = max(low, top.shares[0])
            elif self.is_duel:
                high = min(high, top.shares[0])
            if top.shares[seat] == 1:
                return Value(top.shares, top.is_exact or self.is_duel), top_move
            if low >= high:
                return top, top_move
        assert top is not None
        is_sure = is_exact or (self.is_duel and top.shares[0] in (0, 1))
        return Value(top.shares, is_sure), top_move


class Root:
    """The moves of the root, the best of the last iteration first."""

    def __init__(self, state: State, search: Search, rng: random.Random):
        assert state.seat is not None
        self.seat = state.seat
        self.search = search
        self.later = {move: state.play(move) for move in state.moves()}
        self.order = rng.sample(list(self.later), len(self.later))
        self.values: dict[Move, Value] = {}
        self.best = list(self.order)

    def deepen(self, depth: int) -> bool:
        """Search all moves to this depth; return whether the result of best play is known.

        Raises Spent, and leaves the root as it was.
        """
        values: dict[Move, Value] = {}
        top = -math.inf
        for move in self.order:
            low, high = self.window(top)
            values[move] = self.search.value(self.later[move], depth - 1, low, high)
            top = max(top, values[move].shares[self.seat])
            if top == 1:
                break
        self.values = values
        self.order.sort(key=lambda m: -values[m].shares[self.seat] if m in values else 1)
        if top == 0:  # every move loses: keep the one that took longest to refute
            return all(v.is_exact for v in values.values())
        self.best = [m for m, v in values.items() if v.shares[self.seat] >= top - NEXT]
        if top == 1:
            return values[self.best[0]].is_exact
        return all(v.is_exact for v in values.values())

    def window(self, top: float) -> tuple[float, float]:
        """The search window once a move gives `top`: values that are as good or better."""
        if not self.search.is_duel or top == -math.inf:
            return -math.inf, math.inf
        return (top - NEXT, math.inf) if self.seat == 0 else (-math.inf, 1 - top + NEXT)


def search_alphabeta(state: State, request: Request) -> Report:
    """Deepen until the budget is spent or the result of best play is known."""
    rng = random.Random(request.seed)
    room = MAX_KEPT if request.nodes is None else request.nodes
    search = Search(state.game, Budget(request), room)
    root, is_solved = Root(state, search, rng), False
    with suppress(Spent):  # the last complete iteration counts
        for depth in range(1, min(request.depth or DEEPEST, DEEPEST) + 1):
            is_solved = root.deepen(depth)
            if is_solved:
                break
    best = rng.choice(root.best)
    rated = tuple(
        Rated(move, (move in root.best) / len(root.best), *rating(root, move))
        for move in state.moves()
    )
    proof = root.values[best].shares if is_solved else None
    shares = root.values[best].shares if best in root.values else None
    return Report(best, shares, lambda: rated, search.budget.used, proof, len(search.table))


def rating(root: Root, move: Move) -> tuple[float, bool]:
    """The share that a move gives its seat, and whether that is exact."""
    value = root.values.get(move)
    return (0.5, False) if value is None else (value.shares[root.seat], value.is_exact)
