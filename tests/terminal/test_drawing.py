"""Boards drawn as text, against drawings made by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.diagnosing import bundled_games
from support.small_games import GOODS

from interpreter import Piece, State, list_games, load_game
from interpreter.drawing.scene import form_of
from interpreter.drawing.text.board import Drawer, Scene
from interpreter.drawing.text.symbols import Symbols

ROOMY, TIGHT = (100, 60), (40, 8)


def drawn(
    state: State, room: tuple[int, int] = ROOMY, latest: str = "", marked: str = "",
    ascii_only: bool = False,
) -> str:  # fmt: skip
    scene = Scene(
        state.pieces(), latest=frozenset(latest.split()), marked=frozenset(marked.split())
    )  # fmt: skip
    return "\n" + Drawer(state.game, room, ascii_only).plain(scene) + "\n"


def after(name: str, *moves: str, **options: object) -> State:
    state = load_game(name, **options).start()
    for move in moves:
        state = state.play(move)
    return state


def test_squares_with_the_last_move_and_marks() -> None:
    state = after("tic-tac-toe", "place b2", "place a1")
    assert drawn(state, latest="a1", marked="b2 c3") == """
  ┌───┬───┬───┐
3 │   │   │( )│
  ├───┼───┼───┤
2 │   │(C)│   │
  ├───┼───┼───┤
1 │[N]│   │   │
  └───┴───┴───┘
    a   b   c
"""


def test_squares_where_there_is_little_room() -> None:
    state = after("squ", "drop d4", "drop a1", "drop b1", size=4)
    assert drawn(state, TIGHT, latest="a1 b1", marked="d4") == """
4 · · ·(R)
3 · · · ·
2 · · · ·
1[B|B]· ·
  a b c d
"""


def test_squares_where_there_is_hardly_any_room() -> None:
    assert drawn(after("squ", "drop d4", size=4), (8, 8), latest="d4") == """
4 ···R
3 ····
2 ····
1 ····
  abcd
"""


def test_a_board_with_holes_in_ascii() -> None:
    state = after("royal-game-of-ur", "throw 1", "enter d1")
    assert drawn(state, ascii_only=True) == """
  +---+---+---+---+       +---+---+
3 |   |   |   |   |       |   |   |
  +---+---+---+---+---+---+---+---+
2 |   |   |   |   |   |   |   |   |
  +---+---+---+---+---+---+---+---+
1 |   |   |   | W |       |   |   |
  +---+---+---+---+       +---+---+
    a   b   c   d   e   f   g   h
"""


def test_a_rhombus_of_hexes() -> None:
    state = after("hex", "place a1", "place c2", size=3)
    assert drawn(state, latest="c2") == """
        ╱ ╲ ╱ ╲ ╱ ╲
    3  │   │   │   │
      ╱ ╲ ╱ ╲ ╱ ╲ ╱
  2  │   │   │[B]│
    ╱ ╲ ╱ ╲ ╱ ╲ ╱
1  │ R │   │   │
    ╲ ╱ ╲ ╱ ╲ ╱
   a   b   c
"""
    assert drawn(state, (40, 5), latest="c2") == """
  3  · · ·
 2  · ·[B]
1  R · ·
  a b c
"""


def test_a_hexagon_of_hexes() -> None:
    state = after("cropa", "place a1", "place b3", "place c2", side=2)
    assert drawn(state) == """
       ╱ ╲ ╱ ╲
  c1  │   │ W │ c2
     ╱ ╲ ╱ ╲ ╱ ╲
b1  │   │   │ W │ b3
     ╲ ╱ ╲ ╱ ╲ ╱
  a1  │ B │   │ a2
       ╲ ╱ ╲ ╱
"""
    assert drawn(state, (40, 4)) == """
 c1  · W c2
b1  · · W b3
 a1  B · a2
"""


def test_a_triangle_of_hexes_where_there_is_little_room() -> None:
    assert drawn(after("y", "place b1", side=3), (40, 4)) == """
  c1  ·
 b1  B · b2
a1  · · · a3
"""


def test_points_and_lines() -> None:
    state = after("nine-mens-morris", "place a1", "place d2")
    assert drawn(state, (80, 18), latest="d2") == """
7  ·───────────·───────────·
   │           │           │
