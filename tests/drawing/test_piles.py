"""How piles look: stacks of discs, heaps of dots, heights in the terminal, and their set-ups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support.tiny import tiny

from gdl.source.spans import Source
from interpreter.api.library import library
from interpreter.drawing.scene.forms import form_of, look_of
from interpreter.drawing.svg import board_svg, symbol
from interpreter.drawing.text.board import Drawer
from interpreter.matches.seen import whole_view
from interpreter.terminal.visibility import whole
from interpreter.web.wire.drawing import drawings
from interpreter.web.wire.positions import position_data
from interpreter.web.workbench.set_up import set_up_of

STACKS = """
    players: White, Black
    board:
      cells: rectangle(3, 1)
      pile: 12
    setup:
      - for i in 1..2: put man of White on a1
      - put man of Black on a1
      - for i in 1..7: put man of White on b1
      - put man of Black on c1
    actions:
      place(c in cells): put man on c
      join(a in mine, b in cells): move a to b
    turn: place or join
"""
HEAPS = """
    board:
      cells: rectangle(3, 1)
      pile: 30
    pieces:
      seed:
        owner: none
    setup:
      - for i in 1..5: put seed on a1
      - for i in 1..13: put seed on b1
    actions:
      place(c in cells): put seed on c
    turn: place
"""


def words(game: Any, state: Any, cell: str) -> str:
    return form_of(game, state.piles()[cell]).words


def test_a_stack_is_drawn_with_its_uppermost_pieces_and_their_number(tmp_path: Path) -> None:
    game = tiny(tmp_path, STACKS)
    state = game.start()
    piles = state.piles()
    assert look_of(game, piles["a1"]) == "3..man-White..man-White..man-Black"
    assert look_of(game, piles["b1"]) == "7" + "..man-White" * 5
    assert look_of(game, piles["c1"]) == look_of(game, piles["c1"][0]) == "man-Black"
    assert words(game, state, "a1") == "Black man, on White man, White man"
    assert words(game, state, "b1") == "White man, on top of 6 more"
    three, seven, one = (str(symbol(game, piles[c])) for c in ("a1", "b1", "c1"))
    assert three.count("<g transform") == 4  # two white discs; a black one with its ring
    assert ">7</text>" in seven and ">3</text>" not in three
    assert "<g transform" not in one


def test_alike_pieces_of_nobody_are_dots_up_to_twelve_and_then_a_number(tmp_path: Path) -> None:
    game = tiny(tmp_path, HEAPS)
    piles = game.start().piles()
    assert look_of(game, piles["a1"]) == "seed..5" and look_of(game, piles["b1"]) == "seed..13"
    assert str(symbol(game, piles["a1"])).count("<path") == 5
    assert ">13</text>" in str(symbol(game, piles["b1"]))
    assert form_of(game, piles["a1"]).words == "seed, 5 of them"


def test_a_board_has_whole_piles(tmp_path: Path) -> None:
    game = tiny(tmp_path, STACKS)
    drawing = str(board_svg(game))
    assert drawing == str(board_svg(game, game.start().piles()))
    assert 'href="#3..man-White..man-White..man-Black"' in drawing


def test_the_terminal_shows_the_top_and_the_height(tmp_path: Path) -> None:
    game = tiny(tmp_path, STACKS)
    drawer = Drawer(game)
    drawing = drawer.plain(whole(game.start(), (), drawer.symbols))
    assert "B3" in drawing and "W7" in drawing and "B1" not in drawing


def test_the_page_gets_the_look_of_each_pile(tmp_path: Path) -> None:
    game = tiny(tmp_path, STACKS)
    state = game.start().play("place a1")
    data = position_data(state, whole_view(state))
    look = data["pieces"]["a1"]
    assert look == look_of(game, state.piles()["a1"]) and look in data["symbols"]
    assert data["symbols"][look] == drawings(game).symbol(look)


def test_a_set_up_builds_piles_from_the_bottom(tmp_path: Path) -> None:
    game = tiny(tmp_path, STACKS)
    state = game.start().play("place c1")
    made = set_up_of(state, Source("tiny.yaml", (tmp_path / "tiny.yaml").read_text()), library())
    assert made is not None
    assert [line.strip() for line in made.lines][:3] == [
        "- put man of White on {a1, b1}", "- put man of Black on c1",
        "- put man of White on {a1, b1, c1}",
    ]  # fmt: skip
