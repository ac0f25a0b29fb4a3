"""Directions among other steps: `{2*north, south}` is a set of steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load_game

RULES = """
game: Steps
players: Blue, Red
board: square(3)
pieces: man
words:
  card:
    tiger:
      steps: 2*north, south
    frog:
      steps: north, south
setup:
  - put man of Blue on b1
actions:
  move(start in mine{parameters}):
    - require start + s in empty{condition}
    - move start to start + s
turn: (move or pass)
end:
  - when turns = 4: draw
"""


def moves(tmp_path: Path, parameters: str, condition: str = "") -> list[str]:
    path = tmp_path / "steps.yaml"
    rules = RULES.replace("{parameters}", parameters).replace("{condition}", condition)
    path.write_text(rules, "utf-8")
    game = load_game(str(path))
    state = game.start()
    after = state.play(state.moves()[0])
    assert game.state_from_json(after.to_json()) == after
    return [move.text for move in state.moves()]


@pytest.mark.parametrize("parameters", [
    ", s in {2*north, north, south}", ", s in {north, south} | {2*north}",
    ", s in {2*north} | (orthogonal - {east, west})", ", s in {1*north, north, 2*north}",
])  # fmt: skip
def test_a_direction_among_steps_is_a_step(parameters: str, tmp_path: Path) -> None:
    assert moves(tmp_path, parameters) == ["move b1 north", "move b1 2*north", "pass"]


def test_facts_may_list_both(tmp_path: Path) -> None:
    found = moves(tmp_path, ", k in card, s in steps(k)")
    assert found == ["move b1 tiger 2*north", "move b1 frog north", "pass"]


@pytest.mark.parametrize("condition", [
    "s in {north, 2*east}", "s = north", "s = (north if turns = 0 else 2*north)",
])  # fmt: skip
def test_a_direction_is_found_among_steps(condition: str, tmp_path: Path) -> None:
    found = moves(tmp_path, ", s in {2*north, 1*north}", f"\n    - require {condition}")
    assert found == ["move b1 north", "pass"]


@pytest.mark.parametrize("condition", [
    "s = east + north + west", "s = -(-1*north)", "s - north = south + north",
    "s + 2*east = 2*east + north", "s in {northeast - east, 3*east}",
    "count({s + east, northeast, east + s}) = 1", "s - 2*s = south",
])  # fmt: skip
def test_steps_are_equal_that_lead_equally_far(condition: str, tmp_path: Path) -> None:
    found = moves(tmp_path, ", s in {2*north, 1*north}", f"\n    - require {condition}")
    assert found == ["move b1 north", "pass"]


EQUAL = """\
game: Equal steps
players: White, Black
board:
  cells: {cells}
  tracks:
    way: {way}
pieces: man
setup:
  - put man of White on {start}
actions:
  move(c in mine, goal in cells - mine):
    - require {condition}
    - move c to goal
turn: move or pass
end:
  - when turns = 9: draw
"""
ROUND, CROSSING = "a1 b1 c1 c2 c3", "a1 b1 c1 c2 b2 b1 a2 a3 b3"
HEXES = "hexagon(3)"


@pytest.mark.parametrize(("cells", "way", "start", "condition", "goals"), [
    ("square(3)", ROUND, "a1", "goal = c + 3*way and way + 2*way = 3*way", ["c2"]),
    ("square(3)", ROUND, "c2", "goal = c - 2*way and -(way + way) = 0*way - 2*way", ["b1"]),
    ("square(3)", ROUND, "a1", "goal = c + 3*way and way != 2*way - way", ["c2"]),
    ("square(3)", CROSSING, "a1", "goal = c + way + 2*way", []),
    ("square(3)", CROSSING, "a1", "goal = c + 3*way", ["c2"]),
    (HEXES, "a1 b1 c1", "c3", "goal = c + 2*east and east = northeast + southeast", ["c5"]),
    (HEXES, "a1 b1 c1", "c3", "goal = c + east and 2*northwest + 3*east = east + 2*northeast",
     ["c4"]),
    ("square(3)", ROUND, "a1",
     "any(goal = c + 2*d and d + e = northeast and d != north for d in orthogonal, "
     "e in orthogonal)",
     ["c1"]),
])  # fmt: skip
def test_equal_steps_on_tracks_and_hexes_lead_where_they_led(
    cells: str, way: str, start: str, condition: str, goals: list[str], tmp_path: Path
) -> None:
    """Steps along a track that crosses itself are not joined, as each of them must be known."""
    path = tmp_path / "equal.yaml"
    path.write_text(EQUAL.format(cells=cells, way=way, start=start, condition=condition), "utf-8")
    game = load_game(str(path))
    for engine in ("reference", "native"):
        moves = game.start(engine=engine).moves()
        assert [m.text for m in moves] == [*(f"move {start} {goal}" for goal in goals), "pass"]
