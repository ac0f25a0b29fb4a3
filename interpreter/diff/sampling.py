"""Random games in step, until one meets a difference."""

from __future__ import annotations

import random
from dataclasses import replace

from interpreter.arguments import USUAL_MOVES
from interpreter.diff.aims import aims
from interpreter.diff.findings import Looked
from interpreter.diff.touched import Touched
from interpreter.diff.walks import InStep, Sample, Walk, go_on


def sample(
    games: InStep, looked: Looked, wanted: Sample, touched: Touched
) -> tuple[Walk | None, Looked]:
    """The first random game that meets a difference, or None; and how much was looked at."""
    chooser = random.Random(wanted.seed)
    ways = aims(games, touched)
    count = moves = 0
    try:
        while count < wanted.games and not wanted.is_over:
            aim = ways[count % len(ways)]
            start = aim.start(chooser)
            walk = go_on(games, start, aim.choose, chooser, USUAL_MOVES, wanted)
            aim.learn(walk)
            count, moves = count + walk.is_done, moves + len(walk.moves) - len(start.moves)
            if walk.difference is not None:
                return walk, replace(looked, games=count, moves=moves)
    except KeyboardInterrupt:
        return None, replace(looked, games=count, moves=moves, is_stopped=True)
    return None, replace(looked, games=count, moves=moves)
