"""International draughts: flying kings, and the capture of most men is compulsory."""

from __future__ import annotations

from typing import Any

import pytest
from support.drawn import drawn
from support.positions import play, refusal, result, texts

from interpreter import load_game

MEN = {"w": "man White", "b": "man Black", "W": "king White", "B": "king Black"}
GAME = load_game("international-draughts")


def at(pieces: dict[str, str], **rest: Any) -> Any:
    """A position; for each symbol its cells."""
    cells = {cell: symbol for symbol, listed in pieces.items() for cell in listed.split()}
    rows = (
        " ".join(cells.get(f"{column}{row}", ".") for column in "abcdefghij")
        for row in range(10, 0, -1)
    )
    return drawn(GAME, "\n".join(rows), MEN, **rest)


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        *enumerate((1, 9, 81, 658, 4265)),
        pytest.param(5, 27117, marks=pytest.mark.slow),
        pytest.param(6, 167140, marks=pytest.mark.slow),
    ],
)
def test_published_counts_of_turns(depth: int, count: int) -> None:
    """Whole turns; captures with the same result are one."""
    assert GAME.start().perft(depth, turns=True) == count


def test_the_most_men_must_be_taken() -> None:
    """One man from d2, two from a1."""
    state = at({"w": "a1 d2", "b": "b2 d4 e3 j10"})
    assert texts(state) == {"jump a1 c3"}
    assert "would be 1 at most after it, and 2 is possible" in refusal(state, "jump d2 f4")
    after = play(state, "jump a1 c3")
    assert texts(after) == {"jump c3 e5"}
    assert len(after.pieces()) == 6
    assert set(play(after, "jump c3 e5").pieces()) == {"e5", "d2", "e3", "j10"}


def test_men_capture_backwards_and_no_man_twice() -> None:
    """Round a square of four, either way, back to the start; the men leave together."""
    state = at({"w": "e5", "b": "f6 f8 d8 d6 j10"})
    assert texts(state) == {"jump e5 g7", "jump e5 c7"}
    state = play(state, "jump e5 g7", "jump g7 e9", "jump e9 c7")
    assert texts(state) == {"jump c7 e5"}
    assert len(state.pieces()) == 6
    after = play(state, "jump c7 e5")
    assert set(after.pieces()) == {"e5", "j10"}
    assert after.seat == 1


def test_a_king_lands_where_it_likes() -> None:
    state = at({"W": "a1", "b": "d4 a9"})
    assert texts(state) == {f"jump a1 {c}" for c in "e5 f6 g7 h8 i9 j10".split()}


def test_a_king_lands_where_it_takes_most() -> None:
    """Only from g7 it also takes h6."""
    state = at({"W": "a1", "b": "d4 h6 a9"})
    assert texts(state) == {"jump a1 g7"}
    assert texts(play(state, "jump a1 g7")) == {"jump g7 i5", "jump g7 j4"}


def test_a_king_jumps_no_two_men_in_a_row() -> None:
    assert texts(at({"W": "a1", "b": "d4 e5 a9"})) == {"step a1 b2", "step a1 c3"}


def test_what_is_taken_is_in_the_way() -> None:
    """From e1 it could take b4, if c3 had left the board."""
    state = at({"W": "a1", "b": "c3 h6 g3 b4 a9"})
    assert texts(state) == {"jump a1 g7"}
    state = play(state, "jump a1 g7")
    assert texts(state) == {"jump g7 i5"}
    state = play(state, "jump g7 i5")
    assert texts(state) == {"jump i5 f2", "jump i5 e1"}
    assert set(play(state, "jump i5 e1").pieces()) == {"e1", "b4", "a9"}


@pytest.mark.parametrize(("more", "kind"), [("", "king"), (" e9", "man")])
def test_a_man_is_crowned_where_its_turn_ends(more: str, kind: str) -> None:
    state = at({"w": "b8", "b": "c9 j2" + more})
    after = play(state, "jump b8 d10")
    if more:
        after = play(after, "jump d10 f8")
    (man,) = [p for p in after.pieces().values() if p.colour == "White"]
    assert man.kind == kind


def test_draws_and_the_end() -> None:
    pieces = {"W": "a1", "B": "b10"}
    state = at(pieces, variables={"taken": [], "quiet": 49})
    assert result(play(state, "step a1 b2")) == [0.5, 0.5]
    assert result(play(at({"w": "a1", "b": "b2"}), "jump a1 c3")) == [1, 0]
