"""Small games at the edges of what the native engine takes for granted.

Each is played out in full on both engines, and the results of uniformly random native games are
compared with their exact mean, which the reference engine's tree gives.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from comparing import compare_trees, pair, walk
from driving import COMPILER, assert_clean
from tiny import tiny

pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

GAMES = 40000
DEEP = 30
WALKS = 3

EDGES = {
    "whose piece it is changes with the mover": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        actions:
          place(at in empty): put stone on at
          switch(at in mine):
            - play opponent
            - require at in mine
            - remove at
          walk(at in mine, there in empty):
            - play opponent
            - move at to there
        turn: place or switch or walk
        end:
          - when turns >= 4: mover wins
    """,
    "what happens after a turn reads how many passed": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        state:
          keep: colours = Red
        setup:
          - put stone of Blue on a1
        actions:
          place(at in empty): put stone on at
        turn: place or pass
        after turn:
          - if passes = 0: set keep to owner[b2]
        end:
          - when passes >= 2: draw
          - when no empty: mover wins
    """,
    "a turn with nothing to do is refused at its end": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        state:
          keep: colours = Red
        setup:
          - put stone of Red on a1
          - put stone of Blue on b2
        actions:
          capture(at in enemy): remove at
          rest: set keep to keep
        turn:
          (capture or rest) if some mine
        after turn:
          - set keep to owner[first(mine)]
        end:
          - when turns >= 4: mover wins
    """,
    "where a stone may go depends on the groups without it": """
        players: Red, Blue
        board: square(3)
        pieces: stone
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
    "nobody can begin after a deal": """
        players: Red, Blue
        board: square(1)
        pieces:
          stone:
          block:
            owner: none
        setup:
          - deal
        chance:
          deal(at in cells): put block on at
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when stuck: mover wins
    """,
    "what an action may choose is read before its effects": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        state:
          idle: 0..1
        setup:
          - put stone of Red on a1
          - put stone of Red on b1
          - put stone of Blue on a2
          - put stone of Blue on b2
        actions:
          clear(at in mine):
            - remove a1
            - require at = a1 or at in mine
            - remove at
          rest: set idle to idle
        turn: clear or rest
        end:
          - when no mine: mover wins
          - when turns >= 5: opponent wins
    """,
    "what an action may choose depends on the passes before it": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        actions:
          place(at in {c for c in empty if passes = 0 or c = a1}): put stone on at
        turn: place or pass
        end:
          - when passes >= 2: draw
          - when count(mine) = 2: mover wins
    """,
    "the sixteenth of sixteen wins": """
        players: A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P
        board: square(5)
        pieces:
          stone:
            supply: 40000
        actions:
          place(at in {c for c in empty if c = first(empty)}): put stone on at
        turn: place
        end:
          - when any(g meets row(1) and g meets row(4) for g in groups(mine)): mover wins
          - when turns = 16: mover wins
    """,
    "what is far from a piece may still be reached": """
        players: Red, Blue
        board: square(3)
        pieces: stone
        setup:
          - put stone of Red on {b2, a1}
          - put stone of Blue on c2
        actions:
          slide(start in mine, there in corners & empty):
            - lift start
            - require there in reach(start, c to neighbours(c) & empty)
            - put stone on there
        turn: slide else pass
        end:
          - when turns >= 2: mover wins
    """,
    "a piece is put only if a condition holds": """
        players: Red, Blue
        board: square(3)
        pieces: stone
        define:
          all_groups: groups(mine) | groups(enemy)
        actions:
          place(at in empty):
            - if at != b2: put stone on at
        turn: place
        end:
          - when max(count(h) for h in all_groups else 0) >= 3: mover wins
          - when turns = 8: draw
    """,
    "the set-up asks about groups": """
        players: Red, Blue
        board: square(3)
        pieces: stone
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
        players: Red, Blue
        board: square(3)
        pieces: stone
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
        players: Red, Blue
        board: square(3)
        pieces: stone
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
        players: Red, Blue
        board: square(3)
        pieces: stone
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
    "what a second parameter tries is not seen by the next": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        actions:
          place(at in empty, there in empty):
            - put stone on there
            - require at not in empty or count(mine) = 2
          two(at in empty, there in empty):
            - put stone on at
            - require there in empty
            - put stone on there
            - require count(count(g) = 2 for g in groups(mine)) <= 1
        turn: place or two
        end:
          - when turns >= 2: mover wins
    """,
    "no cell lies in a direction": """
        players: Red, Blue
        board: rectangle(3, 1)
        pieces: stone
        actions:
          place(at in empty): put stone on at
          walk(start in mine, there in sight(start, northeast)): move start to there
        turn: place, walk if possible
        end:
          - when turns >= 3: mover wins
    """,
    "an action may take as many as there are stones": """
        players: Red, Blue, Green
        board: square(2)
        pieces: stone
        state:
          taken: 0..9
        actions:
          place(at in empty):
            - put stone on at
            - require max(count(g) for g in groups(mine) | groups(enemy) if g != group(at)) <= 2
          take_some(k in 1..count(mine) * 2 - 1):
            - add k to taken
            - remove first(mine)
        turn: place or take_some else pass
        end:
          - when turns >= 5 or taken > 3: mover wins
    """,
    "what an else hides is offered beside a choice": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        state:
          lost: colours or none
        actions:
          place(at in empty): put stone on at
          take_off(at in enemy): remove at
          lose: set lost to mover
          wait: set lost to none
        turn: place, ((take_off else lose) or wait)
        end:
          - when lost != none: lost loses
          - when turns >= 3 or no empty: draw
    """,
    "nothing more can be done at will": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        actions:
          place(at in empty): put stone on at
          grow(at in empty & neighbours(mine)):
            - require count(mine) < 2
            - put stone on at
        turn: place, grow at will
        end:
          - when no empty or turns >= 3: mover wins
    """,
    "one move leads to two ways on": """
        players: Red, Blue
        board: rectangle(3, 2)
        pieces: stone
        setup:
          - put stone of Red on a1
          - put stone of Blue on c2
        actions:
          place(at in empty): put stone on at
          shoot(at in enemy & neighbours(last)): remove at
        turn: (place, shoot) or place or pass
        end:
          - when no enemy: mover wins
          - when turns >= 4: draw
    """,
    "one move leads to three ways on, of which some are closed": """
        players: Red, Blue
        board: rectangle(3, 2)
        pieces: stone
        setup:
          - put stone of Red on a1
        actions:
          place(at in empty): put stone on at
          shift(there in neighbours(last) & empty): move last to there
          shoot(at in enemy & neighbours(last)): remove at
        turn: ((place, shift) or (place, shoot) or (place, (shoot else shift), shift)) else pass
        end:
          - when turns >= 3 and some mine: mover wins
          - when turns >= 3: draw
    """,
    "one move leads to two ways on and may end the game or break a rule of the turn": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        actions:
          place(at in empty): put stone on at
          shoot(at in enemy & neighbours(last)): remove at
        turn: ((place, shoot) or (place, place) or place) else pass
        after turn:
          - require count(mine) != 1 or count(enemy) != 1
        end:
          - as soon as a1 in mine: mover wins
          - when turns >= 4: draw
          - when passes = 2: draw
    """,
    "a turn can be completed in all of its rounds only": """
        players: Red, Blue
        board: rectangle(4, 1)
        pieces: stone
        actions:
          place(at in empty): put stone on at
        turn: place up to 3 times else pass
        after turn:
          - require count(mine) = 0 or count(mine) = 3
        end:
          - when passes = 2: draw
          - when some enemy: mover loses
    """,
    "a turn cannot be completed in as many rounds as there may be": """
        players: Red, Blue
        board: rectangle(5, 1)
        pieces: stone
        actions:
          place(at in empty): put stone on at
          drop(at in empty): put stone on at
        turn: ((place, drop) while possible up to 2 times) up to 2 times else pass
        after turn:
          - require count(mine) = 0 or count(mine) >= 3
        end:
          - when passes = 2: draw
          - when turns >= 3: mover wins
    """,
    "positions are counted where only the set-up asks for them": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        setup:
          - if seen(board) = 0: put stone of Blue on b2
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when no empty: mover wins
    """,
    "positions are counted where only what never happens asks for them": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        actions:
          place(at in empty):
            - put stone on at
            - if any(1 >= 2 for c in column(1)):
                - if seen(board, mover) != 0: remove at
        turn: place
        end:
          - when no empty: mover wins
    """,
    "who has a stone is asked where nobody may have one": """
        players: Red, Blue
        board: square(3)
        pieces: stone
        actions:
          place(at in cells):
            - require all(c in corners or count(group(at)) != x(c) for c in mine | row(3))
            - put stone on at
        turn: place
        end:
          - when turns >= 3: mover wins
    """,
    "done is a move beside nothing more to do": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        actions:
          place(at in empty): put stone on at
          grow(at in empty & neighbours(last)):
            - require count(mine) < 2
            - put stone on at
        turn: place, (grow if possible or done)
        end:
          - when turns >= 3: draw
          - when no empty: mover wins
    """,
    "a stone moves on a board of many words": """
        players: Red, Blue
        board: square(16)
        pieces: stone
        setup:
          - put stone of Red on a1
          - put stone of Blue on b1
        actions:
          shift(start in mine): move start to first(empty)
          stay(at in mine): move at to at
          place(at in corners & empty): put stone on at
        turn: shift or stay or place
        end:
          - when turns >= 4 and some mine & row(16): mover wins
          - when turns >= 4: draw
    """,
    "which neighbours may be chosen depends on both": """
        players: Red, Blue
        board: rectangle(3, 2)
        pieces:
          token:
            with:
              rod: orthogonal
        setup:
          - put token of Red with rod = east on a1
          - put token of Red with rod = south on c2
          - put token of Blue with rod = west on b1
          - put token of Blue with rod = south on b2
        state:
          traded: 0..3
        actions:
          aim(at in mine, d in orthogonal): set rod[at] to d
          trade(one in mine, other in neighbours(one) & enemy):
            - require one + rod[one] != other and (other + rod[other] = one or y(other) = y(one))
            - swap one and other
            - add 1 to traded
        turn: aim or trade
        end:
          - when turns >= 3 and traded = 1: mover wins
          - when turns >= 3: draw
    """,
    "a position comes back": """
        players: Red, Blue
        board: rectangle(4, 1)
        pieces: stone
        setup:
          - put stone of Red on a1
          - put stone of Blue on d1
        actions:
          walk(start in mine, there in neighbours(start) & empty):
            - move start to there
            - require seen(board) < 2
        turn: walk else pass
        end:
          - when seen(board, mover) = 1 and (a1 in mine or d1 in mine): mover wins
          - when turns >= 12: draw
    """,
    "a number and a set are chosen by who moved": """
        players: Red, Blue
        board: rectangle(3, 2)
        pieces: stone
        state:
          n: 0..4
        actions:
          place(at in empty):
            - put stone on at
            - if at in corners: add 1 to n
        turn: place
        end:
          - when (n if mover != Red else 3) < count(mine): mover wins
          - when count((row(1) if mover = Red else mine) & pieces) = 3: opponent wins
          - when no empty: draw
    """,
    "a line as a set of cells": """
        players: Red, Blue
        board: square(3)
        pieces: stone
        actions:
          place(at in {a1, b2, c2, c3} & empty): put stone on at
        turn: place
        end:
          - when any(b2 in l and l - mine = {a1} for l in lines(3)): mover wins
          - when any(count(l & mine) = 2 and c3 in l | m for l in lines(3), m in lines(3)): draw
          - when any(c3 in (l if b2 in mine else none) for l in lines(3)): opponent wins
          - when any(a1 in (l if c2 in mine else m) for l in lines(3), m in lines(3)): mover wins
          - when no empty & {a1, b2, c2, c3}: draw
    """,
    "a range up to what does not exist": """
        players: Red, Blue
        board: rectangle(3, 1)
        pieces: stone
        state:
          n: 0..9
        actions:
          place(at in empty): put stone on at
          choose(k in 0..max(count(g) for g in groups(enemy))): set n to k + 1
        turn: choose if possible, place
        end:
          - when sum(1 for k in 0..max(count(g) for g in groups(enemy))) = 1: mover wins
          - when no empty: draw
    """,
    "fractions in ranges": """
        players: Red, Blue
        board: rectangle(3, 1)
        pieces: stone
        actions:
          place(at in empty): put stone on at
          choose(n in 0..5): put stone on first(empty)
        turn: place, choose(0.5 * count(mine)) if possible
        end:
          - when 0.5 * count(mine) in 1..3: mover wins
          - when no empty: draw
    """,
    "groups beside pieces of nobody": """
        players: Red, Blue
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
        players: Red, Blue
        board: rectangle(4, 1)
        pieces: stone
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when count(groups(mine) if a1 in mine else none) = 2: mover wins
          - when no empty: draw
    """,
    "more rounds than a small number holds": """
        players: Red, Blue
        board: rectangle(2, 1)
        pieces: stone
        state:
          n: 0..3
        actions:
          place(at in empty): put stone on at
          tick:
            - require n < 3
            - add 1 to n
          tock:
            - require n > 0
            - take 1 from n
        turn: place, tick up to 40000 times, tock up to n * 130 times
        end:
          - when turns = 2: draw
          - when n = 2: mover wins
    """,
    "names that generated text might have": """
        players: Red, Blue
        board: square(2)
        pieces: stone
        actions:
          place(times in empty): put stone on times
          step(take in empty, way in orthogonal):
            - put stone on take
            - require take + way in empty
          walk(resolve in mine, apply in orthogonal):
            - require resolve + apply in empty
            - move resolve to resolve + apply
        turn: (place up to 2 times) or step or (step, walk)
        end:
          - when any(any(b = left for b in mine) for left in corners if left = a1): mover wins
          - when turns = 3: draw
    """,
    "an empty turn ends the game after one that was written down": """
        players: Red, Blue
        board: rectangle(3, 1)
        pieces:
          stone:
            supply: 1
          mark:
        actions:
          place(at in {b1, c1} & empty): put stone on at
        turn: place if possible
        after turn:
          - put mark on a1
        end:
          - when turns = 3 and seen(board) = 0: mover wins
    """,
    "groups are taken in turn while they change": """
        players: Red, Blue
        board: square(2)
        pieces: stone
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
    "the kind of a new piece is told in play": """
        players: Red, Blue
        board: rectangle(3, 1)
        pieces:
          man:
            supply: 1
          king:
            with:
              rank: 1..3
          rock:
            owner: none
        actions:
          place(at in empty, k in {man, king, rock}): put k with rank = count(mine) on at
          copy(at in mine, there in empty): put kind[at] of opponent on there
        turn: (place or copy) else pass
        end:
          - when no empty and any(rank[c] = 2 for c in mine): mover wins
          - when no empty or turns = 5: draw
    """,
    "pieces of which there is one each beside others": """
        players: Red, Blue
        board: rectangle(3, 1)
        pieces:
          man:
          token:
            owner: none
            supply: each
            with:
              edge: flat, round
        actions:
          place(at in empty, p in supply | man): put p on at
          lift(at in pieces): lift at
          copy(at in pieces, there in empty): put piece[at] on there
        turn: (place or copy), lift if possible
        end:
          - when count(supply) = 1 and turns > 2: mover wins
          - when turns = 4: draw
    """,
    "whom a step may choose depends on what it did before": """
        players: Red, Blue
        board: rectangle(4, 1)
        pieces: man
        state:
          who: colours
        actions:
          place(at in empty): put man on at
          claim(k in 0..1, at in {b1, c1, d1}):
            - put man of Red on a1
            - remove enemy & {b1, c1}
            - set who to owner[at]
        turn: place or claim
        end:
          - when turns = 3 and who = Blue: mover wins
          - when turns = 4 or no empty: draw
    """,
    "a choice is read before what is done first under a condition": """
        players: Red, Blue
        board: square(2)
        pieces: man, king
        setup:
          - put man of Red on a1
        actions:
          place(at in empty): put man on at
          act(k in {kind[a1], king}):
            - if pieces meets row(1): move a1 to b2
        turn: (place or act), place
        end:
          - when no empty: draw
          - when turns = 3: mover wins
    """,
    "all that may be tried fails": """
        players: Red, Blue
        board: rectangle(3, 1)
        pieces: stone
        sees:
          board: pieces(viewer)
          place: nothing
          refusal: viewer = mover
        actions:
          place(at in cells - mine):
            - try at in empty, "taken"
            - put stone on at
        turn: place
        end:
          - when turns = 9: mover wins
    """,
    "a piece of a colour that may be none": """
        players: Red, Blue
        board: rectangle(3, 1)
        pieces: stone
        state:
          who: colours or none
        actions:
          place(at in empty): put stone of who on at
          choose(p in colours): set who to p
        turn: place or choose
        end:
          - when no empty: mover wins
          - when turns = 4: draw
    """,
    "the groups of several sets come in the order of their cells": """
        players: Red, Blue
        board: rectangle(5, 1)
        pieces: stone
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
    "a range as a set": """
        players: Red, Blue
        board: rectangle(4, 1)
        pieces: stone
        state:
          seen_sizes: subsets(0..4)
        actions:
          place(at in empty):
            - put stone on at
            - set seen_sizes to 1..max(count(g) for g in groups(enemy) else 0)
          choose(k in {j for j in 0..count(mine) if j != 1}): set seen_sizes to k..2
        turn: place, choose
        end:
          - when count(seen_sizes & (count(mine)..3)) = 2: mover wins
          - when no empty: draw
    """,
    "what a kind has is a set of groups": """
        players: Red, Blue
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


