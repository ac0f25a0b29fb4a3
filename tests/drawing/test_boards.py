"""Every bundled game draws, at its defaults and with every published option."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from support.commands import invoke
from support.diagnosing import bundled, bundled_games
from support.quick import each
from support.schema import SCHEMA, faults

from interpreter import load_game
from interpreter.drawing.scene import board_scene, decorations, decorations_data, drawn_names
from interpreter.drawing.scene.labels import labels
from interpreter.drawing.scene.places import Place
from interpreter.drawing.svg import THEMES, board_svg, cover_svg
from interpreter.drawing.text.board import Drawer
from interpreter.drawing.text.board import Scene as TextScene

SPACE = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "style", "defs", "symbol", "title", "path", "text", "g", "line", "circle",
           "polygon", "use"}  # fmt: skip


def variants() -> Iterator[tuple[str, dict[str, Any]]]:
    for name in bundled():
        yield name, {}
        for option in bundled_games()[name].model.declared:
            for value in option.published[:4]:
                if value != option.default and not isinstance(value, float):
                    yield name, {option.name: value}


def parsed(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    for element in root.iter():
        assert element.tag.removeprefix(SPACE) in ALLOWED
        assert not any(name == "style" or name.startswith("on") for name in element.attrib)
    return root


@pytest.mark.parametrize(("name", "options"), list(variants()), ids=str)
def test_the_scene_holds_every_cell_and_name_within_its_box(
    name: str, options: dict[str, Any]
) -> None:
    game = load_game(name, **options) if options else bundled_games()[name]
    scene = board_scene(game)
    assert tuple(cell.name for cell in scene.cells) == game.board.cells
    left, top, width, height = scene.box
    points = [point for cell in scene.cells for point in cell.corners]
    points += [(label.x, label.y) for label in scene.names]
    points += [point for zone in scene.zones for line in zone.bands for point in line]
    assert all(left < x < left + width and top < y < top + height for x, y in points)
    seen = [(label.x, label.y) for label in scene.names]
    assert all(dist(a, b) > 11 for i, a in enumerate(seen) for b in seen[:i])
    json.dumps(scene.as_json(), allow_nan=False)
    assert faults(scene.as_json(), SCHEMA["$defs"]["scene"]) == []


@pytest.mark.parametrize("name", each(3, bundled()))
def test_every_game_draws_in_the_middle_of_play(name: str) -> None:
    game, chooser = bundled_games()[name], random.Random(name)
    state = game.start("reference")
    for _ in range(8):
        state = state if state.is_over else state.random_move(chooser)
    marks = decorations(game, state.view(0))
    root = parsed(board_svg(game, state.pieces(), marks))
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    used = [e.attrib["href"].removeprefix("#") for e in root.iter(f"{SPACE}use")]
    assert len(ids) == len(set(ids)) and set(ids) == set(used)
    assert len(used) == len(state.pieces()) + sum(mark.form == "piece" for mark in marks)
    for data in decorations_data(board_scene(game), marks):
        assert faults(data, SCHEMA["$defs"]["decoration"]) == []
    assert drawn_names(game) <= {v.name for v in (*game.model.variables, *game.model.marks)}


def test_a_theme_changes_colours_alone() -> None:
    game = load_game("tic-tac-toe")
    drawings = {theme: parsed(board_svg(game, theme=theme)) for theme in THEMES}
    cells = {theme: [e.attrib for e in root.iter(f"{SPACE}polygon")] for theme, root in
             drawings.items()}  # fmt: skip
    assert cells["light"] == cells["auto"] == cells["dark"]
    fills = {
        theme: {e.attrib["fill"] for e in root if "fill" in e.attrib}
        for theme, root in drawings.items()
    }
    assert fills["light"] == fills["auto"] != fills["dark"]
    assert [theme for theme, root in drawings.items() if list(root.iter(f"{SPACE}style"))] == [
        "auto"
    ]


def test_names_stand_beside_boards_of_every_shape() -> None:
    for name, options, count in [
        ("tic-tac-toe", {}, 6), ("hex", {"size": 5}, 10), ("y", {"side": 5}, 10),
        ("cuiquindi", {"side": 5}, 18), ("nine-mens-morris", {}, 14),
    ]:  # fmt: skip
        scene = board_scene(load_game(name, **options))
        assert len(scene.names) == count and not any(label.small for label in scene.names)
        middles = list(scene.places.values())
        assert all(dist((n.x, n.y), at) > 26 for n in scene.names for at in middles)


def test_names_on_wide_boards_are_as_large_as_a_phone_needs() -> None:
    for name in ("chinese-checkers", "kalah"):
        scene = board_scene(load_game(name))
        assert min(label.size for label in scene.names) > 0.024 * scene.box[2]


def test_names_that_find_no_room_are_left_out() -> None:
    """On its cell, below it, or nowhere: one would overlap that of the cell beside it."""
    places = [Place(name, x, 0.0, square(x)) for x, name in
              ((0.0, "a"), (48.0, "somewhere_far"), (96.0, "somewhere_else"), (800.0, "b"))]
    assert [label.text for label in labels(places)] == ["a", "somewhere", "else", "b"]


def test_names_below_their_cells_are_clear_of_those_of_rows_and_columns() -> None:
    """One would overlap the letter below the cell beside it."""
    places = [Place(name, x, 0.0, square(x)) for x, name in
              ((0.0, "a1"), (40.0, "far_somewhere"), (800.0, "b1"))]  # fmt: skip
    assert [label.text for label in labels(places, ["far_somewhere"])] == ["a", "b", "1"]


def square(x: float) -> tuple[tuple[float, float], ...]:
    """The corners of a cell."""
    return ((x - 20, -20.0), (x + 20, -20.0), (x + 20, 20.0), (x - 20, 20.0))


def test_squares_are_checkered_where_pieces_move_about_a_whole_board() -> None:
    shades = {cell.name: cell.shade for cell in board_scene(load_game("english-draughts")).cells}
    assert shades["a1"] == shades["h8"] == shades["b2"] == 1 and shades["a2"] == shades["h1"] == 0
    for name in ("go", "royal-game-of-ur", "hex", "nine-mens-morris"):
        assert not any(cell.shade for cell in board_scene(load_game(name)).cells)


def test_points_are_joined_by_lines() -> None:
    scene = board_scene(load_game("nine-mens-morris"))
    assert scene.style == "points" and len(scene.links) == scene.lines.count("M") == 32
    root = parsed(board_svg(load_game("nine-mens-morris")))
    assert scene.lines in [e.attrib.get("d") for e in root.iter(f"{SPACE}path")]


def test_a_zone_by_colour_lies_on_its_side_of_the_board() -> None:
    game = load_game("hex", size=5)
    scene = board_scene(game)
    told = {zone.label: zone for zone in scene.zones}
    assert list(told) == ["start of Red", "start of Blue", "goal of Red", "goal of Blue"]
    assert told["start of Red"].cells == ("a1", "b1", "c1", "d1", "e1")
    low = max(y for cell in scene.cells for _, y in cell.corners)
    points = [p for line in told["start of Red"].bands for p in line]
    assert len(told["start of Red"].bands) == 2 * 5 and max(y for _, y in points) > low
    strokes = {label: zone.parts[0].stroke for label, zone in told.items()}
    assert strokes["start of Red"] == strokes["goal of Red"] != strokes["goal of Blue"]


ALQUERQUE = """\
game: Alquerque
players:
  Dark:
    goal: a3, b3, c3
  Light:
    goal: a1, b1
