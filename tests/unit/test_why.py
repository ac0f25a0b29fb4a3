"""Why a move is not legal: what is said, and the line that is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support import play
from tiny import tiny

from interpreter import IllegalMove, load_game


def why(state: Any, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        state.parse(text)
    return error.value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a move begins with the name of an action"),
        ("place", "`place` is written as `place at`"),
        ("place a1 b1", "`place` is written as `place at`"),
        ("place z9", "there is no cell `z9`"),
        ("place b22", "there is no cell `b22`; did you mean `b2`?"),
        ("plase b2", "there is no action `plase`; did you mean `place`?"),
        ("xyzzy", "there is no action `xyzzy`; possible are place"),
        ("pass", "`pass` is not possible here"),
        ("done", "`done` is not possible here"),
        ("place a1", "`at` is not in `empty`"),
    ],
)
def test_texts(text: str, message: str) -> None:
    state = play(load_game("tic-tac-toe").start(), "place a1")
    assert why(state, text).message == message


def test_a_game_that_is_over() -> None:
    over = play(
        load_game("tic-tac-toe").start(), *(f"place {c}" for c in ("a1", "a2", "b1", "b2", "c1"))
    )
    assert why(over, "place c3").message == "the game is over"


RULES = """
setup:
  - put man of Black on a1
  - put man of White on c3
actions:
  go(c in cells, n in 1..2):
    - require c not in mine, "that is your own"
    - put man on c
    - require count(mine) >= 2
    - hit(c, n)
  jump(a in mine, b in {a + 2*north} & empty): move a to b
  step(a in mine, b in neighbours(a) & empty): move a to b
define:
  hit(c, n):
    - require n = 1 or c != b2, "not twice in the middle"
turn:
  if turns < 2: go, step(last) if possible
  else: jump else step
after turn:
  - require some empty, "the board is full"
"""


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("go a1 1", "that is your own", "require c not in mine"),
        ("go b2 2", "not twice in the middle", "require n = 1"),
        ("go b2 3", "`n` is not in `1..2`", "1..2"),
        ("go b2 x", "there is no number `x`", None),
        ("step a1 b1", "`step` is not possible here; possible: go", None),
    ],
)
def test_the_line_that_forbids_it(
    tmp_path: Path, text: str, message: str, line: str | None
) -> None:
    error = why(tiny(tmp_path, RULES).start(), text)
    assert error.message == message
    if line:
        assert error.span is not None
        assert error.span.text.startswith(line)
        assert "tiny.yaml:" in str(error)


def test_a_piece_that_must_go_on(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, RULES).start(), "go b2 1")
    assert "step b2" in why(state, "step a1 b1").message


def test_an_else_that_is_not_reached(tmp_path: Path) -> None:
    state = play(tiny(tmp_path, RULES).start(), "go b1 1", "step b1 c1", "go c2 1", "step c2 b2")
    assert {m.action for m in state.moves()} == {"jump"}
    assert why(state, "step a1 b1").message == "`step` is not possible here; possible: jump"


def test_a_line_after_the_turn(tmp_path: Path) -> None:
    rules = """
setup:
  - put man of Black on a1
actions:
  step(a in mine, b in neighbours(a) & empty): move a to b
  wait: require true
turn: step or wait
after turn:
  - require a1 in pieces, "the corner is lost"
"""
    assert why(tiny(tmp_path, rules).start(), "step a1 b1").message == "the corner is lost"


def test_a_turn_that_cannot_be_completed(tmp_path: Path) -> None:
    rules = """
actions:
  lay(c in empty): put man on c
  join(c in {last + east} & empty): put man on c
turn: lay, join
"""
    start = tiny(tmp_path, rules).start()
    assert "could not be completed" in why(start, "lay c1").message
    assert start.parse("lay b1").text == "lay b1"


def test_an_unordered_pair_has_one_text() -> None:
    state = load_game("quardo-touch").start()
    assert state.parse("swap a1 b1").text == "swap a1 b1"
    assert why(state, "swap b1 a1").message == "this move is written `swap a1 b1`"


def test_what_was_tried_before() -> None:
    state = play(load_game("dark-hex", size=3).start(), "place a1", "place a1")
    assert why(state, "place a1").message == "this has been tried in this turn"


def test_chance_decides() -> None:
    state = load_game("quardo", players=3).start()
    assert "chance" in why(state, "place flat-dent-hexagonal-straight a1").message
    ur = load_game("royal-game-of-ur").start()
    assert "throw" in why(ur, "enter d1").message
    assert "n" in why(ur, "throw 9").message
