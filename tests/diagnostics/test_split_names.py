"""Names of several words without the `_` between them, and numbers in words."""

from __future__ import annotations

import pytest
from support.diagnosing import findings

FILE = """\
game: Names
players: White, Black
board:
  cells: square(3)
  pile: 3
pieces: {pieces}
state:
  {stored}: 0..9
actions:
  place(at in empty):
    - {statement}
    - set my_count to 1
  {action}(start in mine, there in neighbours(start)): move 1 of start to there
turn: {turn}
end:
  - when no empty: draw
"""
USUAL = {
    "pieces": "red_ant, bee",
    "stored": "my_count",
    "statement": "put red_ant on at",
    "action": "go_on",
    "turn": "place or go_on",
}


@pytest.mark.parametrize(
    ("what", "wrong", "right"),
    [
        ("statement", "put red ant on at", "red_ant"),
        ("statement", "require kind(red ant) = bee", "red_ant"),
        ("pieces", "red-ant, bee", "red_ant"),
        ("pieces", "red ant, bee", "red_ant"),
        ("stored", "my-count", "my_count"),
        ("action", "go-on", "go_on"),
        ("action", "go on", "go_on"),
        ("turn", "place or go on", "go_on"),
        ("turn", "place four times, go_on", "4"),
    ],
)
def test_what_is_offered_for_words_apart(what: str, wrong: str, right: str) -> None:
    first = findings(FILE.format(**{**USUAL, what: wrong}))[0]
    assert first.hint is not None and f"`{right}`" in first.hint, first.render()


def test_a_number_in_words_is_written_in_digits() -> None:
    text = FILE.format(**USUAL).replace("move 1 of", "move one of")
    assert [d.hint for d in findings(text) if d.is_error] == ["did you mean `1`?"]


def test_what_has_no_words_apart_is_right() -> None:
    assert not [d for d in findings(FILE.format(**USUAL)) if d.is_error]
