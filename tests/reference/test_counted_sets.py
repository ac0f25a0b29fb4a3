"""What sets cost that are made or compared in each round of a loop, on the reference engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.model import loose
from gdl.model.making import ELEMENTS_A_ROUND
from gdl.source.limits import MAX_IN_PLAY, Limit
from interpreter import load_game

CELLS = 121
RULES = """\
game: Sets
players: White, Black
board: square(11)
pieces: man, king
state:
  held: 0..9
questions:
  asked: count({} for c in cells) > 9999
actions:
  place(at in empty):
    - put man on at
    - set held to 1
turn: place
end:
  - when no empty: draw
"""
ELEMENTS = {  # that are gone through in each round, for each cell of the board
    "count({c} | empty) > held": 1,
    "count({c} & empty) > held": 0,  # the smaller one is gone through
    "count(empty - {c}) > held": 1,
    "count((empty - {c}) & empty) > held": 2,
    "empty - {c} = empty": 2,
    "empty - {c} within empty": 2,
    "empty - {c} meets empty": 2,
    "empty - {c} touches empty": 9,
    "empty = cells": 0,  # asked once
    "count(neighbours(empty - {c})) > held": 17,
    "count(groups(empty - {c})) > held": 33,
    "alike(empty - {c})": 17,
    "count(pieces(man if x(c) > held else king)) > held": 4,
    "count(mine(man if x(c) > held else king)) > held": 4,
    "count(enemy(man if x(c) > held else king)) > held": 4,
    "count(lines(x(c))) > held": 9000,
    "count(links(diagonal if x(c) > held else orthogonal)) > held": 400,
    "count(blocks(x(c), 2)) > held": 1100,
    "count(1..x(c) + 114) > held": 1,
    "count(sight(c, orthogonal, empty)) > held": 80 / CELLS,
}


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has everything counted, however little it is."""
    monkeypatch.setattr(loose, "MAX_IN_PLAY", Limit(100, "", "rounds", ""))


def used(asked: str, folder: Path) -> int:
    """The rounds that are counted when something is asked of each cell."""
    path = folder / "game.yaml"
    path.write_text(RULES.format(asked), "utf-8")
    state = load_game(path).start("reference")
    rules = state.game.reference.rules
    assert state.ask("asked") == "false"
    return MAX_IN_PLAY - rules.rounds_left


@pytest.mark.parametrize("asked", ELEMENTS)
def test_sets_count_by_their_elements(asked: str, tmp_path: Path) -> None:
    rounds = used(asked, tmp_path) / CELLS
    elements = ELEMENTS[asked] * CELLS / ELEMENTS_A_ROUND
    assert 0.8 * elements < rounds < 1.3 * elements + 4
