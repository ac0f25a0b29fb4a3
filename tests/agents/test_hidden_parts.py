"""Kinds and attributes that `sees` hides of pieces that are shown: nothing tells them to others."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.positions import play
from support.tiny import tiny

from interpreter import IllegalMove
from interpreter.agents import make_agent
from interpreter.board.values import UNKNOWN, Piece
from interpreter.drawing.text.board import Drawer
from interpreter.drawing.text.symbols import Symbols
from interpreter.hidden.determinisation import Determiniser
from interpreter.hidden.knowledge import Memory
from interpreter.matches.seen import common_view
from interpreter.terminal.visibility import seen
from interpreter.web.wire.positions import Last, position_data

pytestmark = pytest.mark.usefixtures("engine")

RANKS = """
players: Red, Blue
board: rectangle(3, 4)
pieces:
  man:
    with:
      rank: low, high, bomb
      is_known: flag = false
state:
  stock[p in colours, r in {low, high, bomb}]: 0..1 = 1
sees:
  rank[c]: owner[c] = viewer or is_known[c]
  stock[p, r]: p = viewer
  place: at
actions:
  place(r in {low, high, bomb}, at in (row(1) if mover = Red else row(4)) & empty):
    - require stock[mover, r] > 0
    - take 1 from stock[mover, r]
    - put man with rank = r on at
  go(start in mine, there in neighbours(start) - mine):
    - require rank[start] != bomb, "a bomb stays"
    - if there in empty: move start to there
      else:
        - set is_known[{start, there}] to true
        - tell all "battle", rank[start], rank[there]
        - if rank[start] = high and rank[there] = low: move start to there
          else: remove start
opening:
  - place 3 times
  - place 3 times
turn: go or pass
end:
  - when turns > 1 and no enemy: mover wins
  - when turns = 30: draw
"""
RED = ["place bomb a1", "place low b1", "place high c1"]
ONE = [*RED, "place low a4", "place high b4", "place bomb c4"]
OTHER = [*RED, "place high a4", "place low b4", "place bomb c4"]
KINDS = """
pieces:
  man:
    with:
      side: light, dark
      size: 1..3
  king:
    with:
      crown: 1..2
      side: light, dark
setup:
  - put man of Black with side = light, size = 2 on a1
  - put king of White with side = dark, crown = 1 on a3
sees:
  kind[c]: owner[c] = viewer
actions:
  go(start in mine, there in neighbours(start) & empty): move start to there
turn: go
"""


def told(state: Any, seat: int) -> Any:
    """All that reaches a seat, or somebody who watches."""
    game, views = state.game, [state.view(seat), common_view(state)]
    symbols = Symbols(game)
    facts: list[Any] = [views]
    for view in views:
        data = position_data(state, view, is_open=False, has_offers=state.seat == seat)
        facts.append(json.dumps(data, sort_keys=True))
        facts.append(Drawer(game).plain(seen(state, view, symbols, ())))
    if state.seat == seat:
        for text in ("go b4 b3", "go a4 a3", "go a1 a2", "go b1 b2", "go b1 c1", "go b2 c4"):
            try:
                facts.append(state.parse(text).text)
            except IllegalMove as error:
                facts.append(str(error))
    return facts


def test_a_piece_is_shown_without_what_is_hidden(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, RANKS).start(), *ONE)
    own, other = state.view(0).pieces, state.view(1).pieces
    assert own["a1"] == Piece("man", "Red", {"rank": "bomb", "is_known": False})
    assert other["a1"] == Piece("man", "Red", {"rank": UNKNOWN, "is_known": False})
    assert own["b4"] == Piece("man", "Blue", {"rank": UNKNOWN, "is_known": False})
    assert common_view(state).pieces["a1"].attributes["rank"] == UNKNOWN
    assert "Blue: place b4" in state.view(0).heard
    assert not state.view(0).hidden


def test_what_is_known_goes_with_the_piece(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, RANKS).start(), *ONE, "go c1 c2", "go a4 a3", "go c2 c3", "pass")
    state = play(state, "pass", "go b4 b3", "go c3 b3")
    assert state.view(0).heard[-2:] == ("battle high high", "Red: go c3 b3")
    assert state.view(0).pieces["b3"] == Piece("man", "Blue", {"rank": "high", "is_known": True})
    state = play(state, "go b3 b4")
    assert state.view(0).pieces["b4"].attributes["rank"] == "high"
    assert state.view(0).pieces["a3"].attributes["rank"] == UNKNOWN


def test_a_piece_without_its_kind_has_no_attribute_that_tells_it(tmp_path: Path) -> None:
    state = tiny(tmp_path, KINDS).start()
    assert state.view(0).pieces["a3"] == Piece(UNKNOWN, "White", {"side": "dark"})
    assert state.view(1).pieces["a1"] == Piece(UNKNOWN, "Black", {"side": "light"})
    assert list(state.view(1).pieces["a3"].attributes) == ["crown", "side"]
    assert common_view(state).pieces["a3"] == Piece(UNKNOWN, "White", {"side": "dark"})
    symbols = Symbols(state.game)
    assert symbols.of(state.view(0).pieces["a3"])[0].startswith("W?")
    data = position_data(state, state.view(0))
    assert "king" not in json.dumps([data["pieces"], data["symbols"]])
    assert "unknown piece" in data["symbols"][data["pieces"]["a3"]]


def test_what_is_told_does_not_depend_on_the_secret(tmp_path: Path) -> None:
    game = tiny(tmp_path, RANKS)
    one, other = play(game.start(), *ONE), play(game.start(), *OTHER)
    for move in ("go c1 c2", "go a4 a3", "go c2 c3", "go a3 a4", "pass"):
        assert told(one, 0) == told(other, 0)
        assert told(one, 1)[0][0] != told(other, 1)[0][0]
        for spec in ("uct:8,worlds=2", "flat:4,worlds=2"):
            if one.seat == 0:
                states = (one, other)
                choices = [make_agent(spec).choose(s, random.Random(3)).text for s in states]
                assert choices[0] == choices[1]
        before = [(state.view(0), state) for state in (one, other)]
        one, other = one.play(move), other.play(move)
        news = [
            position_data(
                state, state.view(0), is_open=False, has_offers=False,
                last=Last(move, 0, "Red", view, state.view(0)),
            )
            for state, (view, _) in zip((one, other), before, strict=True)
        ]  # fmt: skip
        assert news[0] == news[1]


def test_an_own_piece_is_told_why_it_stays(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, RANKS).start(), *ONE)
    with pytest.raises(IllegalMove, match="a bomb stays"):
        state.play("go a1 a2")
    with pytest.raises(IllegalMove, match="a piece of Red stands on b1"):
        play(state, "pass").play("go b1 b2")


def test_guesses_look_to_the_seat_like_the_truth(tmp_path: Path) -> None:
    game, found = tiny(tmp_path, RANKS), set()
    for seed in range(4):
        luck, memory, state = random.Random(seed), Memory(), game.start()
        while not state.is_over:
            known = memory.knowledge(state)
            if state.seat == 0:
                world = Determiniser(known, random.Random(seed)).sample()
                assert world is not None and world.is_consistent, known
                assert world.state.view(0) == state.view(0)
                assert world.state.moves() == state.moves()
                found.add(tuple(p.attributes["rank"] for p in world.state.pieces().values()))
            move = luck.choice(state.moves())
            memory.note(known, move.text)
            state = state.play(move)
    assert len(found) > 20
