"""What a game stores on cells or between them is on the board of the terminal, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.diagnosing import bundled_games
from support.tiny import tiny

from interpreter import list_games, load_game
from interpreter.board.ordered_set import OrderedSet
from interpreter.drawing.scene import decorations
from interpreter.drawing.text.board import Drawer
from interpreter.drawing.text.symbols import Symbols
from interpreter.drawing.text.values import value_text
from interpreter.matches.match import Match
from interpreter.terminal import visibility
from interpreter.terminal.stored import STYLE, note_room, stored_on_board

EVERYTHING = Path(__file__).parents[1] / "drawing" / "games" / "everything.yaml"
SECRET = """\
game: Secret
players: Red, Blue
board: square(2)
pieces: man
state:
  heap[c in cells]: 0..9
  lair[p in colours]: cells or none
sees:
  lair[p]: p = viewer
setup:
  - set lair[Red] to a1
  - set lair[Blue] to b2
  - set heap[a2] to 7
actions:
  place(at in empty): put man on at
turn: place
end:
  - when no empty or heap[a1] > 3 or lair[Red] = lair[Blue]: draw
"""


def drawn(
    game: object, *moves: str, room: tuple[int, int] = (80, 40), ascii_only: bool = False
) -> str:
    state = game.start("reference")  # type: ignore[attr-defined]
    for move in moves:
        state = state.play(move)
    drawer = Drawer(state.game, room, ascii_only, note_room(state.game))
    return "\n" + drawer.plain(visibility.whole(state, (), drawer.symbols)) + "\n"


def test_everything_that_can_be_stored_is_drawn_in_its_way() -> None:
    """A count, a dot, a word's sign, a colour's initial; a line up, a wall, a toll; brackets."""
    assert drawn(load_game(str(EVERYTHING)), "fill") == """
  ┌───────┬───────┬───────┬───────┬───────┐
  │       │       │       │       │       │
5 │       │ R     │ s     │       │       │
  │       │       │       │       │       │
  ├───────┼───────┼───────┼───────┼───────┤
  │       │       │       │       │       │
4 │(     )│   s   │(     )│(     )│(     )│
  │       │       │       │       │       │
  ├───────┼───────┼───────┼───────┼───────┤
  │       │       │       │       │       │
3 │       │       │       │       │       │
  │   ║   │       │   ║   │   ║   │       │
  ├───║───┼━━━━━━━┼───║───┼───║───┼───4───┤
  │   ║   │       │   ║   │   ║   │       │
2 │       │       │       │       │       │
  │       │       │       │       │       │
  ├───────┼───────┼───────┼───────┼───────┤
  │       │       │       │       │       │
1 │   3   │   •   │       │   ◆   │   b   │
  │       │       │       │       │       │
  └───────┴───────┴───────┴───────┴───────┘
      a       b       c       d       e
"""


def test_in_ascii_walls_and_lines_differ_from_edges() -> None:
    text = drawn(load_game(str(EVERYTHING)), "fill", ascii_only=True)
    assert text.isascii() and "+#######+" in text and "---H---" in text


def test_where_there_is_no_room_between_cells_the_notes_remain() -> None:
    text = drawn(load_game(str(EVERYTHING)), "fill", room=(40, 8))
    assert "1   3     •     ·     ◆     b" in text and "║" not in text


LINKS = """\
game: Links
players: Red, Blue
board: {board}
pieces: man
state:
  walls: subsets(links)
  heap[c in cells]: 0..99
looks:
  walls: {look}
setup:
  - for l in links: add l to walls
  - for c in cells: set heap[c] to 12
  - put man of Red on a1
actions:
  place(at in empty): put man on at
turn: place
end:
  - when no empty or walls = {{}} and heap[a1] = 3: draw
"""


def of_text(folder: Path, text: str) -> object:
    (folder / "links.yaml").write_text(text)
    return load_game(str(folder / "links.yaml"))


def test_level_lines_and_walls_stand_between_cells_and_counts_beside_pieces(
    tmp_path: Path,
) -> None:
    text = LINKS.format(board="square(2)", look="line")
    assert drawn(of_text(tmp_path, text)) == """
  ┌─────┬─────┐
  │     │     │
2 │  12═══ 12 │
  │  ║  │  ║  │
  ├──║──┼──║──┤
  │  ║  │  ║  │
1 │ R12═══ 12 │
  │     │     │
  └─────┴─────┘
     a     b
"""
    text = LINKS.format(board="square(2)", look="wall")
    assert drawn(of_text(tmp_path, text)) == """
  ┌─────┬─────┐
  │     │     │
2 │  12 ┃  12 │
  │     │     │
  ├━━━━━┼━━━━━┤
  │     │     │
1 │ R12 ┃  12 │
  │     │     │
  └─────┴─────┘
     a     b
"""


@pytest.mark.parametrize("board", ["hexagon(2)", "rhombus(3)"])
@pytest.mark.parametrize("look", ["line", "wall"])
def test_slanted_ones_are_between_their_cells(tmp_path: Path, board: str, look: str) -> None:
    text = drawn(of_text(tmp_path, LINKS.format(board=board, look=look)))
    signs = "╳┃" if look == "wall" else "•═"
    assert all(sign in text for sign in signs), text


def test_a_seat_sees_its_own_secret_on_the_board_and_no_other(tmp_path: Path) -> None:
    game = of_text(tmp_path, SECRET)
    state = game.start("reference")  # type: ignore[attr-defined]
    drawer = Drawer(state.game, (80, 40), False, note_room(state.game))
    for seat, own in enumerate(("a1", "b2")):
        shown = visibility.seen(state, state.view(seat), drawer.symbols, ())
        assert shown.marked == {own} and shown.notes["a2"] == [("7", "bold cyan")]
        assert "( " in drawer.plain(shown)


TOKENS = """\
game: Tokens
players: Red, Blue, Green, Yellow, Black
board: rectangle(2, 1)
looks:
  tokens: count
