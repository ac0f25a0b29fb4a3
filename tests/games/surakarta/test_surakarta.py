"""Surakarta: steps in any direction, captures round the loops only."""

from __future__ import annotations

import json
from typing import Any

from support.drawn import drawn
from support.positions import play, result, targets

from interpreter import load_game

MEN = {"R": "man Red", "B": "man Black"}
GAME = load_game("surakarta")
STORED = json.loads(GAME.start().to_json())["variables"]


def at(drawing: str, **rest: Any) -> Any:
    return drawn(GAME, drawing, MEN, variables=STORED | rest)


def test_the_start() -> None:
    """Only the upper row of six can step: 2 × 2 + 4 × 3 ways."""
    start = GAME.start()
    assert len(start.pieces()) == 24
    assert len(targets(start, "step")) == 16
    assert targets(start, "strike") == set()


def test_round_a_loop() -> None:
    """From c2 to the left, round the small loop at a2 to b1, and up column b."""
    state = at("""
        . . . . . .
        . . . . . .
        . B . . . .
        . . . . . .
        . . R . . .
        . . . . . .
    """)  # fmt: skip
    assert "c2 b4" in targets(state, "strike")
    assert set(play(state, "strike c2 b4").pieces()) == {"b4"}


def test_nothing_is_taken_without_a_loop() -> None:
    state = at("""
        . . . . . .
        . . . . . .
        . . . . . .
        . R . . . B
        . . . . . .
        . . . . . .
    """)  # fmt: skip
    # Row 3 leads to f3 on the straight way; but the big loop at a3 leads all the way round to it.
    assert targets(state, "strike") == {"b3 f3"}
    blocked = at("""
        . . . . . .
        . . . . . .
        . . . . . .
        R R . . . B
        . . R . . .
        . . . . . .
    """)  # fmt: skip
    assert "b3 f3" not in targets(blocked, "strike")


def test_the_edge_without_loops() -> None:
    """Rows and columns at the very edge belong to no circuit."""
    state = at("""
        R . . . . B
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """)  # fmt: skip
    assert targets(state, "strike") == set()


def test_fifty_turns_each_without_a_capture() -> None:
    drawing = "R . . . . B\n" + ". . . . . .\n" * 4 + "R . . . . ."
    assert result(play(at(drawing, quiet=99), "step a1 a2")) == [1.0, 0.0]
    assert not play(at(drawing, quiet=98), "step a1 a2").is_over
