"""Questions that are asked from the other side: in other words, on other boards, of other moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from generators.fuzz import compare_walks
from support.both_engines import pair
from support.c_driver import COMPILER
from support.quick import each
from support.tiny import tiny

from interpreter.native.passes.pipeline import PASSES, optimise
from interpreter.native.program import program
from interpreter.native.program.program import program_of

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

ASKED = {
    "what all enemies reach, as a set": """
        players:
          A:
            ahead: north
          B:
            ahead: south
        board: square(5)
        pieces:
          lord:
            reaches: neighbours(here)
          guard:
            reaches: sight(here, diagonal) | neighbours(here, ahead(owner[here]))
          spear:
            with:
              long: flag = false
            reaches: sight(here, ahead(owner[here])) if long[here]
              else {here + 2*ahead(owner[here])}
        setup:
          - for p in colours:
              - put lord of p on (c1 if p = A else c5)
              - put guard of p on ({b1, d1} if p = A else {b5, d5})
              - put spear of p on ({a1, e1} if p = A else {a5, e5})
        state:
          safe: subsets(cells)
          hit: 0..9
        define:
          threats(p): union(reaches(c) for c in pieces(p))
        actions:
          go(start in mine, there in reaches(start) - mine):
            - move start to there
            - if there in mine(spear): set long[there] to there in column(1) | row(3)
        turn: go
        after turn:
          - require not pieces(mover, lord) meets threats(opponent), "the lord would be hit"
          - set safe to {c for c in empty if c not in threats(mover)}
          - set hit to count({c for c in enemy if any(c in reaches(d) for d in mine)})
        end:
          - when stuck: mover wins
          - when turns = 40: draw
    """,
    "legs, hops and a palace of hexagons": """
        players: A, B
        board: hexagon(4)
        pieces:
          chief:
            goes: neighbours(here) & palace
          hopper:
            goes: union(sight(s, d) & pieces for d in directions, s in sight(here, d) & pieces)
          rider:
            goes: here + d + e for d in directions, e in directions if here + d in empty
          stone:
            goes: "{}"
        setup:
          - put chief of A on first(palace)
          - put chief of B on first(c for c in palace if c != first(palace))
          - put hopper of A on first(cells)
          - put hopper of B on first(c for c in cells - palace if c != first(cells))
          - put rider of A on first(edges)
          - put rider of B on first(c for c in edges if x(c) > x(first(edges)))
        state:
          met: 0..40
        define:
          palace: c for c in cells if distance(c, middle) <= 2
          middle: first(c for c in cells if all(distance(c, d) <= 3 for d in cells))
          edges: c for c in cells - palace if count(neighbours(c)) = 4
        actions:
          go(start in mine, there in goes(start) - mine): move start to there
          put_stone(at in empty): put stone on at
        turn: go or put_stone
        after turn:
          - require all(not goes(c) meets mine(chief) for c in enemy)
          - set met to count({c for c in empty if any(c in goes(d) for d in pieces(A))}) mod 41
        end:
          - when stuck: mover wins
          - when turns = 24: draw
    """,
    "along tracks and one way streets, many at a time": """
        players: A, B
        board:
          cells: square(5)
          tracks:
            round: a1 b1 c1 d1 e1 e2 e3 e4 e5 d5 c5 b5 a5 a4 a3 a2 a1
            cross: a3 b3 c3 d3 e3
        pieces:
          cart:
            rolls: sight(here, {round, cross})
          post:
            rolls: sight(here, east) | sight(here, north)
        setup:
          - put cart of A on {a1, c3}
          - put cart of B on {e5, b3}
          - put post of A on {a2, b2}
          - put post of B on {d4, c4}
        state:
          idle: flag
        define:
          can_take(p): any(rolls(c) meets pieces(opponent(p)) for c in pieces(p))
        actions:
          roll(start in mine, there in rolls(start) - mine):
            - require there in enemy or not can_take(mover)
            - move start to there
          drop(at in empty):
            - require not any(at in rolls(c) for c in enemy)
            - put post on at
        turn: roll or drop
        after turn:
          - set idle to not can_take(opponent) and all(a1 not in rolls(c) for c in mine)
        end:
          - when no enemy: mover wins
          - when turns = 30: draw
    """,
}  # fmt: skip


@pytest.mark.parametrize("name", each(2, ASKED))
def test_both_engines_play_it_alike(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tiny(tmp_path, ASKED[name])
    assert game.engine().name == "native", game.why_reference
    native, reference = pair(game)
    assert compare_walks(native, reference, seed=1) > 6
    made = program_of(game.reference).rules
    assert "inverse" in [each.name for each in PASSES]
    monkeypatch.setattr(program, "optimise", lambda plan: optimise(plan, ("inverse",)))
    assert program_of(game.reference).rules != made


def test_sets_larger_than_the_board_are_asked_as_before(tmp_path: Path) -> None:
    """A cell leads to runs of three, of which there are more than codes in a set of cells."""
    game = tiny(tmp_path, """
        board: square(6)
        state:
          taken: subsets(lines(3))
        actions:
          place(at in empty):
            - put man on at
            - add {l for l in lines(3) if l within mine} to taken
        turn: place
        end:
          - when any({l for l in lines(3) if c in l} meets taken for c in row(2) & mine): draw
    """)
    assert game.engine().name == "native", game.why_reference
    assert compare_walks(*pair(game), seed=1) > 6


def test_too_many_cases_are_asked_as_before(tmp_path: Path) -> None:
    """Each of twelve flags decides whether a piece sees in a direction."""
    ways = ("north", "east", "south", "west")
    flags = [f"way_{number}" for number in range(12)]
    sights = (
        f"(sight(here, {ways[i % 4]}) if {flag}[here] else none_of)" for i, flag in enumerate(flags)
    )
    game = tiny(tmp_path, f"""
        pieces:
          man:
            with:
              {"".join(f"{flag}: flag = false{chr(10)}              " for flag in flags)}
            reaches: {" | ".join(sights)}
        define:
          none_of: row(1) - row(1)
        actions:
          place(at in empty, far in flag):
            - require not any(at in reaches(c) for c in enemy)
            - put man on at
            - set way_1[at] to far
        turn: place
        end:
          - when stuck: mover wins
    """)
    assert game.engine().name == "native", game.why_reference
    assert compare_walks(*pair(game), seed=1) > 6


def test_what_is_seen_from_a_place_of_the_grid_that_is_no_cell(tmp_path: Path) -> None:
    """A set of which nothing is known may hold every bit of its words, also behind the grid."""
    game = tiny(tmp_path, """
        board: hexagon(6) - corners
        pieces: ring, marker
        define:
          from(c, d): ({c} | sight(c, d) & empty)
          over(c, d): union(sight(e, d, pieces(marker)) & empty for e in from(c, d))
        actions:
          place(at in empty): put ring on at
          go(start in mine(ring), there in union(over(start, d) for d in directions)):
            - move start to there
            - put marker on start
        turn: place up to 2 times, go if possible
    """)
    assert program.written(program.lowered(game.reference)).text
