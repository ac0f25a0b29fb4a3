"""A tree search that an evaluator guides (PUCT).

As in AlphaZero (Silver et al., "A general reinforcement learning algorithm that masters chess,
shogi, and Go through self-play", Science 362, 2018), a simulation takes at each state the move with
the largest sum of its mean share and a bonus, which grows with its prior and shrinks with its
visits; the state it comes to is not played out, but judged by the evaluator.  A move that was not
tried yet counts as the mean of its state.  Chance moves are drawn by their probabilities, results
that are certain are kept as in `tree`, and each seat maximises its own share.

Several states are judged at once.  Until their estimates come, the simulations under way count as
lost for whoever chose (virtual loss), so that the next ones try something else.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.agents.evaluator import Estimate, Evaluator, estimates_of
from interpreter.agents.request import Budget, Report, Request
from interpreter.agents.tree import MAX_NODES, Node, back_up, report
from interpreter.process.arguments import MAX_ACTIONS

if TYPE_CHECKING:
    from interpreter.api.state import State


class GuidedNode(Node):
    """A state in the tree with the priors of its moves."""

    __slots__ = ("priors", "waiting")

    def __init__(self, state: State):
        super().__init__(state)
        self.priors: Sequence[float] = ()
        self.waiting = 0  # simulations through it whose estimate has not come

    def open(self, estimate: Estimate) -> None:
        """List the moves, with their priors."""
        self.moves = self.state.moves()
        self.children = [None] * len(self.moves)
        self.priors = self.odds = list(estimate.priors)

    def choose(self, rng: random.Random, exploration: float) -> int:
        """The index of the move that the next simulation takes."""
        if self.seat is None:
            return rng.choices(range(len(self.moves)), self.odds)[0]
        seat, untried = self.seat, self.total[self.seat] / max(1, self.visits)
        width = exploration * math.sqrt(self.visits + self.waiting)
        best, chosen = -1.0, 0
        for number, (child, prior) in enumerate(zip(self.children, self.priors, strict=True)):
            if child is None:
                score = untried + width * prior
            elif child.proof is not None:
                score = child.proof[seat]
            else:
                assert isinstance(child, GuidedNode)
                count = child.visits + child.waiting
                score = child.total[seat] / max(1, count) + width * prior / (1 + count)
            if score > best:
                best, chosen = score, number
        return chosen

    def prove(self) -> bool:
        """Derive the proof from the children, unless the priors of others decide what is chosen."""
        if self.seat is None and not self.state.is_chance:
            return False
        return super().prove()


Path = list[GuidedNode]  # from the root on


class GuidedTree:
    """A tree over a state in which a seat acts; it grows by `gather` and `receive` in turn."""

    def __init__(self, state: State, seed: int = 0, exploration: float = Request.exploration):
        self.rng = random.Random(seed)
        self.exploration = exploration
        self.root = GuidedNode(state)
        self.root.seat = state.seat  # also where it chooses without knowing what others chose
        self.nodes = 1
        self.simulations = 0

    def gather(self, count: int) -> list[Path]:
        """Begin up to `count` simulations; return the paths to states that must be judged.

        Simulations that end where the result is certain need no estimate, and are over.
        """
        paths: list[Path] = []
        for _ in range(count):
            if self.root.proof is not None:
                break
            path = self.descend()
            leaf = path[-1]
            if leaf.waiting:  # everything leads to states that are being judged
                break
            self.simulations += 1
            known = even(leaf.state) if len(path) > MAX_ACTIONS else leaf.proof
            if known is not None:
                back_up(path, known)
                continue
            for node in path:
                node.waiting += 1
            paths.append(path)
        return paths

    def receive(self, path: Path, estimate: Estimate) -> None:
        """End a simulation with the estimate of the state that it came to."""
        for node in path:
            node.waiting -= 1
        path[-1].open(estimate)
        back_up(path, tuple(estimate.shares))

    def descend(self) -> Path:
        """The path from the root to a state that is proven or has not been judged."""
        node = self.root
        path = [node]
        while node.proof is None and len(path) <= MAX_ACTIONS:
            if not node.children:
                if not node.state.is_chance:
                    break
                node.expand(self.rng)
            number = node.choose(self.rng, self.exploration)
            child = node.children[number]
            if child is None:
                child = node.children[number] = GuidedNode(node.state.play(node.moves[number]))
                self.nodes += 1
            assert isinstance(child, GuidedNode)
            path.append(node := child)
        return path

    def add_noise(self, alpha: float, part: float) -> None:
        """Mix Dirichlet noise into the priors of the root, as for games from which to learn.

        `alpha` is the concentration (small: few moves gain), `part` from 0 to 1 what is noise.
        """
        draws = [self.rng.gammavariate(alpha, 1.0) for _ in self.root.priors]
        total = math.fsum(draws) or 1.0
        self.root.priors = [
            (1 - part) * prior + part * draw / total
            for prior, draw in zip(self.root.priors, draws, strict=True)
        ]

    def report(self) -> Report:
        """What the simulations so far say."""
        return report(self.root, self.simulations, self.nodes, self.rng)


def even(state: State) -> tuple[float, ...]:
    """The shares of a draw."""
    results = state.game.results
    return (results.share(results.draw),) * state.game.seats


def grow(trees: Sequence[GuidedTree], evaluator: Evaluator, counts: Sequence[int]) -> None:
    """Begin simulations in trees, as many as `counts` says for each, and end them with estimates
    that are asked for in one batch.

    Raises EvaluatorFailed.
    """
    found = [
        (tree, path)
        for tree, count in zip(trees, counts, strict=True)
        for path in tree.gather(count)
    ]
    estimates = estimates_of(evaluator, [path[-1].state for _, path in found])
    for (tree, path), estimate in zip(found, estimates, strict=True):
        tree.receive(path, estimate)


def search_guided(state: State, request: Request) -> Report:
    """Search with the evaluator of a request until its budget is spent, the tree holds as many
    states as it may, or the result of best play is certain.

    Raises EvaluatorFailed.
    """
    assert request.evaluator is not None
    budget, most = Budget(request), MAX_NODES if request.nodes is None else request.nodes
    tree = GuidedTree(state, request.seed, request.exploration)
    grow([tree], request.evaluator, [1])  # without it there is nothing to choose by
    budget.used = tree.simulations
    while tree.root.proof is None and not budget.is_spent and tree.nodes < most:
        count = min(request.batch, budget.left or request.batch)
        grow([tree], request.evaluator, [count])
        budget.used = tree.simulations
    return tree.report()
