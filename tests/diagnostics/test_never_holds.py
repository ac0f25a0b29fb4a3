"""Comparisons in `end` that no value can fulfil, by the ranges of what is compared."""

from __future__ import annotations

import pytest
from support.diagnosing import FEW, findings

RULES = """
game: Points
players: A, B
options:
  goal: 1..9 = 5
state:
  points[p in colours]: 0..3
  best: 0..3 or none
define:
  reached(k): points[mover] >= k
actions:
  score:
    - add 1 to points[mover]
    - set best to points[mover]
turn: score
end:
  - when {condition}: mover wins
  - when turns = 20 and best = 1: draw
"""


def told(condition: str, **options: str) -> list[str]:
    """What the warnings say of a condition."""
    found = findings(RULES.format(condition=condition), tried=FEW, **options)
    assert not [d.render() for d in found if d.is_error]
    return [d.message for d in found if d.code == "never-holds"]


@pytest.mark.parametrize(
    ("condition", "part", "why"),
    [
        ("points[mover] = goal", "", "`points[mover]` is 0 to 3 and `goal` is 5"),
        ("points[mover] > 3", "", "`points[mover]` is 0 to 3"),
        ("points[mover] < 0", "", "`points[mover]` is 0 to 3"),
        ("points[mover] >= 4", "", "`points[mover]` is 0 to 3"),
        ("reached(4)", "points[mover] >= k", "`k` is 4 and `points[mover]` is 0 to 3"),
        ("turns = 9 or 2 * points[mover] = 7", "2 * points[mover] = 7",
         "`2 * points[mover]` is 0 to 6"),
        ("any(points[p] = goal for p in colours)", "points[p] = goal",
         "`points[p]` is 0 to 3 and `goal` is 5"),
        ("count(points[p] = 3 for p in colours) > 2", "",
         "`count(points[p] = 3 for p in colours)` is 0 to 2"),
    ],
)  # fmt: skip
def test_what_no_value_fulfils(condition: str, part: str, why: str) -> None:
    assert told(condition) == [f"`{part or condition}` never holds: {why}"]


@pytest.mark.parametrize(
    "condition",
    [
        "points[mover] = 3",
        "points[mover] >= 3",
        "points[mover] < 1",
        "points[mover] != 7",
        "not points[mover] > 7",
        "reached(3)",
        "sum(points[p] for p in colours) > goal",
        "best = 3",
        "goal < 4 and points[mover] = goal",
        "turns = goal",
    ],
)
def test_what_some_value_fulfils(condition: str) -> None:
    assert told(condition) == []


def test_an_option_may_bring_it_within_reach() -> None:
    assert told("points[mover] = goal", goal="3") == []
