"""Sets that are looked for among the sets that a variable can have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.both_engines import compare_trees, pair
from support.tiny import tiny

from interpreter.native.ir.show import show_plan
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.pipeline import optimise

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


HANDED = """
define:
  right(d): east if d = north else south if d = east else west if d = south else north
  hand(p, d): right(d) if p = first(colours) else -right(d)
  hooks(p): ({{c, c + d, c + d + hand(p, d)} for c in cells, d in orthogonal})
  places(p, n): hooks(p) if n = 3 else lines(n)
actions:
  build(n in 2..3, at in places(mover, n)):
    - require at within empty
    - put man on at
turn: build else pass
end:
  - when passes = 2: draw
"""


def test_shapes_that_differ_by_colour_are_rows_of_a_table(tmp_path: Path) -> None:
    """So they are not made anew for each move, and only those that fit are looked at."""
    game = tiny(tmp_path, HANDED)
    plan = show_plan(make_plan(game.reference))
    assert re.search(r"choose x_at_1 in table2x\d+\[mover, ", plan)
    compare_trees(*pair(game), 2, set())


def test_a_set_that_a_table_gives_is_found_by_a_table(tmp_path: Path) -> None:
    """The sets beside other cells are none that the variable can have."""
    game = tiny(tmp_path, AROUND)
    plan = show_plan(make_plan(game.reference))
    assert re.search(r"require not\(has\(v_open, table\d+\[x_at_1\]\)\)", plan)
    compare_trees(*pair(game), 3, set())


@pytest.mark.parametrize(("point", "is_kept"), [("opening", False), ("turn", True)])
def test_nothing_is_kept_for_the_first_turns_alone(
    tmp_path: Path, point: str, is_kept: bool
) -> None:
    found = "found if possible, " if point == "turn" else ""
    opening = "opening:\n  - found\n  - found\n" if point == "opening" else ""
    game = tiny(tmp_path, f"""
board: square(9)
actions:
  found({{a, b}} in links):
    - require {{a, b}} within empty
    - put man on {{a, b}}
  place(at in empty): put man on at
{opening}turn: {found}place else pass
end:
  - when passes = 2: draw
""")
    plan = make_plan(game.reference)
    optimise(plan)
    assert is_kept == any(name.startswith("image_") for name in plan.fields.all)
