"""Loops over a fixed set go through the row of a table that a code chooses."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from interpreter import load_game
from interpreter.native.passes.pipeline import optimise
from interpreter.native.program import program
from interpreter.native.program.program import program_of

pytestmark = pytest.mark.usefixtures("native")

HEAD = """\
game: Made up
players: White, Black
board: square(5)
"""
GAMES = {
    "a member and all that cross it": """
state:
  drawn: subsets(lines(3))
  score[p in colours]: 0..1000 = 0
define:
  crossing(l): m for m in lines(3) if m meets l
actions:
  draw(l in lines(3) - drawn):
    - add l to drawn
    - set score[mover] to score[mover] + count(crossing(l) & drawn)
turn: draw
end:
  - when lines(3) within drawn: most score wins
""",
    "members of members, changed one by one": """
state:
  tiled: subsets(blocks(2, 2))
  room[b in blocks(3, 3)]: colours or none
define:
  inner(b): s for s in blocks(2, 2) if s within b
  held(p): count(room[b] = p for b in blocks(3, 3))
actions:
  tile(s in blocks(2, 2) - tiled):
    - add s to tiled
    - for b in blocks(3, 3) if s within b and inner(b) within tiled: set room[b] to mover
turn: tile
end:
  - when blocks(2, 2) within tiled: most held wins
""",
    "members with either of two cells": """
pieces: stone
state:
  left: subsets(blocks(2, 2)) = blocks(2, 2)
actions:
  place(at in empty):
    - put stone on at
    - for b in left if at in b and b within pieces: take b from left
  swap({a, b} in links(directions)):
    - require {a, b} within pieces and any(c meets {a, b} for c in left)
    - swap a and b
    - for c in left if c meets {a, b} and c within pieces: take c from left
turn: place or swap else pass
end:
  - when turns = 40: draw
""",
    "a cell of an earlier turn, if there was one": """
pieces: stone
state:
  spot: cells or none = none
define:
  around(c): s for s in blocks(2, 2) if c in s and s within pieces
  beside(c): s for s in blocks(2, 2) if not c in s and s within pieces
actions:
  place(at in empty):
    - require count(around(spot)) < 2
    - require count(beside(spot)) < 6
    - put stone on at
    - set spot to at + north
turn: place else pass
end:
  - when turns = 25: draw
""",
    "a cell that may not exist": """
pieces: stone
define:
  apart: s for s in blocks(2, 2) if not last in s and s within pieces
actions:
  place(at in empty):
    - require count(apart) < 3
    - put stone on at
turn: place else pass
end:
  - when turns = 25: draw
""",
}


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_agree(name: str, tmp_path: Path) -> None:
    path = tmp_path / "made-up.yaml"
    path.write_text(HEAD + GAMES[name], "utf-8")
    game = load_game(str(path))
    for seed in range(3):
        chooser = random.Random(seed)
        states = game.start(engine="native"), game.start(engine="reference")
        while not states[0].is_over:
            native, reference = states
            assert native.variables == reference.variables
            assert native.moves() == reference.moves()
            move = chooser.choice(native.moves())
            states = native.play(move), reference.play(move)
        assert states[0].result == states[1].result and states[1].is_over


def test_loops_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "made-up.yaml"
    path.write_text(HEAD + GAMES["members of members, changed one by one"], "utf-8")
    game = load_game(str(path))
    text = program_of(game.reference).rules

    monkeypatch.setattr(program, "optimise", lambda plan: optimise(plan, ("families", "related")))
    assert program_of(game.reference).rules != text


def test_sets_of_a_variable_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those are members of a family, and no constant set."""
    path = tmp_path / "made-up.yaml"
    path.write_text(HEAD + GAMES["members with either of two cells"], "utf-8")
    game = load_game(str(path))
    text = program_of(game.reference).rules

    monkeypatch.setattr(program, "optimise", lambda plan: optimise(plan, ("families",)))
    assert program_of(game.reference).rules != text


def test_members_with_a_cell_are_a_row_however_the_cell_is_found(tmp_path: Path) -> None:
    """Rows for the 72 pairs of cells would be one more table beside that for the cells."""
    path = tmp_path / "made-up.yaml"
    path.write_text(HEAD + GAMES["members with either of two cells"], "utf-8")
    rules = program_of(load_game(str(path)).reference).rules
    tables = re.findall(r"const Set1 tab\d+\[(\d+)\]", rules)
    assert "64" in tables and "72" not in tables