def exact(state: Any, known: dict[Any, tuple[float, ...]]) -> tuple[float, ...]:
    """The mean result of random games from a state, their mean length, and that of its square."""
    if state.is_over:
        return (*state.result, 0.0, 0.0)
    if state not in known:
        moves = state.chance or [(m, 1 / len(state.moves())) for m in state.moves()]
        results = [(exact(state.play(m), known), odds) for m, odds in moves]
        *shares, length, square = (
            math.fsum(r[i] * odds for r, odds in results) for i in range(state.game.seats + 2)
        )
        known[state] = (*shares, length + 1, square + 2 * length + 1)
    return known[state]


@pytest.mark.parametrize("text", EDGES.values(), ids=EDGES)
def test_an_edge(tmp_path: Path, text: str) -> None:
    game = tiny(tmp_path, text)
    native, reference = pair(game)
    assert compare_trees(native, reference, DEEP, set()) > 1
    for seed in range(WALKS):
        assert walk(game, seed, DEEP) <= DEEP
    *wanted, length, square = exact(reference, {})
    engine = native.player.engine
    found = engine.playouts(native.node, GAMES, 7, 1, 1000)
    assert found.unfinished == 0
    for share, mean in zip(found.results, wanted, strict=True):
        assert abs(share - mean) <= 5 * math.sqrt(max(mean * (1 - mean), 1e-9) / GAMES)
    spread = math.sqrt(max(square - length**2, 1e-9) / GAMES)
    assert abs(found.mean_moves - length) <= 5 * spread


