"""Pieces around a cell that are next to each other belong to one group: one of them is asked."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from support.tiny import tiny

from interpreter import load_game
from interpreter.api.game import Game
from interpreter.native.emit.kernels.groups import runs_table, steps_of
from interpreter.native.ir.plan import Regions
from interpreter.native.passes.pipeline import optimise
from interpreter.native.program.program import lowered

OF_EIGHT_OR_FOUR = """
    board: square(4)
    define:
      joined(c): c + d for d in (directions if (x(c) + y(c)) mod 2 = 0 else orthogonal)
    actions:
      place(at in empty):
        - put man on at
        - require count(group(at, c to joined(c))) < 9
    turn: place
    end:
      - when any(g meets column(1) and g meets column(4) for g in groups(mine, c to joined(c))):
          mover wins
"""


def regions_of(game: Game) -> Regions:
    """What is kept of the groups of a game."""
    plan = lowered(game.reference)
    optimise(plan)
    assert plan.regions is not None
    return plan.regions


@pytest.mark.parametrize("game", ["cropa", "cropa-rhombus"])
def test_each_run_around_a_cell_has_one_piece_that_is_asked(game: str) -> None:
    assert_runs(regions_of(load_game(game, side=4)), most=3)


def test_what_is_beside_only_around_some_cells_is_asked_too(tmp_path: Path) -> None:
    assert_runs(regions_of(tiny(tmp_path, OF_EIGHT_OR_FOUR)), most=4, exactly=False)


def assert_runs(regions: Regions, most: int, exactly: bool = True) -> None:
    """Around each cell, one piece of each run is asked, or, where not exactly, one or more."""
    table, near = runs_table(regions), regions.near.values
    assert table is not None and len(table[0]) == most + 1
    steps = steps_of(regions)
    for cell, around in enumerate(near):
        here = [s for s in steps if cell + s >= 0 and around >> cell + s & 1]
        for size in range(len(here) + 1):
            for chosen in combinations(here, size):
                row = table[sum(1 << steps.index(s) for s in chosen)]
                asked, left = dict.fromkeys(row[1:] if row[0] else ()), set(chosen)
                for first in asked:  # no run has two that are asked, and none has no such one
                    assert first in left or not exactly
                    found = {first}
                    while found & left:
                        left -= found
                        found = {s for s in left if any(
                            near[cell + f] >> cell + s & 1 for f in set(chosen) - left
                        )}  # fmt: skip
                assert not left
