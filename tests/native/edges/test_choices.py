"""What an action may choose, and what its effects change of that."""

from __future__ import annotations

from support.edges import edge_tests, needs_compiler

pytestmark = needs_compiler

EDGES = {
    "pieces of which there is one each, beside others, that change": """
        board: rectangle(3, 1)
        pieces:
          card:
            owner: none
            supply: each
            with:
              rank: 1..3
          stone:
            supply: 1
          token:
            owner: none
        actions:
          show(p in card & supply, at in empty): put p on at
          place(at in empty): put stone on at
          spill(at in empty): put token on at
          better(at in pieces(card)): add 1 to rank[at]
          clear: lift row(1)
        turn: show or place or spill or better or clear
        end:
          - when turns = 4 or count(supply) > 4: draw
          - when no supply(card): mover wins
          - when supply(stone) meets card: mover loses
    """,
    "piles that move at once": """
        board:
          cells: rectangle(3, 1)
          pile: 3
        pieces: stone, brick
        actions:
          place(at in cells): put stone on at
          wall: put brick under b1
          turn_round:
            - require count(pieces) > 1
            - move c to b1 + (x(b1) - x(c))*east for c in pieces
          gather: move c to last for c in pieces - {last} if owner[c] = mover
        turn: (place or wall), (turn_round or gather) if possible
        end:
          - when turns = 3: draw
          - when height[b1] = 3 and owner[b1, 1] = mover: mover wins
    """,
    "seeds that move at once": """
        board:
          cells: rectangle(3, 1)
          pile: 4
        pieces:
          stone:
            owner: none
        actions:
          place(at in cells): put stone on at
          shift(d in {east, west}): move c to c + d for c in pieces if c + d in cells
        turn: place, shift if possible
        end:
          - when turns = 4 or height[last] = 3: mover wins
    """,
    "whose piece it is changes with the mover": """
        board: square(2)
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
    "what an action may choose is read before its effects": """
        board: square(2)
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
        board: square(2)
        actions:
          place(at in {c for c in empty if passes = 0 or c = a1}): put stone on at
        turn: place or pass
        end:
          - when passes >= 2: draw
          - when count(mine) = 2: mover wins
    """,
    "a piece is put only if a condition holds": """
        board: rectangle(3, 2)
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
    "what a second parameter tries is not seen by the next": """
        board: square(2)
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
    "an action may take as many as there are stones": """
        players: Red, Blue, Green
        board: square(2)
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
    "names that generated text might have": """
        board: square(2)
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
    "whom a step may choose depends on what it did before": """
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
        board: rectangle(3, 1)
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
}

test_an_edge, test_an_edge_under_the_sanitizers = edge_tests(EDGES)
