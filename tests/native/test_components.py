"""Made-up games that ask of groups what has to be kept or asked again as pieces come and go."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.both_engines import walk
from support.edges import edge, needs_compiler
from support.tiny import tiny

from interpreter import load_game
from interpreter.native.lowering.planner import make_plan
from interpreter.native.passes.groups.kept import most_asked
from interpreter.native.program.program import program_of

pytestmark = needs_compiler

WALKS = 4
MOST = 40  # moves of a walk
CHANGED, GROWING = "changed_0", "join_groups("  # what the C text has of each way

GAMES = {
    "captures, moves and exact sizes": ((CHANGED,), """
        board: hexagon(3)
        define:
          free(g): neighbours(g) & empty
        actions:
          place(at in empty):
            - put stone on at
            - remove union(g for g in groups(enemy) if no free(g))
            - require some free(group(at))
          step(from in mine, there in neighbours(from) & empty): move from to there
        turn: place or step else pass
        end:
          - when any(count(g) = 4 for g in groups(mine)): mover wins
          - when not all(count(g) < 6 for g in groups(enemy)): mover loses
          - when turns = 40 or passes = 2: draw
    """),
    "pieces that change sides": ((CHANGED,), """
        board: square(4)
        define:
          held(g): neighbours(g, diagonal) within enemy
          corner(g): count(g & column(1)) >= 2 and count(g) = 3
          across(g): g meets row(1) and g meets row(4)
        setup:
          - put stone of Red on row(1)
          - put stone of Blue on row(4)
        actions:
          trade(a in mine, b in neighbours(a, directions) & enemy): swap a and b
          slide(a in mine, b in neighbours(a) & empty): move a to b
          drop(at in empty):
            - put stone of opponent on at
            - let shut = union(g for g in groups(mine, diagonal) if held(g))
            - if some shut: remove shut
        turn: trade or slide or drop else pass
        end:
          - when any(across(g) for g in groups(mine, directions)): mover wins
          - when any(corner(g) for g in groups(enemy)): draw
          - when turns = 30: opponent wins
    """),
    "what groups enclose, and nobody's pieces": ((CHANGED,), """
        board: hexagon(3)
        pieces:
          stone:
          rock:
            owner: none
        define:
          cut(g): not all(hole meets row(1) for hole in groups(cells - g))
          shut(g): any(not any(hole meets s for s in sides) for hole in groups(cells - g))
        actions:
          place(at in empty): put stone on at
          block(at in empty): put rock on at
          dig(at in pieces & neighbours(mine)): remove at
        turn: place or block or dig else pass
        end:
          - when any(shut(g) for g in groups(mine)): mover wins
          - when any(cut(g) for g in groups(enemy)): draw
          - when any(count(g) > 3 for g in groups(pieces(none))): draw
          - when turns = 40: draw
    """),
    "three colours, of which each is asked": ((CHANGED,), """
        players: Red, Blue, Green
        board: square(4)
        actions:
          place(at in empty): put stone on at
          take(at in enemy & neighbours(mine)): remove at
        turn: place, (take else pass)
        end:
          - when any(count(g) >= 4 for g in groups(mine)): mover wins
          - when any(count(g) = 2 and g meets column(1) for g in groups(pieces(Red))): Red wins
          - when no empty or turns = 20: draw
    """),
    "sums, bounds and sides of groups that grow": ((CHANGED, GROWING), """
        board: hexagon(3)
        define:
          edges(g): count(g meets s - corners for s in sides)
          wide(g): not (g within column(3)) and count(g) >= 6
          largest(p): max(count(g) for g in groups(pieces(p)) else 0)
        actions:
          place(at in empty): put stone on at
        turn: place, place else pass
        end:
          - when any(count(g & corners) >= 2 for g in groups(mine)): mover wins
          - when any(edges(g) >= 3 and count(g) > 4 for g in groups(mine)): mover wins
          - when any(count(g) - count(g & row(3)) > 5 for g in groups(mine)): mover wins
          - when any(wide(g) and g meets row(1) for g in groups(mine)): draw
          - when not all(count(g) <= 7 for g in groups(enemy)): draw
          - when largest(mover) > 8 or largest(mover) - largest(opponent) > 4: mover loses
          - when any(count(g) = 3 and g meets row(3) for g in groups(mine)): opponent wins
          - when no empty: draw
    """),
    "what the group of a new piece would be": ((GROWING, "joined("), """
        board: hexagon(3)
        define:
          near(c): count(group(c) & (row(3) | corners))
          low(c): group(c) within row(1) | row(2)
          home: column(1) if mover = Red else column(2)
          line(c): group(c) meets row(1) and group(c) meets row(3) and count(group(c)) = 4
        actions:
          place(at in empty):
            - put stone on at
            - require count(group(at) & corners) < 2 and count(group(at)) < 5
            - require not (group(at) meets row(1)) or near(at) < 3 or low(at)
          swap_in(at in empty):
            - require turns > 2
            - put stone of opponent on at
            - require count(group(at)) = 2 or group(at) meets home
        turn: place or swap_in else pass
        end:
          - when line(last): draw
          - when passes = 2: mover loses
    """),
    "how many groups there are": ((">= 3) goto",), """
        board: square(5)
        setup:
          - put stone of Red on {a1, c1, e1, b3}
          - put stone of Blue on {a5, c5, e5, d3}
        define:
          one_each: count(count(groups(pieces(p))) < 2 for p in colours) > 1
          many(p): count(count(g) > 1 for g in groups(pieces(p), directions))
        actions:
          hop(a in mine, b in leaps(a, 1, 2) - mine): move a to b
          drop(at in empty): put stone on at
        turn: hop or drop
        end:
          - when count(groups(mine, directions)) = 1: mover wins
          - when many(opponent) >= 3 or 5 < count(groups(enemy)): draw
          - when 3 <= many(mover) or one_each: mover loses
          - when turns = 20: draw
    """),
    "links that come and go": ((CHANGED, "changed_3"), """
        board: square(4)
        state:
          walls: subsets(links)
          gaps[p in colours]: subsets(links)
          roads[p in colours]: subsets(links(c to leaps(c, 1, 2)))
        define:
          exits(c): d for d in neighbours(c) if {c, d} not in walls
          narrow(c): d for d in neighbours(c) if {c, d} not in gaps[opponent]
          joined(c): d for d in leaps(c, 1, 2) if {c, d} in roads[mover]
          three(g): count(g) = 3 and g meets row(1)
          pair(g): count(g) = 2 and g meets column(1)
        actions:
          place(at in empty):
            - put stone on at
            - for p in mine & leaps(at, 1, 2):
                - add {{at, p}} to roads[mover]
          build(w in links - walls): add w to walls
          cut(w in links - gaps[opponent]): add w to gaps[opponent]
          open(w in walls): take w from walls
          leave(at in mine): remove at
        turn: place or build or open or leave or cut
        end:
          - when any(pair(g) for g in groups(enemy, c to narrow(c))): mover loses
          - when any(count(g) >= 4 for g in groups(mine, c to joined(c))): mover wins
          - when any(three(g) for g in groups(mine, c to exits(c))): draw
          - when any(count(g) > 4 for g in groups(pieces(Red), c to exits(c))): Red wins
          - when turns = 30: draw
    """),
}


@pytest.mark.parametrize(("kept", "rules"), GAMES.values(), ids=GAMES)
def test_both_engines_play_the_same(tmp_path: Path, kept: tuple[str, ...], rules: str) -> None:
    game = edge(tmp_path, rules)
    text = program_of(game.reference).rules
    assert all(name in text for name in kept)
    assert sum(walk(game, seed, MOST) for seed in range(WALKS)) > MOST


def test_a_ring_is_seen_when_its_last_stone_closes_it(tmp_path: Path) -> None:
    _, rules = GAMES["what groups enclose, and nobody's pieces"]
    state = edge(tmp_path, rules).start(engine="native")
    ring, others = "b2 b3 c4 d3 d2".split(), "a1 a3 e1 e3 c1".split()  # around c3
    for mine, other in zip(ring, others, strict=True):
        state = state.play(f"place {mine}").play(f"block {other}")
        assert not state.is_over
    state = state.play("place c2")
    assert state.is_over and state.result == [1.0, 0.0]


def test_a_group_has_its_size_again_when_a_stone_leaves(tmp_path: Path) -> None:
    game = edge(tmp_path, """
        board: square(5)
        actions:
          place(at in empty): put stone on at
          leave(at in mine): remove at
        turn: place or leave
        end:
          - when any(count(g) = 3 and g meets column(1) for g in groups(mine)): mover wins
          - when turns = 20: draw
    """)
    state = game.start(engine="native")
    for cell in "b1 e5 c1 e3 d1 e1 e2 c5 b5 c3 a1 a5".split():
        state = state.play(f"place {cell}")  # four of Red's in a row from the first column on
    assert not state.is_over
    state = state.play("leave d1")
    assert state.is_over and state.result == [1.0, 0.0]


MOST_ASKED = """
actions:
  a(at in empty):
    - require count(groups(mine, orthogonal)) < 2
    - put man on at
  b(at in empty):
    - require count(groups(mine, orthogonal)) < 2 or at in row(1)
    - put man on at
  c(at in empty):
    - require count(groups(mine, directions)) < 2
    - put man on at
  d(at in empty):
    - require count(groups(enemy, directions)) < 3 or no mine
    - put man on at
  e(at in empty):
    - require count(groups(mine, orthogonal)) < 2 or at in row(2)
    - put man on at
turn: a or b or c or d or e
"""


def test_the_relation_that_most_rules_speak_of_is_kept(tmp_path: Path) -> None:
    plan = make_plan(tiny(tmp_path, MOST_ASKED).reference)
    name = most_asked(plan)
    assert name is not None and plan.layout.relations[name][0] is not None
    assert len(plan.layout.relations[name][0] or ()) == 4  # shifts


@pytest.mark.parametrize("size, is_part", [(13, True), (19, True), (21, False)])
def test_floods_are_parts_of_their_callers_where_sets_have_few_words(
    size: int, is_part: bool
) -> None:
    """A processor waits for sets of several words that were just written as arguments."""
    text = program_of(load_game("go", size=size).reference).text
    floods = re.findall(r"static (INSIDE )?Set\d+ (?:flood|reached)_near", text)
    assert floods and all(bool(inside) == is_part for inside in floods)
