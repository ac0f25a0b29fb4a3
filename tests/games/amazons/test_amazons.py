"""Amazons: move as a queen, then shoot an arrow; who cannot loses."""

from __future__ import annotations

from support.drawn import drawn
from support.positions import play, refusal, result, targets, texts

from interpreter import load_game

SYMBOLS = {"W": "amazon White", "B": "amazon Black", "x": "arrow"}


def test_the_set_up() -> None:
    start = load_game("amazons").start()
    owners = {cell: piece.colour for cell, piece in start.pieces().items()}
    assert owners == {
        "a4": "White", "d1": "White", "g1": "White", "j4": "White",
        "a7": "Black", "d10": "Black", "g10": "Black", "j7": "Black",
    }  # fmt: skip
    assert (start.colour, len(start.game.board.cells)) == ("White", 100)


def test_amazons_move_like_queens() -> None:
    """d1: up to d9 before the enemy, aside to the board's edge and to f1, aslant to b3 and i6."""
    moves = {t.split()[1] for t in targets(load_game("amazons").start(), "move") if t[:2] == "d1"}
    assert moves == {
        "a1", "b1", "c1", "e1", "f1", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9", "c2", "b3",
        "e2", "f3", "g4", "h5", "i6",
    }  # fmt: skip


def test_amazons_do_not_jump() -> None:
    start = load_game("amazons").start()
    for move in ("move d1 h1", "move d1 e3"):
        assert "sight" in refusal(start, move)
    for cell, amazon in (("d10", "Black"), ("j7", "Black"), ("a4", "White")):
        assert f"{amazon}-amazon stands on {cell}" in refusal(start, f"move d1 {cell}")
    assert "mine" in refusal(start, "move a7 a6")


def test_a_turn_is_a_move_and_a_shot() -> None:
    start = load_game("amazons").start()
    assert "move" in refusal(start, "shoot d5")
    moved = play(start, "move d1 d7")
    assert (moved.colour, moved.turn) == ("White", 0)
    assert "shoot" in refusal(moved, "move a4 a5")
    shot = play(moved, "shoot g7")
    assert (shot.colour, shot.turn) == ("Black", 1)
    assert shot.at("g7").kind == "arrow"
    assert shot.at("g7").colour is None


def test_the_moved_amazon_shoots_also_over_the_cell_it_left() -> None:
    moved = play(load_game("amazons").start(), "move d1 d3")
    shots = targets(moved, "shoot")
    assert {"d1", "d2", "a3", "j3", "d9", "b5", "a6", "b1", "f1", "g6", "j9"} <= shots
    assert {"d3", "d10", "g1", "a4"}.isdisjoint(shots)


def test_arrows_stop_amazons_and_arrows() -> None:
    state = play(load_game("amazons").start(), "move d1 d3", "shoot d5", "move d10 d9", "shoot a9")
    moves = {t for t in targets(state, "move") if t[:2] == "d3"}
    assert "d3 d4" in moves
    assert "d3 d5" not in moves
    assert "d3 d6" not in moves
    shots = targets(play(state, "move d3 e4"), "shoot")
    assert {"d4", "e9", "f5"} <= shots
    assert {"d5", "c6"}.isdisjoint(shots)


SHUT_IN = """
    B x . . . . . . x B
    x x . . . . . . x x
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . W . . . . . . .
    x . . . . . . . x x
    B x . . . . . . x B
"""


def test_who_cannot_move_loses() -> None:
    """b2 is the last way out of a1."""
    state = drawn(load_game("amazons"), SHUT_IN, SYMBOLS)
    state = play(state, "move c3 b3")
    assert not state.is_over
    assert result(play(state, "shoot b2")) == [1.0, 0.0]
    elsewhere = play(state, "shoot b4")
    assert not elsewhere.is_over
    assert texts(elsewhere) == {"move a1 b2", "move a1 c3", "move a1 d4", "move a1 e5",
                                "move a1 f6", "move a1 g7", "move a1 h8"}  # fmt: skip


def test_black_can_win() -> None:
    swapped = SHUT_IN.replace("B", "?").replace("W", "B").replace("?", "W")
    state = drawn(load_game("amazons"), swapped, SYMBOLS, seat=1)
    assert result(play(state, "move c3 b3", "shoot b2")) == [0.0, 1.0]


def test_the_turns_at_the_start() -> None:
    """Published: 2,176 legal turns; a move and a shot are two actions here."""
    start = load_game("amazons").start()
    assert len(start.moves()) == 80
    assert sum(len(start.play(move).moves()) for move in start.moves()) == 2176
    assert load_game("amazons").perft(2) == 2176
