"""What alpha-beta on the native engine proves, against plain minimax on the reference engine.

Four in a line is checked against a solver of its own, since a board of that size is
too much for plain Python rules.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.tiny import tiny

from interpreter import load_game
from interpreter.agents.request import Report, Request
from interpreter.agents.search import search

pytestmark = pytest.mark.usefixtures("native")

FOUR = """
game: Small Four
extends: connect-four
board: rectangle(4, {height})
"""
WIDTH = 4
GIVEN = """
board: square(2)
pieces:
  pawn:
    owner: none
    supply: each
    with:
      edge: flat, protruded
      body: straight, tapered
state:
  given: pawn or none
actions:
  pick(p in supply): set given to p
  place(at in empty):
    - put given on at
    - set given to none
opening:
  - pick
turn: place, pick if possible
end:
  - as soon as any(f within pieces and alike(f) for f in {lines}): {result}
  - when no empty: draw
"""


def proof(state: Any, **limits: int) -> Report:
    """What alpha-beta finds out without a limit of time."""
    assert state.engine.name == "native"
    return search(state, Request("alphabeta", **limits))


def minimax(state: Any, known: dict[Any, float]) -> float:
    """What seat 0 gets under best play."""
    if state.result is not None:
        return float(state.result[0])
    if state not in known:
        values = [minimax(state.play(move), known) for move in state.moves()]
        known[state] = max(values) if state.seat == 0 else min(values)
    return known[state]


def check(game: Any, walks: int) -> None:
    """Compare the value at the start, and on the way of some random games."""
    known: dict[Any, float] = {}
    luck = random.Random(1)
    for _ in range(walks):
        state, same = game.start(), game.start("reference")
        while not state.is_over:
            value = minimax(same, known)
            report = proof(state)
            if len(state.moves()) > 1:
                assert report.proof == (value, 1 - value)
            best = minimax(same.play(report.best.text), known)
            assert best == value
            for rated in report.moves:
                share = minimax(same.play(rated.move.text), known)
                mine = share if state.seat == 0 else 1 - share
                assert not rated.is_proven or rated.share == mine
            text = luck.choice(state.moves()).text
            state, same = state.play(text), same.play(text)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tic-tac-toe", {}),
        ("misere-tic-tac-toe", {}),
        ("quarod", {"size": 2}),
        ("cropa", {"side": 2}),
        pytest.param("squ", {"size": 3}, marks=pytest.mark.slow),
    ],
)
def test_a_small_game_is_solved(name: str, options: dict[str, Any]) -> None:
    check(load_game(name, **options), 3)


@pytest.mark.parametrize("result", ["mover wins", "mover loses"])
@pytest.mark.parametrize("lines", ["lines(2)", "blocks(2, 1)"])
def test_a_game_of_given_pawns_is_solved(tmp_path: Path, lines: str, result: str) -> None:
    check(tiny(tmp_path, GIVEN.format(lines=lines, result=result)), 6)


def test_nobody_wins_three_in_a_row() -> None:
    report = proof(load_game("tic-tac-toe").start())
    assert report.proof == (0.5, 0.5)


@pytest.mark.parametrize("height", [3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_four_in_a_line_on_a_small_board(tmp_path: Path, height: int) -> None:
    path = tmp_path / "small-four.yaml"
    path.write_text(FOUR.format(height=height).lstrip(), encoding="utf-8")
    report = proof(load_game(str(path)).start())
    value = (1 + connect(0, 0, height)) / 2
    assert report.proof == (value, 1 - value)


@cache
def connect(mine: int, theirs: int, height: int) -> int:
    """1, 0 or -1 for whoever moves, with a bit for each disc, a column of `height` + 1 bits."""
    best = -1
    for column in range(WIDTH):
        bottom = column * (height + 1)
        place = (mine | theirs) + (1 << bottom) & ~(mine | theirs)
        place &= ((1 << height) - 1) << bottom
        if not place:
            continue
        if has_four(mine | place, height):
            return 1
        best = max(best, -connect(theirs, mine | place, height))
        if best == 1:
            break
    is_full = (mine | theirs).bit_count() == WIDTH * height
    return 0 if is_full else best


def has_four(discs: int, height: int) -> bool:
    """Whether four discs stand in a line."""
    for step in (1, height, height + 1, height + 2):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False
