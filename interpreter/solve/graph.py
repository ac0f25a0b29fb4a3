"""The graph of all positions that can be reached from a state.

Two positions are the same if they have the same future: how they came about does not matter,
unless the rules refer to it.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.solve.solution import Stopped, Watch

if TYPE_CHECKING:
    from gdl.model.results import Results
    from interpreter.api.state import State

NATURE, OVER = -1, -2


@dataclass(frozen=True)
class Graph:
    """Positions by number, in breadth-first order; the start is number 0.

    The edges of position n are `first[n]` up to `first[n + 1]`, in the order of its moves.
    """

    seats: int
    scale: Results
    first: array[int] = field(default_factory=lambda: array("q", [0]))
    targets: array[int] = field(default_factory=lambda: array("I"))
    weights: array[float] = field(default_factory=lambda: array("d"))  # where nature acts
    actors: array[int] = field(default_factory=lambda: array("b"))  # a seat, NATURE or OVER
    results: array[int] = field(default_factory=lambda: array("i"))  # by position and seat: units
    # of the scale where the game is over

    def __len__(self) -> int:
        return len(self.actors)

    def after(self, number: int) -> array[int]:
        """The positions that a position's moves lead to."""
        return self.targets[self.first[number] : self.first[number + 1]]

    def result(self, number: int) -> tuple[int, ...]:
        """What each seat gets in a position that is over, in units."""
        return tuple(self.results[number * self.seats : (number + 1) * self.seats])

    @property
    def has_one_value(self) -> bool:
        """Whether it makes no difference how ties between moves are broken: what one of two seats
        gets says what the other gets.
        """
        return self.seats == 2 and self.scale.is_zero_sum

    @property
    def draw(self) -> int:
        """What everybody gets in a draw, and where play never ends, in units."""
        return self.scale.in_units(self.scale.draw)

    @property
    def range(self) -> tuple[int, int]:
        """Bounds on what a seat can get, in units."""
        return self.scale.in_units(self.scale.least), self.scale.in_units(self.scale.greatest)

    @property
    def has_chance(self) -> bool:
        """Whether nature acts somewhere."""
        return NATURE in self.actors

    def sources(self) -> tuple[array[int], array[int]]:
        """The reversed edges: those into position n are `sources[first[n] : first[n + 1]]`."""
        first = array("q", bytes(8 * (len(self) + 2)))
        for target in self.targets:
            first[target + 2] += 1
        for number in range(2, len(first)):
            first[number] += first[number - 1]
        sources = array("I", bytes(4 * len(self.targets)))
        for number in range(len(self)):
            for target in self.after(number):
                sources[first[target + 1]] = number
                first[target + 1] += 1
        return first, sources


def reachable(state: State, watch: Watch) -> Graph:
    """The graph of the positions that can be reached from a state.

    Raises Stopped if a limit is reached first.
    """
    analyses = state.engine.analyses
    if analyses is None or analyses.has_history:
        return walked(state, watch)
    arrays = analyses.graph(state.node, watch.limits.positions, watch.look)
    if arrays is None:
        raise Stopped(watch.full, watch.limits.positions)
    return Graph(state.game.seats, state.game.results, *arrays)


def walked(state: State, watch: Watch) -> Graph:
    """`reachable` in plain Python, for any engine."""
    graph = Graph(state.game.seats, state.game.results)
    numbers, states = {future_key(state): 0}, [state]
    for number, here in enumerate(states):
        watch.look(len(states))
        for later, weight in edges(here):
            target = numbers.setdefault(future_key(later), len(states))
            if target == len(states):
                if target == watch.limits.positions:
                    raise Stopped(watch.full, len(states))
                states.append(later)
            graph.targets.append(target)
            graph.weights.append(weight)
        add_position(graph, here)
        states[number] = state  # lets go of the one that is done
    return graph


def add_position(graph: Graph, state: State) -> None:
    """Add a position whose edges have been added."""
    acting = OVER if state.is_over else NATURE if state.seat is None else state.seat
    graph.actors.append(acting)
    graph.results.extend(map(graph.scale.in_units, state.result or (0,) * graph.seats))
    graph.first.append(len(graph.targets))


def edges(state: State) -> list[tuple[State, float]]:
    """The states that moves lead to, with the weights of chance moves, 1 for others."""
    if not state.is_chance:
        return [(state.play(move), 1.0) for move in state.moves()]
    keys = state.engine.moves(state.node)
    weights = state.engine.weights(state.node, keys)
    pairs = zip(keys, weights, strict=True)
    return [(state.play(state.game.move(key)), weight) for key, weight in pairs if weight]


def future_key(state: State) -> Any:
    """A key of what decides the future of a state; of its position if the game is over."""
    return state.turn_key if state.is_over else state.future_key
