"""Wordings that several commands share."""

from __future__ import annotations

from interpreter import load_game
from interpreter.api.wording import name_of, plural, title_of


def test_games_with_their_options() -> None:
    game = load_game("hex", size=3, pie=True)
    assert title_of(game) == "Hex, size 3, pie yes"
    assert name_of(game) == "hex size=3 pie=true"
    assert name_of(load_game("tic-tac-toe")) == "tic-tac-toe"


def test_numbers_of_things() -> None:
    assert [plural(n, "move") for n in (0, 1, 1200)] == ["0 moves", "1 move", "1,200 moves"]
