"""Rules that say the same in other words become the same plan, or one that is as fast."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.native.ir.plan import Plan
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.pipeline import optimise
from interpreter.native.sampling.pairs import pairs_of
from interpreter.native.sampling.planner import Planner
from interpreter.native.sampling.records import Pairs

PLACING = """
game: Placing
players: White, Black
board: {board}
pieces: stone
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when {won}: mover wins
  - when no empty: draw
"""
ROWS = [
    "any(l within mine for l in lines(5))",
    "any(count(l & mine) = 5 for l in lines(5))",
    "any(count(l & mine) >= 5 for l in lines(5))",
    "any(count(l & mine) > 4 for l in lines(5))",
    "any(count(c in mine for c in l) = 5 for l in lines(5))",
    "any(all(owner[c] = mover for c in l) for l in lines(5))",
]
JOINED = [
    "any(all(g meets s for s in sides) for g in groups(mine))",
    "any(count(g meets s for s in sides) = 3 for g in groups(mine))",
    "any(all(group(c) meets s for s in sides) for c in mine)",
    "any(count(group(c) meets s for s in sides) > 2 for c in mine)",
]
OF_LAST = [
    "all(group(last) meets s for s in sides)",
    "count(group(last) meets s for s in sides) = 3",
    "last in cells and count(s meets group(last) for s in sides) > 1",
    "not any(not group(last) meets s for s in sides)",
]
STEPPING = """
game: Stepping
players:
  White:
    ways: north, northeast
  Black:
    ways: south, southwest
board: square(6)
pieces: man
setup:
  - put man of White on row(1)
  - put man of Black on row(6)
actions:
  {action}
turn: step
end:
  - when stuck: mover wins
  - when turns = 60: draw
"""
STEPS = [
    "step(c in mine, d in directions):\n    - require c + d in empty\n    - move c to c + d",
    "step(c in mine, d in ways(mover)):\n    - require c + d in empty\n    - move c to c + d",
    "step(at in empty, d in {north, east}):\n    - require at + d in empty\n    - put man on at",
    "step(c in mine, d in orthogonal):\n    - require c + d in enemy and c + 2*d in empty\n"
    "    - remove c + d\n    - move c to c + 2*d",
]


def plan_of(rules: str, folder: Path) -> Plan:
    """The plan of some rules, optimised."""
    path = folder / "rules.yaml"
    path.write_text(rules)
    plan = make_plan(load_game(str(path)).reference)
    optimise(plan)
    return plan


@pytest.mark.parametrize("won", ROWS[1:])
def test_rows_in_other_words(won: str, tmp_path: Path) -> None:
    first, other = (
        plan_of(PLACING.format(board="square(9)", won=each), tmp_path) for each in (ROWS[0], won)
    )
    assert other.kept.keys() == first.kept.keys() != set()
    assert other.ends[0].condition == first.ends[0].condition


def test_loops_over_eight_directions_are_shifts(tmp_path: Path) -> None:
    won = "any(all(c + i*d in mine for i in 0..4) for c in cells, d in directions)"
    plan = plan_of(PLACING.format(board="square(9)", won=won), tmp_path)
    assert not any(part.op == "fold" for part in plan.ends[0].condition.parts)


@pytest.mark.parametrize("won", JOINED)
def test_groups_in_other_words(won: str, tmp_path: Path) -> None:
    plan = plan_of(PLACING.format(board="triangle(6)", won=won), tmp_path)
    assert plan.ends[0].condition.op == "group_met"


@pytest.mark.parametrize("won", OF_LAST)
def test_the_group_of_the_last_piece_is_kept(won: str, tmp_path: Path) -> None:
    plan = plan_of(PLACING.format(board="triangle(6)", won=won), tmp_path)
    assert plan.regions is not None and plan.regions.tells_touched
    assert not any(part.op == "flood" for part in plan.ends[0].condition.parts)


@pytest.mark.parametrize("action", STEPS)
def test_a_cell_and_a_direction_are_drawn_at_once(action: str, tmp_path: Path) -> None:
    plan = plan_of(STEPPING.format(action=action), tmp_path)
    (step,) = plan.steps.values()
    found = pairs_of(step, plan.layout)
    assert found is not None and isinstance(found[0], Pairs) and not found[0].is_away
    assert Planner(plan, ()).step(step, False).is_exact