board:
  lines:
    - a1 b1 c1
    - a2 b2 c2
    - a3 b3 c3
    - a1 a2 a3
    - b1 b2 b3
    - c1 c2 c3
    - a1 b2 c3
    - a3 b2 c1
pieces: man
looks:
  goal: edge
  tip: red edge
  amid: edge
  round: green edge
define:
  tip: c1
  amid: b2
  round: cells
actions:
  place(at in empty): put man on at
turn: place
end:
  - when mine meets goal(mover): mover wins
  - when no empty: draw
"""


def test_an_edge_beside_points_is_straight_and_outside(tmp_path: Path) -> None:
    (tmp_path / "alquerque.yaml").write_text(ALQUERQUE)
    scene = board_scene(load_game(str(tmp_path / "alquerque.yaml")))
    bands = {zone.label: zone.bands for zone in scene.zones}
    at = scene.places
    for label, cell, sign, count in (("goal of Dark", "a3", -1, 2), ("goal of Light", "a1", 1, 1)):
        levels = {y for line in bands[label] for _, y in line}
        assert len(bands[label]) == count and len(levels) == 1
        assert sign * (levels.pop() - at[cell][1]) > 16  # as far as a piece reaches
    ((start, end),) = bands["tip"]
    assert min(start[0], start[1]) > min(at["c1"]) - 16 and dist(start, end) == pytest.approx(
        24, 0.1
    )
    assert bands["amid"] == () and len(bands["round"]) == 8
    (frame,) = next(zone.parts for zone in scene.zones if zone.label == "amid")
    assert frame.d.count("z") == 1 and frame.fill == "none"


def test_an_edge_goes_round_a_whole_board_of_cells(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "extends: tic-tac-toe\nlooks:\n  whole: edge\ndefine:\n  whole: cells\n"
    )
    (zone,) = board_scene(load_game(str(tmp_path / "mine.yaml"))).zones
    assert len(zone.bands) == 12


@pytest.mark.parametrize(("look", "fills"), [("tint", 3), ("outline", 3), ("red tint", 1)])
def test_each_of_several_sets_is_a_zone(tmp_path: Path, look: str, fills: int) -> None:
    (tmp_path / "mine.yaml").write_text(
        f"extends: tic-tac-toe\nlooks:\n  rows: {look}\n"
        "define:\n  rows: ({row(n) for n in 1..3})\n"
    )
    zones = board_scene(load_game(str(tmp_path / "mine.yaml"))).zones
    assert [zone.cells[0] for zone in zones] == ["a1", "a2", "a3"]
    drawn = [part for zone in zones for part in zone.parts]
    assert len({p.fill if "tint" in look else p.stroke for p in drawn}) == fills


def points(tmp_path: Path, base: str) -> Path:
    file = tmp_path / "crossings.yaml"
    file.write_text(f"extends: {base}\nlooks:\n  board: points\n")
    return file


@pytest.mark.parametrize(
    ("base", "links", "lines"), [("english-draughts", 112, 16), ("hex", 320, 41)]
)
def test_cells_are_drawn_as_crossings(tmp_path: Path, base: str, links: int, lines: int) -> None:
    plain, scene = (
        board_scene(load_game(each)) for each in (base, str(points(tmp_path, base)))
    )  # fmt: skip
    assert (plain.style, scene.style) == ("cells", "crossings")
    assert [cell.corners for cell in plain.cells] == [cell.corners for cell in scene.cells]
    assert len(scene.links) == links and scene.lines.count("M") == lines
    assert not any(cell.shade for cell in scene.cells)
    root = parsed(board_svg(load_game(str(points(tmp_path, base)))))
    found = [e for e in root.iter() if e.attrib.get("class") == "link"]
    assert [e.attrib["d"] for e in found] == [scene.lines]
    assert not plain.lines


def test_the_goals_of_those_who_take_part_are_drawn() -> None:
    for players, named in ((2, "White Black"), (4, "White West Black East")):
        zones = board_scene(load_game("quoridor", players=players)).zones
        assert [zone.label for zone in zones] == [f"goal of {name}" for name in named.split()]


def test_dots_have_no_lines() -> None:
    """Four dots, each a closed path of its own."""
    game = load_game("dots-and-boxes", width=2, height=2)
    scene = board_scene(game)
    assert (scene.style, scene.links, scene.rim) == ("crossings", (), 0)
    assert scene.lines.count("M") == scene.lines.count("z") == 4
    shown = Drawer(game).plain(TextScene({}))
    assert shown == "2 ·   ·\n\n1 ·   ·\n  a   b"


def test_a_terminal_shows_crossings(tmp_path: Path) -> None:
    game = load_game(str(points(tmp_path, "tic-tac-toe")))
    state = game.start().play("place b2").play("place c1")
    assert Drawer(game).plain(TextScene(state.pieces())) == (
        "3  ┌───┬───┐\n   │   │   │\n2  ├───C───┤\n   │   │   │\n1  └───┴───N\n   a   b   c"
    )


# ---- the command ---------------------------------------------------------------------------------


def test_show_draws_to_a_file_and_to_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    done = invoke("show", "hex", "--size", "3", "--svg", str(file), "--after", "place b2")
    assert done.exit_code == 0 and done.output == ""
    printed = invoke("show", "hex", "--size", "3", "--svg", "-", "--after", "place b2")
    assert printed.output == file.read_text("utf-8")
    typed = invoke("show", "hex", "--size", "3", "--svg", "-", "--after", "B2")
    assert typed.output == printed.output
    root = parsed(printed.output)
    assert [e.attrib["href"] for e in root.iter(f"{SPACE}use")] == ["#stone-Red"]
    marked = [e for e in root.iter() if e.attrib.get("class") == "zone"]
    assert len(marked) == 4


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--svg", "-", "--after", "place z9"), 1, "there is no cell `z9`"),
        (("--svg", "/no/such/folder/x.svg"), 1, "/no/such/folder/x.svg cannot be written"),
        (("--after", "place b2"), 2, "say `--svg FILE`"),
        (("--svg", "-", "--json"), 2, "either `--svg` or `--json`"),
        (("--svg", "-", "--theme", "pink"), 2, "'pink' is not one of"),
        (("--svg", ""), 2, "an empty name names no file"),
    ],
)
def test_show_refuses_with_one_message(words: tuple[str, ...], code: int, said: str) -> None:
    done = invoke("show", "hex", "--size", "3", *words)
    assert done.exit_code == code and said in done.output and "Traceback" not in done.output


@pytest.mark.parametrize("name", ["whist", "kuhn-poker", "pig"])
def test_a_game_without_a_board_has_a_cover(name: str) -> None:
    game = load_game(name)
    text = str(cover_svg(game))
    drawn = ElementTree.fromstring(text)
    assert game.title in drawn.attrib["aria-label"]
    cards = min(5, len(game.codes.all_pieces()) or (3 if name == "kuhn-poker" else 0))
    assert text.count("<rect") == cards
    assert text.count("<circle") == (0 if cards else game.seats)
    assert invoke("show", name, "--svg", "-").output == f"{text}\n"
    refused = invoke("show", name, "--svg", "-", "--theme", "dark")
    assert refused.exit_code == 1 and "has no board" in refused.output
