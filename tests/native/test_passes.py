"""Each pass can be left out, and the game remains the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support.quick import each
from support.tiny import tiny

from interpreter import load_game
from interpreter.native.build import cache
from interpreter.native.ir.show import show_plan
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.loops.nest import nest
from interpreter.native.passes.pipeline import PASSES, optimise
from interpreter.native.program import program
from interpreter.native.program.program import program_of

pytestmark = pytest.mark.usefixtures("native")

# For each pass games that it changes, small enough for the reference engine.
SERVED = Path(__file__).parent / "served"
CHANGED: dict[str, dict[str, dict[str, Any]]] = {
    "values": {str(SERVED / "claims.yaml"): {}},
    "lift": {"connect-four": {}, "quarto": {}, "oware": {}, "havannah": {"side": 3}, "whist": {}},
    "whole": {str(SERVED / "drill.yaml"): {}, str(SERVED / "trellis.yaml"): {}},
    "families": {"dots-and-boxes": {"width": 3, "players": 3}, "nine-mens-morris": {}},
    "known": {"english-draughts": {}, "lasca": {}},
    "tighten": {"clobber": {}, "konane": {}, "quarod": {"size": 4}},
    "grow": {"hex": {"size": 5}, "cropa": {"side": 3}, "catchup": {"side": 3}},
    "patterns": {"gomoku": {"size": 9}, "pente": {"size": 9}, "quarto": {}},
    "shapes": {"connect-four": {}, "tic-tac-toe": {}, "harary": {"size": 5}},
    "changed": {"gonnect": {"size": 5}, "havannah": {"side": 3}, "slither": {"size": 4}},
    "forward": {"cuiquindi": {"side": 3}},
    "cases": {"squ": {"size": 5}, "misere-squ": {"size": 4}},
    "inverse": {"los-alamos-chess": {}},
    "simplify": {"go": {"size": 4}, "quarod": {"size": 4}, "cuiquindi": {"side": 3}},
    "edges": {"chinese-checkers": {}},
    "related": {"pente": {"size": 9}},
    "members": {"quardo": {}},
    "narrow": {"golomb": {"size": 5}, "konane": {"size": 6}},
    "images": {"golomb": {"size": 5}},
    "nest": {"konane": {"size": 6}, "surakarta": {}, "brandubh": {}},
    "witness": {"quoridor": {"size": 5}},
    "candidates": {"hex": {"size": 4}, "quarto": {}, "y": {"side": 3}},
}
CASES = [
    case for name, games in CHANGED.items() for case in each(3, ((name, game) for game in games))
]  # some games for each pass
GAMES = 2  # random games
MOST = 40  # moves of one


@pytest.fixture
def left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Any, request: Any) -> str:
    """The name of a pass that is left out where games are compiled, for a cache of its own."""
    without: str = request.param
    monkeypatch.setenv("BOARDWRIGHT_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "PRIVATE", [])
    monkeypatch.setattr(program, "optimise", lambda plan: optimise(plan, (without,)))
    return without


def test_every_pass_is_left_out_here() -> None:
    assert list(CHANGED) == [one.name for one in PASSES]


@pytest.mark.parametrize(("left_out", "game"), CASES, indirect=["left_out"])
def test_the_game_is_the_same_without_a_pass(
    left_out: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = load_game(game, **CHANGED[left_out][game])
    without = program_of(loaded.reference).rules
    for number in range(GAMES):
        chooser = random.Random(number)
        states = loaded.start(engine="native"), loaded.start(engine="reference")
        for _ in range(MOST):
            native, reference = states
            assert native.is_over == reference.is_over and native.result == reference.result
            assert native.pieces() == reference.pieces()
            assert native.variables == reference.variables
            if native.is_over:
                break
            moves = native.moves()
            assert moves == reference.moves()
            move = chooser.choice(moves or [move for move, _ in reference.chance])
            states = native.play(move), reference.play(move)
    monkeypatch.setattr(program, "optimise", optimise)
    assert program_of(loaded.reference).rules != without  # or it was no test


@pytest.mark.parametrize("reduction", ["first(", "min(", "max(", "sum(", "count(0 < "])
def test_a_loop_over_numbers_ends_where_nothing_can_follow(reduction: str, tmp_path: Path) -> None:
    game = tiny(tmp_path, f"""
        board: square(9)
        actions:
          go(at in empty, d in orthogonal):
            - require {reduction}n for n in 1..8 if all(at + k*d in empty for k in 1..n)) > 2
            - put man on at
        turn: go
    """)
    plan = make_plan(game.reference)
    assert ":while;" not in show_plan(plan)
    nest(plan)
    assert ":while;" in show_plan(plan)
