"""What a game stores is drawn where it belongs, and only for those who may see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game
from interpreter.drawing.colours import TINTED
from interpreter.drawing.scene import (
    Decoration,
    board_scene,
    decorations,
    decorations_data,
    drawn_names,
    drawn_position,
)
from interpreter.drawing.svg import board_svg

EVERYTHING = Path(__file__).parent / "games" / "everything.yaml"
BLUE, RED = "#1f6fb4", "#d0342c"


def drawn(game: Any, *moves: str, seat: int = 0) -> list[Decoration]:
    state = game.start("reference")
    for move in moves:
        state = state.play(move)
    return list(decorations(game, state.view(seat)))


def test_a_whole_position_hides_nothing(tmp_path: Path) -> None:
    game = mine(tmp_path, """
game: Hidden
players: A, B
board: square(2)
pieces: man
state:
  traps: subsets(cells)
sees:
  traps: nothing
actions:
  lay(c in empty): add c to traps
turn: lay
end:
  - when turns = 4: draw
""")
    state = game.start().play("lay b1")
    assert not decorations(game, state.view(0))
    assert [mark.cells for mark in drawn_position(state).stored] == [("b1",)]


def mine(tmp_path: Path, text: str) -> Any:
    (tmp_path / "mine.yaml").write_text(text)
    return load_game(str(tmp_path / "mine.yaml"))


def test_each_type_has_its_form_and_its_cells() -> None:
    found = {mark.of: mark for mark in drawn(load_game(str(EVERYTHING)), "fill")}
    told = {name: (mark.form, mark.cells, mark.text, mark.fill) for name, mark in found.items()}
    assert told == {
        "heap": ("count", ("a1",), "3", None),
        "wet": ("dot", ("b1",), "", None),
        "soil": ("text", ("d1",), "◆", None),
        "claim": ("tint", ("e1",), "", BLUE),
        "wind": ("line", ("a2", "a3"), "", None),
        "walls": ("wall", ("b2", "b3"), "", None),
        "drawn": ("line", ("c2", "c3"), "", None),
        "taken": ("line", ("d2", "d3"), "", RED),
        "toll": ("count", ("e2", "e3"), "4", None),
        "rows": ("line", ("a5", "b5", "c5", "d5", "e5"), "", None),
        "target": ("outline", ("a4",), "", None),
        "goods": ("piece", ("b4",), "pot-striped", None),
        "home": ("outline", ("e4",), "", BLUE),
        "shown": ("outline", ("c4",), "", None),
        "signs": ("outline", ("d4",), "", RED),
    }
    assert found["heap"].label == "heap, a1 3" and found["signs"].label == "signs of Red, d4"


def test_a_drawing_tells_what_is_stored_once_and_not_all_of_very_much() -> None:
    game = load_game("hex", size=7)
    marks = [Decoration("dot", (cell,), "wet", f"wet, {cell}") for cell in game.board.cells]
    few = board_svg(game, {}, [marks[0], marks[0], marks[1]])
    assert 'aria-label="board of Hex. Stored: wet, a1; wet, b1"' in few
    assert "; wet, e6; and 9 more" in board_svg(game, {}, marks)
    assert 'aria-label="board of Hex"' in board_svg(game, {})


def test_nothing_is_drawn_of_what_is_empty() -> None:
    game = load_game(str(EVERYTHING))
    assert drawn(game) == [] and "nobody" in drawn_names(game)


def test_what_has_no_cell_is_left_for_the_side_of_the_board() -> None:
    assert drawn_names(load_game("squ")) == {"pyramids"}
    assert drawn_names(load_game("quarto")) == frozenset()
    assert drawn_names(load_game("quardo")) == {"unclaimed"}


def test_sets_of_cells_are_faint_lines_and_small_polygons() -> None:
    game = load_game("quardo")
    marks = drawn(game)
    assert [mark.form for mark in marks].count("line") == 4 + 4 + 2 + 9
    assert ("b2", "c2", "b3", "c3") in [mark.cells for mark in marks]
    paths = [p for p in board_svg(game, {}, marks).split("<path ") if 'class="stored"' in p]
    assert sum('z" fill' in path for path in paths) == 9
    assert all('stroke-opacity="0.35"' in path for path in paths) and len(paths) == 19


def test_marks_of_a_colour_have_its_colour() -> None:
    state = load_game("squ").start("reference")
    for move in ("drop a1", "drop d4", "drop e5", "drop a2", "drop b1", "drop h8", "drop g7",
                 "drop b2", "drop c9"):  # fmt: skip
        state = state.play(move)
    (mark,) = [m for m in decorations(state.game, state.view(0))]
    assert (mark.form, mark.fill, mark.cells) == ("outline", RED, ("a1", "b1", "a2", "b2"))
    (data,) = decorations_data(board_scene(state.game), [mark])
    assert data["under"], "an outline never cuts off a piece"


def test_what_shares_a_cell_stands_in_its_corners(tmp_path: Path) -> None:
    game = mine(tmp_path, (
        "extends: tic-tac-toe\nstate:\n  a[c in cells]: 0..9 = 5\n  b[c in cells]: 0..9 = 7\n"
        "actions:\n  place(at in empty):\n    - put mark on at\n    - set b[at] to 0\n"
        "after turn:\n  - if a[a1] < b[a1]: remove a2\n"
    ))  # fmt: skip
    marks = {(m.of, m.cells[0]): m.corner for m in drawn(game, "place a1")}
    assert marks["a", "a1"] == "se" and ("b", "a1") not in marks
    assert (marks["a", "b2"], marks["b", "b2"]) == ("se", "nw")


def test_a_text_in_a_corner_stays_within_its_cell(tmp_path: Path) -> None:
    game = mine(tmp_path, (
        "extends: tic-tac-toe\nstate:\n  a[c in cells]: 0..9 = 5\n"
        "  b[c in cells]: ocean, reef, lighthouse, open_water_mark or none\n"
        "actions:\n  place(at in empty, w in {ocean, reef, lighthouse, open_water_mark}):\n"
        "    - set b[at] to w\n"
        "after turn:\n  - if a[a1] < 1 and b[a1] = reef: remove a2\nlooks:\n  b: text\n"
    ))  # fmt: skip
    scene = board_scene(game)
    for word in ("reef", "ocean", "lighthouse", "open_water_mark"):
        (mark,) = [m for m in drawn(game, f"place a1 {word}") if (m.of, m.cells) == ("b", ("a1",))]
        assert mark.corner and mark.text == word
        ((part,),) = [data["parts"] for data in decorations_data(scene, [mark])]
        cell = scene.by_name["a1"]
        half = max(x for x, _ in cell.corners) - cell.x
        reaches = abs(part["x"] - cell.x) + 0.65 * part["size"] * len(word) / 2
        assert reaches <= half, (word, part, half)


def test_a_wall_lies_on_the_edge_between_its_cells() -> None:
    game = load_game("hex", size=3)
    wall = Decoration("wall", ("a1", "b1"), "walls", "a wall")
    text = board_svg(game, {}, [wall])
    path = text.split('class="stored" d="M')[1].split('"')[0]
    points = [tuple(map(float, p.split(","))) for p in path.split("L")]
    assert [x for x, _ in points] == [20.0, 20.0]
    assert abs(points[0][1] - points[1][1]) == pytest.approx(40 / 3**0.5, abs=0.2)


# ---- what is hidden ------------------------------------------------------------------------------

FLEETS = """\
game: Fleets
players: Red, Blue
board: square(3)
pieces: buoy
state:
  fleet[p in colours, c in cells]: flag
  hits[c in cells]: 0..2
