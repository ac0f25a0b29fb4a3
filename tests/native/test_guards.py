"""What stands behind a condition is never asked where it does not hold, whatever moves around it.

Each game asks of something that need not exist (a number that no set can hold, the largest of no
groups, an entry for no cell), or has a form that some rewriting of rules takes apart.  Both engines
must agree on it, and what is compiled must not leave its arrays.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.both_engines import compare_trees, pair, walk
from support.c_driver import COMPILER, assert_clean
from support.quick import each
from support.tiny import tiny

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

DEEP = 3
PLACE = """
actions:
  place(at in empty): put man on at
turn: place
end:
"""
PLACE_LINE = PLACE + "  - when no empty: draw\n  - when "
ROUND = """
turn: place else pass
end:
  - when passes = 2 or turns = 8: draw
"""
GUARDS = {
    "a number that may be none, in a set of numbers": """
state:
  n: 0..9 or none
  taken: subsets(0..9)
actions:
  place(at in {c for c in empty if c in corners or c != b2 and n in taken}):
    - put man on at
""" + ROUND,
    "the largest of no groups, in a set of numbers": """
state:
  best: 0..9 or none
  sizes: subsets(0..9)
actions:
  place(at in empty):
    - put man on at
    - set best to max(count(g) for g in groups(mine) if count(g) >= 2)
    - if best != none: add best to sizes
  skip: require count(c in corners and best in sizes for c in mine) >= 1
turn: place or skip
end:
  - when no empty or turns = 8: draw
""",
    "a set of the size of no group, the same for each round of a loop": PLACE_LINE + (
        "sum(x(c) for c in mine if x(c) != count(mine) and"
        " count({max(count(g) for g in groups(pieces(after(mover)))), 3}) = 1) >= 4: mover wins"
    ),
    "a set of the size of no group, for each colour": """
define:
  sizes(p): count({max(count(g) for g in groups(pieces(p))), 3})
actions:
  place(at in empty): put man on at
turn: place or pass
end:
  - when passes = 2 or turns = 8: most sizes wins
""",
    "a number beyond all sets, in a set of each line": """
state:
  total: 1..1000 = 1000
define:
  numbers(l): x(c) for c in l
""" + PLACE_LINE + "any(total in numbers(l) and l within mine for l in lines(3)): mover wins",
    "a number beyond all sets, fixed by the turn": """
state:
  total: 1000000000..1000000009
  open: subsets(0..9)
actions:
  place(at in empty): put man on at
  choose(n in open): set total to 1000000001
turn: place, choose(total) if possible
after turn:
  - add 3 to open
end:
  - when turns = 9: draw
""",
    "a fraction in a set of numbers": """
state:
  taken: subsets(0..9) = {0, 1, 2, 3}
""" + PLACE_LINE + "0.5 * count(mine) in taken and a1 in mine: mover wins",
    "a whole number among fractions": (
        PLACE_LINE + "(1 if a1 in mine else 0.5) = 1: mover wins"
    ),
    "a try before a condition on the new group": """
state:
  mined[p in colours]: cells
sees:
  mined[p]: p = viewer
setup:
  - put man of Black on b1
actions:
  place(at in empty):
    - try at != mined[opponent], "mined"
    - put man on at
    - try count(group(at)) <= 1
""" + ROUND.replace("else", "or"),
    "a condition on the new group that needs a number of the position": """
define:
  small(c, n):
    - require count(group(c)) <= n
actions:
  place(at in empty):
    - put man on at
    - small(at, count(row(1) - empty))
""" + ROUND,
    "sets of numbers of each cell that share nothing with one": """
state:
  taken: subsets(1..8)
actions:
  place(at in {c for c in empty if not ({x(c), y(c)} meets taken)}):
    - put man on at
    - add x(at) to taken
""" + ROUND,
    "sets of numbers of each cell within one": """
board: rectangle(8, 1)
state:
  taken: subsets(1..8) = 2..8
actions:
  place(at in {c for c in empty if {x(c), x(c) + 1} within taken}):
    - put man on at
    - take x(at) from taken
