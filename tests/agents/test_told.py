"""Values that `tell` announces, and what the proof of secrets knows about rules that use them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.c_driver import COMPILER
from support.tiny import tiny

from gdl.source.diagnostics import GdlError

SHIPS = """
players: Red, Blue
board: rectangle(5, 2) - column(3)
pieces:
  ship:
    with:
      number: 1..2
  wreck:
    with:
      number: 1..2
state:
  fired: subsets(cells)
define:
  sea(p): c for c in cells if x(c) < 3 and p = Red or x(c) > 3 and p = Blue
sees:
  board: pieces(viewer) | pieces(wreck)
  place: nothing
actions:
  place(k in 1..2, size in 1..2, l in lines(size)):
    - require l within sea(mover) - mine, "no room"
    - put ship with number = k on l
  shoot(at in sea(opponent) - fired):
    - add at to fired
    - if at in enemy:
        - set kind[at] to wreck
        - tell all "hit", at, number[at]
      else:
        - tell mover "water", at, number[at], owner[at] = mover
opening:
  - place(1, 2), place(2, 1)
  - place(1, 2), place(2, 1)
turn: {turn}
end:
  - when turns > 2 and no enemy(ship): mover wins
"""
DICE = """
players: Red, Blue
board: square(1)
state:
  dice[p in colours, i in 1..3]: 1..6
  held[p in colours]: 0..3 = 3
  due[p in colours]: subsets(1..3) = 1..3
  amount: 0..9
  bidder: colours or none
sees:
  dice[p, i]: p = viewer
  throw: nothing
define:
  thrower: first(p for p in colours if some due[p])
  fits(p): count(dice[p, i] = 1 for i in 1..held[p])
chance:
  throw(p in {thrower}, i in {min(due[thrower])}, n in 1..6):
    - set dice[p, i] to n
    - take i from due[p]
actions:
  bid(n in 1..9):
    - require n > amount, "bid more"
    - set amount to n
    - set bidder to mover
  doubt:
    - require bidder != none, "there is no bid"
    - tell all "found", sum(fits(p) for p in colours)
    - if sum(fits(p) for p in colours) >= amount:
        - take 1 from held[mover]
      else:
        - take 1 from held[bidder]
    - for p in colours:
        - set due[p] to 1..held[p]
    - set amount to 0
    - set bidder to none
turn: throw up to 6 times, (bid or doubt)
end:
  - when any(held[p] = 0 for p in colours): draw