marks:
  ships: subsets(cells)
  shots: subsets(cells)
  guesses: subsets(cells)
actions:
  launch(c in cells):
    - set fleet[mover, c] to true
    - add c to ships
  shoot(c in cells):
    - add 1 to hits[c]
    - add c to shots
  peek(c in cells):
    - if fleet[opponent, c]: add c to guesses
turn: launch or shoot or peek
sees:
  fleet[p, c]: p = viewer
  launch: nothing
end:
  - when turns = 20 and hits[a1] = 1: draw
"""


def test_a_secret_fleet_is_drawn_for_its_owner_only(tmp_path: Path) -> None:
    game = mine(tmp_path, FLEETS)
    moves = ("launch a1", "launch c3", "shoot b2", "peek a1")
    for seat, own, other in ((0, "a1", "c3"), (1, "c3", "a1")):
        marks = drawn(game, *moves, seat=seat)
        cells = {(mark.of, *mark.cells) for mark in marks}
        assert cells == {("fleet", own), ("hits", "b2"), ("shots", "b2")}
        assert other not in board_svg(game, {}, marks, "light").split("</text></g>")[-1]
    assert game.secret_marks == {"ships", "guesses"}


def test_marks_of_an_open_game_are_all_seen() -> None:
    game = load_game("squ")
    assert game.secret_marks == frozenset()
    assert game.start().view(1).marks == {"pyramids": {"Red": frozenset(), "Black": frozenset()}}


@pytest.mark.parametrize("name", ["dark-hex", "phantom-tic-tac-toe", "quardo-touch"])
def test_decorations_are_the_same_whatever_is_hidden(name: str) -> None:
    """They are made from the view alone: a state is never asked."""
    game = load_game(name)
    state = game.start("reference")
    view = state.view(0)
    marks = decorations(game, view)
    assert all(not hasattr(mark, "state") for mark in marks)
    assert not {mark.of for mark in marks} - {*view.variables, *view.marks}


BOXES = """
game: Boxes
players: Red, Blue
board: square(3)
looks:
  board: points
  holder: tint
