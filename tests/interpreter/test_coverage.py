"""How often rule lines were used in games: what counts as used, on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.tiny import tiny

from interpreter import IllegalMove, load_game
from interpreter.coverage import LineUse, coverage_of, endings_of

RULES = """
define:
  full: no empty
  beside(c): neighbours(c) & enemy
  tidy:
    - if some corners & mine:
        - lift corners & mine
state:
  step: 0..9
actions:
  place(at in empty):
    - require count(beside(at)) < 3
    - put man on at
    - if at in corners:
        - tidy
      else if at = b2:
        - add 2 to step
      else:
        - add 1 to step
    - for c in beside(at):
        - set owner[c] to mover
  leave(at in mine): lift at
opening:
  - place
turn:
  if count(mine) > 2: leave
  else: place or leave
end:
  - as soon as step = 3: mover wins
  - when full: draw
"""
MOVES = ["place a1", "place b2", "place a2"]


def uses(game: Any, *games: list[str]) -> dict[str, tuple[int, int]]:
    """Uses and chances of each line, by its kind and its text."""
    found: tuple[LineUse, ...] = coverage_of(game, games)
    return {f"{use.kind}: {use.line.text}": (use.uses, use.chances) for use in found}


def test_what_was_played_counts_and_what_was_possible_does_not(tmp_path: Path) -> None:
    assert uses(tiny(tmp_path, RULES), MOVES) == {
        "definition: full: no empty": (0, 2),
        "definition: beside(c): neighbours(c) & enemy": (2, 6),
        "branch: if some corners & mine:": (1, 1),
        "statement: lift corners & mine": (1, 1),
        "action: place(at in empty):": (3, 3),
        "statement: require count(beside(at)) < 3": (3, 3),
        "statement: put man on at": (3, 3),
        "branch: if at in corners:": (1, 3),
        "statement: tidy": (1, 1),
        "branch: else if at = b2:": (1, 2),
        "statement: add 2 to step": (1, 1),
        "branch: else:": (1, 1),
        "statement: add 1 to step": (1, 1),
        "statement: for c in beside(at):": (1, 3),
        "statement: set owner[c] to mover": (1, 1),
        "action: leave(at in mine): lift at": (0, 0),
        "statement: leave(at in mine): lift at": (0, 0),
        "turn: place": (1, 1),
        "turn: if count(mine) > 2: leave": (0, 2),
        "turn: else: place or leave": (2, 2),
        "end: as soon as step = 3: mover wins": (1, 1),
        "end: when full: draw": (0, 1),
    }


def test_lines_have_their_places(tmp_path: Path) -> None:
    found = coverage_of(tiny(tmp_path, RULES), [MOVES])
    lines = [use.line.number for use in found]
    assert lines == sorted(lines)
    assert {use.section for use in found} == {"define", "actions", "opening", "turn", "end"}
    place = next(use for use in found if use.name == "place")
    assert place.span.text.startswith("place") and place.line.file.endswith("tiny.yaml")
    assert place.as_json()["line"]["line"] == place.span.line


def test_what_only_sees_asks_is_no_line_of_play(tmp_path: Path) -> None:
    rules = """
define:
  near: corners
sees:
  board: near
actions:
  go(c in cells):
    - try c in empty, "taken"
    - put man on c
turn: go
"""
    assert "near" not in {use.name for use in coverage_of(tiny(tmp_path, rules), [])}


def test_a_move_that_is_not_legal_is_refused(tmp_path: Path) -> None:
    game = tiny(tmp_path, RULES)
    for count in (coverage_of, endings_of):
        with pytest.raises(IllegalMove, match="there is no cell `z9`"):
            count(game, [["place z9"]])


DEALT = """
chance:
  deal(c in corners):
    - require c in empty
    - put man of Black on c
  toss(n in 0..1): set side to n
state:
  side: 0..1
setup:
  - deal
  - if side = 0:
      - toss
    else:
      - deal
  - put man of White on b2
actions:
  go(c in empty): put man on c
