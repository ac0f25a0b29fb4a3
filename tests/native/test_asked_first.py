"""Actions that rules ask for before others: looked for only where they may be possible."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import chisquare
from support.both_engines import walk
from support.c_driver import COMPILER, Drawing
from support.quick import each

from interpreter import load_game
from interpreter.native.passes.pipeline import optimise
from interpreter.native.program.program import lowered

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

LEAST_P = 1e-4
RULES = """\
game: Made up
players: White, Black
board: {board}
pieces: man, rider
setup:
  - put man of White on {{c for c in cells if y(c) <= 2}}
  - put man of Black on {{c for c in cells if y(c) >= 5}}
  - put rider of White on {{c for c in row(2) if x(c) mod 2 = 0}}
  - put rider of Black on {{c for c in row(5) if x(c) mod 2 = 1}}
state:
  came: directions or none
define:
  along(c, k, d): sight(c, d) if k = rider else neighbours(c, d)
  over(c, d): union(along(e, kind[c], d) & empty for e in along(c, kind[c], d) & enemy)
actions:
  {capture}
  step(c in mine, there in neighbours(c, directions) & empty): move c to there
turn: {turn}
after turn:
  - set came to none
end:
  - when stuck: mover loses
  - when turns = 60: draw
"""
LEAP = """leap(c in mine, there in union(over(c, d) for d in directions)):
    - remove between(c, there) & enemy
    - move c to there"""
PUSH = """push(c in mine, d in (directions if y(c) mod 2 = 0 else diagonal)):
    - require d != came
    - require c + d in empty
    - require some sight(c + d, d, enemy) & enemy
    - remove sight(c + d, d, enemy) & enemy
    - set came to d
    - move c to c + d"""
TAKE = """take(c in mine, there in sight(c, directions) & enemy):
    - require there in sight(c, orthogonal) or kind[c] = rider or x(c) = x(there)
    - move c to there"""
KNOWN = """take(c in mine, there in sight(c, directions) & enemy):
    - let found = sight(c, orthogonal) & enemy
    - let many = count(neighbours(c) & mine)
    - require there in found or kind[c] = rider or many = 3
    - move c to there"""
HOP = """\
hop(c in mine, d in (diagonal if kind[c] = rider else {d for d in orthogonal if y(c) != 3})):
    - require c + d in enemy
    - require c + 2*d in empty
    - remove c + d
    - move c to c + 2*d"""
GAMES = {
    "over an enemy, far or near": ("square(6)", LEAP, "leap else step"),
    "the same in a chain": ("square(6)", LEAP, "leap, leap(last) while possible else step"),
    "the chains that take most": (
        "square(6)", LEAP,
        "(leap, leap(last) while possible) with the fewest count(enemy) else step",
    ),
    "in a direction that the piece may have none of": ("square(6)", HOP, "hop else step"),
    "towards a row of enemies": ("square(6)", PUSH, "push, push(last) at will else step"),
    "the same on hexagons": (
        "hexagon(4)", PUSH.replace("diagonal", "directions"), "push else step"
    ),
    "by names for what the first cell tells": ("square(8)", KNOWN, "take else step"),
    "on to an enemy that is seen": ("square(10)", TAKE, "take else step"),
}  # fmt: skip


def made(name: str, folder: Path) -> Any:
    """A game of the table."""
    board, capture, turn = GAMES[name]
    path = folder / "made-up.yaml"
    path.write_text(RULES.format(board=board, capture=capture, turn=turn), "utf-8")
    return load_game(str(path))


@pytest.mark.parametrize("name", each(3, GAMES))
def test_both_engines_find_the_same_moves(name: str, tmp_path: Path) -> None:
    game = made(name, tmp_path)
    plan = lowered(game.reference)
    optimise(plan)
    narrowed = [s for s in plan.steps.values() if s.parameters and s.parameters[0].filter.reads]
    assert {s.step.name for s in narrowed} & {"leap", "push", "take", "hop"}
    assert sum(walk(game, seed, 60) for seed in range(4)) > 20


@pytest.mark.parametrize("name", each(3, GAMES))
def test_all_are_drawn_equally_often(name: str, tmp_path: Path) -> None:
    game = made(name, tmp_path)
    drawing, chooser, tested = Drawing(game, tmp_path), random.Random(1), 0
    state = game.start(engine="native")
    while not state.is_over and tested < 4:
        moves = list(state.engine.packed_moves(state.node))
        if len(moves) > 1 and state.moves()[0].text.split()[0] != "step":
            counts = Counter(drawing.drawn(state, tested, 200 * len(moves)))
            assert set(counts) <= set(moves)
            assert chisquare([counts[m] for m in moves]).pvalue > LEAST_P
            tested += 1
        state = state.random_move(chooser)
    assert tested
