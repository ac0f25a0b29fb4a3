"""Random walks through a game that tell how large it is: how many games and positions it has."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import fsum, inf, log10
from typing import TYPE_CHECKING

from interpreter.study.play.board_use import position_of

if TYPE_CHECKING:
    from interpreter.api.game import Game

SEED = 1975  # of the walks, which are the same in every study
MOVES = {"native": 12_000, "reference": 2_000}  # of all walks together: less than a second
PAST = 4  # times fewer where rules ask what was seen before, which each position carries along
WALKS = 1_000  # at most


@dataclass(frozen=True)
class SizingWalks:
    """Random games from the start of a game.

    `leaves` has for each one the logarithm to base 10 of the product of what there was to choose
    from, minus infinity where it did not end; `nodes` the same of all positions that it went
    through, as the number of ways to be there.  `positions` are those that it met.
    """

    leaves: tuple[float, ...]
    nodes: tuple[float, ...]
    positions: tuple[frozenset[Hashable], ...]


def walks_of(game: Game, most_moves: int) -> SizingWalks:
    """Random games of at most so many moves, as many as can be walked in about a second.

    What chance does counts as given, so where there is chance the numbers are means of what it may
    do.
    """
    budget = MOVES[game.engine().name] // (PAST if game.reference.reads_history else 1)
    leaves: list[float] = []
    nodes: list[float] = []
    positions: list[frozenset[Hashable]] = []
    while budget > 0 and len(leaves) < WALKS:
        logs, met, is_over = walk(game, len(leaves), most_moves)
        leaves.append(logs[-1] if is_over else -inf)
        nodes.append(log_sum(logs))
        positions.append(met)
        budget -= len(logs)
    return SizingWalks(tuple(leaves), tuple(nodes), tuple(positions))


def walk(game: Game, number: int, most: int) -> tuple[list[float], frozenset[Hashable], bool]:
    """A random game: the logarithm of the ways to each of its positions, what tells these apart,
    and whether it ended.
    """
    state = game.start()
    logs, met = [0.0], {position_of(state)}
    for move in game.random_game(number, SEED, most):
        ways = 0.0 if state.is_chance else log10(state.move_count)
        logs.append(logs[-1] + ways)
        state = state.play(move)
        met.add(position_of(state))
    return logs, frozenset(met), state.is_over


def log_sum(logs: list[float]) -> float:
    """The logarithm of a sum, from the logarithms of what is added."""
    most = max(logs)
    return most + log10(fsum(10 ** (x - most) for x in logs))
