"""Whatever stands in a rule file, nothing of it is markup in a drawing."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from gdl.source.diagnostics import GdlError
from gdl.vocabulary.looks import COLOURS, FORMS, SHAPES
from interpreter import load_game
from interpreter.drawing.colours import FILLS, STYLES
from interpreter.drawing.scene import Decoration, board_scene, decorations
from interpreter.drawing.svg import board_svg, drawn, ground, symbol
from interpreter.drawing.svg.shapes import GLYPHS

NASTY = "<b>\"x\" & 'y' </title><script>alert(1)</script>\u202e\u200b]]>"


@pytest.mark.parametrize("character", ["<", ">", "&", '"', "'", "`", "\u202e", "{"])
def test_a_character_of_looks_is_text(character: str, tmp_path: Path) -> None:
    quoted = "''" if character == "'" else character
    rules = f"extends: tic-tac-toe\ngame: 'Mine <i>'\nlooks:\n  Cross: 'red {quoted}'\n"
    (tmp_path / "mine.yaml").write_text(rules, "utf-8")
    try:
        game = load_game(str(tmp_path / "mine.yaml"))
    except GdlError:
        assert character == "\u202e"
        return
    text = board_svg(game, game.start().play("place b2").pieces())
    root = ElementTree.fromstring(text)
    written = [e.text for e in root.iter() if e.tag.endswith("text")]
    assert character in written and "<i>" not in text


def test_a_decoration_is_text() -> None:
    game = load_game("tic-tac-toe")
    for form in ("text", "count", "dot", "outline", "line", "tint"):
        mark = Decoration(form, ("a1", "b2"), NASTY, NASTY, NASTY, None)
        text = drawn(board_scene(game), mark)
        assert "<b>" not in text and "<script" not in text and "\u202e" not in text
        ElementTree.fromstring(f"<g>{text}</g>")


def test_what_templates_give_is_well_formed() -> None:
    game = load_game("quardo")
    ElementTree.fromstring(f"<g>{ground(board_scene(game))}</g>")
    for code in game.codes.all_pieces():
        ElementTree.fromstring(symbol(game, game.piece(code)))
    assert decorations(game, game.start().view(0))


def test_the_words_of_looks_have_their_meanings() -> None:
    assert set(COLOURS) == set(FILLS) == set(STYLES)
    assert {"crown", "coronet"} == set(GLYPHS) <= set(SHAPES)
    assert not set(SHAPES) & set(FORMS) and not (set(SHAPES) | set(FORMS)) & set(COLOURS)
    assert len(set(SHAPES.values())) == len(SHAPES)