6  │   ·───────·───────·   │
   │   │       │       │   │
5  │   │   ·───·───·   │   │
   │   │   │       │   │   │
4  ·───·───·       ·───·───·
   │   │   │       │   │   │
3  │   │   ·───·───·   │   │
   │   │       │       │   │
2  │   ·──────[B]──────·   │
   │           │           │
1  W───────────·───────────·
   a   b   c   d   e   f   g
"""


def test_slanting_lines_have_a_stroke_in_each_row_and_cover_no_piece() -> None:
    assert drawn(load_game("hare-and-hounds").start(), (80, 18)) == """
3        Hh────·─────·
       ╱ │ ╲   │   ╱ │ ╲
     ╱   │   ╲ │ ╱   │   ╲
2  Hh────·─────·─────·─────Aa
     ╲   │   ╱ │ ╲   │   ╱
       ╲ │ ╱   │   ╲ │ ╱
1        Hh────·─────·
   a     b     c     d     e
"""


def test_slanting_lines_and_names_at_the_points(tmp_path: Path) -> None:
    rules = """
        game: Slope
        players: Black, White
        board:
          lines:
            - left right
            - left top
            - top right
          points:
            left: 0 0
            right: 2 0
            top: 1 1
        pieces: stone
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when no empty: draw
    """
    path = tmp_path / "slope.yaml"
    path.write_text("\n".join(line[8:] for line in rules.splitlines()))
    state = load_game(str(path)).start().play("place top")
    text = drawn(state, (30, 8))
    assert "B" in text and "╱" in text and "╲" in text and "·────" in text
    assert all(name in text for name in ("left", "right", "top"))


CLOSE = """
game: Close
players: Black, White
board:
  lines:
    - upper lupper left lower right
    - left middle right
  points:
    upper: 2 3
    lupper: 1.5 2.5
    left: 1 2
    middle: 2 2
    right: 3 2
    lower: 2 1
