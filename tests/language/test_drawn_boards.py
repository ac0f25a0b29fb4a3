"""Files with drawn boards: variants, formatting, differences, and what editors are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import Source
from gdl.formatting import format_text
from interpreter import load_game
from interpreter.diff import changes
from interpreter.language_server.reading.leaves import Reading
from interpreter.language_server.reading.lenient import read_leniently
from interpreter.language_server.reading.names import occurrences

PUZZLE = """\
game: Puzzle
players: Worker, Nobody
board:
  squares: |
    m . b
    . - .
    . b g
  letters:
    start: m
    boxes: b
    goals: g
pieces:
  man:
    owner: Worker
  box:
    owner: none
setup:
  - put box on boxes
  - put man of Worker on start
actions:
  step(d in orthogonal):
    - require first(mine) + d in empty
    - move first(mine) to first(mine) + d
turn: step else pass
end:
  - when goals within mine: Worker wins
  - when turns = 9: draw
"""
LEVEL = """\
game: Another level
extends: puzzle
board:
  squares: |
    m .
    g .
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "puzzle.yaml").write_text(PUZZLE, "utf-8")
    (tmp_path / "level.yaml").write_text(LEVEL, "utf-8")
    return tmp_path


def test_the_drawing_is_the_position(folder: Path) -> None:
    pieces = load_game(folder / "puzzle.yaml").start().pieces()
    assert {cell: piece.kind for cell, piece in pieces.items()} == {
        "a3": "man", "c3": "box", "b1": "box",
    }  # fmt: skip


def test_a_variant_draws_another_position(folder: Path) -> None:
    game = load_game(folder / "level.yaml")
    assert game.board.cells == ("a1", "b1", "a2", "b2")
    state = game.start()
    assert list(state.pieces()) == ["a2"]  # the letter of the boxes is not drawn
    assert state.play("step south").result == [1.0, 0.0]


def test_a_letter_that_a_variant_adds_needs_a_name(folder: Path) -> None:
    (folder / "level.yaml").write_text(LEVEL.replace("g .", "g k"), "utf-8")
    with pytest.raises(Exception, match="letter-unnamed"):
        load_game(folder / "level.yaml")


def test_formatting_leaves_a_drawing_as_it_is() -> None:
    text = PUZZLE.replace("    start: m", "    start:   m")
    assert format_text(text) == PUZZLE
    shifted = "board:\n  hexes: |2\n     h .\n    . . H\n  letters:\n    home:  h  H\n"
    assert format_text(shifted) == shifted.replace(":  h  H", ": h H")


def test_the_lines_of_a_drawing_are_told_apart(folder: Path) -> None:
    (folder / "other.yaml").write_text(PUZZLE.replace(". - .", ". . ."), "utf-8")
    games = [load_game(folder / f"{name}.yaml") for name in ("puzzle", "other")]
    found = changes(*games)
    assert [(c.section, c.a.text if c.a else "", c.b.text if c.b else "") for c in found] == [
        ("board", ". - .", ". . ."),
    ]


def test_editors_know_the_sets_of_letters_while_the_file_is_broken() -> None:
    broken = PUZZLE.replace("turn: step", "turn step")
    root = read_leniently(Source("case.yaml", broken))
    board = root.get("board")
    assert board.get("squares").value == "m . b\n. - .\n. b g"  # type: ignore[union-attr]
    names = occurrences(Reading(Source("case.yaml", broken)))
    declared = {n.name: n.sort for n in names if n.declares}
    assert declared["boxes"] == declared["goals"] == "definition"
    assert any(n.name == "boxes" and not n.declares for n in names)
    assert not any(n.name in "mbg" for n in names)
