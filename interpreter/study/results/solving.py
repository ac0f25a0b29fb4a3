"""Values with perfect play as rows of a report."""

from __future__ import annotations

from typing import Any

from interpreter.solve import INTERRUPTED, Limits, Unsolvable, solve
from interpreter.study.plan.metrics import Metric, figure
from interpreter.study.plan.study import Study
from interpreter.study.results.estimates import Half
from interpreter.study.results.results import Estimate
from interpreter.study.store.store import Store

MAX_POSITIONS = 1_000_000  # of a variant; more take longer than a study should wait
ROWS = {
    "value": ("result of seat 1 with perfect play", "%"),
    "best": ("first moves that keep it", "moves"),
    "first": ("first moves", "moves"),
    "length": ("moves until the end with perfect play", "moves"),
    "positions": ("positions that can be reached", "positions"),
}


def solved_halves(study: Study, store: Store) -> list[Half]:
    """A row for each figure; variants that could not be solved have none."""
    figures = [store.solved(v) or {} for v in range(len(study.variants))]
    made: list[Half] = []
    for key, (title, unit) in ROWS.items():
        estimates = tuple(exact(f.get(key)) for f in figures)
        metric = Metric(f"solved-{key}", title, unit, "Perfect play", "mean", figure(key))
        made.append(Half(metric, estimates, (None,) * len(figures)))
    return [half for half in made if any(half.estimates)]


def exact(value: float | None) -> Estimate | None:
    """A figure that is certain."""
    return None if value is None else Estimate(value, value, value, 1, "exact")


def solve_missing(study: Study, store: Store) -> None:
    """Work out the figures of variants that the file has none of, and keep them there.

    Raises KeyboardInterrupt.
    """
    for variant in range(len(study.variants)):
        if store.solved(variant) is None:
            store.keep_solved(variant, computed(study, variant))


def computed(study: Study, variant: int) -> dict[str, Any]:
    """The figures of one variant; none where it is too large or hides something.

    Raises KeyboardInterrupt.
    """
    try:
        solution = solve(study.variants[variant].game, Limits(positions=MAX_POSITIONS))
    except Unsolvable:
        return {}
    if solution.stopped_by == INTERRUPTED:
        raise KeyboardInterrupt
    if solution.stopped_by or solution.shares is None:
        return {}
    figures = {
        "value": float(solution.shares[0]),
        "best": len(solution.best),
        "first": solution.first_moves,
    }
    if solution.length is not None:
        figures["length"] = solution.length
    if solution.is_complete:
        figures["positions"] = solution.positions
    return figures
