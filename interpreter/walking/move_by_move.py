"""Analyses that play one move after another: counts, random games, set-ups; and keys of nodes.

`MoveByMove` is the base of every engine; an engine with a faster way overrides its methods.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from interpreter.board.values import Key, Played, Playouts, Words, unheard
from interpreter.reference.effort import Effort
from interpreter.reference.engine import Node, Reference

ROUNDS_A_DEAL = 25  # the effort of a position in which the set-up has chance to draw


class MoveByMove(ABC):
    """Counts, random games and keys of an engine, by its moves."""

    reference: Reference

    @abstractmethod
    def moves(self, node: Any) -> Mapping[Key, Any]:
        """The legal moves in order, each with a value that `play` can reuse."""

    @abstractmethod
    def weights(self, node: Any, led: Mapping[Key, Any]) -> list[float]:
        """The weights of the chance moves; `led` is the result of `moves`."""

    @abstractmethod
    def play(
        self, node: Any, key: Key, words: Words, led: Mapping[Key, Any] | None
    ) -> Any:
        """The node after a move; None if it is not legal."""

    def keys(self, node: Any) -> list[Key]:
        """The keys of the legal moves, here each once."""
        return list(self.moves(node))

    def later(self, node: Any) -> Iterator[Any]:
        """The node after each legal move."""
        led = self.moves(node)
        return (self.play(node, key, unheard, led) for key in led)

    # ---- keys ----

    def turn_key(self, node: Any) -> tuple[Any, ...]:
        """A key for positions between turns, independent of how they came about."""
        position = node.position
        acting = position.next_seat if node.is_over else position.seat
        return (
            position.standing, position.supply, position.variables, position.colours, acting,
            position.passes, min(position.turns, self.openings), node.result,
        )  # fmt: skip

    def present_key(self, node: Any) -> tuple[Any, ...]:
        """As `future_key`, without the history that `seen` reads."""
        position = node.position
        return (
            position.core(),
            node.pending,
            tuple((s.span.start, frame) for s, frame in node.setup),
            node.result,
            position.turns if self.reference.reads_turns else min(position.turns, self.openings),
        )

    def future_key(self, node: Any) -> tuple[Any, ...]:
        """A hashable key: nodes with equal keys have the same future."""
        history = node.history if self.reference.reads_history else {}
        return *self.present_key(node), frozenset(history.items())

    def key(self, node: Any) -> Any:
        """As `future_key`, but fast, and comparable only between nodes of this engine."""
        return self.future_key(node)

    def position_key(self, node: Any) -> Any:
        """As `key`, but without the positions that were seen before."""
        return self.present_key(node)

    @property
    def openings(self) -> int:
        """The number of turns in the opening."""
        return len(self.reference.model.opening)

    # ---- counts ----

    def end_key(self, node: Any) -> tuple[Any, ...]:
        """A key for the ends of turns: all that the rules can read, or how a game has ended."""
        return self.turn_key(node) if node.is_over else self.future_key(node)

    def perft(self, node: Any, depth: int, turns: bool = False) -> int:
        """The number of different sequences of `depth` moves.

        With `turns`, of whole turns after the set-up: ways through a turn with the same result
        count once.
        """
        if turns:
            begun = {self.end_key(n): n for n in set_ups(node, self.later)}
            return sum(self.turn_sequences(n, depth) for n in begun.values())
        if depth == 0:
            return 1
        if depth == 1:
            return len(self.moves(node))
        return sum(self.perft(later, depth - 1) for later in self.later(node))

    def turn_sequences(self, node: Any, depth: int) -> int:
        """The number of sequences of `depth` turns with distinct results."""
        if depth == 0:
            return 1
        ends = self.after_turn(node, self.end_key)
        return sum(self.turn_sequences(end, depth - 1) for end in ends)

    def positions(self, node: Any, depth: int) -> list[tuple[int, int]]:
        """For 0 to `depth` turns: how many distinct positions there are, and how many are over."""
        layer = {self.turn_key(n): n for n in set_ups(node, self.later)}
        counts = [count_over(layer)]
        for _ in range(depth):
            after: dict[Any, Any] = {}
            for begun in layer.values():
                for ended in self.after_turn(begun, self.turn_key):
                    after.setdefault(self.turn_key(ended), ended)
            layer = after
            counts.append(count_over(layer))
        return counts

    def after_turn(self, begun: Any, end_key: Callable[[Any], Any]) -> Iterator[Any]:
        """The distinct nodes at the end of a turn, after all ways to play it."""
        waiting, met = [begun], set()
        while waiting:
            node = waiting.pop()
            for later in self.later(node):
                ends = later.turns > node.turns or later.is_over
                key = ends, (end_key if ends else self.future_key)(later)
                if key in met:
                    continue
                met.add(key)
                if ends:
                    yield later
                else:
                    waiting.append(later)

    # ---- random games ----

    def playouts(
        self, node: Any, count: int, seed: int, threads: int, max_actions: int
    ) -> Playouts:
        """Random games from a node; an unfinished one counts as drawn."""
        chooser, results = random.Random(seed), self.reference.outcomes.results
        shares, draws, moves, unfinished = [0.0] * len(node.colours), 0, 0, 0
        for _ in range(count):
            last, made = self.random_end(node, chooser, max_actions)
            moves += made
            result = last.result or (results.draw,) * len(shares)
            shares = [a + b for a, b in zip(shares, result, strict=True)]
            unfinished += not last.is_over
            draws += last.is_over and results.is_drawn(result)
        most = max(count, 1)
        means = tuple(share / most for share in shares)
        return Playouts(count, means, draws, moves / most, unfinished)

    def playout_rows(
        self, node: Any, first: int, count: int, seed: int, max_actions: int
    ) -> list[Played]:
        """The outcomes of `count` random games, numbered from `first`.

        A game depends only on the node, the seed, its number and the engine.
        """
        rows = []
        for number in range(first, first + count):
            last, moves = self.random_end(node, chooser_of(seed, number), max_actions)
            rows.append(Played(last.result, last.turns, moves))
        return rows

    def playout_moves(self, node: Any, number: int, seed: int, max_actions: int) -> list[Key]:
        """The moves of one of these games."""
        moves = self.random_moves(node, chooser_of(seed, number), max_actions)
        return [key for key, _ in moves]

    def random_end(self, node: Any, chooser: random.Random, most: int) -> tuple[Any, int]:
        """The last node of a random game, and the number of its moves."""
        moves = 0
        for _, later in self.random_moves(node, chooser, most):
            node, moves = later, moves + 1
        return node, moves

    def random_moves(
        self, node: Any, chooser: random.Random, most: int
    ) -> Iterator[tuple[Key, Any]]:
        """The moves of a random game, and the node after each."""
        for _ in range(most):
            if node.is_over:
                return
            led = self.moves(node)
            key = self.random_key(node, led, chooser)
            node = self.play(node, key, unheard, led)
            yield key, node

    def random_key(self, node: Any, led: Mapping[Key, Any], chooser: random.Random) -> Key:
        """A uniformly random move; a chance move is drawn by its probability."""
        if not node.chance:
            return chooser.choice(list(led))
        keys, odds = zip(*self.chances(node, led), strict=True)
        chosen: Key = chooser.choices(keys, odds)[0]
        return chosen

    def chances(self, node: Any, led: Mapping[Key, Any]) -> list[tuple[Key, float]]:
        """The chance moves that can happen, with their probabilities."""
        weights = self.weights(node, led)
        total = sum(weights)
        return [(key, w / total) for key, w in zip(led, weights, strict=True) if w]


def chooser_of(seed: int, number: int) -> random.Random:
    """The random generator of the random game with a number."""
    return random.Random(f"{seed} {number}")


def count_over(layer: Mapping[Any, Any]) -> tuple[int, int]:
    """How many nodes, and how many of them are over."""
    return len(layer), sum(node.is_over for node in layer.values())


# ---- the set-up --------------------------------------------------------------------------------


def set_ups(start: Any, later: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
    """The nodes after the chance actions of the set-up; the start if it has none."""
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node.is_in_set_up:
            waiting += later(node)
        else:
            yield node


def try_set_ups(engine: Reference, effort: Effort, most: int) -> None:
    """Carry out the set-up with all its chance moves, as far as `most` rounds of effort go.

    Raises GdlError if the set-up fails.
    """

    def later(node: Node) -> list[Node]:
        engine.rules.spend(ROUNDS_A_DEAL)
        return [engine.play(node, key, led) for key, led in engine.moves(node).items()]

    with effort.at_most(most):
        for _ in set_ups(engine.start(), later):
            pass