pieces: stone
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when no empty: draw
"""


@pytest.mark.parametrize("columns", [80, 24, 16, 12])
def test_names_at_the_points_cover_neither_points_nor_each_other(
    tmp_path: Path, columns: int
) -> None:
    (path := tmp_path / "close.yaml").write_text(CLOSE, encoding="utf-8")
    names = ["upper", "lupper", "left", "middle", "right", "lower"]
    text = drawn(load_game(str(path)).start(), (columns, 24))
    shown = re.findall(r"[a-z]+", text)
    assert set(shown) <= set(names) and len(set(shown)) == len(shown)
    if columns >= 24:  # in fewer, some have no place
        assert sorted(shown) == sorted(names) and text.count("·") == len(names)


def test_directions_are_arrows_and_words_their_initials() -> None:
    text = drawn(after("quarod", "place d4 d5"))
    assert "│ B↑ │" in text and "│ W↓ │" in text
    game = load_game("quardo")
    symbols = Drawer(game).symbols
    pawns = {symbols.of(piece)[0] for piece in all_pawns()}
    assert len(pawns) == 16 and "fdhs" in pawns and "pbct" in pawns
    assert symbols.short("flat-dent-hexagonal-straight") == "fdhs"
    assert symbols.short("a1") == "a1"


def all_pawns() -> list[Piece]:
    return [
        Piece("pawn", None, {"edge": e, "centre": c, "outline": o, "body": b})
        for e in ("flat", "protruded") for c in ("dent", "bulge")
        for o in ("hexagonal", "circular") for b in ("straight", "tapered")
    ]  # fmt: skip


def test_kinds_are_told_apart_where_there_are_several() -> None:
    symbols = Drawer(load_game("english-draughts")).symbols
    texts = {symbols.of(Piece(k, c))[0] for k in ("man", "king") for c in ("Black", "White")}
    assert texts == {"Bm", "Bk", "Wm", "Wk"}
    amazons = Drawer(load_game("amazons")).symbols
    assert amazons.of(Piece("arrow", None))[0] == "a"
    assert amazons.of(Piece("amazon", "White"))[0] == "W"


def test_looks_of_the_rule_file(tmp_path: Path) -> None:
    rules = "game: Mine\nextends: tic-tac-toe\nlooks:\n  Cross: red ×\n  Nought: '#00ff00'\n"
    (tmp_path / "mine.yaml").write_text(rules)
    symbols = Drawer(load_game(str(tmp_path / "mine.yaml"))).symbols
    assert symbols.of(Piece("mark", "Cross")) == ("×", "bold bright_red")
    assert symbols.of(Piece("mark", "Nought")) == ("N", "bold #00ff00")
    plain = Drawer(load_game(str(tmp_path / "mine.yaml")), ascii_only=True).symbols
    assert plain.of(Piece("mark", "Cross"))[0] == "C"


def test_hidden_cells_are_question_marks() -> None:
    state = after("phantom-tic-tac-toe", "place a1", "place b2")
    view = state.view(0)
    text = Drawer(state.game).plain(Scene(view.pieces, view.hidden))
    assert "C" in text and "N" not in text and text.count("?") == 8


@pytest.mark.parametrize(
    ("name", "options", "columns", "rows"),
    [("go", {}, 80, 21), ("hex", {"size": 19}, 80, 21), ("cropa", {"side": 9}, 80, 18)],
)
def test_big_boards_fit(name: str, options: dict[str, int], columns: int, rows: int) -> None:
    game = load_game(name, **options)
    text = Drawer(game, (80, 18)).plain(Scene({}))
    lines = text.splitlines()
    assert len(lines) <= rows and max(map(len, lines)) <= columns
    wide = Drawer(game, (100, 60)).plain(Scene({})).splitlines()
    assert max(map(len, wide)) <= 100
    assert len(wide) > len(lines) or name == "hex"


@pytest.mark.parametrize("name", list_games())
def test_every_bundled_game_is_drawn_with_all_its_cells(name: str) -> None:
    game = bundled_games()[name]
    for room in (ROOMY, (80, 18), TIGHT):
        drawer = Drawer(game, room)
        at = drawer.layout.places
        assert at.keys() == set(game.board.cells)
        taken = {(r, c + i) for r, c in at.values() for i in range(drawer.symbols.width)}
        assert len(taken) == len(at) * drawer.symbols.width
        symbols = [drawer.symbols.of(Piece(k.name, o, first_values(game, k.name)))[0]
                   for k in game.model.kinds for o in k.owners]  # fmt: skip
        assert len(set(symbols)) == len(symbols)
        assert all(1 <= len(s) <= drawer.symbols.width for s in symbols)


def first_values(game: object, kind: str) -> dict[str, str]:
    """A value for each attribute of a kind."""
    symbols = Drawer(game).symbols  # type: ignore[arg-type]
    piece_kind = next(k for k in game.model.kinds if k.name == kind)  # type: ignore[attr-defined]
    return {name: next(iter(symbols.words[name]), "1") for name in piece_kind.attributes}


STANDING = """\
game: Standing
players: White, Black
board: square(3)
pieces:
  stone:
    supply: 2
    with:
      standing: flag = false
  king:
    supply: 1
actions:
  place(at in empty): put stone on at
turn: place
end:
  - when no empty: draw
"""


def test_a_flag_is_told_by_its_name_in_one_notation(tmp_path: Path) -> None:
    file = tmp_path / "standing.yaml"
    file.write_text(STANDING, "utf-8")
    game = load_game(str(file))
    symbols = Symbols(game)
    told = {text: word for group in symbols.legend() for text, _, word in group}
    assert (told["+"], told["-"]) == ("standing", "not standing")
    words = [word for word in game.start("reference").supply if "Black" not in word]
    assert symbols.all_short(words) == ["ws-", "wk"]
    assert symbols.all_short([*words, "White-coin-3"]) == [*words, "White-coin-3"]
    forms = {form_of(game, game.piece(piece)).words for piece in game.codes.all_pieces()}
    assert {"White stone, not standing", "Black stone, standing"} <= forms


def test_numbers_are_part_of_a_symbol_and_no_letter_means_two_things(tmp_path: Path) -> None:
    (tmp_path / "goods.yaml").write_text(GOODS)
    symbols = Symbols(load_game(str(tmp_path / "goods.yaml")))
    assert symbols.all_short(["card-grain-5-false", "gold"]) == ["cr5-", "gold"]
    assert symbols.short("card-cloth-0-true") == "cl0+"
