"""Peg solitaire: jumps along rows and columns, one peg left in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support.drawn import placed
from support.positions import cells, play, result, targets, texts

from interpreter import load_game
from interpreter.solve.solver import solve

GAME = load_game("peg-solitaire")
SOLUTION = """
    d2 north, b3 east, c1 north, e1 west, d3 west, a3 east, e3 south, g3 west, c4 south, c1 north,
    a4 east, c4 south, e4 south, e1 north, g4 west, e4 south, c6 south, a5 east, c5 south, c2 north,
    c4 east, e5 south, e2 north, g5 west, d5 east, e7 south, e4 north, c7 east, e7 south, f5 west,
    d6 south
"""
SMALL = """
extends: peg-solitaire
board:
  squares: |
    - - . . .
    - - . p .
    . . p p p . .
    . . . p . . .
    . . . p . . .
    - - . . .
    - - . . .
"""


def pegs(names: str) -> Any:
    board = {cell: {"kind": "peg", "colour": "Solver"} for cell in names.split()}
    return placed(GAME, board)


def test_the_start() -> None:
    """33 holes, 32 pegs, and four of them can jump into the middle."""
    start = GAME.start()
    assert len(GAME.board.cells) == 33
    assert len(start.pieces()) == 32
    assert targets(start, "jump") == {"d2 north", "b4 east", "f4 west", "d6 south"}


def test_a_jump() -> None:
    after = play(GAME.start(), "jump d2 north")
    assert set(GAME.board.cells) - set(after.pieces()) == cells("d2 d3")
    assert targets(after, "jump") == {"d5 south", "b3 east", "f3 west"}


def test_what_is_no_jump() -> None:
    """Not slantwise, not over an empty hole, not over two pegs, not off the board."""
    assert texts(pegs("d4 e5 c2 e1 a4 b4 c4")) == {"jump c4 east"}
    assert result(play(pegs("d4 d5 g5"), "jump d5 south")) == [0.0]


def test_the_last_peg() -> None:
    assert result(play(pegs("d5 d6"), "jump d6 south")) == [1.0]
    assert result(play(pegs("d4 d5"), "jump d4 north")) == [0.0]  # not in the middle
    assert result(play(pegs("c4 b4 g4"), "jump b4 east")) == [0.0]  # two are left


def test_a_whole_solution() -> None:
    jumps = [f"jump {jump.strip()}" for jump in SOLUTION.split(",")]
    assert len(jumps) == 31
    assert result(play(GAME.start(), *jumps)) == [1.0]


def test_positions_after_some_jumps() -> None:
    """Up to the symmetries of the board there are 1, 1, 2, 8, 39, 171 of them, as published."""
    level, counts = {GAME.start()}, []
    for _ in range(6):
        counts.append(len({least(state) for state in level}))
        level = {state.play(move) for state in level for move in state.moves()}
    assert counts == [1, 1, 2, 8, 39, 171]


def least(state: Any) -> tuple[tuple[int, int], ...]:
    """The first of the eight images of a position."""
    at = [(ord(cell[0]) - ord("d"), int(cell[1]) - 4) for cell in state.pieces()]
    images = []
    for _ in range(4):
        at = [(y, -x) for x, y in at]
        images += [tuple(sorted(at)), tuple(sorted((-x, y) for x, y in at))]
    return min(images)


def test_a_small_one_is_solved(tmp_path: Path) -> None:
    """The cross of six pegs, one of the old exercises, takes five jumps."""
    (tmp_path / "cross.yaml").write_text(SMALL, "utf-8")
    game = load_game(str(tmp_path / "cross.yaml"))
    solution = solve(game)
    assert (solution.shares, solution.length) == ((1,), 5)
    assert result(play(game.start(), *solution.line)) == [1.0]
