"""What the cases of a turn ask is known in their actions, where nothing in the turn changes it."""

from __future__ import annotations

import pytest
from support.diagnosing import mistakes

FILE = """\
game: Hiding
players: Thief, Guard
board: square(4)
pieces: guard
state:
  hideout: cells = a4
  by_day: flag
setup:
  - put guard of Guard on a1
{opening}sees:
  hideout: {seen}
  flee: nothing
actions:
  flee(c in neighbours(hideout)): set hideout to c
  walk(start in mine, there in neighbours(start) & empty): move start to there
  wait: {wait}
turn:
{turn}
end:
  - when hideout in pieces: Guard wins
  - when turns = 40: Thief wins
"""
CASES = "  if mover = Thief: flee\n  else: walk or wait"


USUAL = {"wait": "require turns > 2", "seen": "viewer = Thief", "opening": ""}


def secrets(turn: str, **more: str) -> list[str]:
    text = FILE.format(turn=turn, **{**USUAL, **more})
    codes = [d.code for d in mistakes(text)]
    assert all(code.startswith("secret") for code in codes), codes
    return codes


@pytest.mark.parametrize(
    "turn",
    [
        CASES,
        "  if mover = Guard: walk\n  else if mover = Thief: flee or wait\n  else: wait",
        "  if turns > 5 and mover = Thief: flee\n"
        "  else if mover = Thief: flee\n  else: walk or wait",
        "  if mover = Thief: flee or (wait, flee)\n  else: walk or wait",
    ],
)
def test_what_a_case_asks_is_known_in_its_actions(turn: str) -> None:
    assert not secrets(turn)


@pytest.mark.parametrize(
    ("turn", "more"),
    [
        ("  if mover = Guard: flee\n  else: walk or wait", {}),
        ("  if mover = Thief: flee\n  else: walk or flee or wait", {}),
        ("  if mover = Thief or turns > 9: flee\n  else: walk or wait", {}),
        ("  if mover = Thief: wait, flee\n  else: walk or wait", {"wait": "play opponent"}),
        ("  if mover = Thief: all (flee or walk)\n  else: walk or wait", {}),
        (CASES, {"opening": "opening:\n  - flee\n"}),
        ("  if not by_day: wait, flee\n  else: walk or wait",
         {"wait": "set by_day to true", "seen": "not by_day"}),
        ("  if passes = 0: (pass or wait), flee\n  else: walk or wait", {"seen": "passes = 0"}),
    ],
)  # fmt: skip
def test_what_may_have_changed_or_holds_in_one_case_only_is_not(
    turn: str, more: dict[str, str]
) -> None:
    assert secrets(turn, **more)
