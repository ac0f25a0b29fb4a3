"""What random games begin with, counted."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def drawn(state: Any, count: int, seed: int, moves: int = 1) -> Counter[tuple[int, ...]]:
    """How many of so many random games from a state begin with what moves, as numbers.

    On a thread of its own: for each call from the main one, which alone hears of Ctrl-C, the engine
    starts a thread, and that takes ten times as long as to draw a move.
    """

    def draw() -> Counter[tuple[int, ...]]:
        play = state.engine.packed_playout
        return Counter(tuple(play(state.node, i, seed, moves)) for i in range(count))

    with ThreadPoolExecutor(1) as one:
        return one.submit(draw).result()
