"""Conditions in many words, each noted after every move: both engines note the same.

One library for each game plays all conditions, so that one more costs next to nothing.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.both_engines import pair
from support.tiny import tiny

pytestmark = pytest.mark.usefixtures("native")

GAME = """
board: {board}
pieces: stone
state:
{flags}
actions:
  place(at in empty): put stone on at
  clear(at in pieces): remove at
turn: {turn}
after turn:
{notes}
end:
  - when no empty or turns = 20: draw
"""
CLEAR = "  clear(at in pieces): remove at\n"
OF_GROUPS = (
    "any(g meets row(1) and g meets column(1) for g in groups(mine))",
    "any(g meets row(1) and g meets column(1) and g meets corners for g in groups(mine))",
    "any(g meets row(1) and g meets row(2) and g meets row(3) for g in groups(enemy))",
    "any(g meets row(1) and not g meets column(1) for g in groups(mine))",
    "any(g touches row(2) and g meets column(1) for g in groups(mine))",
    "any(group(c) meets row(1) and group(c) meets column(1) for c in mine & neighbours(last))",
    "any(group(c) meets row(3) and group(c) meets column(2) for c in {a1, b2} if c in mine)",
    "any(g meets s and g meets z for s in sides, z in sides, g in groups(enemy) if s != z)",
    "all(g meets s for s in sides, g in groups(mine))",
    "any(g meets row(n) for n in 2..3, g in groups(mine))",
    "count(g meets s for s in sides, g in groups(mine)) = 2",
    "any(all(g meets row(n) for n in 1..3 if count(g) > n) for g in groups(mine))",
    "any(all(g meets s for s in sides if s meets corners) for g in groups(mine))",
    "any(count(g meets row(n) for n in 1..3) >= 2 for g in groups(mine))",
    "any(all(g meets row(n) for n in 1..3) for g in groups(mine))",
    "any(count(g meets s for s in sides) >= 2 for g in groups(mine))",
    "all(group(last) meets s for s in sides)",
    "count(group(first(empty)) meets s or mover = Black for s in sides) = 3",
    "not any(not group(last) meets s for s in sides)",
    "count(group(last) meets s for s in sides) >= 2",
    "count(group(c) meets row(1) for c in corners) >= 2",
)
OF_ROWS = (
    "any(count(l & mine) = 2 for l in lines(3))",
    "any(count(l & mine) >= 2 for l in lines(3))",
    "any(count(l & mine) > 2 for l in lines(3))",
    "all(count(l & mine) < 3 for l in lines(3))",
    "any(3 = count(l & mine) for l in lines(3))",
    "any(count(c in mine for c in l) >= 2 for l in lines(3))",
    "count(c in mine for c in corners) >= 2",
    "count(c in mine for c in corners) = 1",
    "1 < count(c in mine for c in row(1))",
    "all(owner[c] = mover for c in row(1))",
    "any(owner[c + east] = mover for c in cells)",
    "count(owner[c + east] = mover for c in cells) = 2",
    "count(mover = owner[c + east] for c in mine) = 1",
    "owner[last + east] = mover",
    "any(owner[a1] = owner[c] for c in row(2))",
    "any(c in mine and count(neighbours(c) & enemy) > count(neighbours(c) & mine) for c in cells)",
    "first(c for c in pieces if c in mine and count(group(c)) > 1 else a1) in row(1)",
)
RUN = "all(c2 + k*d in enemy for k in 1..n)"
RUN_OF_LAST = "all(last + k*d in mine for k in 1..n)"
AHEAD = "count(sight(last, d, enemy) & enemy)"
OF_LINES = (
    f"any(c2 + (n + 1)*d in mine and {RUN} for d in directions, n in 1..2)",
    f"any(last + (n + 1)*d in empty and {RUN_OF_LAST} for d in orthogonal, n in 1..2)",
    f"any(last + (n + 1)*d in empty and {RUN_OF_LAST} for d in orthogonal, n in 0..3 if n != 1)",
    f"count(last + (n + 1)*d in mine and {RUN_OF_LAST} for d in directions, n in 1..3) = 1",
    "max(n for d in {north, west}, n in 1..4 if last + n*d in enemy"
    " and all(last + k*d in enemy for k in 1..n - 1) else 0) >= 2",
    "any(last + n*d in empty and all(last + k*d in enemy for k in 2..n - 1)"
    " for d in directions, n in 2..4)",
    f"count(union({{last + i*d for i in 1..n}} for d in directions, n in 1..3"
    f" if last + (n + 1)*d in mine and {RUN_OF_LAST.replace('mine', 'enemy')})) >= 1",
    "some {last + i*d for d in directions, n in 1..4, i in 1..4 if i < n"
    " and last + n*d in mine and all(last + k*d in enemy for k in 1..n - 1)}",
    "count({last + n*d for d in directions, n in 1..4"
    " if all(last + i*d in empty for i in 1..n)}) > 3",
    "count({last + n*d for d in orthogonal, n in 2..4"
    " if all(last + i*d not in mine for i in 2..n)}) > 3",
    f"any(last + ({AHEAD} + 1)*d in mine for d in directions if {AHEAD} > 0)",
    f"sum({AHEAD} for d in directions if last + ({AHEAD} + 1)*d in empty) = 1",
    f"count(union(sight(last, d, enemy) & enemy if last + ({AHEAD} + 1)*d in mine else {{}}"
    " for d in orthogonal)) = 1",
    f"any(last + ({AHEAD} + 1)*d in enemy | mine for d in diagonal)",
)


@pytest.mark.parametrize("board, turn, conditions", [
    ("triangle(3)", "place", (*OF_GROUPS, *OF_ROWS)),  # groups only grow
    ("triangle(3)", "place or clear", (*OF_GROUPS, *OF_ROWS)),
    ("square(5)", "place or clear", OF_LINES),
])  # fmt: skip
def test_both_engines_note_the_same(
    board: str, turn: str, conditions: tuple[str, ...], tmp_path: Path
) -> None:
    flags = "\n".join(f"  f{n}: flag" for n in range(len(conditions)))
    notes = "\n".join(f"  - set f{n} to ({each})" for n, each in enumerate(conditions))
    rules = GAME.format(board=board, turn=turn, flags=flags, notes=notes)
    game = tiny(tmp_path, rules if "clear" in turn else rules.replace(CLEAR, ""))
    noted: dict[int, set[bool]] = {}
    for seed in range(6):
        chooser, states = random.Random(seed), pair(game)
        while not states[0].is_over:
            move = chooser.choice(states[0].moves())
            states = states[0].play(move), states[1].play(move)
            native, wanted = (list(state.variables.values()) for state in states)
            for number, each in enumerate(conditions):
                assert native[number] == wanted[number], each
                noted.setdefault(number, set()).add(wanted[number])
    assert [conditions[n] for n, both in noted.items() if len(both) == 1] == []


def test_a_ring_is_not_seen_the_other_way_round(tmp_path: Path) -> None:
    """The second cell to the right is seen also to the left, as the third, but not reached so."""
    game = tiny(tmp_path, """
