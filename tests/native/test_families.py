"""Sets that are looked for among the sets that a variable can have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.both_engines import compare_trees, pair
from support.tiny import tiny

from interpreter.native.ir.show import show_plan
from interpreter.native.lowering.planner import make_plan

pytestmark = pytest.mark.usefixtures("native")

AROUND = """
state:
  open: subsets({neighbours(c) for c in corners})
actions:
  place(at in empty):
    - require neighbours(at) not in open
    - put man on at
    - if at in corners: add neighbours(at) to open
turn: place else pass
end:
  - when passes = 2: draw
"""


def test_a_set_that_a_table_gives_is_found_by_a_table(tmp_path: Path) -> None:
    """The sets beside other cells are none that the variable can have."""
    game = tiny(tmp_path, AROUND)
    plan = show_plan(make_plan(game.reference))
    assert re.search(r"require not\(has\(v_open, table\d+\[x_at_1\]\)\)", plan)
    compare_trees(*pair(game), 3, set())
