"""Compares games by the positions that moves lead to, whatever the moves are called.

Two states are alike to depth 0 if they are the same position, and to depth n + 1 if in addition
each move of either is matched by a move of the other that leads to a state alike to depth n (and
chance leads to each class of such states with the same probability).  So moves that lead to alike
states count as one, and classes of moves correspond one to one; where moves are counted, each
class also has as many moves in both games, so that random play is the same, too.  This is
bisimulation, computed by partition refinement: Kanellakis and Smolka, "CCS expressions, finite
state processes, and three problems of equivalence", Information and Computation 86 (1990).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from interpreter.diff.lockstep.lockstep import (
    A_MOVE,
    Label,
    Together,
    action_of,
    refused,
    steps,
)
from interpreter.diff.lockstep.pair_search import Found, Limits
from interpreter.diff.lockstep.picture import Picture, Reader, unlike_pictures
from interpreter.diff.lockstep.until import Until
from interpreter.diff.rules.findings import Difference, Fact, Looked

if TYPE_CHECKING:
    from interpreter.api.state import State

Edge = tuple[str, float, int]
"""A move, its probability (for a seat 0, or 1 where moves are counted), the state it leads to."""


class Graph:
    """The states of one game found so far, by number."""

    def __init__(
        self, start: State, reader: Reader, pictures: dict[Picture, int], is_counted: bool
    ):
        self.start = start
        self.reader = reader
        self.pictures = pictures  # shared by both games
        self.each = 1.0 if is_counted else 0.0  # what a move of a seat adds to its class
        self.known: dict[Any, int] = {}
        self.looks: list[int] = []  # the number of each state's picture
        self.depths: list[int] = []  # the least number of moves to each state
        self.edges: list[list[Edge]] = []  # of the expanded states
        self.layer: list[State] = []  # the states not expanded yet
        self.add(start, 0)

    @property
    def is_whole(self) -> bool:
        """Whether all reachable states are known."""
        return not self.layer

    def count_within(self, depth: int) -> int:
        """How many states are within `depth` moves; all of them if the graph is whole."""
        return len(self.looks) if self.is_whole else bisect_right(self.depths, depth)

    def add(self, state: State, depth: int) -> int:
        """The number of a state, which is added if it is new."""
        key = state.engine.key(state.node)
        number = self.known.setdefault(key, len(self.looks))
        if number == len(self.looks):
            picture = self.reader.picture(state)
            self.looks.append(self.pictures.setdefault(picture, len(self.pictures)))
            self.depths.append(depth)
            self.layer.append(state)
        return number

    def expand(self, until: Until) -> bool:
        """Expand the last layer; whether all of it, before the end of the search."""
        layer, self.layer = self.layer, []
        depth = self.depths[len(self.edges)] + 1 if layer else 0
        for state in layer:
            if until.is_reached:
                return False
            moves = steps(state)
            until.work.count += A_MOVE * len(moves)
            self.edges.append([
                (text, share or self.each, self.add(state.play(move), depth))
                for text, (move, share) in moves.items()
            ])  # fmt: skip
        return True


Graphs = tuple[Graph, Graph]
Classes = tuple[list[int], list[int]]  # for each game, the class of each state
PLACES = 9  # decimals of a probability that are compared
GROWTH = 1.5  # factor by which the states must grow before they are compared again


def search(games: Together, limits: Limits, tell: Callable[[Looked], None]) -> Found:
    """The shortest difference by positions, None if there is none within the limits; `tell`
    receives the progress.
    """
    pictures: dict[Picture, int] = {}
    start = games.start()
    graphs = (
        Graph(start.a, games.first, pictures, limits.is_counted),
        Graph(start.b, games.second, pictures, limits.is_counted),
    )
    looked, compared, depth = Looked(), 0, 0
    try:
        while True:
            count, whole = sum(len(g.looks) for g in graphs), all(g.is_whole for g in graphs)
            is_last = whole or limits.is_reached(count) or depth - 1 == limits.depth
            if is_last or count >= GROWTH * compared:
                rounds = refined(graphs, depth)
                if rounds[-1][0][0] != rounds[-1][1][0]:
                    shown = Looked(max(len(rounds) - 3, -1), count)
                    return explained(games, graphs, rounds), shown
                compared, looked = count, Looked(depth - 1, count, whole)
                tell(looked)
            if is_last:
                return None, looked
            if not all([graph.expand(limits.until) for graph in graphs]):
                return None, looked  # whole layers only can be compared
            depth += 1
    except KeyboardInterrupt:
        return None, replace(looked, is_stopped=True)


def refined(graphs: Graphs, depth: int) -> list[Classes]:
    """The classes of states alike to depth 0, 1, …, for the states expanded far enough.

    The list ends when the starts are in different classes or the classes no longer change.
    """
    rounds: list[Classes] = [(graphs[0].looks, graphs[1].looks)]
    for number in range(1, depth + 1):
        before = rounds[-1]
        if before[0][0] != before[1][0]:
            break
        names: dict[Any, int] = {}
        rounds.append((
            refine(graphs[0], before[0], depth - number, names),
            refine(graphs[1], before[1], depth - number, names),
        ))  # fmt: skip
        older = {c for old, new in zip(before, rounds[-1]) for c in old[: len(new)]}
        if len(names) == len(older) and rounds[-1][0][0] == rounds[-1][1][0]:
            break
    return rounds


def refine(graph: Graph, classes: list[int], depth: int, names: dict[Any, int]) -> list[int]:
    """The classes alike to one depth more, for the states within `depth` moves."""
    count = graph.count_within(depth)
    kinds = ((graph.looks[s], outcomes(graph.edges[s], classes)) for s in range(count))
    return [names.setdefault(kind, len(names)) for kind in kinds]


def outcomes(edges: list[Edge], classes: list[int]) -> frozenset[tuple[int, float]]:
    """The classes that moves lead to, each with its probability (for a seat 0, or their number)."""
    shares: dict[int, float] = {}
    for _, share, state in edges:
        shares[classes[state]] = shares.get(classes[state], 0.0) + share
    return frozenset((c, round(share, PLACES)) for c, share in shares.items())


# ---- in words ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spot:
    """A state of each game, and the classes of all states at the depth that tells them apart."""

    graphs: Graphs
    numbers: tuple[int, int]
    classes: Classes

    def unmatched(self, side: int) -> list[Edge]:
        """The moves of one side to classes that no move of the other side leads to."""
        theirs = {self.classes[1 - side][s] for _, _, s in self.edges(1 - side)}
        return [e for e in self.edges(side) if self.classes[side][e[2]] not in theirs]

    def edges(self, side: int) -> list[Edge]:
        """The moves of one side."""
        return self.graphs[side].edges[self.numbers[side]]


def explained(games: Together, graphs: Graphs, rounds: list[Classes]) -> Difference:
    """The difference, with the moves that lead to it, each matched to the greatest depth."""
    pair, numbers = games.start(), (0, 0)
    moves: list[Label] = []
    if len(rounds) == 1:
        return Difference((), games.unlike_positions(pair), True, pair.states)
    for depth in range(len(rounds) - 2, -1, -1):
        spot = Spot(graphs, numbers, rounds[depth])
        step = next_step(spot, rounds[depth - 1]) if depth else None
        if step is None:
            facts = unlike_classes(games, spot, pair.a, pair.b)
            return Difference(tuple(moves), facts, depth == 0, pair.states)
        label, numbers = step
        moves.append(label)
        pair = games.play(pair, label)
    raise AssertionError("the starts differ in nothing")


def next_step(spot: Spot, before: Classes) -> tuple[Label, tuple[int, int]] | None:
    """A move that none matches, with one of the other game that matches it to one depth less.

    None if only the probabilities of chance differ.
    """
    for side in (0, 1):
        for text, _, state in spot.unmatched(side):
            for other, _, partner in spot.edges(1 - side):
                if before[side][state] == before[1 - side][partner]:
                    label, numbers = (text, other), (state, partner)
                    return (label, numbers) if side == 0 else (label[::-1], numbers[::-1])
    return None


def unlike_classes(games: Together, spot: Spot, a: Any, b: Any) -> tuple[Fact, ...]:
    """The moves to positions that the other game does not lead to, or unlike probabilities."""
    facts, states = [], (a, b)
    for side, names in ((0, ("A", "B")), (1, ("B", "A"))):
        other = states[1 - side]
        texts = {text for text, _, _ in spot.edges(1 - side)}
        for text, _, _ in spot.unmatched(side):
            if text in texts:
                facts += elsewhere(games, text, a, b) if side == 0 else []
            elif action_of(text) in other.game.reference.turns.actions and not other.is_chance:
                facts.append(refused(other, text, *names))
            else:
                where = f"where no move of {names[1]} leads"
                words = f"{names[0]} allows `{text}`, which leads {where}"
                facts.append(Fact("move", words, action=action_of(text)))
    return tuple(facts) or unlike_shares(spot)


def elsewhere(games: Together, text: str, a: Any, b: Any) -> list[Fact]:
    """The differences after a move that has the same name in both games."""
    after = a.play(text), b.play(text)
    pictures = games.first.picture(after[0]), games.second.picture(after[1])
    facts = unlike_pictures(games.frame, *pictures, after)
    return [Fact(f.kind, f"after `{text}`, {f.text}", f.a, f.b) for f in facts]


def unlike_shares(spot: Spot) -> tuple[Fact, ...]:
    """The classes that chance leads to with different probabilities."""
    shares = [dict(outcomes(spot.edges(side), spot.classes[side])) for side in (0, 1)]
    facts: dict[int, Fact] = {}
    for text, _, state in spot.edges(0):
        number = spot.classes[0][state]
        one, other = shares[0][number], shares[1].get(number, 0.0)
        if one != other:
            words = f"where `{text}` leads has the probability {one:.6g} in A, {other:.6g} in B"
            facts.setdefault(number, Fact("chance", words))
    return tuple(facts.values())
