"""What expressions mean: each condition is asked of every cell `c` of a small board.

a3  b3  c3 White
a2  b2  c2
a1 Black  b1 Black  c1          Black is to move.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.positions import cells
from support.tiny import holding, tiny

SETUP = """
    setup:
      - put man of Black on {a1, b1}
      - put man of White on c3
"""
ALL = "a1 b1 c1 a2 b2 c2 a3 b3 c3"
TOP, LOWER = "a3 b3 c3", "a1 b1 c1 a2 b2 c2"

NOT_THERE = [
    # a relation about it is false, so that != and `not in` are true
    ("c + north in cells", LOWER),
    ("c + north not in cells", TOP),
    ("not c + north in cells", TOP),
    ("c + north = a2", "a1"),
    ("c + north != a2", "b1 c1 a2 b2 c2 a3 b3 c3"),
    ("c + north = none", TOP),
    ("c + north != none", LOWER),
    ("owner[c] = Black", "a1 b1"),
    ("owner[c] != Black", "c1 a2 b2 c2 a3 b3 c3"),
    ("owner[c] = none", "c1 a2 b2 c2 a3 b3"),
    ("owner[c] = owner[c + east]", "a1"),
    ("y(c + north) > 0", LOWER),
    ("y(c + north) <= 0", ""),
    ("x(c) div (y(c) - 1) >= 1", "a2 b2 c2 b3 c3"),
    ("x(c) mod (y(c) - 1) = 0", "a2 b2 c2 b3"),
    # a set written out with it does not exist as a whole
    ("{c, c + north} within cells", LOWER),
    ("{c, c + north} meets cells", LOWER),
    ("c in {c, c + north}", LOWER),
    ("count({c, c + north}) = 2", LOWER),
    ("{c} | {c + north} within cells", LOWER),
    ("some {c + north}", LOWER),
    ("no {c + north}", TOP),
    # a set made with `for` leaves it out
    ("no {e + north for e in {c}}", TOP),
    ("count({e + north for e in {c, a3}}) = 0", TOP),
    ("sum(y(e + north) for e in {c, a3}) = 2", "a1 b1 c1"),
    # what is made over a set that does not exist is made over nothing
    ("all(e in mine for e in {c, c + east})", "a1 c1 c2 c3"),
    ("any(e in cells for e in {c, c + east})", "a1 b1 a2 b2 a3 b3"),
    ("max(y(e) for e in {c + north} else 0) = 0", TOP),
    ("first(e for e in {c + north} else b2) = b2", "b1 a3 b3 c3"),
    ("count(e in cells for e in {c + north}) = 0", TOP),
]

SETS_OF_SETS = [  # however they are put together
    ("count({{d, e, f} for d in {a1, b1, c}, e in {a1, b1, c}, f in {a1, b1, c}}) = 7",
     "c1 a2 b2 c2 a3 b3 c3"),
    ("count({{e, f + north} for e in {a1, c}, f in {a1, a3}}) = 1", "a1"),
    ("no {{e, f, c + north} for e in cells, f in row(1)}", TOP),
    ("no {{e, c} for e in cells, f in neighbours(c) & enemy}", "a1 b1 c1 a2 b2 a3 c3"),
    ("count({{e, f} for e in {a1, c}, f in {e, b2}}) = 3", "b2"),
    ("no {{e, f} for e in {a1, c}, f in {a1, c} if e != f}", "a1"),
    ("{a1, c3} in {{e, first(d for d in {e, f} if d != a1)} for e in {a1, c}, f in {c3}}", ALL),
    ("count({{e, first(d for d in {e, f} if d != a1)} for e in {a1, c}, f in {c3}}) = 1", "a1"),
]  # fmt: skip

BOARD = [
    ("x(c) = 2", "b1 b2 b3"),
    ("y(c) = 1", "a1 b1 c1"),
    ("c in row(2)", "a2 b2 c2"),
    ("c in column(3)", "c1 c2 c3"),
    ("c in row(x(c) + 8)", ""),
    ("c in corners", "a1 c1 a3 c3"),
    ("count(c in s for s in sides) = 2", "a1 c1 a3 c3"),
    ("any(c in s for s in sides)", "a1 b1 c1 a2 c2 a3 b3 c3"),
    ("c = a1 + east", "b1"),
    ("c = a1 + 2*north + east", "b3"),
    ("c = c3 - 2*north", "c1"),
    ("c = c3 + -east", "b3"),
    ("c + 3*east - 3*east = c", ALL),  # only the end must be on the board
    ("c in neighbours(a1)", "a2 b1"),
    ("c in neighbours(a1, diagonal)", "b2"),
    ("c in neighbours(a1, directions)", "a2 b1 b2"),
    ("c in neighbours(a1, north)", "a2"),
    ("c in neighbours({a1, b1})", "a2 b2 c1"),
    ("{c, b2} in links", "a2 b1 b3 c2"),
    ("{c, b2} in links(diagonal)", "a1 c1 a3 c3"),
    ("count(c in l for l in lines(3)) = 4", "b2"),
    ("count(c in l for l in lines(3, orthogonal)) = 2", ALL),
    ("count(lines(2)) = 20", ALL),
    ("count(c in b for b in blocks(2, 2)) = 2", "b1 a2 c2 b3"),
    ("c in leaps(a1, 1, 2)", "b3 c2"),
    ("c in between(a1, c3)", "b2"),
    ("between(a1, c) within cells", "b1 c1 a2 a3 b2 c3"),
    ("towards(a1, c) = northeast", "b2 c3"),
    ("c + rotated(north, 2) = b2", "a2"),
    ("c + rotated(north, -9) = b2", "c1"),
    ("c + rotated(towards(a1, c), 4) = b2", "c3"),
    ("rotated(towards(a1, c), 8) = none", "a1 c2 b3"),
    ("rotated(north, 1.5) = none", ALL),
    ("towards(a1, c) = none", "a1 c2 b3"),
    ("distance(a1, c) = 2", "c1 b2 a3"),
    ("distance(a1, c) = 0", "a1"),
]

PIECES = [
    ("c in empty", "c1 a2 b2 c2 a3 b3"),
    ("c in pieces", "a1 b1 c3"),
    ("c in mine", "a1 b1"),
    ("c in mine(man)", "a1 b1"),
    ("c in enemy", "c3"),
    ("c in pieces(White)", "c3"),
    ("c in pieces(White, man)", "c3"),
    ("c in pieces(Black, White)", "a1 b1 c3"),
    ("kind[c] = man", "a1 b1 c3"),
    ("piece[c] = piece[a1]", "a1 b1"),
    ("c in group(a1)", "a1 b1"),
    ("group(c) = {b1, a1}", "a1 b1"),
    ("count(group(c)) = 1", "c3"),
    ("{c} in groups(pieces)", "c3"),
    ("count(groups(empty)) = 1", ALL),
    ("count(groups(empty - {b2})) = 2", ALL),
    ("count(groups(pieces | {b2}, directions)) = 1", ALL),
    ("c in sight(a1, directions)", "b1 a2 a3 b2 c3"),
    ("c in sight(a1, east)", "b1"),
    ("c in sight(a1, orthogonal, cells)", "b1 c1 a2 a3"),
    ("c in sight(c1, directions, enemy)", "b1 b2 c2"),
    ("c in reach(b2, e to neighbours(e) & empty)", "c1 a2 b2 c2 a3 b3"),
    ("c in reach(b1, e to neighbours(e, north))", "b2 b3"),
    ("c in reach(a1, e to {e + east} & mine)", "b1"),
    ("c touches mine", "a1 b1 c1 a2 b2"),
    ("{c} touches c3", "c2 b3"),
    ("{c} meets mine", "a1 b1"),
    ("{c, a1} within mine", "a1 b1"),
]

VALUES = [
    ("(x(c) + y(c)) mod 2 = 0", "a1 c1 b2 a3 c3"),
    ("x(c) * 2 - 1 = 3", "b1 b2 b3"),
    ("-x(c) + 3 = 1", "b1 b2 b3"),
    ("(0 - x(c)) div 2 = -1", "a1 a2 a3 b1 b2 b3"),  # rounded down
    ("(0 - x(c)) mod 2 = 1", "a1 a2 a3 c1 c2 c3"),
    ("c = (a1 if y(c) = 1 else b2)", "a1 b2"),
    ("c in row(1) | row(2) & column(1)", "a1 b1 c1 a2"),
    ("c in cells - corners - row(2)", "b1 b3"),
    ("x(c) = 1 or x(c) = 2 and y(c) = 1", "a1 a2 a3 b1"),
    ("not x(c) = 1 and y(c) = 1", "b1 c1"),
    ("not (x(c) = 1 and y(c) = 1)", "b1 c1 a2 b2 c2 a3 b3 c3"),
    ("x(c) in 2..9", "b1 b2 b3 c1 c2 c3"),
    ("x(c) in 5..1", ""),
    ("x(c) in {1, 3}", "a1 a2 a3 c1 c2 c3"),
    ("sum(x(e) for e in {c, b2}) = 4", "b1 b3"),
    ("min(x(e) for e in mine else 9) = x(c)", "a1 a2 a3"),
    ("max(x(e) for e in mine else 9) = x(c)", "b1 b2 b3"),
    ("max({1, x(c)}) = 2", "b1 b2 b3"),
    ("first(cells) = c", "a1"),
    ("first(empty) = c", "c1"),
    ("first(e for e in cells if y(e) = 2) = c", "a2"),
    ("count(e in mine for e in row(y(c))) = 2", "a1 b1 c1"),
    ("list(n for n in 1..x(c)) > list(1 for n in 1..1)", "b1 b2 b3 c1 c2 c3"),
    ("list(n for n in {x(c), 2}) = list(n for n in 1..2)", "a1 a2 a3"),
    ("list(2 for n in 1..1) > list(n for n in 1..x(c))", ALL),
    ("descending(n for n in 1..x(c)) = list(4 - n for n in 2..3)", "b1 b2 b3"),
    ("c in union(l for l in lines(3) if a1 in l)", "a1 b1 c1 a2 a3 b2 c3"),
    ("some {e for e in mine, d in diagonal if e + d = c}", "a2 b2 c2"),
    ("seat(owner[c]) = 2", "c3"),
    ("after(owner[c]) = White", "a1 b1"),
    ("opponent(owner[c]) = Black", "c3"),
    ("owner[c] = opponent", "c3"),
    ("owner[c] = mover", "a1 b1"),
    ("owner[c] = next", "c3"),
    ("turns = 0 and passes = 0", ALL),
    ("last = none", ALL),
    ("last = c", ""),
    ("count(colours) = 2 and count(seats) = 2", ALL),
]


@pytest.mark.parametrize(("condition", "where"), NOT_THERE + SETS_OF_SETS + BOARD + PIECES + VALUES)
def test_a_condition(tmp_path: Path, condition: str, where: str) -> None:
    assert holding(tmp_path, condition, SETUP) == cells(where)


def test_a_domain_that_does_not_exist_is_empty(tmp_path: Path) -> None:
    rules = """
        actions:
          go(c in cells, d in {c + north, c + east}): put man on d
        turn: go
    """
    start = tiny(tmp_path, rules).start()
    assert {move.text.split()[1] for move in start.moves()} == cells("a1 b1 a2 b2")


def test_an_unordered_pair_is_one_choice(tmp_path: Path) -> None:
    rules = """
        board: square(2)
        actions:
          join({a, b} in links):
            - put man on a
            - put man on b
        turn: join
    """
    texts = {move.text for move in tiny(tmp_path, rules).start().moves()}
    assert texts == {"join a1 b1", "join a1 a2", "join b1 b2", "join a2 b2"}


def test_definitions_and_facts(tmp_path: Path) -> None:
    rules = """
        players:
          Black:
            goal: row(3)
          White:
            goal: row(1)
        pieces:
          man:
            ways: north, east
          king:
            ways: diagonal
        setup:
          - put man on a1
          - put king on b2
        define:
          behind(c): c - north
          ahead(c, n): c + n*north
    """
    expected = {
        "c in goal(mover)": "a3 b3 c3",
        "c in goal(opponent(mover))": "a1 b1 c1",
        "behind(c) = a1": "a2",
        "ahead(c, 2) in cells": "a1 b1 c1",
        "ahead(behind(c), 1) = c": "a2 b2 c2 a3 b3 c3",
        "north in ways(c)": "a1",
        "count(ways(c)) = 4": "b2",
        "any(c in neighbours(e, ways(e)) for e in mine)": "a2 b1 a1 c1 a3 c3",
    }
    for condition, where in expected.items():
        assert holding(tmp_path, condition, rules) == cells(where), condition


def test_here_is_the_cell_of_the_piece(tmp_path: Path) -> None:
    rules = """
        pieces:
          rook:
            attacks: sight(here, orthogonal)
          bishop:
            attacks: sight(here, diagonal)
        setup:
          - put rook of Black on a1
          - put bishop of White on c1
    """
    assert holding(tmp_path, "c in attacks(a1)", rules) == cells("a2 a3 b1 c1")
    assert holding(tmp_path, "c in attacks(c1)", rules) == cells("b2 a3")
    assert holding(tmp_path, "any(c in attacks(e) for e in enemy)", rules) == cells("b2 a3")


def test_attributes_and_alike(tmp_path: Path) -> None:
    rules = """
        board: rectangle(4, 1)
        pieces:
          pawn:
            owner: none
            with:
              tall: flag
              hue: dark, light
        setup:
          - put pawn with tall = true, hue = dark on a1
          - put pawn with tall = true, hue = light on b1
          - put pawn with tall = false, hue = light on c1
    """
    expected = {
        "alike({a1, c})": "a1 b1",
        "alike({a1, b1, c})": "a1 b1",
        "alike({c})": "a1 b1 c1",
        "alike({c, d1})": "",  # an empty cell
        "hue[c] = light": "b1 c1",
        "hue[c] = hue[c + east]": "b1",
        "tall[c] = true": "a1 b1",
        "owner[c] = none": "a1 b1 c1 d1",
    }
    for condition, where in expected.items():
        assert holding(tmp_path, condition, rules) == cells(where), condition


def test_tracks(tmp_path: Path) -> None:
    rules = """
        board:
          cells: rectangle(3, 2)
          tracks:
            round: a1 b1 c1 c2 b2 a2 a1
            up: a1 a2
    """
    expected = {
        "c = a1 + 4*round": "b2",
        "c = a1 + 7*round": "b1",  # a circuit
        "c = a1 - round": "a2",
        "c + up = a2": "a1",
        "c + 2*up in cells": "",  # every step must be on the track
        "c + up in cells": "a1",
        "c = a1 + round + up": "",  # b1 is not on `up`
        "c + rotated(up, 2) in cells": "",  # a track has no way clockwise of it
    }
    for condition, where in expected.items():
        assert holding(tmp_path, condition, rules) == cells(where), condition


def test_a_custom_graph(tmp_path: Path) -> None:
    rules = """
        board:
          lines:
            - a1 b1 c1
            - a1 a2
            - c1 c2
    """
    expected = {
        "c in neighbours(b1)": "a1 c1",
        "c in neighbours(a1)": "b1 a2",
        "distance(a2, c) = 4": "c2",
        "c in between(a1, c1)": "b1",
        "c in union(lines(3))": "a1 b1 c1",
        "c in reach(a2, e to neighbours(e) - {b1})": "a1 a2",
    }
    for condition, where in expected.items():
        assert holding(tmp_path, condition, rules) == cells(where), condition


def test_shapes_of_one_hand_are_turned_and_not_mirrored(tmp_path: Path) -> None:
    """The recipe of the documentation: each of four directions fits 5 times 4 ways on 6 by 6."""
    rules = """
        board: square(6)
        define:
          hook(c, d): c, c + d, c + 2*d, c + 2*d + rotated(d, 2)
          hooks: ({hook(c, d) for c in cells, d in orthogonal})
        actions:
          one(s in hooks): put man on s
          either(s in copies({a1, a2, a3, b3})): put man on s
        turn: one or either
    """
    moves = [move.text.split() for move in tiny(tmp_path, rules).start("reference").moves()]
    one, both = ({shape for name, shape in moves if name == sort} for sort in ("one", "either"))
    assert (len(one), len(both)) == (80, 160) and one < both
    assert "{a1,a2,a3,b3}" in one and "{b1,b2,a3,b3}" in both - one
