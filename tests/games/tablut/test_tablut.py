"""Tablut: Brandubh on nine by nine, where the king escapes at any edge."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, result

from interpreter import load_game

MEN = {"A": "man Attackers", "D": "man Defenders", "K": "king Defenders"}
GAME = load_game("tablut")
EMPTY = ". . . . . . . . .\n"


def test_the_set_up() -> None:
    start = GAME.start()
    kinds = [(p.kind, p.colour) for p in start.pieces().values()]
    assert kinds.count(("man", "Attackers")) == 16
    assert kinds.count(("man", "Defenders")) == 8
    assert start.at("e5").kind == "king"


def test_the_king_escapes_at_an_edge() -> None:
    drawing = EMPTY * 6 + ". . K . . . . . .\n" + EMPTY + ". . . . A . . . ."
    assert result(play(drawn(GAME, drawing, MEN, seat=1), "move c3 c1")) == [0.0, 1.0]
    assert result(play(drawn(GAME, drawing, MEN, seat=1), "move c3 i3")) == [0.0, 1.0]


def test_corners_take_nothing() -> None:
    drawing = EMPTY * 6 + ". . K . A . . . .\n" + EMPTY + ". D . . . . . . ."
    state = play(drawn(GAME, drawing, MEN), "move e3 e1", "move c3 c4", "move e1 c1")
    assert state.at("b1").colour == "Defenders"


def test_the_empty_throne_takes() -> None:
    drawing = EMPTY * 4 + ". . . D . . . . .\n" + EMPTY + ". . A . . . . K .\n" + EMPTY + EMPTY
    assert "d5" not in play(drawn(GAME, drawing, MEN), "move c3 c5").pieces()
    home = EMPTY * 4 + ". . . D K . . . .\n" + EMPTY + ". . A . . . . . .\n" + EMPTY + EMPTY
    assert "d5" in play(drawn(GAME, home, MEN), "move c3 c5").pieces()
