"""Games of one turn: a warning only where the rules do not ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import invoke

RULES = """
game: Coin
players: White, Black
state:
  up: flag
actions:
  show(f in flag): set up to f
turn: show
end:
  - when up: White wins
  - when {}: Black wins
"""


@pytest.mark.parametrize(("condition", "is_warned"), [
    ("turns = 1", False), ("turns >= 1", False), ("not up", True), ("turns < 60", True),
])
def test_an_end_by_the_number_of_turns_is_meant(
    tmp_path: Path, condition: str, is_warned: bool
) -> None:
    path = tmp_path / "coin.yaml"
    path.write_text(RULES.format(condition), encoding="utf-8")
    assert ("one-turn" in invoke("check", str(path)).output) == is_warned
