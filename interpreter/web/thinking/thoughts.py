"""Thoughts about a position: searches that grow until somebody stops them.

Each search takes twice as long as the one before.  Where it has a tree, the next one goes on with
that; others begin anew: their last thoughts are at least as good as half the time allows.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.agents.search import SearchAgent, prepare, search
from interpreter.native.runtime.kept_trees import KeptTrees

if TYPE_CHECKING:
    import random

    from interpreter.agents.request import Report
    from interpreter.api.state import State

FIRST_SECONDS = 0.15
LONGEST_SECONDS = 8.0
MAX_BEST = 12  # moves that are told
MAX_LINE = 12  # moves of the expected line


def think(
    state: State, agent: SearchAgent, seconds: float, stop: ctypes.c_int32, luck: random.Random,
    tell: Callable[[dict[str, Any]], None],
) -> None:  # fmt: skip
    """Tell thoughts about a state in which a seat acts until the time is up."""
    prepare(state)
    trees = KeptTrees()
    end, slice_ = time.monotonic() + seconds, FIRST_SECONDS
    while not stop.value:
        left = end - time.monotonic()
        if left < FIRST_SECONDS / 2:
            break
        request = replace(
            agent.request, seconds=min(slice_, left), simulations=None, each=None,
            seed=luck.getrandbits(64), stop=stop, kept=trees,
        )  # fmt: skip
        report = search(state, request)
        if stop.value and not report.simulations:
            break
        tell(thought_of(state, report))
        if report.proof is not None or state.move_count == 1:
            break
        slice_ = min(2 * slice_, LONGEST_SECONDS)


def thought_of(state: State, report: Report) -> dict[str, Any]:
    """A report as the page gets it."""
    rated = sorted(report.moves, key=lambda r: (-r.weight, -r.share))[:MAX_BEST]
    results = state.game.results
    line = [move.text for move in report.line[:MAX_LINE]] or [report.best.text]
    return {
        "expected": None if report.shares is None else [round(s, 4) for s in report.shares],
        "points": [results.least, results.greatest] if results.are_points else None,
        "best": [
            {
                "move": r.move.text,
                "share": round(r.weight, 4),
                "expected": round(r.share, 4),
                "proven": r.is_proven,
            }
            for r in rated
        ],
        "line": line,
        "simulations": report.simulations,
        "proven": report.proof is not None,
    }
