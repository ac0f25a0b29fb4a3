"""Pieces around a cell that are next to each other belong to one group: one of them is asked."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from interpreter import load_game
from interpreter.native.emit.kernels.groups import runs_table, steps_of
from interpreter.native.passes.pipeline import optimise
from interpreter.native.program.program import lowered


@pytest.mark.parametrize(
    ("game", "options"), [("cropa", {"side": 4}), ("cropa-rhombus", {"side": 4})], ids=str
)
def test_each_run_around_a_cell_has_one_piece_that_is_asked(
    game: str, options: dict[str, Any]
) -> None:
    plan = lowered(load_game(game, **options).reference)
    optimise(plan)
    assert plan.regions is not None
    table, near = runs_table(plan.regions), plan.regions.near.values
    assert table is not None and max(row[0] for row in table) == 3
    steps = steps_of(plan.regions)
    for cell, around in enumerate(near):
        here = [s for s in steps if cell + s >= 0 and around >> cell + s & 1]
        for size in range(len(here) + 1):
            for chosen in combinations(here, size):
                row = table[sum(1 << steps.index(s) for s in chosen)]
                asked, left = row[1 : row[0] + 1], set(chosen)
                for first in asked:  # no run has two that are asked, and none has no such one
                    assert first in left
                    found = {first}
                    while found & left:
                        left -= found
                        found = {s for s in left if any(
                            near[cell + f] >> cell + s & 1 for f in set(chosen) - left
                        )}  # fmt: skip
                assert not left
