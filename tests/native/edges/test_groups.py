"""Groups that are read while stones come and go."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.both_engines import pair
from support.edges import edge, edge_tests, needs_compiler

pytestmark = needs_compiler

EDGES = {
    "a cell belongs to a colour, and a group touches two regions": """
        board: rectangle(3, 2)
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when group(last) meets row(1) and group(last) meets row(2) and a1 in mine: mover wins
          - when no empty: draw
    """,
    "what is reached from a cell without others is nothing": """
        board: rectangle(3, 2)
        define:
          reached(c): reach(c, d to neighbours(d) & mine)
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when any(reached(c) meets column(1) for c in column(1) & mine): mover wins
          - when no empty: draw
    """,
    "groups, links and distances by steps of their own": """
        board: rectangle(3, 2)
        state:
          walls: subsets(links)
          far: 0..30 or none
          kept: subsets(links)
          many: 0..9
        define:
          exits(c): d for d in neighbours(c) if {c, d} not in walls
          ahead(c): c + east, c + northeast
        actions:
          place(at in empty):
            - put stone on at
            - let parts = groups(mine, c to leaps(c, 1, 2))
            - if some walls:
                - for g in groups(pieces, c to exits(c)):
                    - if count(g) > 2: remove first(g)
            - set many to count(parts) + count(groups(mine, c to leaps(c, 1, 2)))
            - let front = first(g for g in groups(pieces, c to leaps(c, 1, 2)) if at not in g)
            - if some front: add count(front) to many
            - set far to distance(a1, at, c to exits(c))
            - set kept to links(c to ahead(c)) & links
          build(w in {{a1, b1}, {a1, a2}}):
            - require w not in walls
            - add w to walls
        turn: place or build
        end:
          - when count(group(a2, c to exits(c))) = 3: mover wins
          - when all(g meets row(1) for g in groups(mine, c to exits(c))) and turns = 3: mover loses
          - when {{a1, b1}} & links(c to exits(c)) meets groups(enemy, c to exits(c)): draw
          - when turns = 4 or far = none or many = 6: draw
    """,
    "what touches two groups, of one colour or of all": """
        board: rectangle(3, 2)
        actions:
          place(at in empty):
            - require count(at touches g for g in groups(mine)) <= 1
            - put stone on at
          grow(at in empty):
            - require count(at touches g for g in groups(pieces)) = 1
            - put stone on at
        turn: place or grow
        end:
          - when stuck: next loses
    """,
    "the same asked of the groups; floods from cells; which sizes there are; some of them": """
        board: rectangle(3, 2)
        define:
          beside(at): union(group(c) for c in neighbours(at) if c in enemy and count(group(c)) = 1)
        actions:
          place(at in empty):
            - require count({g for g in groups(mine) if at in neighbours(g)}) <= 1
            - put stone on at
            - remove beside(at)
          tie(at in empty):
            - require at in {c for c in empty if count(g touches c for g in groups(pieces)) = 1}
            - let pairs = {g for g in groups(pieces) if count(g) = 2}
            - put stone on at
            - if count(pairs) = 1: remove first(g for g in pairs)
        turn: place or tie
        end:
          - when any(a + k*east in mine and a + north in mine for a in mine, k in 1..2): mover wins
          - when count(any(n = count(g) for g in groups(mine)) for n in 1..3) = 2: draw
          - when stuck or turns = 3: next loses
    """,
    "where a stone may go depends on the groups without it": """
        board: square(3)
        setup:
          - put stone of Red on {a1, b1, a3}
          - put stone of Blue on {c3, c2, c1}
        actions:
          hop(start in mine, there in empty):
            - lift start
            - require count(there touches g for g in groups(mine) if count(g) >= 2) != 1
            - put stone on there
          skip(start in mine, there in empty):
            - lift start
            - require there in reach(start, c to neighbours(c) & empty)
            - require count(there touches g for g in groups(mine)) = 1
            - put stone on there
        turn: hop, skip else pass
        end:
          - when turns >= 2: mover wins
    """,
    "the set-up asks about groups": """
        board: square(3)
        define:
          all_groups: groups(mine) | groups(enemy)
        setup:
          - put stone of Red on a1
          - put stone of Red on b1
          - if max(count(h) for h in all_groups else 0) >= 2: put stone of Blue on c3
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when max(count(h) for h in all_groups else 0) >= 3: mover wins
          - when turns = 8: draw
    """,
    "a deal asks about groups": """
        board: square(3)
        define:
          all_groups: groups(mine) | groups(enemy)
        setup:
          - put stone of Red on {a1, b1}
          - deal
          - if max(count(h) for h in all_groups else 0) >= 3: put stone of Blue on c3
          - deal
        chance:
          deal(at in empty):
            - put stone on at
            - require max(count(h) for h in all_groups else 0) >= 2
            - require count(count(h) = 1 for h in groups(mine)) <= 1
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when max(count(h) for h in all_groups else 0) >= 3: mover wins
          - when turns = 8: draw
    """,
    "a group grows between a put and what is asked of it": """
        board: square(3)
        define:
          all_groups: groups(mine) | groups(enemy)
        actions:
          place(at in empty, there in empty):
            - require at != there
            - put stone on at
            - require there in empty
            - if at in corners: put stone on there
            - require count(group(at)) <= 2
        turn: place else pass
        end:
          - when turns = 4: draw
          - when max(count(h) for h in all_groups else 0) >= 2: mover wins
    """,
    "an action that may or may not put a piece must leave the next one possible": """
        board: rectangle(3, 2)
        define:
          all_groups: groups(mine) | groups(enemy)
          largest_but(g): max(count(h) for h in all_groups if h != g else 0)
        actions:
          drop(at in empty):
            - if at != b2: put stone on at
          place(at in empty):
            - put stone on at
            - require count(group(at)) <= largest_but(group(at)) + 1
        turn: drop, place else pass
        end:
          - when passes = 2: draw
          - when turns = 3: mover wins
    """,
    "who has a stone is asked where nobody may have one": """
        board: square(3)
        actions:
          place(at in cells):
            - require all(c in corners or count(group(at)) != x(c) for c in mine | row(3))
            - put stone on at
        turn: place
        end:
          - when turns >= 3: mover wins
    """,
    "groups beside pieces of nobody": """
        board: square(2)
        pieces:
          man:
            supply: 9
          rock:
            owner: none
        actions:
          place(at in empty): put rock on at
          own(at in empty): put man on at
        turn: place or own
        end:
          - when any(count(group(c)) = 2 for c in pieces): mover wins
          - when no empty: draw
    """,
    "the groups of one of two kinds of set": """
        board: rectangle(4, 1)
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when count(groups(mine) if a1 in mine else none) = 2: mover wins
          - when no empty: draw
    """,
    "groups are taken in turn while they change": """
        board: square(2)
        state:
          n: 0..9
        actions:
          place(at in empty):
            - put stone on at
            - for g in groups(enemy) if no neighbours(g) & empty: remove g
            - for g in groups(mine) | groups(enemy) if count(g) = 2:
                - remove first(g)
                - put stone on first(empty)
            - set n to count(groups(mine) if a1 in mine else none)
        turn: place else pass
        end:
          - when turns = 5 or n = 2: mover wins
          - when no (groups(mine) if a1 in mine else none) and turns = 4: draw
    """,
    "the groups of several sets come in the order of their cells": """
        board: rectangle(5, 1)
        state:
          n: 0..99
        define:
          both: groups(mine) | groups(enemy)
        actions:
          place(at in {a1, b1, c1, e1} & empty):
            - put stone on at
            - set n to 0
            - for g in both if count(g) < 3:
                - set n to (3 * n + x(first(g))) mod 97
                - if count(g) = 2: remove last
        turn: place else pass
        end:
          - when turns = 5 and n mod 2 = 0: mover wins
          - when list(x(first(g)) for g in both) > list(x(c) for c in mine): draw
          - when turns = 6: mover loses
    """,
    "what a kind has is a set of groups": """
        board: square(3)
        pieces:
          man:
            parts: groups(neighbours(here) & mine)
          king:
            parts: none
        actions:
          place(at in {a1, b2, b3, c1, c3} & empty): put man on at
          crown: put king on b1
        turn: place or crown if b1 in empty
        end:
          - when any(count(parts(c)) = 2 for c in mine): mover wins
          - when turns = 5: draw
    """,
}

test_an_edge, test_an_edge_under_the_sanitizers = edge_tests(EDGES)


SAME_GROUPS = """
    board: square(3)
    actions:
      place(at in empty):
        - put stone on at
        - require sum(count(g) for g in groups(mine) | groups(pieces(Red))) != 2
    turn: place else pass
    end:
      - when turns >= 4: mover wins
