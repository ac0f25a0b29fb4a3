"""Guesses where much has to come true at once: earlier hidden moves are chosen anew."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support.tiny import tiny

from interpreter.hidden.determinisation import Determiniser
from interpreter.hidden.knowledge import Memory
from interpreter.hidden.revision import numbers_apart
from interpreter.hidden.worlds import Work

pytestmark = pytest.mark.usefixtures("engine")

SUMS = """
game: Sums
players: First, Second
board: square(2)
state:
  die[n in 1..8]: 0..6
sees:
  die[n]: viewer = Second
  roll: nothing
chance:
  roll(n in 1..8, k in 1..6): set die[n] to k
setup:
  - for n in 1..8: roll(n)
actions:
  add_up: tell all "sum", sum(die[n] for n in 1..8)
turn: add_up or pass
end:
  - when turns = 4: draw
"""
# Two men of two cells each, hidden on a strip; a shot tells whose cell it hit.
STRIP = """
game: Strip
players: Red, Blue
board: rectangle(6, 1)
state:
  tower: subsets(cells)
  wall: subsets(cells)
sees:
  tower: viewer = Blue
  wall: viewer = Blue
  build: nothing
  raise_it: nothing
actions:
  build(l in lines(3, east)): set wall to l
  raise_it(l in links): set tower to l
  ask(at in cells):
    - if at in tower: tell all "tower"
      else if at in wall: tell all "wall"
      else: tell all "nothing"
turn:
  if turns = 0: pass
  else if turns = 1: build, raise_it
  else: ask or pass
end:
  - when turns = 20: draw
"""


def known_after(folder: Path, rules: str, *moves: str) -> tuple[Any, Any]:
    """The state after some moves, and what the seat that acts knows."""
    state, memory = tiny(folder, rules).start(), Memory()
    for move in moves:
        if not state.is_chance and state.seat == 0:
            memory.note(memory.knowledge(state), move)
        state = state.play(move)
    return state, memory.knowledge(state)


def test_a_sum_that_chance_hardly_ever_gives(tmp_path: Path) -> None:
    """Eight sixes: one of 1,679,616 throws."""
    rolls = [f"roll {n} 6" for n in range(1, 9)]
    state, known = known_after(tmp_path, SUMS, *rolls, "add_up", "pass")
    for seed in range(2):
        world = Determiniser(known, random.Random(seed), Work(5000)).sample()
        assert world is not None and world.is_consistent
        assert world.state.variables["die"] == dict.fromkeys(range(1, 9), 6)
        assert world.state.view(0) == state.view(0)


def test_what_is_in_the_way_goes_away_first(tmp_path: Path) -> None:
    """All that is told leaves one place for the tower, and two for the wall."""
    moves = ["pass", "build {a1,b1,c1}", "raise_it {d1,e1}"]
    for cell in ("b1", "f1", "d1", "c1"):
        moves += [f"ask {cell}", "pass"]
    state, known = known_after(tmp_path, STRIP, *moves)
    for seed in range(10):
        world = Determiniser(known, random.Random(seed), Work(1500)).sample()
        assert world is not None and world.is_consistent
        assert world.state.variables["tower"] == {"d1", "e1"}
        assert {"b1", "c1"} <= world.state.variables["wall"]
        assert world.state.view(0) == state.view(0)


def test_the_work_that_is_given_is_a_bound(tmp_path: Path) -> None:
    """Too little work for eight sixes: the guess says that it disagrees."""
    rolls = [f"roll {n} 6" for n in range(1, 9)]
    _, known = known_after(tmp_path, SUMS, *rolls, "add_up", "pass")
    work = Work(60)
    world = Determiniser(known, random.Random(1), work).sample()
    assert world is None or not world.is_consistent
    assert -60 < work.left <= 0


@pytest.mark.parametrize(
    ("one", "other", "apart"), [("3", "5", 2), ("-1", "1", 2), ("hit", "miss", 0), ("3", "hit", 0)]
)
def test_how_far_numbers_are_apart(one: str, other: str, apart: int) -> None:
    assert numbers_apart(one, other) == apart
