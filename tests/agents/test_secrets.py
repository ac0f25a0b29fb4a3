"""One secret of each kind in each place: refused, or nothing that is shown depends on it.

`KINDS` says what is hidden, how a rule could read it, and two positions that differ in it alone.
Wherever such a reading would decide about a move the file must be refused; the same place with
something that the mover sees must be accepted.  Where a secret may be read (`try`, effects, `tell`,
the end) the two positions must look the same to the mover in all that can be asked.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.quick import each
from support.tiny import tiny

from gdl.source.diagnostics import GdlError
from interpreter import IllegalMove
from interpreter.agents import make_agent

TOLD = {"secret-told", "secret-failure", "secret-ahead", "try-ahead"}
COMMON = """
pieces:
  man:
    supply: 4
    with:
      side: light, dark
  king:
    supply: 4
    with:
      side: light, dark
{state}
  at: cells or none
  found: flag
  number: 0..20
setup:
  - put man of Black with side = light on row(1)
  - put man of White with side = light on row(3) - {{b3}}
  - set at to b1
sees:
  {sees}
"""


@dataclass(frozen=True)
class Kind:
    """A sort of secret: what is declared, what shows it to whom, how it is read, two positions."""

    state: str
    sees: str
    secret: str  # a condition that the mover, Black, does not know
    known: str | None  # one like it that it does
    twin: dict[str, Any]  # what the other position has instead


def board_with(cell: str, piece: dict[str, Any] | None) -> dict[str, Any]:
    """The board after the set-up with another piece on a cell."""
    made = {}
    for column in "abc":
        made[f"{column}1"] = ("Black", "man", "light")
        made[f"{column}3"] = ("White", "man", "light")
    del made["b3"]
    board: dict[str, Any] = {
        c: {"colour": o, "kind": k, "attributes": {"side": s}} for c, (o, k, s) in made.items()
    }
    return {c: p for c, p in (board | {cell: piece}).items() if p is not None}


def white(kind: str, side: str) -> dict[str, Any]:
    return {"colour": "White", "kind": kind, "attributes": {"side": side}}


def by_number(*values: int) -> dict[str, int]:
    return {str(n): v for n, v in enumerate(values, 1)}


CELLS = [f"{c}{r}" for r in "123" for c in "abc"]
OWN = "board: pieces(viewer)"
SIDES, KINDS_OF = "side[c]: owner[c] = viewer", "kind[c]: owner[c] = viewer"
KINDS = {
    "a variable": Kind("s: 0..3", "s: nothing", "s = 3", "turns = 0", {"s": 3}),
    "a variable of one colour": Kind(
        "s: 0..3", "s: viewer = White", "s = 3", "turns = 0", {"s": 3}
    ),
    "a variable for each colour": Kind(
        "s[p in colours]: 0..3", "s[p]: p = viewer", "s[opponent] = 3", "s[mover] = 0",
        {"s": {"Black": 0, "White": 3}},
    ),
    "by the owner of a cell": Kind(
        "s[p in colours]: 0..3", "s[p]: viewer = p", "s[owner[a3]] = 3", "s[mover] = 0",
        {"s": {"Black": 0, "White": 3}},
    ),
    "a variable that all but one see": Kind(
        "s[p in colours]: 0..3", "s[p]: p != viewer", "s[mover] = 3", "s[opponent] = 0",
        {"s": {"Black": 3, "White": 0}},
    ),
    "a variable for each cell": Kind(
        "s[c in cells]: 0..3", "s[c]: owner[c] = viewer", "s[a3] = 3",
        "all(s[o] = 0 for o in mine)", {"s": {c: 3 * (c == "a3") for c in CELLS}},
    ),
    "one cell of them": Kind(
        "s[c in cells]: 0..3", "s[c]: c = a1", "s[a3] = 3", "s[a1] = 0",
        {"s": {c: 3 * (c == "a3") for c in CELLS}},
    ),
    "a variable for each number": Kind(
        "s[n in 1..3]: 0..3", "s[n]: n = 1", "any(s[m] = 3 for m in 1..3)", "s[1] = 0",
        {"s": by_number(0, 3, 0)},
    ),
    "a variable with two indices": Kind(
        "s[p in colours, n in 1..2]: 0..3", "s[p, n]: p = viewer and n = 1", "s[mover, 2] = 3",
        "s[mover, 1] = 0", {"s": {"Black 1": 0, "Black 2": 3, "White 1": 0, "White 2": 0}},
    ),
    "a set": Kind(
        "s: subsets(cells)", "s: nothing", "b2 in s", "b2 in empty", {"s": ["b2"]}
    ),
    "an index that is hidden": Kind(
        "s: cells", "s: nothing", "number_at[s] = 1", "number_at[a1] = 0", {"s": "b2"}
    ),
    "the past": Kind("s: 0..3", "s: nothing", "seen(s) = 0", "turns = 0", {"s": 3}),
    "a piece": Kind("s: flag", OWN, "b3 in enemy", "b1 in mine", {}),
    "that a cell is empty": Kind("s: flag", OWN, "b3 in empty", "b1 in mine", {}),
    "a kind": Kind("s: flag", OWN, "kind[a3] = king", "all(kind[o] = man for o in mine)", {}),
    "an owner": Kind("s: flag", OWN, "owner[b3] = White", "some mine(man)", {}),
    "an attribute": Kind(
        "s: flag", OWN, "side[a3] = dark", "all(side[o] = light for o in mine)", {}
    ),
    "how many there are": Kind("s: flag", OWN, "count(enemy) = 3", "count(mine) = 3", {}),
    "a group": Kind(
        "s: flag", OWN, "count(group(a3)) > 1", "all(b1 in group(o) for o in mine)", {}
    ),
    "a line of sight": Kind("s: flag", OWN, "b3 in sight(b1, north, cells - pieces)", None, {}),
    "the supply": Kind(
        "s: flag", "supply: supply(viewer)", "count(supply(opponent)) < 6",
        "count(supply(mover)) > 0", {},
    ),
    "an attribute of a piece that is seen": Kind(
        "s: flag", SIDES, "side[a3] = dark", "all(side[o] = light for o in mine)", {}
    ),
    "an attribute that nobody sees": Kind("s: flag", "side[c]: nothing", "side[a1] = dark", None,
                                          {}),
    "the kind of a piece that is seen": Kind(
        "s: flag", KINDS_OF, "kind[a3] = king", "all(kind[o] = man for o in mine)", {}
    ),
    "pieces of a kind among those that are seen": Kind(
        "s: flag", KINDS_OF, "some enemy(king)", "some mine(man)", {}
    ),
}  # fmt: skip
TWIN_BOARDS = {
    "a kind": board_with("a3", white("king", "light")),
    "an attribute": board_with("a3", white("man", "dark")),
    **{name: board_with("b3", white("man", "light")) for name in (
        "a piece", "that a cell is empty", "an owner", "how many there are", "a group",
        "a line of sight")},
    "an attribute of a piece that is seen": board_with("a3", white("man", "dark")),
    "the kind of a piece that is seen": board_with("a3", white("king", "light")),
    "pieces of a kind among those that are seen": board_with("a3", white("king", "light")),
    "an attribute that nobody sees": board_with(
        "a1", {"colour": "Black", "kind": "man", "attributes": {"side": "dark"}}
    ),
}  # fmt: skip

GO = """
actions:
  go(c in {domain}):
    {body}
  stay: set found to true
  use: {use}
  again: set number to 1
