"""What the page tells of the facts of words: texts, and drawings of steps and of cells."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from interpreter import load_game
from interpreter.web.wire.drawing import drawing_data
from interpreter.web.wire.facts import word_facts

GAME = """game: Facts
players: White, Black
board: {board}
pieces: man
words:
  card:
{facts}
state:
  hand[p in colours]: subsets(card)
actions:
  place(k in card, c in empty): put man on c
turn: place
end:
  - when no empty: draw
"""

HEAPS = """game: Heaps
players: White, Black
board:
  cells: rectangle(3, 1)
  pile: 9
pieces:
  seed:
    owner: none
setup:
  - for i in 1..3: put seed on cells
actions:
  sow(house in pieces): move 1 of house to house + east
  carry(from in pieces, store in empty): move 1 of from to store
turn: sow or carry
end:
  - when stuck: draw
"""


def facts(folder: Path, board: str, **of: str) -> dict[str, list[dict[str, Any]]]:
    """The facts of words, of which each has some lines."""
    lines = "\n".join(f"    {word}:\n      {fact}" for word, fact in of.items())
    path = folder / "facts.yaml"
    path.write_text(GAME.format(board=board, facts=lines), "utf-8")
    return word_facts(load_game(path))


def middles(fact: dict[str, Any], part: int) -> set[tuple[int, int]]:
    """The middles of the cells that a part of a drawing shows, in units."""
    found = set()
    for outline in fact["drawing"]["parts"][part]["d"].split("M")[1:]:
        corners = re.findall(r"(-?[\d.]+),(-?[\d.]+)", outline)
        xs, ys = zip(*((float(x), float(y)) for x, y in corners), strict=True)
        found.add((round((min(xs) + max(xs)) / 2), round((min(ys) + max(ys)) / 2)))
    return found


def test_steps_are_drawn_around_the_cell_where_they_begin(tmp_path: Path) -> None:
    told = facts(tmp_path, "square(5)", tiger="steps: 2*north, south", crab="steps: 2*west, north")
    (tiger,), (crab,) = told["tiger"], told["crab"]
    assert tiger["label"] == "steps" and tiger["text"] == "2*north, south"
    assert middles(tiger, 1) == {(0, -80), (0, 40)}
    assert middles(crab, 1) == {(-80, 0), (0, -40)}
    ground = {(x, y) for x in range(-80, 81, 40) for y in range(-80, 81, 40)}
    assert middles(tiger, 0) == middles(crab, 0) == ground
    assert tiger["drawing"]["viewBox"] == crab["drawing"]["viewBox"] == "-108 -108 216 216"


def test_steps_on_hexes_lean(tmp_path: Path) -> None:
    board = "hexagon(4)"
    (fact,) = facts(tmp_path, board, bee="steps: east, 2*northeast")["bee"]
    assert middles(fact, 1) == {(40, 0), (40, -69)}


def test_a_single_direction_is_drawn_too(tmp_path: Path) -> None:
    told = facts(tmp_path, "square(5)", up="way: north", down="way: south")
    assert told["up"][0]["text"] == "north" and middles(told["up"][0], 1) == {(0, -40)}


def test_cells_are_drawn_by_themselves_in_one_size(tmp_path: Path) -> None:
    told = facts(tmp_path, "square(8)", two="form: c3, c4", bent="form: a1, a2, b1")
    two, bent = told["two"][0], told["bent"][0]
    assert middles(two, 0) == {(0, -20), (0, 20)}
    assert middles(bent, 0) == {(-20, 20), (-20, -20), (20, 20)}
    assert two["drawing"]["viewBox"] == bent["drawing"]["viewBox"]
    assert two["text"] == "c3 c4"


@pytest.mark.parametrize(
    ("board", "fact", "text"),
    [
        ("square(5)", "length: 3", "3"),
        ("square(20)", "steps: 9*north, south", "9*north, south"),
        ("square(20)", "form: row(1) | row(2)", "40 of them"),
        ("\n  cells: square(3)\n  tracks:\n    way: a1 b1 b2", "steps: 2*way", "2*way"),
    ],
)
def test_other_facts_and_large_ones_are_texts(
    tmp_path: Path, board: str, fact: str, text: str
) -> None:
    (told,) = facts(
        tmp_path, board, tiger=fact
    )["tiger"]
    assert told["text"] == text and told["drawing"] is None


def test_what_depends_on_the_position_is_not_told(tmp_path: Path) -> None:
    assert facts(tmp_path, "square(5)", tiger="worth: count(mine)") == {}


def test_a_drawing_has_the_facts_of_words() -> None:
    words = drawing_data(load_game("blokus-duo"))["words"]
    assert len(words) == 21 and all(facts[0]["drawing"] for facts in words.values())
    assert drawing_data(load_game("tic-tac-toe"))["words"] == {}


def test_a_drawing_has_all_cards_and_nothing_that_is_none() -> None:
    cards = {card["word"]: card["face"] for card in drawing_data(load_game("whist"))["cards"]}
    assert len(cards) == 52 and cards["hearts-ace"] == ["♥", "A"]
    assert drawing_data(load_game("chess"))["cards"] == []


def test_words_that_pieces_show_as_letters_have_these() -> None:
    letters = drawing_data(load_game("stratego-small"))["letters"]
    assert letters["scout"] == "2" and letters["standard"] == "F" and "Red" not in letters
    assert drawing_data(load_game("quarto"))["letters"] == {}


def test_places_of_heaps_are_called_as_the_rules_call_them(tmp_path: Path) -> None:
    path = tmp_path / "heaps.yaml"
    path.write_text(HEAPS, "utf-8")
    actions = drawing_data(load_game(path))["actions"]
    assert {name: action["heaps"] for name, action in actions.items()} == {
        "sow": ["house"], "carry": ["", "store"],
    }  # fmt: skip
    path.write_text(HEAPS.replace("  seed:\n    owner: none", "  seed:"), "utf-8")
    assert drawing_data(load_game(path))["actions"]["sow"]["heaps"] == []
