"""Where candidates are found at once, each legal move is drawn as often as any other."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import chisquare
from support.c_driver import COMPILER, Drawing

from interpreter import load_game
from interpreter.native.program.program import program_of

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

LEAST_P = 1e-4
POOLED = "outer_0 = "  # the first values of step 0, in the C text
RULES = """\
game: Made up
players: White, Black
board: square(7)
pieces: rook, pawn
setup:
  - put rook of White on {{a1, d2}}
  - put pawn of White on {{b2}}
  - put rook of Black on {{a4, c4}}
  - put pawn of Black on {{b3}}
actions:
  slide(start in mine(rook), there in sight(start, orthogonal) - mine):
    - move start to there{more}
turn: {turn}
after turn:
  - require {legal}
end:
  - when turns = 12: draw
"""
ADVANCE = """
  advance(at in mine(pawn), side in {north, south}, rank in {rook, pawn}):
    - require at + side in empty
    - move at to at + side
    - set kind[at + side] to rank"""
ALWAYS, SOMETIMES = "true", "mine(rook) meets row(1) | row(4)"

# Further actions, the turn, and what the end of a turn asks.
GAMES = {
    "one action": ("", "slide", ALWAYS),
    "some are illegal": ("", "slide or pass", SOMETIMES),
    "a pass beside it": ("", "slide or pass", ALWAYS),
    "several values": (ADVANCE, "slide or advance", ALWAYS),
    "all kinds of them": (ADVANCE, "slide or advance or pass", SOMETIMES),
}


def made(name: str, folder: Path) -> Any:
    """A game of the table."""
    more, turn, legal = GAMES[name]
    path = folder / "made-up.yaml"
    path.write_text(RULES.format(more=more, turn=turn, legal=legal), "utf-8")
    return load_game(str(path))


@pytest.mark.parametrize("name", GAMES)
def test_each_legal_move_is_as_likely(name: str, tmp_path: Path) -> None:
    game = made(name, tmp_path)
    assert POOLED in program_of(game.reference).text
    drawing, chooser = Drawing(game, tmp_path), random.Random(4)
    state = game.start(engine="native")
    for seed in range(4):
        counts = Counter(drawing.drawn(state, seed, 20_000))
        moves = list(state.engine.packed_moves(state.node))
        assert set(counts) <= set(moves)
        assert chisquare([counts[m] for m in moves]).pvalue > LEAST_P
        for _ in range(2):
            state = state.random_move(chooser)


MANY = """\
game: Many
players: White, Black
board: square(9)
pieces: rook
setup:
  - put rook of White on row(1) | row(5)
  - put rook of Black on row(9)
actions:
  slide(start in mine, there in sight(start, orthogonal) & empty): move start to there
turn: slide or pass
end:
  - when turns = 12: draw
"""


def test_many_pieces_that_see_far_are_tried_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "many.yaml").write_text(MANY, "utf-8")
    assert POOLED not in program_of(load_game(str(tmp_path / "many.yaml")).reference).text