turn: {turn}
"""
WAIT = "- set number to 2"
PLACES = {
    "a domain": {"domain": "{c for c in mine if FLAG}"},
    "a domain that is cut": {"domain": "mine & (row(1) if FLAG else {a1})"},
    "a require": {"body": "- require FLAG"},
    "a require after a cell beyond the edge": {
        "body": "- require c + south not in cells\n    - require FLAG"
    },
    "a require after an owner of nothing": {
        "body": "- require owner[b2] not in colours\n    - require FLAG"
    },
    "a flag that may be missing": {
        "body": "- try c = a1\n    - set found to flag_of[9 if FLAG else 1]"
    },
    "a flag that may be none": {
        "body": "- set may_be to (true if FLAG else none)\n    - set found to may_be"
    },
    "a move of what is not there": {
        "body": "- try owner[b2] = none\n    - if FLAG: move b2 to a2"
    },
    "a move from a cell beyond the edge": {
        "body": "- if c + south not in empty:\n        - if FLAG: move c + south to a2"
    },
    "a put that may find no piece left": {
        "body": "- if FLAG: put man of mover with side = light on b2"
    },
    "a put of nobody": {
        "body": "- put man of (mover if FLAG else owner[b2]) with side = light on a2"
    },
    "a distance": {"body": "- require distance(c, (a1 if FLAG else c + south)) >= 0"},
    "a distance after a try": {
        "body": "- try c = a1\n    - set number to distance(c, (a1 if FLAG else c + south))"
    },
    "a variable of an inner for": {
        "body": "- require all(no {e for e in mine if e = d and FLAG} for d in mine)"
    },
    "a for that looks like one that is known": {
        "body": "- require any(d in mine for d in mine)\n"
        "    - require any(d in mine and FLAG for d in mine)"
    },
    "an index that may be missing": {
        "body": "- try c = a1\n    - set number to list_of[9 if FLAG else 1]"
    },
    "a require with a message": {"body": '- require FLAG, "no"'},
    "a require on a part": {"body": "- require c = b1 or FLAG"},
    "a negation": {"body": "- require not (FLAG and c = a1)"},
    "a count": {"body": "- require count(FLAG for d in mine) > 0"},
    "a definition": {"define": "told: FLAG", "body": "- require told"},
    "a definition of a definition": {
        "define": "told: FLAG\n  most(k): k in mine and told", "body": "- require most(c)"
    },
    "a performed definition": {
        "define": "check_it(k):\n    - if k in mine: require FLAG", "body": "- check_it(c)"
    },
    "an argument": {
        "define": "check_it(k):\n    - require k", "body": "- check_it(FLAG)"
    },
    "an effect before": {"body": "- set found to FLAG\n    - require found"},
    "a condition of an effect": {
        "body": "- if FLAG: set number to 7\n    - require number = 7"
    },
    "a loop": {
        "body": "- for d in {e for e in mine if FLAG}:\n        - add 1 to number\n"
        "    - require number > 0"
    },
    "a condition of a loop": {
        "body": "- for d in mine if FLAG: add 1 to number\n    - require number > 0"
    },
    "a loop that reads what it sets": {
        "body": "- for d in mine:\n        - require number = 0\n"
        "        - if FLAG: set number to 7"
    },
    "a branch": {"body": "- if FLAG: require c = a1"},
    "the other branch": {"body": "- if FLAG: set number to 1\n      else: require c = a1"},
    "a statement that fails": {"body": "- move (c if FLAG else b2) to a2"},
    "a branch with a statement that fails": {"body": "- if FLAG: move a2 to b2"},
    "an index that does not exist": {"body": "- set list_of[9 if FLAG else 1] to 2"},
    "a value that cannot be stored": {"body": "- set spot to (a3 if FLAG else c)"},
    "the board after an effect": {
        "body": "- if FLAG: remove a1\n    - require count(mine) = 3"
    },
    "the last cell": {"body": "- if FLAG: move b1 to b2\n    - require last in row(2)"},
    "after a try": {"body": "- try FLAG\n    - require c = a1"},
    "a turn": {"turn": "go if FLAG, stay"},
    "a case of the turn": {"turn": "\n  if FLAG: go\n  else: stay"},
    "a choice": {"turn": "(go if FLAG) or stay"},
    "a number of times": {"turn": "go up to (2 if FLAG else 1) times, stay"},
    "a fixed parameter": {"turn": "go(a1 if FLAG else b1)"},
    "if possible": {"use": "require FLAG", "turn": "use if possible, stay"},
    "else": {"use": "require FLAG", "turn": "use else stay"},
    "while possible": {"use": "require FLAG", "turn": "stay, use while possible"},
    "at will": {"use": "require FLAG", "turn": "stay, use at will"},
    "looking ahead": {
        "body": "- set found to FLAG", "use": "require found", "turn": "go, use"
    },
    "looking ahead through a choice": {
        "body": "- if FLAG: set found to true", "use": "require found",
        "turn": "go, (use or again(FIX)) else stay".replace("again(FIX)", "(stay, use)"),
    },
    "looking ahead by the turn": {
        "body": "- set found to FLAG", "turn": "go, (stay if found, use)", "use": "require found"
    },
    "after the turn": {"after turn": "- require FLAG"},
    "after the turn what was found": {
        "body": "- set found to FLAG", "after turn": "- require found"
    },
    "a try that another depends on": {"body": "- try FLAG", "turn": "go else stay"},
    "a try that must be possible": {"body": "- try FLAG", "turn": "stay, go"},
    "a try with something after it": {
        "body": "- try FLAG", "turn": "go, use", "use": "require number = 1"
    },
    "the end at once": {
        "turn": "go, use", "use": "require number = 1",
        "end": "- as soon as number = 5 and FLAG: draw",
    },
    "the opening": {"opening": "- go if FLAG, stay"},
    "what may be asked": {"questions": "look(c in {d for d in cells if FLAG}): piece[c]"},
    "chance that must be possible": {
        "chance": "roll(n in 1..2):\n    - require FLAG\n    - set number to n",
        "turn": "go, roll",
    },
    "a weight of nothing": {
        "chance": "roll(n in 1..2):\n    - if FLAG: weight 0\n    - set number to n",
        "turn": "go, roll",
    },
    "a weight": {
        "chance": "roll(n in 1..2):\n    - weight (1 if FLAG else 0)\n    - set number to n",
        "turn": "go, roll",
    },
}
HARMLESS = {"after a try", "a try that another depends on", "a try that must be possible",
            "a try with something after it", "a flag that may be missing", "a distance after a try",
            "a move of what is not there"}  # fmt: skip  # refused whatever is tried


def rules(kind: Kind, flag: str, place: dict[str, str]) -> str:
    """The file with a condition in a place."""
    state = f"state:\n  {kind.state}\n  number_at[c in cells]: 0..3\n  list_of[n in 1..3]: 0..3\n" \
            "  flag_of[n in 1..3]: flag\n  may_be: flag or none\n" \
            "  spot: cells - row(3)"  # fmt: skip
    text = COMMON.format(state=state, sees=kind.sees)
    parts = {"domain": "mine", "body": WAIT, "use": "set number to 3", "turn": "go or stay"} | place
    main = GO
    for name in ("domain", "body", "use", "turn"):
        main = main.replace(f"{{{name}}}", parts[name])
    main = main.replace("turn: \n", "turn:\n")
    for name in ("define", "chance", "questions"):
        if name in place:
            main += f"{name}:\n  {place[name]}\n"
    if "after turn" in place:
        main += f"after turn:\n  {place['after turn']}\n"
    main += f"opening:\n  {place.get('opening', '- go or stay')}\n  - go or stay or use or again\n"
    end = [place["end"]] if "end" in place else []
    main += "end:\n" + "".join(f"  {line}\n" for line in [*end, "- when turns = 9: draw"])
    return (text + main).replace("FLAG", f"({flag})")


def codes(folder: Path, text: str) -> set[str]:
    """The codes of the errors of a file."""
    try:
        tiny(folder, text)
    except GdlError as error:
        return {d.code for d in error.diagnostics if d.is_error}
    return set()


@pytest.mark.parametrize("kind, place", each(8, product(KINDS, PLACES)))
def test_a_secret_that_decides_is_refused(kind: str, place: str, tmp_path: Path) -> None:
    told = codes(tmp_path, rules(KINDS[kind], KINDS[kind].secret, PLACES[place]))
    assert told and told <= TOLD, (told, rules(KINDS[kind], KINDS[kind].secret, PLACES[place]))


PARTS = {  # what is read of a piece that is seen, and whether the mover may know it
    "a3 in pieces(king)": (KINDS_OF, False),
    "b1 in mine(man) or b1 not in mine": (KINDS_OF, True),
    "piece[a3] = piece[a1]": (SIDES, False),
    "any(piece[o] = piece[o] for o in mine)": (SIDES, True),
    "alike({a3, c3})": (SIDES, False),
    "worth(a3) = 1": (KINDS_OF, False),
    "all(worth(o) = 0 for o in mine)": (KINDS_OF, True),
    "seen(board) = 0": (SIDES, False),
    "crowned[a3]": (KINDS_OF, False),
    "all(not crowned[o] for o in mine)": (KINDS_OF, True),
    "any(owner[o] = opponent for o in enemy)": (KINDS_OF, True),
}


@pytest.mark.parametrize("read", PARTS)
def test_a_part_that_is_hidden_decides_nothing(read: str, tmp_path: Path) -> None:
    sees, is_known = PARTS[read]
    text = rules(Kind("s: flag", sees, "", None, {}), read, {"turn": "(go if FLAG) or stay"})
    text = text.replace("  man:\n    supply: 4\n", "  man:\n    worth: 0\n    supply: 4\n")
    text = text.replace("  king:\n    supply: 4\n    with:\n", "  king:\n    worth: 1\n"
                        "    supply: 4\n    with:\n      crowned: flag = false\n")  # fmt: skip
    told = codes(tmp_path, text)
    assert (told == set() if is_known else told and told <= TOLD), told


WAYS_OF_PARTS = {  # what changes what is known of a part, and what is read then
    "move a3 to b2": ("side[b2] = dark", False),
    "move c to b2": ("side[b2] = dark", True),
    "swap a1 and a3": ("side[a1] = dark", False),
    "set owner[a3] to mover": ("side[a3] = dark", False),
    "set side[c] to side[a3]": ("side[c] = dark", False),
    "set side[c] to dark": ("side[c] = dark", True),
    "set side[a3] to dark": ("side[a3] = dark", False),
    "lift a3": ("some {k for k in supply(opponent) if side(k) = dark}", False),
    "lift c": ("some {k for k in supply if side(k) = dark}", True),
    "put man with side = side[a3] on b2": ("side[b2] = dark", False),
    "put man with side = dark on b2": ("side[b2] = dark", True),
    "if side[a3] = dark: swap c and b1": ("side[c] = dark", False),
}


@pytest.mark.parametrize("change", WAYS_OF_PARTS)
def test_what_is_known_of_a_piece_moves_with_it(change: str, tmp_path: Path) -> None:
    read, is_known = WAYS_OF_PARTS[change]
    place = {"body": f"- {change}\n    - require FLAG"}
    told = codes(tmp_path, rules(Kind("s: flag", SIDES, "", None, {}), read, place))
    assert (told == set() if is_known else told and told <= TOLD), told
    hidden = codes(tmp_path, rules(Kind("s: flag", "s: nothing", "", None, {}), read, place))
    assert hidden == set()


BOARD = ("count(mine) = 3", "a1 in empty", "seen(board) = 0", "seen(board, mover) = 0",
         "count(groups(mine)) = 1", "a1 in group(b1)", "owner[a1] = mover", "piece[a1] = none",
         "alike(row(1))", "b2 in reach(b1, d to neighbours(d) & mine)")  # fmt: skip
CHANGED = {
    "remove a1": BOARD,
    "lift a1": (*BOARD, "count(supply(mover)) = 9", "seen(supply) = 0"),
    "move a1 to a2": (*BOARD, "last = a2"),
    "put king of White with side = dark on a1":
        (*BOARD, "kind[a1] = man", "side[a1] = dark", "some supply(king)", "seen(supply) = 0"),
    "swap a1 and a3": BOARD,
    "set owner[a1] to White": BOARD,
    "set kind[a1] to king": ("kind[a1] = king", "no mine(king)", "seen(board) = 0"),
    "set side[a1] to dark": ("side[a1] = dark", "seen(board) = 0", "piece[a1] = piece[b1]"),
    "set number to 7": ("number = 7", "seen(number) = 0", "number in 1..9"),
    "add 1 to number_at[a1]": ("number_at[a1] = 1", "seen(number_at) = 0"),
    "set at to a2": ("at = a2", "at in empty", "seen(at) = 0"),
    "play White": ("mover = White", "count(mine) = 3", "seen(mover) = 0", "a1 in enemy"),
    "set next to White": ("next = White", "seen(next) = 0"),
}
"""What a statement changes, and how that could be read."""


@pytest.mark.parametrize(
    ("change", "read"), [(change, read) for change, reads in CHANGED.items() for read in reads]
)
def test_what_a_secret_has_changed_decides_nothing(change: str, read: str, tmp_path: Path) -> None:
    kind = KINDS["a variable"]
    body = "- if FLAG: {}\n    - require {}"
    place = {"body": body.format(change, read)}
    told = codes(tmp_path, rules(kind, kind.secret, place))
    assert told and told <= TOLD, told
    place = {"body": body.format(change, "asked"), "define": f"asked: {read}"}
    assert codes(tmp_path, rules(kind, kind.secret, place)) <= TOLD
    place = {"body": f"- if FLAG: {change}", "use": f"require {read}", "turn": "go, use"}
    assert codes(tmp_path, rules(kind, kind.secret, place)) & TOLD


NUMBER, BY_CELL = KINDS["a variable"], KINDS["a variable for each cell"]
ROUNDABOUT = {
    "who is next": (NUMBER, {
        "body": "- set next to (White if FLAG else Black)\n    - require next = White"}),
    "who goes on": (NUMBER, {
        "body": "- play (White if FLAG else Black)\n    - require mover = White"}),
    "what later rounds of a loop have set": (NUMBER, {
        "body": "- for d in mine:\n        - require number = 0\n"
        "        - set number to number_at[a1]\n        - set number_at[a1] to list_of[1]\n"
        "        - set list_of[1] to (1 if FLAG else 0)"}),
    "what an action sets to what a later one has set": (NUMBER, {
        "body": "- set number to list_of[1]", "use": "set list_of[1] to (1 if FLAG else 0)",
        "turn": "use, go, (go if number = 1, again)"}),
    "an index that was another one when it was seen": (BY_CELL, {
        "body": "- require owner[at] = mover\n    - set at to a3\n    - require s[at] = 0"}),
    "what was lifted from a hidden cell": (KINDS["a piece"], {
        "body": "- lift b3\n    - require count(supply(opponent)) = 6"}),
}  # fmt: skip


@pytest.mark.parametrize("way", ROUNDABOUT)
def test_a_secret_that_comes_round_about_decides_nothing(way: str, tmp_path: Path) -> None:
    kind, place = ROUNDABOUT[way]
    assert codes(tmp_path, rules(kind, kind.secret, place)) & TOLD


@pytest.mark.parametrize("way", list(ROUNDABOUT)[:4])
def test_what_comes_the_same_way_and_is_seen_may_decide(way: str, tmp_path: Path) -> None:
    kind, place = ROUNDABOUT[way]
    assert kind.known is not None
    assert codes(tmp_path, rules(kind, kind.known, place)) == set()


# What effects have changed is not known to be seen any more, so these may be refused.
AHEAD = {"looking ahead", "looking ahead through a choice", "looking ahead by the turn",
         "after the turn", "after the turn what was found", "the board after an effect",
         "the end at once", "a statement that fails", "a branch with a statement that fails",
         "chance that must be possible", "a weight", "a weight of nothing",
         "an index that may be missing", "the last cell", "a put that may find no piece left",
         "a put of nobody"}  # fmt: skip


# The place itself, whatever condition stands there, reads a cell of others.
OTHERS_CELLS = {"a require after an owner of nothing", "a move from a cell beyond the edge"}


KNOWN = [
    (kind, place)
    for kind in KINDS
    for place in PLACES
    if KINDS[kind].known
    and place not in HARMLESS | AHEAD
    and not (KINDS[kind].sees == OWN and place in OTHERS_CELLS)
]


@pytest.mark.parametrize("kind, place", each(7, KNOWN))
def test_what_the_mover_sees_may_decide(kind: str, place: str, tmp_path: Path) -> None:
    known = KINDS[kind].known
    assert known is not None
    assert codes(tmp_path, rules(KINDS[kind], known, PLACES[place])) == set()


ALL = """\
game: Notes
players: Black, White
board: square(3)
pieces: man
state:
  order[c in cells]: flag
  noted: subsets({of})
