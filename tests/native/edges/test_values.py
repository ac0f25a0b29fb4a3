"""Numbers, ranges, sets, kinds and colours as values."""

from __future__ import annotations

from support.edges import edge_tests, needs_compiler

pytestmark = needs_compiler

EDGES = {
    "in each cell a set that what stands there chooses": """
        players:
          Red:
            home: row(1)
          Blue:
            home: row(4)
        board: square(4)
        state:
          holder[c in cells]: colours = Red
        actions:
          take(at in corners):
            - require holder[at] != mover
            - set holder[at] to mover
        turn: take else pass
        end:
          - when count(c in home(holder[c]) for c in cells) = 6: mover wins
          - when turns = 6: draw
    """,
    "levels that piles may not have, or other cells": """
        board:
          cells: rectangle(3, 1)
          pile: 2
        define:
          high: count(owner[c, i] = Red for c in cells, i in 0..3)
          slanted: all(owner[c, x(c)] = mover for c in cells)
          topped: any(owner[c, height[c]] = mover for c in row(1) - column(2))
          beside: any(owner[c + east, i] = owner[c, 3 - i] for c in cells, i in 1..2)
          same: count(owner[c, i] = owner[c, 1] for c in cells, i in 1..height[c])
        actions:
          place(at in cells):
            - require height[at] < 2
            - put stone on at
          carry(a in mine, b in neighbours(a), n in 1..height[a]):
            - require height[b] + n <= 2
            - move n of a to b
        turn: place or carry
        end:
          - when high = 3 and topped or slanted: mover wins
          - when beside and same = 4: opponent wins
          - when turns = 6: draw
    """,
    "a number and a set are chosen by who moved": """
        board: rectangle(3, 2)
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
    "a range up to what does not exist": """
        board: rectangle(3, 1)
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
    "the least of a few large numbers, of which some are missing": """
        board: rectangle(3, 2)
        state:
          pot: 0..2000000
        define:
          near(c): max(x(d) for d in neighbours(c) & mine)
        actions:
          place(at in empty):
            - put stone on at
            - require max({7.5 - y(at), 2, x(at) - 0.5}) < 6 or count(mine) > 1
            - set pot to min(n for n in {1500000, 3*pot + x(at), 700000 + near(at)} else 17*x(at))
        turn: place else pass
        end:
          - when pot > 700000 or passes > 1: mover wins
          - when no empty: draw
    """,
    "marks that are added to": """
        board: rectangle(3, 2)
        marks:
          trail: subsets(cells)
          last_row[p in colours]: 0..9
        actions:
          place(at in empty):
            - put stone on at
            - add at to trail
            - add 1 to last_row[mover]
            - if at in corners: take a1 from trail
        turn: place
        end:
          - when no empty: draw
    """,
    "numbers far apart": """
        board: rectangle(3, 1)
        pieces:
          stone:
            with:
              worth: 2, 5, 9, 1000000
        state:
          price: -70000, 4, 100000, 2000000
          far[c in cells]: 0..2000000000 or none
        actions:
          place(at in empty, n in {1, 2, 7, 600}):
            - put stone with worth = 900*n on at
            - set price to (worth[at] - 6)*n - 40000*turns
            - set far[at] to worth[at]*n + price if n > 1 else none
            - add 3 to worth[at]
        turn: place
        end:
          - when price = min(far[c] for c in cells else 3): draw
          - when no empty: most spent wins
        define:
          spent(p): sum(far[c] for c in pieces(p))
    """,
    "shapes of words, and copies in variables": """
        board: rectangle(3, 2)
        words:
          shape:
            bar:
              form: a1, b1, c1
            bent:
              form: a1, a2, b1
            dot:
              form: ({a1})
            none_at_all:
              size: 3
        state:
          latest: subsets(copies({a1, b2}))
          left[p in colours]: subsets(shape) = shape
        define:
          held(s): count({c for c in copies(form(s)) if c within mine})
        actions:
          place(s in left[mover], at in copies(form(s))):
            - require at within empty and not at touches mine
            - put stone on at
            - take s from left[mover]
            - set latest to {d for d in copies({a1, b2}) if d within pieces}
        turn: place else pass
        end:
          - when any(d in copies({a2, b1}) for d in latest) and held(bar) = 1: mover wins
          - when copies({a1, c1}) meets copies(form(dot)) or passes = 2: draw
    """,
    "fractions in ranges": """
        board: rectangle(3, 1)
        actions:
          place(at in empty): put stone on at
          choose(n in 0..5): put stone on first(empty)
        turn: place, choose(0.5 * count(mine)) if possible
        end:
          - when 0.5 * count(mine) in 1..3: mover wins
          - when no empty: draw
    """,
    "the kind of a new piece is told in play": """
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
    "a piece of a colour that may be none": """
        board: rectangle(3, 1)
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
    "a range as a set": """
        board: rectangle(4, 1)
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
    "an entry for the first of some words, of which one may be none": """
        board: rectangle(4, 1)
        words:
          shape:
            flat:
        state:
          form: shape or none
          kept[s in shape]: 0..5
        actions:
          tell(at in empty):
            - set form to flat
            - put stone on at
          keep(at in empty):
            - add 1 to kept[first({flat, form})]
            - put stone on at
        turn: tell or keep
        end:
          - when kept[flat] = 2: mover wins
          - when no empty: draw
    """,
    "levels of piles where one seat owns no piece": """
        board:
          cells: rectangle(3, 1)
          pile: 2
        pieces:
          crown:
            owner: Red
          rye:
            owner: none
        actions:
          fill(at in cells, k in {crown, rye}):
            - require height[at] < 2
            - put k on at
        turn: fill
        end:
          - when count(owner[c, 1] = mover for c in cells) > 1: mover wins
          - when turns = 5: draw
    """,
    "numbers up to one below 0 at each cell": """
        board: rectangle(2, 1)
        state:
          v[c in cells]: -3..3 = -1
        actions:
          take(c in cells, n in 1..v[c]): take n from v[c]
          bump(c in empty):
            - put stone on c
            - add 3 to v[c]
        turn: take or bump else pass
        end:
          - when turns = 5: draw
    """,
    "numbers up to the height of a cell that is given, and may be empty": """
        board:
          cells: rectangle(2, 1)
          pile: 2
        actions:
          lower(heap in pieces, n in 1..height[heap]): remove n of heap
          raise(c in empty): put stone on c
        turn: lower(a1) or raise else pass
        end:
          - when turns = 5: draw
    """,
    "a set that the variable before it looks up, which the rounds do not change": """
        board: rectangle(3, 2)
        state:
          kept[p in colours]: subsets(1..6)
          tally[p in colours, n in 1..6]: 0..9
        actions:
          place(at in empty):
            - put stone on at
            - add x(at) + y(at) to kept[mover]
            - for p in colours, n in kept[p]: add 1 to tally[p, n]
        turn: place
        end:
          - when any(tally[p, n] = 3 for p in colours, n in 2..4): mover wins
          - when no empty: draw
    """,
}

test_an_edge, test_an_edge_under_the_sanitizers = edge_tests(EDGES)
