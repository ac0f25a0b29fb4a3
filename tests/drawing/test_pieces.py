"""Pieces are told apart as they are drawn, by more than their colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.style import Style
from support.diagnosing import bundled, bundled_games

from interpreter import load_game
from interpreter.board.values import Piece
from interpreter.drawing.colours import FILLS, brightness
from interpreter.drawing.scene import form_of, look_of
from interpreter.drawing.scene.fills import fill_of
from interpreter.drawing.scene.forms import CUES
from interpreter.drawing.svg import symbol
from interpreter.drawing.text.symbols import Symbols

SAFE = re.compile(r"[A-Za-z0-9_.-]+")
RULES = """\
game: Mine
players: {players}
board: square(5)
pieces:
{pieces}
setup:
  - put {kind} of A on a1
actions:
  place(at in empty): put {kind} on at
turn: place
end:
  - when no empty: draw
"""


def body(text: str) -> str:
    """A symbol without its id and its title."""
    return re.sub(r"<title>.*?</title>", "", text.split(">", 1)[1])


def shape(text: str) -> str:
    """What is left of a symbol without any colour."""
    return re.sub(r"#[0-9a-f]{6}", "", body(text))


def made(tmp_path: Path, players: str, pieces: str, kind: str = "man") -> dict[str, str]:
    file = tmp_path / "mine.yaml"
    file.write_text(RULES.format(players=players, pieces=pieces, kind=kind))
    game = load_game(str(file))
    pieces_of = [game.piece(code) for code in game.codes.all_pieces()]
    return {look_of(game, piece): str(symbol(game, piece)) for piece in pieces_of}


PLAYERS = {
    "Gold, Silver": ("#c9971c", "#b4c0d0"),
    "Gold, Cross": ("#c9971c", FILLS["blue"]),
    "Navy, Cross": ("#000080", FILLS["blue"]),
    "DarkRed, dark_green": ("#8b0000", "#006400"),
    "Red, Blue": (FILLS["red"], FILLS["blue"]),
    "Steel, Maroon": ("#7d8a97", "#800000"),
}


@pytest.mark.parametrize("players", PLAYERS)
def test_players_that_are_called_by_a_colour_have_it(tmp_path: Path, players: str) -> None:
    """And a player who is called by none has no colour that another one is called by."""
    names = players.split(", ")
    assert tuple(fill_of(name, names, {}) for name in names) == PLAYERS[players]
    file = tmp_path / "mine.yaml"
    rules = RULES.replace(" of A", "").format(players=players, pieces="  man:", kind="man")
    file.write_text(rules.replace("  man:", "  man:\n    supply: 9"))
    styles = Symbols(load_game(str(file))).styles
    assert len(set(styles.values())) == len(names)
    for style in styles.values():
        Style.parse(style)


def test_yellow_is_not_for_who_plays_gold() -> None:
    names = ["Gold", "Cross", "Nought", "Star"]
    fills = [fill_of(name, names, {}) for name in names]
    assert len(set(fills)) == 4 and FILLS["yellow"] not in fills


@pytest.mark.parametrize("name", bundled())
def test_all_pieces_of_a_game_differ_in_look_and_in_shape(name: str) -> None:
    game = bundled_games()[name]
    pieces = [game.piece(code) for code in game.codes.all_pieces()]
    looks = {look_of(game, piece) for piece in pieces}
    assert len(looks) == len(pieces) and all(SAFE.fullmatch(look) for look in looks)
    assert len({shape(symbol(game, piece)) for piece in pieces}) == len(pieces)
    assert len({form_of(game, piece).words for piece in pieces}) == len(pieces)
    for piece in pieces:
        assert symbol(game, look_of(game, piece)) == symbol(game, piece)


def test_a_symbol_has_presentation_attributes_only() -> None:
    game = load_game("quarod")
    text = symbol(game, Piece("token", "Black", {"rod": "north"}))
    assert text.startswith('<symbol id="token-Black-north"') and "style" not in text
    assert "<title>Black token, rod north</title>" in text


def test_a_look_that_no_piece_has_is_refused() -> None:
    with pytest.raises(KeyError):
        symbol(load_game("hex"), "stone-Green")


def test_sixteen_owners_differ(tmp_path: Path) -> None:
    names = ", ".join("ABCDEFGHIJKLMNOP")
    symbols = made(tmp_path, names, "  man:")
    assert len(symbols) == 16 > len(CUES)
    assert len({shape(text) for text in symbols.values()}) == 16


def test_many_kinds_and_attributes_differ(tmp_path: Path) -> None:
    pieces = """\
  man:
  king:
  queen:
  knight:
  wall:
    owner: none
  tile:
    owner: none
    with:
      suit: red, green, blue
      rank: 1..5
      lit: flag
      side: heads, tails
      turned: orthogonal
