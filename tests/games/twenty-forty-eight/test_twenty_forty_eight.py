"""2048: tiles slide, join once, and a new one appears."""

from __future__ import annotations

from typing import Any

import pytest
from support.drawn import placed
from support.positions import play, refusal, result, texts

from interpreter import load_game
from interpreter.engine.names import VARIABLE

GAME = load_game("twenty-forty-eight")


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling the game with another goal would take longer than the reference engine."""
    monkeypatch.setenv(VARIABLE, "reference")


def at(drawing: str, score: int = 0, **options: Any) -> Any:
    """A position of numbers, the top row first; missing rows below are empty."""
    game = load_game("twenty-forty-eight", **options) if options else GAME
    board = {
        f"{chr(ord('a') + x)}{4 - y}": {"kind": "tile", "attributes": {"value": int(sign)}}
        for y, row in enumerate(drawing.split("/"))
        for x, sign in enumerate(row.split())
        if sign != "."
    }
    return placed(game, board, variables={"score": score})


def top(state: Any) -> str:
    """The top row."""
    tiles = {cell: piece.attributes["value"] for cell, piece in state.pieces().items()}
    return " ".join(str(tiles.get(f"{c}4", ".")) for c in "abcd")


def test_two_tiles_appear_before_play() -> None:
    start = GAME.start()
    chances = {m.text: float(p) for m, p in start.chance}
    assert chances["appear a1 2"] == pytest.approx(0.9 / 16)
    assert chances["appear d4 4"] == pytest.approx(0.1 / 16)
    again = play(start, "appear a1 2")
    assert len(again.chance) == 30
    assert play(again, "appear b1 4").seat == 0


@pytest.mark.parametrize(
    ("row", "way", "after", "score"),
    [
        ("2 . 2 .", "west", "4 . . .", 4),
        ("2 2 2 2", "west", "4 4 . .", 8),
        ("2 2 2 .", "west", "4 2 . .", 4),
        ("2 2 2 .", "east", ". . 2 4", 4),
        ("4 2 2 .", "west", "4 4 . .", 4),
        ("2 2 4 .", "west", "4 4 . .", 4),
        (". 8 . 4", "west", "8 4 . .", 0),
        ("2 2 4 4", "east", ". . 4 8", 12),
        ("4 . 4 8", "east", ". . 8 8", 8),
    ],
)
def test_a_row_slides_and_each_tile_joins_once(row: str, way: str, after: str, score: int) -> None:
    state = play(at(row, score=100), f"slide {way}")
    assert top(state) == after
    assert state.variables["score"] == 100 + score
    assert state.is_chance
    assert len(state.chance) == 2 * (16 - len(state.pieces()))


def test_columns_slide_too() -> None:
    state = play(at("2 . . ./. . . ./2 . . 8/4 . . ."), "slide north")
    tiles = {cell: piece.attributes["value"] for cell, piece in state.pieces().items()}
    assert tiles == {"a4": 4, "a3": 4, "d4": 8}


def test_a_slide_must_change_something() -> None:
    state = at("2 4 8 16")
    assert texts(state) == {"slide south"}
    assert "nothing would move" in refusal(state, "slide west")


def test_it_is_over_when_nothing_can_move() -> None:
    state = play(at("2 4 2 4/4 2 4 2/2 4 2 4/2 4 2 .", score=60), "slide east")
    assert result(play(state, "appear a1 4")) == [60]
    assert len(texts(play(state, "appear a1 2"))) == 4


def test_the_tile_that_is_the_goal() -> None:
    assert result(play(at("32 32 . .", score=300, goal=64), "slide west")) == [364]
    assert not play(at("32 32 . .", score=300), "slide west").is_over
