"""Every bundled game is played by clicks alone, against agents that move at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.browsing import Visit, play
from support.diagnosing import bundled

from interpreter import load_game

CLICKS = 2_000  # that no game needs
# Each kind of click: one cell, a cell and a second one, one of several pieces for a move that is
# otherwise the same, cards, numbers, dice, piles, what is hidden.  `test_scripted.py` plays whole
# games of others; all games are played in the slow run.
QUICK_GAMES = {"dark-hex", "kalah", "quarto", "royal-game-of-ur"}


TURNS = 100  # after which a game that has such an option ends, so that it ends by that line


def smallest(name: str) -> dict[str, Any]:
    """The smallest published value of each numerical option that has some, and few turns."""
    options = [o for o in load_game(name).model.declared if is_number(o.default)]
    published = {o.name: min(o.published) for o in options if o.published}
    return published | {o.name: TURNS for o in options if o.name == "limit"}


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def begin(visit: Visit, name: str) -> None:
    game = load_game(name, **smallest(name))
    visit.table(name, ["person"] + ["random"] * (game.seats - 1), smallest(name))


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in QUICK_GAMES else pytest.mark.slow) for n in bundled()]
)
def test_a_whole_game_is_played_by_clicks(visit: Callable[..., Visit], name: str) -> None:
    # Each picture of a piece that glides is painted by this machine: three quarters of the time.
    opened = visit(reduced_motion="no-preference" if name in QUICK_GAMES else "reduce")
    begin(opened, name)
    assert play(opened, CLICKS)