"""
    symbols = made(tmp_path, "A, B", pieces)
    assert len(symbols) == 4 * 2 + 1 + 3 * 5 * 2 * 2 * 4
    assert len({body(text) for text in symbols.values()}) == len(symbols)
    assert len({shape(text) for key, text in symbols.items() if "tile" not in key}) == 9


def test_looks_choose_shapes_characters_and_colours(tmp_path: Path) -> None:
    pieces = "  man:\n  queen:\nlooks:\n  man: ■\n  queen: Q\n  A: '#12ab9f'\n  B: orange\n"
    symbols = made(tmp_path, "A, B", pieces)
    assert 'fill="#12ab9f"' in symbols["man-A"] and 'fill="#e67e22"' in symbols["man-B"]
    assert ">Q</text>" in symbols["queen-A"] and "text" not in symbols["man-A"]


def test_a_rim_is_seen_on_light_and_dark_boards() -> None:
    game = load_game("go")
    for colour in ("Black", "White"):
        fill = form_of(game, Piece("stone", colour)).fill
        rim = re.search(r'stroke="(#[0-9a-f]{6})"', symbol(game, Piece("stone", colour)))
        assert rim and abs(brightness(rim[1]) - brightness(fill)) > 0.3


GHOSTS = """\
  man:
    with:
      heart: good, evil = good
  wall:
    with:
      standing: flag = false
looks:
"""


def test_what_looks_says_comes_before_shapes_for_attributes(tmp_path: Path) -> None:
    plain = made(tmp_path, "A, B", GHOSTS.removesuffix("looks:\n"))
    said = made(tmp_path, "A, B", GHOSTS + "  good: pink\n  evil: cyan\n  wall: square\n")
    assert len({shape(text) for text in said.values()}) == len(said) == len(plain) == 8
    for colour in "AB":
        for heart, fill in (("good", "pink"), ("evil", "cyan")):
            key = f"man-{colour}-{heart}"
            assert FILLS[fill] in said[key] and FILLS[fill] not in plain[key]
            disc = body(plain[f"man-{colour}-good"]).split("/>")[0]
            assert disc in said[key]  # of both: the outline is free again
    walls = {key: text for key, text in said.items() if "wall" in key}
    assert len({body(text).split('d="')[1].split('"')[0] for text in walls.values()}) == 1
    assert len({body(text).split('d="')[1].split('"')[0] for key, text in plain.items()
                if "wall" in key}) == 2  # fmt: skip


def test_a_shape_of_an_owner_or_of_one_word_is_drawn(tmp_path: Path) -> None:
    def outlines(looks: str) -> dict[str, str]:
        symbols = made(tmp_path, "A, B", GHOSTS + looks)
        return {key: body(text).split('d="')[1].split('"')[0] for key, text in symbols.items()}

    plain = outlines("  evil: triangle\n")
    assert len({plain["man-A-good"], plain["man-A-evil"]}) == 2
    triangle = plain["man-A-evil"]
    owner = outlines("  B: triangle\n")
    assert {owner[key] for key in owner if "-B-" in key} == {triangle}
    assert triangle not in {owner[key] for key in owner if "-A-" in key}
    assert outlines("  evil: disc\n")["man-A-good"] != plain["man-A-good"]