turn: go
"""


def test_chance_in_the_set_up_counts(tmp_path: Path) -> None:
    found = uses(tiny(tmp_path, DEALT), ["deal a1", "toss 1", "go b1"], ["deal c3"])
    assert found["action: deal(c in corners):"] == (2, 2)
    assert found["branch: if side = 0:"] == (2, 2)
    assert found["branch: else:"] == (0, 0)
    assert found["action: toss(n in 0..1): set side to n"] == (1, 1)
    assert found["statement: put man of White on b2"] == (1, 1)


@pytest.mark.parametrize(
    "name",
    ["english-draughts", "go", "phantom-tic-tac-toe", "quardo", "quarto", "royal-game-of-ur"],
)
def test_both_engines_count_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"go": {"size": 5}}.get(name, {})
    monkeypatch.setenv("BOARDWRIGHT_ENGINE", "reference")
    game = load_game(name, **options)
    games = [[move.text for move in game.random_game(n, 1, 60)] for n in range(2)]
    slow = coverage_of(game, games), endings_of(game, games)
    monkeypatch.delenv("BOARDWRIGHT_ENGINE")
    again = load_game(name, **options)
    assert again.why_reference is None
    fast = coverage_of(again, games), endings_of(again, games)
    assert [use.as_json() for use in slow[0]] == [use.as_json() for use in fast[0]]
    assert slow[1] == fast[1]
    played = sum(use.uses for use in slow[0] if use.kind == "action")
    assert played == sum(t.split()[0] not in ("pass", "done") for moves in games for t in moves)


def test_endings_name_the_lines_that_decided(tmp_path: Path) -> None:
    rules = RULES.replace("  - when full: draw", "  - when turns = 2: draw")
    found = endings_of(tiny(tmp_path, rules), [MOVES[:1], MOVES[:2], MOVES[:2]])
    assert list(found.items()) == [
        ("as soon as step = 3: mover wins", 0), ("when turns = 2: draw", 2), ("not finished", 1),
    ]  # fmt: skip


def test_a_draw_because_nobody_can_move_is_an_ending_of_its_own(tmp_path: Path) -> None:
    rules = "board: square(1)\nactions:\n  go(c in empty): put man on c\nturn: go\n"
    found = endings_of(tiny(tmp_path, rules), [["go a1"]])
    assert found == {"when turns = 60: draw": 0, "nobody could move": 1}


REPEATING = """
setup:
  - let home = a1
  - put man of White on home
  - if no row(2) & pieces:
      - drop
chance:
  drop(at in {c1}): put man of White on at
actions:
  fill(at in empty):
    - let way = at + north
    - put man on at
    - repeat up to 2 times while last + north in empty:
        - let there = last + north
        - put man on there
parts:
  whole: fill
turn: whole
"""


def test_a_repetition_counts_if_it_had_a_round(tmp_path: Path) -> None:
    found = uses(tiny(tmp_path, REPEATING), ["drop c1", "fill b1", "fill a3"])
    assert {line: count for line, count in found.items() if "action" not in line} == {
        "statement: let home = a1": (1, 1),
        "statement: put man of White on home": (1, 1),
        "branch: if no row(2) & pieces:": (1, 1),
        "statement: drop": (1, 1),
        "statement: drop(at in {c1}): put man of White on at": (1, 1),
        "statement: let way = at + north": (2, 2),
        "statement: put man on at": (2, 2),
        "statement: repeat up to 2 times while last + north in empty:": (1, 2),
        "statement: let there = last + north": (2, 2),
        "statement: put man on there": (2, 2),
        "turn: turn: whole": (3, 3),
        "end: when turns = 60: draw": (0, 1),
    }


def test_how_often_something_may_be_done_is_asked_before_each_action(tmp_path: Path) -> None:
    rules = """
define:
  many: count(corners & empty)
actions:
  hop(at in empty): put man on at
turn: hop up to many times
"""
    found = uses(tiny(tmp_path, rules), ["hop a1", "hop a2", "hop b1"])
    assert found["definition: many: count(corners & empty)"] == (3, 3)


def test_what_chooses_a_way_is_asked_after_each_action_of_it(tmp_path: Path) -> None:
    rules = """
define:
  size: corners & mine
actions:
  hop(at in empty): put man on at
  step(at in empty): put man on at
turn: step, (hop, hop) with the {} count(size)
"""
    played = ["step b1", "hop a1", "hop c1", "step b2", "hop a3", "hop c3"]
    found = uses(tiny(tmp_path, rules.format("most")), played)
    assert found["definition: size: corners & mine"] == (4, 4)
    played = ["step b1", "hop a2", "hop b2", "step a1", "hop b3", "hop c2"]
    found = uses(tiny(tmp_path, rules.format("fewest")), played)
    assert found["definition: size: corners & mine"] == (2, 4)  # Black has none in a corner
