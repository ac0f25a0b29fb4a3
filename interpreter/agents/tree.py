"""Searches by playouts in plain Python: UCT and flat Monte Carlo.

UCT is Monte Carlo tree search with an upper confidence bound (Kocsis and Szepesvári 2006).  A
simulation descends the tree, adds one node, plays a random game from there, and adds its result to
every node on the path.  A seat takes the child with the largest sum of its own mean share and an
exploration bonus; chance moves are drawn by their probabilities.  A node whose result under best
play is certain keeps it as its proof (MCTS-Solver; Winands, Björnsson and Saito 2008): if one move
is a proven win, or all moves are proven.

Where all choose at once, a seat must not answer what it cannot know.  So of those that choose in
the tree, the first chooses by the bounds, and the others at random, as chance does.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.agents.request import Budget, Rated, Report, Request, play_out, report_of
from interpreter.api.views import choices

if TYPE_CHECKING:
    from interpreter.api.state import State
    from interpreter.board.values import Move

Shares = tuple[float, ...]
MAX_NODES = 200_000  # a node takes a few kilobytes


class Node:
    """A state in the tree, its moves, and the sum of the results below it."""

    __slots__ = ("children", "fresh", "moves", "odds", "proof", "seat", "state", "total", "visits")

    def __init__(self, state: State):
        self.state = state
        self.seat = None if choices(state) else state.seat  # who cannot know chooses at random
        self.proof: Shares | None = state.shares
        self.visits = 0
        self.total = [0.0] * state.game.seats
        self.moves: list[Move] = []
        self.odds: list[float] = []  # probabilities, where chance acts
        self.children: list[Node | None] = []
        self.fresh: list[int] = []  # indices of moves not tried yet, where a seat acts

    def expand(self, rng: random.Random) -> None:
        """List the moves; done only at the second visit, except for the root."""
        if self.state.is_chance:
            self.moves = [move for move, _ in self.state.chance]
            self.odds = [odds for _, odds in self.state.chance]
        elif self.seat is None:
            self.moves = self.state.moves()
            self.odds = [1 / len(self.moves)] * len(self.moves)
        else:
            self.moves = self.state.moves()
            self.fresh = rng.sample(range(len(self.moves)), len(self.moves))
        self.children = [None] * len(self.moves)

    def choose(self, rng: random.Random, exploration: float) -> int:
        """The index of the move that the next simulation takes."""
        if self.seat is None:
            return rng.choices(range(len(self.moves)), self.odds)[0]
        if self.fresh:
            return self.fresh.pop()
        width = exploration * math.sqrt(math.log(self.visits))
        seat, best, chosen = self.seat, -1.0, 0
        for number, child in enumerate(self.children):
            assert child is not None
            if child.proof is not None:
                score = child.proof[seat]
            else:
                score = child.total[seat] / child.visits + width / math.sqrt(child.visits)
            if score > best:
                best, chosen = score, number
        return chosen

    def prove(self) -> bool:
        """Derive the proof of this node from its children; return whether there is one."""
        proofs = [child.proof for child in self.children if child is not None and child.proof]
        is_whole = len(proofs) == len(self.children)
        if self.seat is None:
            if is_whole:
                columns = zip(*proofs, strict=True)
                self.proof = tuple(math.fsum(map(float.__mul__, self.odds, c)) for c in columns)
            return is_whole
        seat = self.seat
        best = max(proofs, key=lambda shares: shares[seat], default=None)
        if best is not None and (is_whole or best[seat] == 1):
            self.proof = best
        return self.proof is not None


def search_tree(state: State, request: Request) -> Report:
    """Grow a tree until the budget is spent or the root is proven."""
    rng, budget, nodes = random.Random(request.seed), Budget(request), 1
    most = MAX_NODES if request.nodes is None else request.nodes
    root = Node(state)
    root.seat = state.seat
    root.expand(rng)
    while root.proof is None and not budget.is_spent:
        path = descend(root, rng, request.exploration, nodes < most)
        leaf = path[-1]
        nodes += leaf.visits == 0
        shares = leaf.proof or play_out(leaf.state, rng, budget)
        if shares is None:
            break
        back_up(path, shares)
        budget.used += 1
    return report(root, budget.used, nodes, rng)


def descend(root: Node, rng: random.Random, exploration: float, may_grow: bool) -> list[Node]:
    """The path from the root to a node that is new, proven, or a leaf that stays one."""
    path = [root]
    while (node := path[-1]).proof is None:
        if not node.children:
            if not may_grow or not node.visits:
                break
            node.expand(rng)
        number = node.choose(rng, exploration)
        child = node.children[number]
        if child is None:
            child = node.children[number] = Node(node.state.play(node.moves[number]))
            path.append(child)
            break
        path.append(child)
    return path


def back_up(path: Sequence[Node], shares: Shares) -> None:
    """Add a result to every node of a path, and propagate a proof upwards as far as it goes."""
    for node in path:
        node.visits += 1
        for seat, share in enumerate(shares):
            node.total[seat] += share
    if path[-1].proof is not None:
        for node in reversed(path[:-1]):
            if not node.prove():
                break


def report(root: Node, simulations: int, nodes: int, rng: random.Random) -> Report:
    """The report on a finished tree."""
    seat = root.seat
    assert seat is not None
    rated = [rate(root, number, seat) for number in range(len(root.moves))]
    order = rng.sample(rated, len(rated))
    best = max(order, key=lambda r: (not r.is_proven or r.share > 0, r.weight, r.share))
    sure = max((r for r in order if r.is_proven), key=lambda r: r.share, default=best)
    if sure.share > best.share or (root.proof is not None and sure.share == root.proof[seat] > 0):
        best = sure
    if root.proof is not None:
        rated = [Rated(r.move, float(r is best), r.share, r.is_proven) for r in rated]
    line = expected_line(root, best.move)
    return report_of(best.move, tuple(rated), root.total, simulations, root.proof, nodes, line)


def expected_line(root: Node, best: Move) -> tuple[Move, ...]:
    """The moves that are visited most, from the best one on."""
    line, node = [best], root.children[root.moves.index(best)]
    while node is not None:
        tried = [(child.visits, n) for n, child in enumerate(node.children) if child is not None]
        if not tried:
            break
        _, number = max(tried)
        line.append(node.moves[number])
        node = node.children[number]
    return tuple(line)


def rate(root: Node, number: int, seat: int) -> Rated:
    """The rating of one move of the root."""
    child = root.children[number]
    if child is None or not child.visits:
        return Rated(root.moves[number], 0.0, 0.0)
    is_proven = child.proof is not None
    share = child.proof[seat] if child.proof is not None else child.total[seat] / child.visits
    return Rated(root.moves[number], child.visits / max(1, root.visits), share, is_proven)


def search_flat(state: State, request: Request) -> Report:
    """Play out the moves in turn, in a random order, until the budget is spent."""
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