board:
  cells: square(3)
  tracks:
    left: a1 a2 a3 b3 c2 a1
    right: a1 c2 b3 a3 a2 a1
pieces: man
setup:
  - put man of Black on a1
  - put man of White on c2
define:
  is_free(c, d, n): all(c + i*d in empty for i in 1..n)
  reached(c): c + n*d for d in {left, right}, n in 1..2 if is_free(c, d, n)
actions:
  go(start in mine, there in reached(start)): move start to there
turn: go
end:
  - when turns = 9: draw
""")
    native, wanted = ([move.text for move in state.moves()] for state in pair(game))
    assert native == wanted == ["go a1 a2", "go a1 a3"]


FAR = """
board: square(4)
pieces: stone
define:
  room(c): max(n for d in orthogonal, n in 1..3 if all(c + k*d not in pieces for k in 1..n) else 0)
  flanked(c): any(
      c + n*d in pieces(p) and all(c + k*d in empty for k in 1..n - 1)
      for d in directions, n in 1..3, p in colours if p != mover)
  joined(c): any(
      c + n*d in mine and all(c + k*d in pieces(p) for k in 1..n - 1)
      for d in directions, n in 2..3, p in colours if p != mover)
  beyond(a, b): any(b + (count(sight(a, d, enemy) & enemy) + 1)*d in mine for d in directions)
actions:
  place(at in empty): put stone on at
  open_up(at in empty):
    - require room(at) = 3
    - put stone on at
  flank(at in empty):
    - require flanked(at)
    - put stone on at
  join(at in empty):
    - require joined(at)
    - put stone on at
  leap(a in mine, b in empty):
    - require beyond(a, b)
    - put stone on b
turn: place or open_up or flank or join or leap
end:
  - when no empty or turns = 12: draw
"""


def test_rows_of_other_cells_and_colours_and_beyond_the_edge_are_asked_alike(
    tmp_path: Path,
) -> None:
    """What is no cell is not in a set, rows may be counted from another cell than the one that
    they lead on from, and which set cells are in may depend on a further variable.
    """
    played: set[str] = set()
    for seed in range(8):
        chooser, states = random.Random(seed), pair(tiny(tmp_path, FAR))
        while not states[0].is_over:
            moves = states[0].moves()
            assert moves == states[1].moves()
            played |= {move.action for move in moves}
            move = chooser.choice(moves)
            states = states[0].play(move), states[1].play(move)
    assert played == {"place", "open_up", "flank", "join", "leap"}
