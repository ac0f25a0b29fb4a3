"""Questions about each of many cells, directions or patterns are asked of all of them at once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.tiny import tiny

from interpreter.native.ir.show import show_plan
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.pipeline import optimise
from interpreter.native.program.program import program_of

pytestmark = pytest.mark.usefixtures("native")

STEPS = """
actions:
  place(k in supply(mover), at in empty): put k on at
  step(start in {domain}, there in neighbours(start) & empty):
    - move start to there
opening:
  - place 4 times
  - place 4 times
turn: step else pass
"""
KINDS = """
board: square(4)
pieces:
  mouse:
    rank: 1
    supply: 2
  cat:
    rank: 2
    supply: 2
  dog:
    rank: 3
    supply: 2
define:
  friends(c): n for n in neighbours(c) if owner[n] = owner[c]
  beats(a, b): owner[a] != owner[b] and rank(a) > rank(b)
  held(c): no friends(c) and any(beats(n, c) for n in neighbours(c) & pieces)
  free(p): c for c in pieces(p) if not held(c)
"""
# What is not in the plan if the question is asked of all at once, and what is.
GAMES: dict[str, tuple[str, str, str]] = {
    "what kinds of pieces are next to each other": (
        KINDS + STEPS.format(domain="free(mover)"), ":bits;", "dilate<near0>",
    ),
    "whose number another one tells": ("""
        board: square(4)
        pieces:
          man:
            with:
              rank: 1..13
              is_red: flag
        actions:
          place(r in {1, 2, 3, 12, 13}, at in empty):
            - put man with rank = r, is_red = (at in row(1)) on at
          strike(c in mine, d in enemy):
            - require rank[d] = rank[c] + 1 and is_red[c] != is_red[d]
            - remove d
        turn: place, strike if possible
        end:
          - when turns = 9: draw
    """, "eq(table16", "minus(minus(meet(minus(meet("),
    "how many are next to a cell": ("""
        board: square(4)
        actions:
          place(at in {c for c in empty if count(neighbours(c) & mine) in {0, 3, 4}}): put man on at
        turn: place else pass
    """, "count(", "moved<"),
    "whether there is a row at all": ("""
        board: square(6)
        actions:
          place(at in empty): put man on at
          take(l in {m for m in lines(3) if m within mine}): remove l
        turn: place, take if possible
    """, "count(", "select(or(meets("),
    "each direction by itself": ("""
        board: square(5)
        define:
          jumps(c, d): sight(c, d, pieces) & empty
          far(c, d): union(jumps(e, d) for e in sight(c, d) & empty)
          ways(c): union(jumps(c, d) | far(c, d) for d in directions)
        actions:
          place(at in empty): put man on at
          go(start in mine, there in ways(start)): move start to there
        opening:
          - place 3 times
          - place 3 times
        turn: go else pass
    """, ":bits;", "moved<"),
    "only directions of which something holds": ("""
        board: square(5)
        define:
          jumps(c, d): sight(c, d, pieces) & empty
          ways(c): union(jumps(c, d) for d in directions if c + d in empty or c in corners)
        actions:
          place(at in empty): put man on at
          go(start in mine, there in ways(start)): move start to there
        opening:
          - place 4 times
          - place 4 times
        turn: go else pass
    """, ":bits;", "select("),
    "steps by what lies around both cells": ("""
        board: hexagon(3)
        define:
          both(c, d, s): neighbours(c) & neighbours(d) & pieces - {s}
          ways(c, s): d for d in neighbours(c) & empty if count(both(c, d, s)) = 1
        actions:
          place(at in empty): put man on at
          go(start in mine, there in reach(start, c to ways(c, start))): move start to there
        opening:
          - place 4 times
          - place 4 times
        turn: go else pass
    """, "reach<", "spread<"),
    "what kinds of pieces that are no weaker are next to each other": (
        KINDS.replace(">", ">=") + STEPS.format(domain="free(mover)"), ":bits;", "dilate<near0>",
    ),
    "what several cells see in the direction of the mover": ("""
        players:
          Black:
            ahead: north
          White:
            ahead: south
        board: square(5)
        define:
          shade: union(sight(c, ahead(mover)) for c in mine)
        actions:
          place(at in empty - shade): put man on at
        turn: place else pass
    """, ":bits;", "moved_by("),
    "whether a set is one group": ("""
        board: square(4)
        actions:
          place(at in empty):
            - put man on at
            - require count(groups(mine)) = 1
        turn: place else pass
    """, "count to", "flood<"),
    "whether a set is more than one group": ("""
        board: square(4)
        actions:
          place(at in empty):
            - put man on at
            - if count(groups(mine)) > 1: remove at
        turn: place else pass
    """, "count to", "flood<"),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_all_are_asked_at_once_and_the_engines_agree(name: str, tmp_path: Path) -> None:
    rules, without, having = GAMES[name]
    game = tiny(tmp_path, rules)
    plan = make_plan(game.reference)
    optimise(plan)
    assert without not in show_plan(plan) and having in show_plan(plan)
    for seed in range(3):
        chooser = random.Random(seed)
        states = game.start(engine="native"), game.start(engine="reference")
        while not states[0].is_over:
            native, reference = states
            assert native.moves() == reference.moves()
            move = chooser.choice(native.moves())
            states = native.play(move), reference.play(move)
        assert states[0].pieces() == states[1].pieces() and states[1].is_over


def test_a_first_value_of_which_nearly_all_are_possible_is_not_looked_for(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
        board: square(8)
        pieces:
          man:
            supply: 8
        define:
          leap(c, d): sight(c, d, pieces) & empty
          far(c, d): union(leap(e, d) for e in sight(c, d) & empty)
          goals(c): union(leap(c, d) | far(c, d) for d in directions)
        actions:
          place(at in empty): put man on at
          go(start in mine, there in goals(start)): move start to there
        opening:
          - place 8 times
          - place 8 times
        turn: go if possible, place if possible
    """)
    plan = make_plan(game.reference)
    optimise(plan)
    choices = [line for line in show_plan(plan).splitlines() if "choose x_start_1" in line]
    assert choices and not any("of these" in line for line in choices)


def test_an_action_that_cannot_be_has_no_candidates(tmp_path: Path) -> None:
    game = tiny(tmp_path, """
        state:
          left: 0..3 = 3
          waited: 0..5
        actions:
          place(at in empty):
            - require left > 0
            - put man on at
            - take 1 from left
          wait(k in {1, 2, 3, 4, 5}): set waited to k
        turn: place or wait
    """)
    assert "(0 < s->v_left) ? " in program_of(game.reference).rules
