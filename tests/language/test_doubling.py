"""Definitions that are constant are worked out once, however often others use them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load_game

DEPTH = 25  # 3**25 steps, if each use were worked out anew
CHAIN = "\n".join(f"  q{i}q: q{i + 1}q + q{i + 1}q - q{i + 1}q" for i in range(DEPTH))
RULES = """\
game: Doubling
players: White, Black
board:
  cells: square({size})
  pile: {pile}
pieces:
  man:
    supply: {supply}
define:
{chain}
  q{depth}q: 3
actions:
  place(c in empty): put man on c
turn: place else pass
end:
  - when turns = 30: draw
"""


@pytest.mark.parametrize("place", ["size", "pile", "supply"])
def test_doubled_definitions_take_no_time(place: str, tmp_path: Path) -> None:
    given = {"size": "3", "pile": "3", "supply": "3", place: "q0q"}
    path = tmp_path / "doubling.yaml"
    path.write_text(RULES.format(chain=CHAIN, depth=DEPTH, **given), "utf-8")
    game = load_game(str(path))
    assert len(game.board.cells) == 9
    assert game.model.kinds[0].supply == 3