state:
  tokens[p in colours, c in cells]: 0..9
actions:
  step(c in cells): add 1 to tokens[mover, c]
turn: step
end:
  - when turns = 60: draw
"""


def test_several_things_on_a_cell_keep_their_colours_and_what_has_no_room_is_told(
    tmp_path: Path,
) -> None:
    state = of_text(tmp_path, TOKENS).start("reference")  # type: ignore[attr-defined]
    drawer = Drawer(state.game, (80, 40), False, note_room(state.game))
    for cell in ("a1", "a1", "b1", "a1"):
        state = state.play(f"step {cell}")
    shown = visibility.whole(state, (), drawer.symbols)
    styles = drawer.symbols.styles
    assert shown.notes["a1"] == [("1", styles[c]) for c in ("Red", "Blue", "Yellow")]
    assert "1 │  111  │   1   │" in drawer.plain(shown)
    for cell in ("a1", "b1", "b1", "a1"):
        state = state.play(f"step {cell}")
    shown = visibility.whole(state, (), drawer.symbols)
    assert len(shown.notes["a1"]) == 5
    assert "1 │  111… │  111  │" in drawer.plain(shown)


def test_what_looks_leave_out_is_not_written_beside_the_board(tmp_path: Path) -> None:
    texts = [SECRET, SECRET.replace("state:", "looks:\n  lair: nothing\nstate:")]
    for text, names in zip(texts, (["heap", "lair"], ["heap"]), strict=True):
        match = Match(of_text(tmp_path, text), ["random", "random"], 1)
        drawer = Drawer(match.game, (80, 40), False, note_room(match.game))
        for seat in (None, 0):
            (line,) = visibility.facts(match, seat, drawer.symbols)
            assert [part.partition(":")[0] for part in line.split(" · ")] == names


@pytest.mark.parametrize("name", list_games())
def test_what_a_bundled_game_stores_is_on_the_board_or_beside_it(name: str) -> None:
    game = bundled_games()[name]
    state = game.start("reference")
    drawer = Drawer(game, (80, 40), False, note_room(game))
    shown = visibility.whole(state, (), drawer.symbols)
    beside = visibility.public_values(state)
    for mark in decorations(game, state.view(0)):
        on_board = shown.marked | shown.notes.keys() | {c for j in shown.joins for c in j.cells}
        assert on_board.issuperset(mark.cells) or mark.of in beside
    assert drawer.plain(shown) or not game.board.cells


def test_sets_of_cells_are_written_with_hyphens() -> None:
    lines = OrderedSet([OrderedSet(["a1", "b1"]), OrderedSet(["a2", "a10"])])
    assert value_text(lines) == "a1-b1 a2-a10"
    assert value_text({OrderedSet(["a1", "b1"]): 4}) == "a1-b1 4"
    many = OrderedSet(OrderedSet([f"a{n}", f"b{n}"]) for n in range(1, 20))
    assert value_text(many).endswith("a8-b8 … (19 in all)")


SCORE = """\
game: Sums
players: White, Black
state:
  score[p in colours]: 0..9
define:
  sum_of(p): 10*score[p]
actions:
  gain: add 1 to score[mover]
turn: gain
end:
  - when turns = 6: most sum_of wins
"""


def test_a_variable_called_score_stands_beside_what_wins(tmp_path: Path) -> None:
    (tmp_path / "sums.yaml").write_text(SCORE, "utf-8")
    state = load_game(str(tmp_path / "sums.yaml")).start().play("gain")
    assert visibility.public_values(state) == {
        "score": {"White": 1, "Black": 0}, "score at the end": {"White": 10, "Black": 0},
    }  # fmt: skip


LATER = """\
game: Later
players: Red, Blue
state:
  k[p in colours, q in 1..2]: 0..9
sees:
  k[p, q]: p = viewer and q = 1 or turns > 0
actions:
  up(q in 1..2): add q to k[mover, q]
turn: up
end:
  - when turns = 6: draw
"""


def test_a_table_has_room_for_what_is_hidden_at_the_start(tmp_path: Path) -> None:
    match = Match(of_text(tmp_path, LATER), ["person", "person"], 1)
    drawer = Drawer(match.game, (80, 40), False, note_room(match.game))
    assert list(visibility.facts(match, 0, drawer.symbols)) == [
        "k     1  2", "Red   0  ?", "Blue  ?  ?",
    ]  # fmt: skip
    match.play(match.state.moves()[1])
    assert list(visibility.facts(match, 0, drawer.symbols)) == [
        "k     1  2", "Red   0  2", "Blue  0  0",
    ]  # fmt: skip


def test_a_tint_by_words_is_their_initial_in_the_colour_that_they_name(tmp_path: Path) -> None:
    text = """
        board: rectangle(3, 1)
        words:
          hue: red, green, dusk
        state:
          paint[c in cells]: hue or none
        looks:
          paint: tint
        setup:
          - set paint[a1] to red
          - set paint[b1] to green
          - set paint[c1] to dusk
        actions:
          place(at in empty): put man on at
        turn: place
    """
    game = tiny(tmp_path, text)
    notes = stored_on_board(game, game.start().view(0), Symbols(game)).notes
    assert notes["a1"] == [("r", "bold bright_red")] and notes["b1"] == [("g", "bold bright_green")]
    assert notes["c1"] == [("d", STYLE)]
