"""Chess960: 960 starts, and castling from any of them."""

from __future__ import annotations

from typing import Any

import pytest
from support.fen import from_fen
from support.positions import play, refusal, targets

from interpreter import load_game

GAME = load_game("chess960")
LETTERS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}


def at(fen: str, king: str, west: str, east: str) -> Any:
    """A position with the cells on which White's king and rooks have begun."""
    stored = {"king_start": king, "rook_start": {"west": west, "east": east}, "number": 0}
    return from_fen(GAME, fen, **stored)


@pytest.mark.parametrize(
    ("number", "row"),
    [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB"), (534, "RNBKQBNR")],
)
def test_numbers_of_starts(number: int, row: str) -> None:
    """As in the table of Scharnagl."""
    state = play(GAME.start(), f"shuffle {number}")
    for rank in (1, 8):
        assert "".join(LETTERS[state.at(f"{c}{rank}").kind] for c in "abcdefgh") == row


def test_all_starts_are_equally_likely() -> None:
    chances = GAME.start().chance
    assert len(chances) == 960 and {p for _, p in chances} == {chances[0][1]}
    rows = {tuple(s.at(f"{c}1").kind for c in "abcdefgh")
            for m, _ in chances[::7] for s in [GAME.start().play(m)]}  # fmt: skip
    assert len(rows) == len(chances[::7])


def test_the_start_of_chess() -> None:
    start = load_game("chess960", position=518).start(engine="reference")
    assert len(start.moves()) == 20 and not start.is_chance


def test_a_king_that_stays_and_a_rook_that_jumps_over() -> None:
    state = play(at("4k3/8/8/8/8/8/8/1R4KR w KQ - 0 1", "g1", "b1", "h1"), "castle east")
    assert {c: p.kind for c, p in state.pieces().items()} == {
        "b1": "rook", "g1": "king", "f1": "rook", "e8": "king",
    }  # fmt: skip
    assert state.variables["castling"]["White"] == frozenset()


def test_king_and_rook_exchange_their_places() -> None:
    state = play(at("4k3/8/8/8/8/8/8/2RK3R w KQ - 0 1", "d1", "c1", "h1"), "castle west")
    assert {c: p.kind for c, p in state.pieces().items()} == {
        "c1": "king", "d1": "rook", "h1": "rook", "e8": "king",
    }  # fmt: skip


def test_pieces_in_the_way() -> None:
    """Between b1 and d1 stands a knight, where the rook has to come from a1."""
    state = at("4k3/8/8/8/8/8/8/RN1K3R w KQ - 0 1", "d1", "a1", "h1")
    assert "in the way" in refusal(state, "castle west")
    assert targets(state, "castle") == {"east"}


def test_no_castling_through_check() -> None:
    state = at("3rk3/8/8/8/8/8/8/1K4R1 w K - 0 1", "b1", "a1", "g1")
    assert "through check" in refusal(state, "castle east")
    bared = at("4k3/8/8/8/8/8/8/rRK4R w KQ - 0 1", "c1", "b1", "h1")
    assert targets(bared, "castle") == {"east"}  # to the west the rook would bare the king


def test_a_rook_that_moves_loses_its_right() -> None:
    state = play(at("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", "e1", "b1", "g1"), "move b1 b2")
    assert state.variables["castling"]["White"] == {"east"}