"""


def codes(folder: Path, text: str) -> set[str]:
    """The codes of what is found in a file."""
    try:
        tiny(folder, text)
    except GdlError as error:
        return {d.code for d in error.diagnostics}
    return set()


def ships(turn: str = "shoot", *changes: tuple[str, str]) -> str:
    """The game of ships with another turn, and with other changes."""
    text = SHIPS.replace("{turn}", turn)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def played(state: Any, *moves: str) -> Any:
    """The state after some moves."""
    for move in moves:
        state = state.play(move)
    return state


RED = ("place 1 2 {a1,a2}", "place 2 1 {b1}")
BLUE = ("place 1 2 {d1,d2}", "place 2 1 {e2}")


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_values_follow_the_words(engine: str, tmp_path: Path) -> None:
    if engine == "native" and COMPILER is None:
        pytest.skip("there is no C compiler")
    state = played(tiny(tmp_path, ships()).start(engine=engine), *RED, *BLUE)
    state = played(state, "shoot e1", "shoot b1")
    assert "water e1 none false" in state.view(0).heard
    assert not any("water" in text for text in state.view(1).heard)
    for seat in (0, 1):
        assert state.view(seat).heard[-1] == "Blue: shoot b1"
        assert state.view(seat).heard[-2] == "hit b1 2"


def test_what_was_put_down_earlier_in_a_turn_is_seen(tmp_path: Path) -> None:
    game = tiny(tmp_path, ships())
    others = ("place 1 2 {b1,b2}", "place 2 1 {a2}")
    one, other = played(game.start(), *RED), played(game.start(), *others)
    for move in BLUE:  # whatever Red has put down
        assert one.colour == other.colour == "Blue"
        assert one.moves() == other.moves()
        assert one.view(1) == other.view(1)
        one, other = one.play(move), other.play(move)


def test_what_an_earlier_step_changed_by_a_secret_is_not_known(tmp_path: Path) -> None:
    taken = ("        - set kind[at] to wreck\n", "        - remove mine(ship)\n")
    assert codes(tmp_path, ships("shoot", taken)) == set()
    assert "secret-ahead" in codes(tmp_path, ships("shoot, place(1, 1) else pass", taken))
    turn = "shoot, (pass or place(2, 1)), place(1, 1)"
    assert "secret-ahead" in codes(tmp_path, ships(turn, taken))


def test_what_is_not_none_exists_and_ranges_have_bounds(tmp_path: Path) -> None:
    assert codes(tmp_path, DICE) == set()


@pytest.mark.parametrize("old, new", [
    ('    - require bidder != none, "there is no bid"\n', ""),
    ("bidder != none", "amount > 0"),
    ("set due[p] to 1..held[p]", "set due[p] to 1..held[p] + 1"),
    ("set due[p] to 1..held[p]", "set due[p] to 0..held[p]"),
    ("    - tell all \"found\"", "    - set bidder to none\n    - tell all \"found\""),
])  # fmt: skip
def test_what_may_fail_on_a_secret_is_refused(old: str, new: str, tmp_path: Path) -> None:
    assert DICE.count(old) >= 1
    assert "secret-failure" in codes(tmp_path, DICE.replace(old, new, 1))


def test_a_step_cannot_be_told(tmp_path: Path) -> None:
    told = ('tell all "hit", at', 'tell all "hit", 2*north')
    assert codes(tmp_path, ships("shoot", told)) == {"wrong-type"}


CAPTURE = """
state:
  rank[c in cells]: 0..3
  at: cells
  shown: 0..3
setup:
  - put man of Black on row(1)
  - put man of White on row(3)
  - for c in pieces: deal(c)
chance:
  deal(c in cells, r in 1..3): set rank[c] to r
actions:
  take(c in enemy):
    - set owner[c] to mover
    - set at to c
  look:
    - if owner[at] = mover: set shown to rank[at]
  boast: require shown = 3
sees:
  rank[c]: owner[c] = viewer
  deal: nothing
turn: {turn}
"""
LANDED = """
state:
  secret: 1..3
  shown: 0..9
setup:
  - pick
chance:
  pick(r in 1..3): set secret to r
{drop}sees:
  secret: nothing
  pick: nothing
  board: nothing
turn: {turn}
actions:
"""
DROP = "  drop(c in cells): put man on c\n"
LANDING = {
    "go": "put man on (a1 if secret = 1 else b1)",
    "step": "put man on b2",
    "use": "require last = a1",
    "note": "set shown to 1 if last = a1 else 0",
    "boast": "require shown = 1",
}


@pytest.mark.parametrize("turn, found", [
    ("(take, look, boast) or pass", {"secret-ahead"}),
    ("(take, look, (boast or done)) or pass", set()),
])  # fmt: skip
def test_what_is_one_s_own_only_since_the_turn_began_is_not_known(
    turn: str, found: set[str], tmp_path: Path
) -> None:
    assert codes(tmp_path, CAPTURE.format(turn=turn)) == found


@pytest.mark.parametrize("turn, found", [
    ("go, (use or done)", {"secret-told"}),
    ("drop, (use or pass)", {"secret-told"}),
    ("go, (use if last = a1)", {"secret-told", "secret-ahead"}),
    ("go, ((note, boast) or done)", {"secret-ahead"}),
    ("go, (note or done), (boast or done)", set()),
    ("step, (use or done)", set()),
])  # fmt: skip
def test_where_a_step_ended_in_secret_is_not_known(
    turn: str, found: set[str], tmp_path: Path
) -> None:
    rules = LANDED.format(turn=turn, drop=DROP if "drop" in turn else "")
    if "drop" in turn:
        rules = rules.replace("  board: nothing\n", "  board: nothing\n  drop: nothing\n")
    lines = [f"  {name}: {text}\n" for name, text in LANDING.items() if name in turn]
    said = codes(tmp_path, rules + "".join(lines)) - {"unused-name"}
    assert said == found
