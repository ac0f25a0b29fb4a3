"""A turn whose ways through are too many to look at is refused; it does not take for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import GdlError, load_game

RULES = """\
game: Long
players: White, Black
board: square(4)
pieces: stone
actions:
  place(at in empty): put stone on at
turn: {turn}
end:
  - when no empty: draw
"""


def test_a_turn_that_fits_the_board_can_be_completed(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text(RULES.format(turn=", ".join(["place"] * 16)))
    assert len(load_game(str(path)).start().moves()) == 16


def test_a_turn_longer_than_the_board_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_text(RULES.format(turn=", ".join(["place"] * 17)))
    with pytest.raises(GdlError) as caught:
        load_game(str(path))
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.line) == ("too-many", 7)
