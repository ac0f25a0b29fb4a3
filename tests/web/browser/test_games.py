"""Every bundled game is played by clicks alone, against agents that move at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.browsing import Visit, play
from support.diagnosing import bundled

from interpreter import load_game

CLICKS = 2_000  # that no game needs
# Long games that are played by the clicks of others: one cell, one cell and a second one, one of
# several pieces for a move that is otherwise the same (Los Alamos chess); and those of which
# `test_scripted.py` plays whole games, and their variants.
SLOW_ONLY = {
    "anti-reversi", "antichess", "ataxx", "banqi", "brandubh", "catchup", "chess", "chess960",
    "clobber", "connect6", "crazyhouse", "cropa", "cropa-rhombus", "cuiquindi", "dots-and-boxes",
    "fifteen-puzzle", "fox-and-geese", "gonnect", "hare-and-hounds", "havannah", "hex-holes",
    "king-of-the-hill", "lines-of-action", "misere-hex", "misere-squ", "misere-tic-tac-toe",
    "mu-torere", "nim", "nine-mens-morris", "oust", "peg-solitaire", "pentago", "pente", "pig",
    "quardo", "quardo-still", "quardo-touch", "quarod", "quoridor", "russian-draughts", "slither",
    "sokoban", "squ", "star", "surakarta", "tablut", "three-check", "yavalath",
}  # fmt: skip


def smallest(name: str) -> dict[str, Any]:
    """The smallest published value of each numerical option that has some."""
    options = load_game(name).model.declared
    return {o.name: min(o.published) for o in options if o.published and is_number(o.default)}


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def begin(visit: Visit, name: str) -> None:
    game = load_game(name, **smallest(name))
    visit.table(name, ["person"] + ["random"] * (game.seats - 1), smallest(name))


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW_ONLY else []) for n in bundled()]
)
def test_a_whole_game_is_played_by_clicks(visit: Callable[..., Visit], name: str) -> None:
    opened = visit()
    begin(opened, name)
    assert play(opened, CLICKS)