actions:
  place(at in empty):
    - put man on at
    - set order[at] to true
sees:
  order[c]: owner[c] = viewer
  noted: nothing
turn: place
after turn:
  - add {{c for c in {source} if order[c]}} to noted
end:
  - when no empty: draw
"""


@pytest.mark.parametrize("source", ["cells", "pieces", "pieces(Black)", "enemy", "row(1)"])
def test_what_may_hold_all_cells_takes_any(source: str, tmp_path: Path) -> None:
    assert codes(tmp_path, ALL.format(of="cells", source=source)) == set()


def test_what_may_hold_few_cells_tells_of_others(tmp_path: Path) -> None:
    assert "secret-failure" in codes(tmp_path, ALL.format(of="corners", source="row(1)"))


# ---- where secrets may be read -----------------------------------------------------------------

OPEN = {
    "body": "- if FLAG: set number to 7\n    - if FLAG: tell opponent \"ha\"\n"
            "    - set found to FLAG",
    "use": '\n    - require turns > 0\n    - try FLAG, "no"',
    "define": "score(p): 1 if FLAG else count(pieces(p))",
    "turn": "go or use or stay",
    "after turn": "- if FLAG and turns > 6: add 1 to number_at[a1]",
    "questions": "look(c in cells): owner[c]",
    "end": "- when turns = 8 and FLAG: most score wins",
}
TYPED = ["go b2", "go a3", "go b1", "use a1", "use", "again", "stay", "nothing", "done", "pass"]


def told(state: Any, seat: int) -> list[Any]:
    """All that can be asked of a state on behalf of a seat."""
    facts: list[Any] = [state.view(seat)]
    if state.seat == seat:
        facts += [[m.text for m in state.moves()], list(state.questions())]
        for text in TYPED:
            try:
                facts.append(state.parse(text).text)
            except IllegalMove as error:
                facts.append(str(error))
    return facts


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_does_not_depend_on_the_secret(
    kind: str, tmp_path: Path, engine: str
) -> None:
    game = tiny(tmp_path, rules(KINDS[kind], KINDS[kind].secret, OPEN))
    state = game.start()
    for move in ("stay", "stay", "stay", "stay"):
        state = state.play(move)
    data = json.loads(state.to_json())
    twin = json.loads(state.to_json())
    twin["variables"] |= KINDS[kind].twin
    if kind in TWIN_BOARDS:
        twin["board"] = TWIN_BOARDS[kind]
    elif not KINDS[kind].twin:  # of the supply
        twin["supply"] = [0 if "White" in str(p) else n for p, n in pools(game, data)]
    one, other = game.state_from_json(json.dumps(data)), game.state_from_json(json.dumps(twin))
    assert one != other or kind == "the past"
    assert told(one, 0) == told(other, 0)
    for spec in ("uct:8,worlds=2", "flat:4,worlds=2"):
        choices = [make_agent(spec).choose(s, random.Random(3)).text for s in (one, other)]
        assert choices[0] == choices[1]
    assert told(one.play("stay"), 0) == told(other.play("stay"), 0)


def pools(game: Any, data: dict[str, Any]) -> list[tuple[str, int]]:
    """The sorts of pieces off the board, and how many there are of each."""
    names = [game.codes.piece_text(p) for p in game.reference.rules.pools]
    return list(zip(names, data["supply"], strict=True))


# ---- what chance did before play -----------------------------------------------------------------

DEALT = """\
game: Dealt
players: Black, White
state:
  best: 1..8
  leader: colours or none
sees:
  {sees}
  deal: nothing
setup:
  - deal
chance:
  deal(n in 1..8):
    - set leader to White if best > 4 else Black
    - set best to n
actions:
  play: require turns >= 0
turn: {turn}
after turn:
  - set next to leader
end:
  - when turns = 4: draw
"""


def test_what_chance_set_before_play_is_known_where_all_see_it(tmp_path: Path) -> None:
    dealt = DEALT.format(sees="best: nothing", turn="play")
    assert codes(tmp_path, dealt) == set()


@pytest.mark.parametrize(
    ("sees", "turn"),
    [
        ("best: nothing\n  leader: nothing", "play"),  # it stays hidden
        ("best: nothing", "play, deal"),  # it may be set anew after the choice
        ("best: nothing", "play, (deal if turns = 1)"),
    ],
)
def test_what_chance_sets_in_a_turn_or_hides_is_not_known(
    sees: str, turn: str, tmp_path: Path
) -> None:
    assert codes(tmp_path, DEALT.format(sees=sees, turn=turn)) == {"secret-failure"}
