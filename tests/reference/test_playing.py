"""Colours that go out of the game and come back: who moves, on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.c_driver import COMPILER
from support.positions import refusal, texts
from support.tiny import tiny

ENGINES = ("reference", *(("native",) if COMPILER else ()))
RULES = """
players: Red, Green, Blue, Black
actions:
  go:
    - require passes >= 0
  out(p in colours): take p from playing
  back(p in colours - playing): add p to playing
  name(p in colours): set next to p
  order(p in colours): set next to after(p)
turn: go or out or back or name or order
end:
  - when turns = 30: most worth ranks first
define:
  worth(p): seat(p)
"""


def colours(folder: Path, engine: str, moves: str, rules: str = RULES) -> list[str | None]:
    """Who moves before each of some moves, and after them."""
    state = tiny(folder, rules).start(engine)
    movers = [state.colour]
    for move in moves.split(", "):
        state = state.play(move)
        movers.append(state.colour)
    return movers


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ("out Green, go, go, go", "Red Blue Black Red Blue"),
        ("out Red, go, go, go", "Red Green Blue Black Green"),  # who goes out finishes the turn
        ("out Green, out Blue, go, go", "Red Blue Black Red Black"),
        ("out Green, back Green, go, go", "Red Blue Black Red Green"),
        ("go, out Blue, back Blue, go", "Red Green Black Red Green"),
        ("out Blue, order Green, go", "Red Green Black Red"),
        ("out Blue, name Red, go", "Red Green Red Green"),
        ("out Black, go, go, go", "Red Green Blue Red Green"),
    ],
)
def test_who_moves(tmp_path: Path, engine: str, moves: str, wanted: str) -> None:
    assert colours(tmp_path, engine, moves) == wanted.split()


@pytest.mark.parametrize("engine", ENGINES)
def test_one_who_is_left_moves_again_and_again(tmp_path: Path, engine: str) -> None:
    assert colours(tmp_path, engine, "out Green, out Black, out Blue, go, go") == [
        "Red", "Blue", "Red", "Red", "Red", "Red",
    ]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_nobody_is_left(tmp_path: Path, engine: str) -> None:
    game = tiny(tmp_path, RULES.replace("take p from", "take {p, Red, Green, Blue, Black} from"))
    ended = game.start(engine).play("out Red")
    assert ended.is_over and ended.result == [0.5] * 4 and ended.ended_by is None


@pytest.mark.parametrize("engine", ENGINES)
def test_whoever_is_out_cannot_be_named(tmp_path: Path, engine: str) -> None:
    state = tiny(tmp_path, RULES).start(engine).play("out Green")
    assert "name Green" not in texts(state) and "name Red" in texts(state)
    assert refusal(state, "name Green")
    assert state.variables["playing"] == {"Red", "Blue", "Black"}


@pytest.mark.parametrize("engine", ENGINES)
def test_whoever_is_out_gets_a_result(tmp_path: Path, engine: str) -> None:
    state = tiny(tmp_path, RULES.replace("turns = 30", "turns = 1")).start(engine)
    assert state.play("out Black").result == pytest.approx([0, 1 / 3, 2 / 3, 1])


def test_a_state_keeps_who_is_out(tmp_path: Path) -> None:
    game = tiny(tmp_path, RULES)
    state = game.start("reference").play("out Green").play("go")
    again: Any = game.state_from_json(state.to_json())
    assert again.colour == state.colour == "Black"
    assert again.play("go").play("go").colour == "Blue"


def test_a_file_may_have_a_name_of_its_own(tmp_path: Path) -> None:
    """Where the file declares `playing`, nobody goes out."""
    own = RULES + "state:\n  playing: subsets(colours) = colours\n"
    assert colours(tmp_path, "reference", "out Green, go, go") == ["Red", "Blue", "Black", "Red"]
    assert colours(tmp_path, "reference", "out Green, go, go", own) == [
        "Red", "Green", "Blue", "Black",
    ]  # fmt: skip
    assert tiny(tmp_path, RULES).rules_hash != tiny(tmp_path, own).rules_hash


def test_a_word_may_have_the_name(tmp_path: Path) -> None:
    """Among the words of a variable, whose conditions name it again."""
    text = """
state:
  phase: waiting, playing
actions:
  begin: set phase to playing
turn: begin if phase = waiting, pass
end:
  - when phase = playing: mover wins
"""
    start = tiny(tmp_path, text).start("reference")
    assert start.variables == {"phase": "waiting"}
    assert start.play("begin").variables == {"phase": "playing"}


def test_a_parameter_may_have_the_name(tmp_path: Path) -> None:
    text = "actions:\n  go(playing in colours): set next to playing\nturn: go\n"
    game = tiny(tmp_path, text)
    assert game.start().play("go Black").colour == "Black" and not game.start().variables
