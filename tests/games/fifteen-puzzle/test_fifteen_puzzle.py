"""The fifteen puzzle: tiles slide into the gap until they are in order."""

from __future__ import annotations

from typing import Any

from support.drawn import placed
from support.positions import play, result, targets

from interpreter import load_game
from interpreter.solve.solver import solve

GAME = load_game("fifteen-puzzle")


def at(game: Any, drawing: str, turn: int = 7) -> Any:
    """A position of numbers, the top row first."""
    rows = [line.split() for line in reversed(drawing.splitlines()) if line.strip()]
    board = {
        f"{chr(ord('a') + x)}{y}": {"kind": "tile", "attributes": {"number": int(sign)}}
        for y, row in enumerate(rows, 1)
        for x, sign in enumerate(row)
        if sign != "."
    }
    return placed(game, board, turn=turn)


def numbers(state: Any) -> dict[str, int]:
    return {cell: piece.attributes["number"] for cell, piece in state.pieces().items()}


def test_the_tiles_lie_in_order_and_chance_slides_them() -> None:
    start = GAME.start()
    tiles = numbers(start)
    assert [tiles[c] for c in "a4 b4 c4 d4 a3 d2 a1 c1".split()] == [1, 2, 3, 4, 5, 12, 13, 15]
    assert start.is_chance
    assert {m.text: p for m, p in start.chance} == {"scramble c1": 0.5, "scramble d2": 0.5}
    after = play(start, *["scramble d2", "scramble d1"] * 100)
    assert after.seat == 0
    assert numbers(after) == tiles


def test_the_tiles_next_to_the_gap_slide() -> None:
    state = at(GAME, """
         1  2  3  4
         5  6  .  8
         9 10  7 11
        13 14 15 12
    """)  # fmt: skip
    assert targets(state, "slide") == {"b3", "d3", "c2", "c4"}
    after = play(state, "slide c2")
    assert numbers(after)["c3"] == 7
    assert "c2" not in after.pieces()
    assert result(play(after, "slide d2", "slide d1")) == [1.0]


def test_in_order_with_the_gap_elsewhere_is_not_solved() -> None:
    state = at(GAME, """
         .  2  3  4
         1  6  7  8
         5 10 11 12
         9 13 14 15
    """)  # fmt: skip
    steps = [f"slide {cell}" for cell in "a3 a2 a1 b1 c1".split()]
    assert not play(state, *steps).is_over
    assert result(play(state, *steps, "slide d1")) == [1.0]


def test_the_limit() -> None:
    drawing = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 . 14 15"
    assert result(play(at(GAME, drawing, 999), "slide a1")) == [0.0]
    assert not play(at(load_game("fifteen-puzzle", limit=0), drawing, 999), "slide a1").is_over


def test_a_small_one_can_always_be_solved() -> None:
    """Half of the 4! orders of three tiles and a gap can be reached, and all of them be solved."""
    game = load_game("fifteen-puzzle", size=2, limit=0)
    assert solve(game).shares == (1,)
    state, met = play(game.start(), *["scramble b2", "scramble b1"] * 100), set()
    waiting = [state]
    while waiting:
        here = waiting.pop()
        key = tuple(sorted(numbers(here).items()))
        if key not in met:
            met.add(key)
            waiting += [here.play(move) for move in here.moves()]
    assert len(met) == 12
