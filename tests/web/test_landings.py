"""The cell where the piece of a move lands, for moves that end with another word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.page import text_of

from interpreter import load_game
from interpreter.api.state import State
from interpreter.web.wire import landings
from interpreter.web.wire.offers import offers_data

SPREADS = json.loads(Path(__file__).with_name("spreads.json").read_text("utf-8"))
BOARD = """game: Landings
players: White, Black
board: rectangle(4, 4)
pieces: man, king
setup:
  - put man of White on {a1, b1}
  - put king of White on b2
  - put man of Black on {d1, c1}
actions:
"""
END = """
turn: go
end:
  - when stuck: draw
"""
SLIDE = """  go(c in mine, d in {north, east}):
    - let n = count(sight(c, d) & empty)
    - require n > 0
    - move c to c + n*d"""
PUSH = """  go(c in mine, d in {east}):
    - require c + d in enemy
    - if c + 2*d in cells: move c + d to c + 2*d
      else: remove c + d
    - move c to c + d"""
CROWN = """  go(c in mine, s in {north, 2*north + east}):
    - require c + s in empty
    - remove c
    - put king on c + s"""
TURN_ROUND = """  go(c in mine, d in {north, east}):
    - require c + d in empty
    - remove c
    - put man on c"""
SHOOT = """  go(c in mine, d in {north, east}):
    - require c + d in cells and c + d in enemy
    - remove c + d"""


def game(folder: Path, action: str, more: str = "") -> State:
    """The start of a game with one action."""
    path = folder / "landings.yaml"
    path.write_text(BOARD + action + END + more, "utf-8")
    return load_game(path).start()


def lands(state: State) -> dict[str, str]:
    """The cells where moves land, by their texts."""
    offers = offers_data(state)
    told = offers.get("lands", [None] * len(offers["moves"]))
    pairs = zip(offers["moves"], told, strict=True)
    return {text_of(words): cell for words, cell in pairs if cell is not None}


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (SLIDE, {"a1 north": "a4", "b2 north": "b4", "b2 east": "d2"}),
        (CROWN, {"a1 north": "a2", "b2 north": "b3", "a1 2*north+east": "b3",
                 "b1 2*north+east": "c3", "b2 2*north+east": "c4"}),
        (PUSH, {"b1 east": "c1"}),
        (TURN_ROUND, {}),
        (SHOOT, {}),
    ],
)  # fmt: skip
def test_a_piece_lands_where_it_has_come_to_be(
    tmp_path: Path, action: str, wanted: dict[str, str]
) -> None:
    state = game(tmp_path, action)
    found = {text.removeprefix("go "): cell for text, cell in lands(state).items()}
    assert found == wanted


ROW = """  go(c in mine, d in {north, west}, n in 1..2):
    - require all(c - k*d in mine for k in 0..n - 1) and c + d in empty
    - move c - k*d to c - k*d + d for k in 0..n - 1"""


def test_a_row_that_moves_reaches_the_cell_where_its_first_piece_lands(tmp_path: Path) -> None:
    path = tmp_path / "rows.yaml"
    board = BOARD.replace("{a1, b1}", "{b1, b3}").replace("king of White", "man of White")
    path.write_text(board.replace("{d1, c1}", "d1") + ROW + END, "utf-8")
    offers = offers_data(load_game(path).start())
    reached = dict(zip(map(text_of, offers["moves"]), offers["reaches"], strict=True))
    assert {text: cells for text, cells in reached.items() if cells} == {"go b3 north 2": ("b4",)}


def test_a_stack_lands_on_another(tmp_path: Path) -> None:
    text = BOARD.replace("board: rectangle(4, 4)", "board:\n  cells: rectangle(4, 4)\n  pile: 3")
    path = tmp_path / "stacks.yaml"
    action = "  go(c in mine, d in {east}):\n    - require c + d in pieces\n    - move c to c + d"
    path.write_text(text + action + END, "utf-8")
    state = load_game(path).start()
    assert lands(state) == {"go a1 east": "b1", "go b1 east": "c1"}


SPREAD = """  go(c in mine, n in 2..3, d in {north, east}):
    - require n <= height[c] and c + n*d in cells
    - for k in 1..n:
        - move 1 of c from below to c + k*d"""
CORNER = """  go(c in mine, d in {north, east}):
    - require height[c] = 3
    - move 1 of c to c + d
    - move 1 of c to c + d + north + east"""
BOTH_WAYS = """  go(c in mine, d in {north, east}):
    - require height[c] = 3
    - move 1 of c to c + d
    - move 1 of c to c - d"""


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (SPREAD, {"b2 2 north": "b4", "b2 2 east": "d2"}),
        (SPREAD.replace("from below ", ""), {"b2 2 north": "b4", "b2 2 east": "d2"}),
        (CORNER, {}),
        (BOTH_WAYS, {}),
    ],
)
def test_a_pile_that_is_spread_lands_on_the_last_cell(
    tmp_path: Path, action: str, wanted: dict[str, str]
) -> None:
    text = BOARD.replace("board: rectangle(4, 4)", "board:\n  cells: rectangle(4, 4)\n  pile: 4")
    more = "  - put king of White on b2\n  - put king of White on b2\n"
    text = text.replace("actions:\n", more + "actions:\n")
    path = tmp_path / "spread.yaml"
    path.write_text(text + action + END, "utf-8")
    found = lands(load_game(path).start())
    assert {text.removeprefix("go "): cell for text, cell in found.items()} == wanted


def test_where_something_is_hidden_it_is_not_told(tmp_path: Path) -> None:
    assert lands(game(tmp_path, SLIDE))
    assert lands(game(tmp_path, SLIDE, "sees:\n  kind[c]: owner[c] = viewer\n")) == {}


def test_no_more_moves_are_played_than_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = game(tmp_path, SLIDE)
    monkeypatch.setattr(landings, "MAX_TRIED", state.move_count - 1)
    assert lands(state) == {}


def test_a_move_that_ends_with_its_cell_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "play", None)
    assert lands(load_game("breakthrough").start()) == {}


def test_bundled_games_land() -> None:
    assert lands(load_game("peg-solitaire").start()) == {
        "jump d2 north": "d4", "jump b4 east": "d4", "jump f4 west": "d4", "jump d6 south": "d4",
    }  # fmt: skip
    state = load_game("backgammon").start().play("first_throw 6 1")
    found = lands(state)
    assert found["move m4 6"] == "h1" and found["move a4 1"] == "b4"


@pytest.mark.parametrize("case", SPREADS, ids=lambda case: case["about"])
def test_only_pieces_of_the_pile_in_a_straight_line_are_a_spread(case: dict[str, Any]) -> None:
    """The client's tests read the same cases."""
    before, after = (
        {cell: ("m",) * height for cell, height in heights.items()}
        for heights in (case["before"], case["after"])
    )
    points = {cell: (x, y) for cell, (x, y) in case["points"].items()}
    assert landings.end_of_spread(before, after, "a1", points) == case["end"]
