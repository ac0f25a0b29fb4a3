"""Turkish draughts: straight moves, the most pieces must be taken, and they leave at once."""

from __future__ import annotations

from typing import Any

import pytest
from support.drawn import drawn
from support.positions import play, refusal, result, texts

from interpreter import load_game

MEN = {"w": "man White", "b": "man Black", "W": "king White", "B": "king Black"}
GAME = load_game("turkish-draughts")


def at(pieces: dict[str, str], **rest: Any) -> Any:
    """A position; for each symbol its cells."""
    cells = {cell: symbol for symbol, listed in pieces.items() for cell in listed.split()}
    rows = (
        " ".join(cells.get(f"{column}{row}", ".") for column in "abcdefgh")
        for row in range(8, 0, -1)
    )
    return drawn(GAME, "\n".join(rows), MEN, **rest)


def test_the_start() -> None:
    """Men step ahead or sideways; eight can, each ahead."""
    start = GAME.start()
    assert len(start.pieces()) == 32
    assert texts(start) == {f"step {c}3 {c}4" for c in "abcdefgh"}


def test_men_step_ahead_and_sideways() -> None:
    assert texts(at({"w": "d4", "b": "a8"})) == {"step d4 c4", "step d4 e4", "step d4 d5"}
    black = at({"w": "a1", "b": "d4"}, seat=1)
    assert texts(black) == {"step d4 c4", "step d4 e4", "step d4 d3"}


def test_the_most_must_be_taken() -> None:
    """Three from d4 by way of d6, one from h1; nothing backwards."""
    state = at({"w": "d4 h1", "b": "d5 e6 f7 d3 g1 a8"})
    assert texts(state) == {"jump d4 d6"}
    assert "`taken` would be 1 at most after it, and 3 is possible" in refusal(state, "jump h1 f1")
    state = play(state, "jump d4 d6")
    assert "d5" not in state.pieces()
    assert texts(state) == {"jump d6 f6"}
    state = play(state, "jump d6 f6")
    assert texts(state) == {"jump f6 f8"}
    after = play(state, "jump f6 f8")
    assert set(after.pieces()) == {"f8", "h1", "d3", "g1", "a8"}
    assert after.pieces()["f8"].kind == "king"


def test_a_man_goes_on_along_the_far_row_as_a_man() -> None:
    state = play(at({"w": "b6", "b": "b7 c8 d5 h2"}), "jump b6 b8")
    assert texts(state) == {"jump b8 d8"}  # not on to d5: it is no king yet
    after = play(state, "jump b8 d8")
    assert after.seat == 1
    assert after.pieces()["d8"].kind == "king"


def test_no_turning_straight_back() -> None:
    """From d8 the king could take d2 if it might turn round."""
    state = at({"W": "d4", "b": "d6 d2 h5"})
    assert texts(state) == {"jump d4 d7", "jump d4 d8", "jump d4 d1"}
    assert play(state, "jump d4 d8").seat == 1


def test_a_king_crosses_where_a_taken_piece_stood() -> None:
    """Over c4, d6, b7 and a5 back to a4, and past where c4 stood to g4."""
    state = at({"W": "a4", "b": "c4 d6 b7 a5 g4 h8"})
    for move in ("jump a4 d4", "jump d4 d7", "jump d7 a7", "jump a7 a4", "jump a4 h4"):
        assert texts(state) == {move}
        state = play(state, move)
    assert set(state.pieces()) == {"h4", "h8"}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_king_beats_a_single_man(seat: int) -> None:
    pieces = {"W": "a1", "b": "h8"} if seat == 0 else {"B": "a8", "w": "h1"}
    step = "step a1 a2" if seat == 0 else "step a8 a7"
    assert result(play(at(pieces, seat=seat), step)) == [1 - seat, seat]


def test_the_end() -> None:
    assert result(play(at({"w": "a1", "b": "a2"}), "jump a1 a3")) == [1, 0]
    stored = {"taken": 0, "heading": None, "quiet": 99}
    state = at({"W": "a1 b1", "B": "h8 g8"}, variables=stored)
    assert result(play(state, "step a1 a2")) == [0.5, 0.5]
