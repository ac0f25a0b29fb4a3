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
