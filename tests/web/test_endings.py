"""Which cells are pointed out when a game is over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game
from interpreter.web.wire.endings import ended_data

CORRIDOR = """\
game: Corridor
players: Red, Blue
board: rectangle(4, 1)
pieces: man, stone
setup:
  - put man of Red on a1
  - put stone of Red on b1
  - put man of Blue on d1
actions:
  step(start in pieces(mover, man), there in neighbours(neighbours(start)) & empty):
    - move start to there
turn: step
end:
  - WHEN
"""


def ended(folder: Path, when: str) -> Any:
    (folder / "corridor.yaml").write_text(CORRIDOR.replace("WHEN", when))
    state = load_game(str(folder / "corridor.yaml")).start().play("step a1 c1")
    assert state.is_over
    return ended_data(state, "step a1 c1")


@pytest.mark.parametrize("when", ["when stuck: mover wins", "when stuck and some mine: mover wins"])
def test_the_men_of_who_cannot_move_are_shown(tmp_path: Path, when: str) -> None:
    assert ended(tmp_path, when)["cells"] == ["d1"]


def test_a_line_that_is_not_about_being_stuck_shows_what_it_needs(tmp_path: Path) -> None:
    assert ended(tmp_path, "when mine meets {c1}: mover wins")["cells"] == ["c1"]


def test_the_words_of_the_rules_are_shown_in_place_of_the_rule(tmp_path: Path) -> None:
    told = ended(tmp_path, 'when stuck: mover wins, "no man can step"')
    assert (told["message"], told["rule"]) == ("no man can step", "when stuck")
    plain = ended(tmp_path, "when stuck: mover wins")
    assert plain["message"] == plain["rule"] == "when stuck"