@pytest.mark.parametrize("text", EDGES.values(), ids=EDGES)
@pytest.mark.usefixtures("folder")
def test_an_edge_under_the_sanitizers(tmp_path: Path, text: str) -> None:
    assert_clean(tiny(tmp_path, text), tmp_path)


ROWS = """
    players: Red, Blue
    board: {board}
    pieces: stone
    actions:
      place(at in empty): put stone on at
    turn: place
    end:
      - when any(l within mine for l in lines(4)): mover wins
      - when any(l within mine for l in lines(3)): mover loses
      - when no empty: draw
"""


JOINS = """
    players: Red, Blue
    board: {board}
    pieces: stone
    actions:
      place(at in empty):
        - put stone on at
        - require count(group(at)) <= max(count(g) for g in groups(enemy) else 1) + 1
    turn: place else pass
    end:
      - when passes = 2 or no empty: draw
"""


@pytest.mark.parametrize("board", ["rectangle(6, 4)", "square(8)", "hexagon(5)", "square(12)"])
@pytest.mark.parametrize("text", [ROWS, JOINS], ids=["rows of two lengths", "groups"])
def test_boards_of_one_to_three_words(tmp_path: Path, text: str, board: str) -> None:
    game = tiny(tmp_path, text.format(board=board))
    assert len({walk(game, seed, 1000) for seed in range(WALKS)}) > 1


