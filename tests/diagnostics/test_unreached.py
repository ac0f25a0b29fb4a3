"""Options of a turn that no way through it takes."""

from __future__ import annotations

import pytest
from support.diagnosing import findings

RULES = """
game: Case
players: A, B
board: square(3)
pieces: man
actions:
  a(at in empty): put man on at
  b(at in empty): put man on at
  c(at in empty): put man on at
parts:
  start: a else pass
opening:
  - a or b or c
  - start
turn: {turn}
{more}
end:
  - when no empty: draw
"""


def told(turn: str, more: str = "") -> list[tuple[str, str]]:
    """The options that are never taken, and why."""
    found = findings(RULES.format(turn=turn, more=more), "game.yaml")
    assert not [d.render() for d in found if d.is_error]
    return [
        (d.span.text, d.message.partition(": ")[2]) for d in found if d.code == "option-unreached"
    ]


@pytest.mark.parametrize(
    ("turn", "options"),
    [
        ("pass else a or b, c", [("a or b, c", "`pass` before the `else` is always possible")]),
        ("(a or done) else b", [("b", "`a or done` before the `else` is always possible")]),
        ("a if possible else b", [("b", "`a if possible` before the `else` is always possible")]),
        ("a or b or a", [("a", "the same stands before it")]),
        ("a, b or c, c or a, b", [("a, b", "the same stands before it")]),
        ("a else b else a", [("a", "the same stands before it")]),
        ("c, (pass else a)", [("a", "`pass` before the `else` is always possible")]),
        ("start else b", [("b", "`start` before the `else` is always possible")]),
    ],
)
def test_an_option_that_is_never_taken(turn: str, options: list[tuple[str, str]]) -> None:
    assert told(turn) == options


@pytest.mark.parametrize(
    "turn",
    [
        "a or b, c", "a or a, b", "a else b else pass", "(a or b), c", "a or b or c or pass",
        "(pass else a), b",  # after a pass b may be impossible
        "(a if some enemy) else b",
        "pass if turns > 3 else a",  # `else-not-reached` says what is wrong with it
        "a(a1) or a(b2)",
    ],
)  # fmt: skip
def test_no_false_alarm(turn: str) -> None:
    assert told(turn) == []


def test_what_follows_the_turn_may_forbid_it() -> None:
    assert told("pass else a", "after turn:\n  - require some empty") == []
