"""Several people at one browser: what it is told of a seat is what that seat alone would be told.

The browser keeps the moves as the page does: the list that came last, and the last move of each
position after it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.page import Page, Server, random_text, served

from interpreter import load_game

pytestmark = pytest.mark.usefixtures("in_time")
SMALL = ("dark-hex", "battleship", "kuhn-poker", "phantom-tic-tac-toe", "stratego-small")
MOVES = {"stratego-small": 24}  # in which both have set up
OTHERS = 8


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as made:
        yield made


def kept_moves(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves in the list of the page after these messages."""
    kept: list[dict[str, Any]] = []
    for message in messages:
        if message["type"] == "moves":
            kept = list(message["list"])
        elif message["type"] == "position" and "look" not in message:
            assert len(kept) in (message["ply"], message["ply"] - 1)
            if len(kept) < message["ply"]:
                last = message["last"]
                kept.append({name: last.get(name) for name in ("text", "seat", "colour")})
    return [{name: move[name] for name in ("text", "seat", "colour")} for move in kept]


def check_passed_on(server: Server, table: dict[str, Any], page: Page, seat: int) -> None:
    """Compare what one browser for all was told with what a browser of one seat is told."""
    position = page.heard[-1]
    with server.sit(table, table["keys"][seat]) as alone:
        own = alone.position()
        assert kept_moves(page.heard) == kept_moves(alone.heard)
        assert own["symbols"] == position["symbols"]
        assert own["heard"] == position["heard"] and own["last"] == position["last"]


@pytest.mark.parametrize("name", [*SMALL, pytest.param("whist", marks=pytest.mark.slow)])
def test_who_takes_the_browser_over_sees_their_own_moves(server: Server, name: str) -> None:
    table = server.table(name, *["person"] * load_game(name).seats)
    chooser, passed = random.Random(name), 0
    with server.sit(table, *table["keys"]) as page:
        position = page.past_chance(page.position())
        for _ in range(MOVES.get(name, OTHERS)):
            position = page.past_chance(page.play(random_text(position, chooser)))
            if position["over"]:
                break
            if position["curtain"]:
                passed += 1
                check_passed_on(server, table, page, position["seat"])
    assert passed
