"""Sequences of whole turns (`gdl perft --turns`), and set-ups that say how many there were."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.both_engines import compare_trees, pair

from gdl import GdlError
from interpreter import Game, load_game
from interpreter.native.build.compilers import find_compiler

compiled = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")

# A turn is one or two stones, in any order; chance deals the first one; the third player never has
# anything to do, and its empty turns are recorded for `seen` with a variable that they change.
RULES = """\
game: Pairs
players: Red, Blue, Grey
board: rectangle(4, 1)
pieces: stone
state:
  idle: 0..9
chance:
  deal(c in {a1, b1}):
    - put stone of Grey on c
setup:
  - set turns to 40
  - deal
  - set next to Blue
actions:
  place(at in empty):
    - put stone on at
    - require seen(board, idle) = 0
turn:
  if mover = Grey: place if turns = 0
  else: place, (place or done)
after turn:
  - if mover = Grey: add 1 to idle
end:
  - when turns = 44: draw
  - when no empty: mover wins
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("pairs") / "pairs.yaml"
    path.write_text(RULES, "utf-8")
    return load_game(str(path))


# Two deals.  Blue, in the forty-first turn, puts one stone (3 ways) or two (3 ways, in either
# order).  Grey has nothing to do; Red then has two cells or one.  After 1 and 1 stones one cell is
# left, after 1 and 2 or 2 and 1 none, which ends the game.
COUNTS = [2, 2 * 6, 2 * (3 * 3 + 3 * 1), 2 * (3 * 2) * 1, 0]


def test_whole_turns_by_hand(game: Game) -> None:
    start = game.start("reference")
    assert [start.perft(depth, turns=True) for depth in range(5)] == COUNTS


@compiled
def test_whole_turns_on_the_native_engine(game: Game) -> None:
    native, reference = pair(game)
    for depth in range(5):
        assert native.perft(depth, turns=True) == COUNTS[depth]
    deal, _ = native.chance[0]
    one, two = native.play(deal), reference.play(deal)
    half_one, half_two = one.play(one.moves()[0]), two.play(two.moves()[0])
    for depth in range(4):
        assert one.perft(depth, turns=True) == two.perft(depth, turns=True)
        assert half_one.perft(depth, turns=True) == half_two.perft(depth, turns=True)


@compiled
def test_the_turns_of_the_set_up_on_both_engines(game: Game) -> None:
    native, reference = pair(game)
    compare_trees(native, reference, 9, set())
    state = native.play(native.chance[0][0])
    assert (state.turn, state.colour) == (40, "Blue")


def test_an_opening_is_among_the_turns_of_the_set_up(tmp_path: Path) -> None:
    path = tmp_path / "begun.yaml"
    path.write_text("extends: hex\noptions:\n  pie: flag = true\nsetup:\n  - set turns to 1\n")
    start = load_game(str(path)).start("reference")
    assert "exchange" in {move.action for move in start.moves()} and start.turn == 1


@pytest.mark.parametrize("number, code", [
    ("0 - 1", "turns-number"), ("2.5", "turns-number"), ("count(empty)", "not-constant"),
    ("a1", "wrong-type"),
])  # fmt: skip
def test_what_is_no_number_of_turns(tmp_path: Path, number: str, code: str) -> None:
    path = tmp_path / "begun.yaml"
    path.write_text(f"extends: tic-tac-toe\nsetup:\n  - set turns to {number}\n")
    with pytest.raises(GdlError, match=code):
        load_game(str(path))