state:
  holder[b in blocks(2, 2)]: colours or none
  joined[l in links]: colours or none
setup:
  - set holder[{a1, a2, b1, b2}] to Red
  - set joined[{c2, c3}] to Blue
actions:
  take(b in blocks(2, 2)):
    - require holder[b] = none
    - set holder[b] to mover
turn: take else pass
end:
  - when turns = 9: draw
"""


def test_a_tint_stored_for_a_block_fills_what_lies_between_its_cells(tmp_path: Path) -> None:
    game = mine(tmp_path, BOXES)
    scene, marks = board_scene(game), drawn(game)
    block = next(mark for mark in marks if mark.of == "holder")
    assert (block.form, block.cells, block.fill) == ("tint", ("a1", "b1", "a2", "b2"), RED)
    (data,) = [d for d in decorations_data(scene, marks) if d["of"] == "holder"]
    (part,) = data["parts"]
    at = scene.places
    assert {f"{x:g},{y:g}" for x, y in (at["a1"], at["b1"], at["a2"], at["b2"])} == set(
        part["d"].strip("Mz").split("L")
    )
    assert data["under"] and part["fill"] == TINTED[RED]
    line = next(mark for mark in marks if mark.of == "joined")
    assert (line.form, line.fill) == ("line", BLUE)  # a link has no inside


def test_a_tint_stored_for_cells_in_line_colours_the_cells(tmp_path: Path) -> None:
    text = BOXES.replace("  holder: tint", "  joined: tint")
    game = mine(tmp_path, text)
    (data,) = [
        d for d in decorations_data(board_scene(game), drawn(game)) if d["of"] == "joined"
    ]  # fmt: skip
    assert data["cells"] == ["c2", "c3"] and data["parts"][0]["d"].count("M") == 2


PAINTED = """
game: Painted
players: A, B
board: rectangle(8, 1)
pieces: man
words:
  hue: red, sunshine, green, moonlight, blue, dusk, SkyBlue, dawn
state:
  paint[c in cells]: hue or none
looks:
  paint: tint
  dusk: "#123456"
setup:
  - for c in cells: set paint[c] to red
actions:
  place(at in empty): put man on at
turn: place
end:
  - when turns = 4: draw
"""


def test_each_word_has_a_colour_of_its_own_and_that_of_its_name(tmp_path: Path) -> None:
    text = PAINTED
    for number, word in enumerate("sunshine green moonlight blue dusk SkyBlue dawn".split()):
        text = text.replace("actions:", f"  - set paint[{'bcdefgh'[number]}1] to {word}\nactions:")
    game = mine(tmp_path, text)
    fills = {mark.text: mark.fill for mark in drawn(game)}
    assert len(set(fills.values())) == len(fills) == 8
    assert (fills["red"], fills["blue"], fills["dusk"]) == (RED, BLUE, "#123456")
    assert fills["SkyBlue"] == "#87ceeb"
    tints = {mark["parts"][0]["fill"] for mark in decorations_data(board_scene(game), drawn(game))}
    assert len(tints) == 8
