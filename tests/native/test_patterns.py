"""Patterns that are kept while pieces come, go, move and change, in made-up games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.both_engines import walk
from support.tiny import tiny

from interpreter.native.ir.plan import Plan
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.pipeline import optimise

pytestmark = pytest.mark.usefixtures("native")

GAMES = {
    "three in a row win and two lose": """
        board: square(9)
        define:
          made(k): any(l within mine for l in lines(k))
        actions:
          place(at in empty): put man on at
        turn: place
        end:
          - when made(3): mover wins
          - when made(2): mover loses
          - when no empty: draw
    """,
    "lines on a hexagon, where men are captured": """
        board: hexagon(7)
        state:
          taken: 0..60
        define:
          caught(at): union({at + d} for d in directions if at + d in enemy and at + 2*d in mine)
        actions:
          place(at in empty):
            - put man on at
            - add count(caught(at)) to taken
            - remove caught(at)
          jump(start in mine, there in empty & neighbours(start)): move start to there
        turn: place or jump
        end:
          - when any(l within mine for l in lines(4)): mover wins
          - when any(all(c in enemy for c in l) for l in lines(3)) and taken > 3: mover loses
          - when turns = 70: draw
    """,
    "men that turn over, change places and are lifted": """
        board: square(9)
        define:
          five: any(l within mine for l in lines(5))
          theirs: any(l within enemy for l in lines(5, orthogonal))
        actions:
          place(at in empty):
            - put man on at
            - for c in neighbours(at) & enemy if x(c) > 4: set owner[c] to mover
          switch(a in mine, b in enemy & neighbours(a)):
            - require not five
            - swap a and b
          take(at in enemy & row(2)):
            - remove at
            - put man on at
            - if five: remove row(2) & mine
          fill(at in empty & row(5)):
            - put man on {a5, c5, d5, e5} & empty
        opening:
          - fill or place
        turn: place or switch or take
        end:
          - as soon as five: mover wins
          - when theirs: opponent wins
          - when turns = 60: draw
    """,
    "a pattern over two attributes": """
        board: square(5)
        pieces:
          man:
            owner: none
            with:
              hue: red, blue
              size: 1..3
        define:
          same(l): l within pieces and (alike(l) or all(size[c] = 2 for c in l))
        actions:
          place(h in {red, blue}, s in 1..3, at in empty): put man with hue = h, size = s on at
          paint(at in pieces): set hue[at] to blue
          take(at in pieces & corners): remove at
        turn: place or paint or take
        end:
          - as soon as any(same(l) for l in lines(4) | blocks(2, 2)): mover wins
          - when turns = 40: draw
    """,
    "squares of any size, by their upper right corners": """
        board: square(6)
        state:
          best: 0..6
          corner: cells or none
        define:
          made(c, s): c, c + s*west, c + s*south, c + s*west + s*south
          corners_of(s): c for c in cells if made(c, s) within mine
          largest: max(s for s in 1..5 if some corners_of(s) else 0)
        actions:
          place(at in empty): put man on at
        turn: place
        after turn:
          - if largest > best:
              - set best to largest
              - set corner to first(corners_of(best))
        end:
          - when no empty: mover wins
    """,
    "the shapes of a list, and any of three rows of a colour": """
        board: rectangle(6, 7)
        define:
          one_has(k): any(any(l within pieces(p) for l in lines(k)) for p in colours)
          cross(c): neighbours(c) | {c}
          whole: any(cross(c) within mine for c in cells if count(neighbours(c)) = 4)
        actions:
          place(at in empty): put man on at
          push(at in mine, there in empty & neighbours(at)):
            - move at to there
            - require not any(f within mine for f in {{a1, b2, c3}, {a3, b3, c3}})
        turn: place or push
        end:
          - when whole: draw
          - when one_has(4): mover wins
          - when turns = 50: draw
    """,
}


def plan_of(game: Any) -> Plan:
    plan = make_plan(game.reference)
    optimise(plan)
    return plan


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_play_it_alike(name: str, tmp_path: Path) -> None:
    game = tiny(tmp_path, GAMES[name])
    assert game.engine().name == "native", game.why_reference
    for seed in range(3):
        assert walk(game, seed, 70) > 2