FILLING = """
    players: Red, Blue
    board: rectangle(3, 1)
    pieces: stone
    actions:
      place(at in empty): put stone on at
    turn: place
    end:
      - when turns = 9: draw
"""


def test_a_game_that_ends_at_the_limit_of_moves(tmp_path: Path) -> None:
    game = tiny(tmp_path, FILLING)
    assert {played.result for played in game.random_games(0, 20, 1, 3)} == {(0.5, 0.5)}
    assert {played.result for played in game.random_games(0, 20, 1, 2)} == {None}


SAME_GROUPS = """
    players: Red, Blue
    board: square(3)
    pieces: stone
    actions:
      place(at in empty):
        - put stone on at
        - require sum(count(g) for g in groups(mine) | groups(pieces(Red))) != 2
    turn: place else pass
    end:
      - when turns >= 4: mover wins
"""


def test_groups_that_two_sets_may_share_are_refused(tmp_path: Path) -> None:
    game = tiny(tmp_path, SAME_GROUPS)
    with pytest.raises(ValueError, match="groups of sets that may overlap"):
        game.start(engine="native")
    assert game.start().player.name == "reference"


TWICE = """
    players: Red, Blue
    board: square(3)
    pieces: stone
    actions:
      place(at in empty): put stone on at
      walk(at in mine, there in neighbours(at) & empty): move at to there
    turn: {turn}
    end:
      - when turns = 4: draw
"""


@pytest.mark.parametrize(
    "turn", ["place, (walk(last) or walk) else place", "(walk or place or (place, place)) at will"]
)
def test_moves_that_two_steps_may_have_are_refused(tmp_path: Path, turn: str) -> None:
    game = tiny(tmp_path, TWICE.format(turn=turn))
    with pytest.raises(ValueError, match=r"offers `(walk|place)` in two ways"):
        game.start(engine="native")
    assert game.start().player.name == "reference"
