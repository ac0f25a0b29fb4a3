"""Anti-reversi: reversi in which fewer discs win."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, result, texts

from interpreter import load_game

DISCS = {"B": "disc Black", "W": "disc White"}


def test_fewer_discs_win() -> None:
    drawing = 7 * ". . . . . . . .\n" + "B B B . W W . ."
    over = play(drawn(load_game("anti-reversi"), drawing, DISCS), "pass", "pass")
    assert over.scores == {"Black": 3, "White": 2}
    assert result(over) == [0.0, 1.0]


def test_the_shortest_game_is_lost_by_black() -> None:
    moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split()
    state = play(load_game("anti-reversi").start(), *(f"place {m}" for m in moves))
    assert result(play(state, "pass", "pass")) == [0.0, 1.0]


def test_as_many_is_a_draw() -> None:
    drawing = 7 * ". . . . . . . .\n" + "B B . . W W . ."
    over = play(drawn(load_game("anti-reversi"), drawing, DISCS), "pass", "pass")
    assert result(over) == [0.5, 0.5]


def test_the_moves_are_those_of_reversi() -> None:
    game = load_game("anti-reversi")
    assert texts(game.start()) == texts(load_game("reversi").start())
    assert [game.perft(n) for n in (1, 2, 3, 4)] == [4, 12, 56, 244]
