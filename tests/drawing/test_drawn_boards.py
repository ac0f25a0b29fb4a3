"""Drawn boards and further points, in the terminal and on paper."""

from __future__ import annotations

from math import isclose
from pathlib import Path

from interpreter import Game, Piece, load_game
from interpreter.drawing.scene import board_scene
from interpreter.drawing.svg import board_svg
from interpreter.drawing.text.board import Drawer, Scene

REST = """
pieces: man
setup:
  - put man of White on home
actions:
  place(at in empty): put man on at
turn: place
end:
  - when no empty: draw
"""
STORES = """
game: Stores
players: White, Black
board:
  cells: rectangle(3, 2) | {home, away}
  points:
    home: 0 1.5
    away: 4 1.5
"""
STAR = """
game: Star
players: White, Black
board:
  hexes: |
    - h
     . .
    . - .
     - .
  letters:
    home: h
"""


def tops(game: Game) -> dict[str, Piece]:
    """The upper pieces of the set-up, which the terminal draws."""
    return {cell: pile[-1] for cell, pile in game.start_pieces().items()}


def drawn(folder: Path, text: str, room: tuple[int, int] = (100, 60)) -> str:
    path = folder / "game.yaml"
    path.write_text(text + REST, "utf-8")
    game = load_game(path)
    return "\n" + Drawer(game, room).plain(Scene(tops(game))) + "\n"


def test_further_points_stand_beside_the_board_with_their_names(tmp_path: Path) -> None:
    assert drawn(tmp_path, STORES) == """
             ┌───┬───┬───┐
2        ┌───┤   │   │   ├───┐
    home │ W ├───┼───┼───┤   │ away
1        └───┤   │   │   ├───┘
             └───┴───┴───┘
               a   b   c
"""


def test_drawn_hexes_keep_their_gaps(tmp_path: Path) -> None:
    assert drawn(tmp_path, STAR) == """
         ╱ ╲
    d1  │ W │
       ╱ ╲ ╱ ╲
  c1  │   │   │ c2
     ╱ ╲ ╱ ╲ ╱ ╲
b1  │   │   │   │ b2
     ╲ ╱   ╱ ╲ ╱
      a1  │   │
           ╲ ╱
"""


def test_on_paper_rows_and_columns_are_named_beside_further_points(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(STORES + REST, "utf-8")
    game = load_game(path)
    scene = board_scene(game)
    names = {label.text: label for label in scene.names}
    assert set(names) == {"a", "b", "c", "1", "2", "home", "away"}
    assert names["home"].size != names["a"].size
    assert f'font-size="{names["home"].size:g}">home</text>' in board_svg(game)
    home, a1 = scene.by_name["home"], scene.by_name["a1"]
    assert names["1"].x < min(x for x, _ in home.corners)
    assert isclose(names["home"].x, home.x) and names["home"].small
    assert home.y == (a1.y + scene.by_name["a2"].y) / 2
    wide = [max(x for x, _ in c.corners) - min(x for x, _ in c.corners) for c in (a1, home)]
    assert wide == [40.0, 36.0]
    left, top, width, height = scene.box
    points = [p for cell in scene.cells for p in cell.corners]
    assert all(left < x < left + width and top < y < top + height for x, y in points)


def test_a_name_too_long_for_its_point_is_written_under_it_where_nothing_is(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    long = (STORES + REST).replace("home", "south_store")
    path.write_text(long, "utf-8")
    scene = board_scene(load_game(path))
    words = [label for label in scene.names if label.text in ("south", "store")]
    assert [(w.text, w.size, w.small) for w in words] == [
        ("south", 11.0, False), ("store", 11.0, False),
    ]  # fmt: skip
    lowest = max(y for _, y in scene.by_name["south_store"].corners)
    assert lowest < words[0].y - 6 and words[1].y - words[0].y >= 11
    path.write_text(long.replace("away: 4 1.5", "away: 0 0.5"), "utf-8")
    names = {label.text: label for label in board_scene(load_game(path)).names}
    assert names["south store"].size < 8  # the point below takes the room


def test_only_a_whole_board_of_drawn_squares_is_chequered(tmp_path: Path) -> None:
    moves = REST.replace("place(at in empty): put man on at",
                         "place(at in mine): move at to first(empty)")  # fmt: skip
    for rows, shades in (("h .\n    . .", {0, 1}), ("h .\n    . -", {0})):
        path = tmp_path / "game.yaml"
        board = f"board:\n  squares: |\n    {rows}\n  letters:\n    home: h\n"
        path.write_text("game: Whole\nplayers: White, Black\n" + board + moves, "utf-8")
        assert {cell.shade for cell in board_scene(load_game(path)).cells} == shades
