"""`since`: how many turns ago things first were as they are now, on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.both_engines import walk
from support.c_driver import COMPILER
from support.positions import play
from support.tiny import tiny

NATIVE = pytest.param("native", marks=pytest.mark.skipif(COMPILER is None, reason="no compiler"))
STEPS = ("a1 b1", "c1 a1", "b1 c1", "a1 b1", "c1 a1", "b1 c1")  # back to the start, round and round
RULES = """\
board: rectangle(3, 1)
setup:
  - put man of Black on a1
  - put man of White on c1
  - set turns to {first}
state:
  ago: 0..99 or none
  then: 0..99 or none
actions:
  note: set ago to since(board)
  step(a in mine, b in empty): move a to b
turn: note, step
after turn:
  - set then to since(board, mover)
"""


def rounds(folder: Path, engine: str, first: int) -> Any:
    """For each turn what its first action notes, and what is noted when it is over."""
    state = tiny(folder, RULES.format(first=first)).start(engine)
    noted = []
    for step in STEPS * 2:
        state = play(state, "note")
        ago = state.variables["ago"]
        state = play(state, f"step {step}")
        assert state.engine.name == engine
        noted.append((ago, state.variables["then"]))
        state = state.game.state_from_json(state.to_json())
    return noted


@pytest.mark.parametrize("engine", ["reference", NATIVE])
@pytest.mark.parametrize("first", [0, 40])
def test_the_earliest_time_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str, first: int
) -> None:
    """Six positions in a circle: as each turn begins, its position was there just now, or six turns
    before.  When a round is over, the start was six or twelve turns ago; there White counts as who
    has moved last.
    """
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", engine)  # of what is read from JSON
    noted = rounds(tmp_path, engine, first)
    assert [ago for ago, _ in noted] == [0] * 6 + [6] * 6
    assert [then for _, then in noted] == [None] * 5 + [6] * 6 + [12]


@pytest.mark.skipif(COMPILER is None, reason="no compiler")
def test_both_engines_agree(tmp_path: Path) -> None:
    assert walk(tiny(tmp_path, RULES.format(first=0)), 1, 40) > 30