"""


def test_groups_that_two_sets_may_share_are_refused(tmp_path: Path) -> None:
    game = edge(tmp_path, SAME_GROUPS)
    with pytest.raises(ValueError, match="groups of sets that may overlap"):
        game.start(engine="native")
    assert game.start().engine.name == "reference"


ASKED_OF_OTHERS = """
    players: White, Blue, Red
    board: square(5)
    define:
      asked: pieces(Red if mover = White else White)
    actions:
      place(at in empty): put stone on at
    turn: place
    end:
      - when any(count(g) >= 3 and neighbours(g) meets mine for g in groups(asked)): mover wins
      - when turns = 20: draw
"""


def test_two_colours_ask_about_the_groups_of_a_third_one(tmp_path: Path) -> None:
    """Blue's answer is no; Red's is yes, though nothing has changed next to the group since."""
    states = pair(edge(tmp_path, ASKED_OF_OTHERS))
    for at in ("a1", "e5", "b1", "a2", "e4", "e1", "a3", "d5"):
        states = tuple(state.play(f"place {at}") for state in states)
    assert not any(state.is_over for state in states)
    assert all(state.play("place d1").is_over for state in states)


LINKED_BY_PIECES = """
    players: White, Black
    board: square(5)
    define:
      joined(c): d for d in leaps(c, 0, 2) if c + towards(c, d) in pieces(Black)
    actions:
      place(at in empty): put stone on at
    turn: place
    end:
      - when any(count(g) >= 3 for g in groups(pieces(White), c to joined(c))): White wins
      - when no empty: draw
"""


def test_pieces_of_one_colour_link_those_of_another_one(tmp_path: Path) -> None:
    states = pair(edge(tmp_path, LINKED_BY_PIECES))
    for at in ("a1", "b1", "c1", "e5", "e1"):
        states = tuple(state.play(f"place {at}") for state in states)
    assert not any(state.is_over for state in states)
    assert all(state.play("place d1").is_over for state in states)
