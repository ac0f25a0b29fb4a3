"""Games for a single player, and games without a board: on both engines, and everywhere else."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from generators.fuzz import compare_walks
from support.both_engines import pair
from support.c_driver import COMPILER, assert_clean

from gdl.source.diagnostics import GdlError
from interpreter import load_game
from interpreter.agents import make_agent
from interpreter.drawing.scene import board_scene
from interpreter.drawing.svg import board_svg
from interpreter.drawing.text.board import Drawer, Scene
from interpreter.study.plan.metrics import Games, draws, even
from interpreter.study.store.contents import Damaged
from interpreter.study.store.outcomes import check_results

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

PEGS = """
game: Pegs
players: Solver
board: rectangle(6, 1)
pieces: peg
setup:
  - put peg on {a1, b1, d1, e1}
actions:
  jump(start in mine, d in orthogonal):
    - require start + d in mine and start + 2*d in empty
    - remove start + d
    - move start to start + 2*d
turn: jump
end:
  - when count(mine) = 1: Solver wins
  - when stuck and count(mine) = 2: draw
  - when stuck: Solver loses
"""
PIG = """
game: Pig
options:
  players: 1..3 = 2
players: White, Black if players > 1, Green if players > 2
pieces:
  card:
    owner: none
    supply: each
    with:
      rank: 1..2
      suit: hearts, spades
state:
  points[p in colours]: 0..40
  pot: 0..40
  dice: 1..3
  deck: subsets(card) = card
  hand[p in colours]: card or none
sees:
  deck: nothing
  hand[p]: p = viewer
  draw_one: nothing
chance:
  throw(n in 1..3):
    - set dice to n
    - if n = 1: set pot to 0
      else: add n to pot
  draw_one(k in deck):
    - take k from deck
    - set hand[mover] to k
actions:
  roll: require pot < 9
  hold:
    - require pot > 0
    - add pot to points[mover]
    - set pot to 0
turn: draw_one if possible, ((roll, throw) up to 2 times, (hold or pass))
after turn:
  - if pot > 0 and seen(pot) = 0: set next to mover
end:
  - when points[mover] >= 12: mover wins
  - when turns = 12: most points wins
"""


def game_of(folder: Path, rules: str, **options: Any) -> Any:
    path = folder / "game.yaml"
    path.write_text(rules, "utf-8")
    return load_game(str(path), **options)


@needs_compiler
@pytest.mark.parametrize(("rules", "options"), [(PEGS, {}), (PIG, {}), (PIG, {"players": 1})])
def test_both_engines_play_it_alike(rules: str, options: dict[str, Any], tmp_path: Path) -> None:
    game = game_of(tmp_path, rules, **options)
    assert game.engine().name == "native", game.why_reference
    native, reference = pair(game)
    assert compare_walks(native, reference, seed=2) > 6


@needs_compiler
def test_its_c_is_clean(tmp_path: Path) -> None:
    assert_clean(game_of(tmp_path, PIG), tmp_path)


# ---- results of one ----


@pytest.mark.parametrize(("line", "share"), [("wins", 1.0), ("loses", 0.0), ("draw", 0.5)])
def test_what_a_single_player_gets(tmp_path: Path, line: str, share: float, engine: str) -> None:
    outcome = "draw" if line == "draw" else f"Solver {line}"
    rules = PEGS.replace("  - when count(mine) = 1: Solver wins", f"  - when turns = 1: {outcome}")
    state = game_of(tmp_path, rules).start(engine=engine)
    state = state.play(state.moves()[0])
    assert state.result == [share]


def test_nobody_to_speak_of(tmp_path: Path) -> None:
    with pytest.raises(GdlError) as error:
        game_of(tmp_path, PEGS.replace("stuck and count(mine) = 2", "no enemy"))
    assert [d.code for d in error.value.diagnostics if d.is_error] == ["one-player"]
    alone = PIG.replace("set next to mover", "set next to after(mover)")
    assert game_of(tmp_path, alone, players=1).seats == 1  # the file can have others


@pytest.mark.parametrize("agent", ["random", "flat:20", "uct:40", "alphabeta:depth=4"])
def test_agents_play_alone_and_without_a_board(tmp_path: Path, agent: str, engine: str) -> None:
    for rules in (PEGS, PIG):
        state = game_of(tmp_path, rules).start(engine=engine)
        player, chooser = make_agent(agent), random.Random(1)
        for _ in range(6):
            if state.is_over:
                break
            if state.is_chance:
                state = state.random_move(chooser)
            else:
                state = state.play(player.choose(state, chooser))


def test_pegs_by_hand(tmp_path: Path, engine: str) -> None:
    """From a1, b1 and d1: a jump to c1, then either of the two pegs takes the other."""
    rules = PEGS.replace("{a1, b1, d1, e1}", "{a1, b1, d1}")
    state = game_of(tmp_path, rules).start(engine=engine)
    assert [m.text for m in state.moves()] == ["jump a1 east"]
    state = state.play("jump a1 east")
    assert sorted(m.text for m in state.moves()) == ["jump c1 east", "jump d1 west"]
    assert state.play("jump c1 east").result == state.play("jump d1 west").result == [1.0]


# ---- drawings, records, figures ----


def test_there_is_nothing_to_draw_without_a_board(tmp_path: Path) -> None:
    game = game_of(tmp_path, PIG)
    assert game.board.cells == () and board_scene(game).cells == ()
    assert "<svg" in str(board_svg(game))
    assert Drawer(game).plain(Scene({})) == ""


def test_a_single_player_may_get_anything_in_a_study() -> None:
    check_results(np.array([[0.0], [0.5], [1.0], [np.nan]]))
    with pytest.raises(Damaged):
        check_results(np.array([[0.0, 0.0]]))
    column = np.array([[0.0], [0.5], [1.0]])
    ones = np.ones(3)
    games = Games(column, ones, ones, column[:, 0], column[:, 0], {})
    assert list(draws(games)) == [0.0, 1.0, 0.0]
    assert even(games) is None


def test_kinds_may_be_added_to_sets_of_pieces(tmp_path: Path, engine: str) -> None:
    """A kind stands for the set of its pieces, also after `add`."""
    rules = PIG.replace("add pot to points[mover]", "add card to deck")
    state = game_of(tmp_path, rules, players=1).start(engine=engine)
    assert state.game.seats == 1