""" + ROUND,
    "a set of numbers of each line within another": PLACE_LINE + (
        "any({x(first(l)), 12} within {count(mine), 12} for l in lines(3)): mover wins"
    ),
    "a set of numbers of each line that shares nothing with another": """
board: square(5)
state:
  taken: subsets(1..60) = {1, 2}
define:
  total(l): 2 * sum(x(c) for c in l)
actions:
  place(at in empty):
    - put man on at
    - require any(not ({total(l)} meets taken) for l in lines(4)) or at != b2
    - add count(mine) + 4 to taken
""" + ROUND,
    "numbers that are codes beyond the columns of a board": """
board: square(15)
state:
  taken: subsets(1..240) = {1}
define:
  mark(l): 16 * x(first(l)) - 1
actions:
  place(at in row(9)):
    - require at in empty
    - put man on at
    - add 16 * x(at) - 1 to taken
turn: place
end:
  - when turns >= 2 and any(not ({mark(l)} meets taken) for l in lines(5)): mover wins
""",
    "a loop that is put into a loop over a variable of the same name": """
board: square(4)
setup:
  - put man of Black on {a1, b2, c4}
  - put man of White on {d1, c2, a4}
state:
  n: 0..1000
  taken: subsets(0..20) = {0, 2, 4, 6, 7, 9}
define:
  far(c): count(distance(c, d) <= count(neighbours(c) & mine) for d in cells)
actions:
  go(start in mine, there in empty):
    - set n to 3 * count(far(c) > 3 for c in cells)
    - require there in {c for c in empty if far(c) > 2 and n in taken}
    - move start to there
turn: go else pass
end:
  - when passes = 2 or turns = 8: draw
""",
    "rows longer than half a word": """
board: square(34)
actions:
  place(at in {a1, b1, c1, d1} & empty): put man on at
turn: place
end:
  - when any(l within mine for l in lines(33, orthogonal)): mover wins
  - when turns = 4: draw
""",
    "groups on a board without neighbours": """
board: square(2) - {b1, a2}
define:
  both: groups(mine) | groups(enemy)
""" + PLACE_LINE + "max(count(g) for g in both else 0) >= 2: mover wins",
    "lists of two lengths, one for each colour": """
players:
  Black:
    limit: 3
  White:
    limit: 5
define:
  score(p): list(count(pieces(p) & row(k)) for k in 1..limit(p) if k <= 3)
""" + PLACE + "  - when turns = 6: most score wins",
    "one of two lists of two lengths": PLACE_LINE + (
        "(list(count(mine & row(k)) for k in 1..2) if a1 in mine else"
        " list(count(mine & row(k)) for k in 1..3)) > list(k for k in 1..1): mover wins"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", GUARDS.values(), ids=GUARDS)
def test_both_engines_agree(tmp_path: Path, text: str) -> None:
    native, reference = pair(tiny(tmp_path, text))
    assert compare_trees(native, reference, DEEP, set()) > 1
    for seed in range(3):
        assert walk(native.game, seed, 12) > 0


@pytest.mark.parametrize("name", each(4, GUARDS))
@pytest.mark.usefixtures("folder")
def test_nothing_outside_is_touched(tmp_path: Path, name: str) -> None:
    text = GUARDS[name]
    assert_clean(tiny(tmp_path, text), tmp_path)


REFUSED = {
    "a sum of large constants": PLACE_LINE + "turns + 100000 * 100000 > 2000000000: mover wins",
    "a product of large numbers": """
state:
  n: 0..90000 = 60000
actions:
  place(at in empty):
    - put man on at
    - add 1 to n
turn: place
end:
  - when n * n > 5: mover wins
""",
    "numbers far apart": """
state:
  total: 0, 1000000000
actions:
  place(at in empty):
    - put man on at
    - set total to 1000000000 * count(mine & corners)
turn: place
end:
  - when total > 1: mover wins
""",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_numbers_that_do_not_fit_are_refused(tmp_path: Path, text: str) -> None:
    game = tiny(tmp_path, text)
    with pytest.raises(ValueError, match=r"cannot play tiny: .* (beyond 2,|only some)"):
        game.start(engine="native")
    assert game.start().engine.name == "reference"
