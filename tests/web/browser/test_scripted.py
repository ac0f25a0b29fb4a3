"""Whole games that are written down, played by clicks, with all that is drawn at some moments.

The files in `matches/` say what the page must show: the sentence above the board, each piece, and
what the game stores.  `BOARDWRIGHT_SHOTS=folder` keeps a picture of each moment.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.browsing import Visit
from support.quick import each
from support.scripted import Hand, Script

from interpreter import load_game

SCRIPTS = sorted((Path(__file__).parent / "matches").glob("*.yaml"))


@pytest.mark.parametrize("path", each(3, SCRIPTS), ids=lambda path: path.stem)
def test_a_whole_game_shows_what_it_should(visit: Callable[..., Visit], path: Path) -> None:
    script = Script.read(path)
    game = load_game(script.name, **script.options)
    hand = Hand(visit(), script, game.seats)
    moments = {moment["after"]: moment for moment in script.moments}
    for number, move in enumerate(["", *script.moves]):
        if move:
            hand.play(move)
        moment = moments.pop(number, None)
        if moment is not None:
            shown = hand.drawn()
            hand.picture(moment["name"])
            told, pieces = shown.pop("pieces"), moment["pieces"]
            assert told.keys() == pieces.keys(), moment["name"]
            for cell, words in told.items():  # behind the piece is told what is stored there
                assert f"{words}, ".startswith(f"{pieces[cell]}, "), (moment["name"], cell)
            assert shown == {key: moment[key] for key in shown}, moment["name"]
    assert not moments
    assert hand.page.locator(".ending").count() == 1
