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
board: triangle(3)
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
)


@pytest.mark.parametrize("turn", ["place", "place or clear"])
def test_both_engines_note_the_same(turn: str, tmp_path: Path) -> None:
    """Groups only grow in the first of the two games."""
    conditions = (*OF_GROUPS, *OF_ROWS)
    flags = "\n".join(f"  f{n}: flag" for n in range(len(conditions)))
    notes = "\n".join(f"  - set f{n} to ({each})" for n, each in enumerate(conditions))
    rules = GAME.format(turn=turn, flags=flags, notes=notes)
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
