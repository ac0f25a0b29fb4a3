"""Cells that are tinted: a ground of colour where the terminal has colours, and words on all."""

from __future__ import annotations

import pytest
from support.commands import invoke

from interpreter import load_game
from interpreter.drawing.text.board import Drawer, on
from interpreter.terminal.tints import grounds, tint_lines
from interpreter.terminal.visibility import whole

ROSETTES = {"a1", "g1", "d2", "a3", "g3"}


def test_tinted_cells_have_a_ground_and_nothing_else_changes() -> None:
    game = load_game("royal-game-of-ur")
    assert set(grounds(game)) == ROSETTES and len(set(grounds(game).values())) == 1
    drawer = Drawer(game)
    scene = whole(game.start(), [], drawer.symbols)
    runs = [run for row in drawer.rows(scene) for run in row]
    tinted = [text for text, style in runs if "on #" in style]
    assert len(tinted) == len(ROSETTES) and all(text.isspace() for text in tinted)
    letters = [text for text, style in runs if "on #" not in style]
    assert all(name in "".join(letters) for name in "abcdefgh")


def test_a_piece_on_a_tinted_cell_keeps_its_colour() -> None:
    assert on("on #373737", [("K", "bold red"), (" ", "")]) == [
        ("K", "bold red on #373737"), (" ", "white on #373737")
    ]  # fmt: skip
    assert on("on #373737", [("K", "bold black on white")]) == [("K", "bold black on white")]
    assert on("", [("K", "bold red"), (" ", "")]) == [("K", "bold red"), (" ", "")]


def test_a_tint_is_told_in_words_with_and_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        with monkeypatch.context() as patch:
            patch.setenv(name, "1")
            shown = invoke("play", "royal-game-of-ur", "--seed", "3", input="quit\n").output
        assert "rosettes: a1 g1 d2 a3 g3\n" in shown
    assert "\x1b[48" not in invoke("play", "royal-game-of-ur", input="quit\n").output


def test_a_large_tint_is_told_in_few_words() -> None:
    lines = list(tint_lines(load_game("battleship"), 80))
    assert lines == ["sea of Red: a1 … j10, 100 cells", "sea of Blue: l1 … u10, 100 cells"]
