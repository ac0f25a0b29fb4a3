"""Boards of several sizes, directions, lines, and positions that come back."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.both_engines import walk
from support.edges import WALKS, edge, edge_tests, needs_compiler

pytestmark = needs_compiler

EDGES = {
    "the sixteenth of sixteen wins": """
        players: A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P
        board: square(5)
        pieces:
          stone:
            supply: 40
        actions:
          place(at in {c for c in empty if c = first(empty)}): put stone on at
        turn: place
        end:
          - when any(g meets row(1) and g meets row(4) for g in groups(mine)): mover wins
          - when turns = 16: mover wins
    """,
    "a supply of more than fifteen bits": """
        board: square(2)
        pieces:
          stone:
            supply: 40000
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when turns = 4: mover wins
    """,
    "what is far from a piece may still be reached": """
        board: square(3)
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
    "no cell lies in a direction": """
        board: rectangle(3, 1)
        actions:
          place(at in empty): put stone on at
          walk(start in mine, there in sight(start, northeast)): move start to there
        turn: place, walk if possible
        end:
          - when turns >= 3: mover wins
    """,
    "positions are counted where only the set-up asks for them": """
        board: square(2)
        setup:
          - if seen(board) = 0: put stone of Blue on b2
        actions:
          place(at in empty): put stone on at
        turn: place
        end:
          - when no empty: mover wins
    """,
    "positions are counted where only what never happens asks for them": """
        board: square(2)
        actions:
          place(at in empty):
            - put stone on at
            - if any(1 >= 2 for c in column(1)):
                - if seen(board, mover) != 0: remove at
        turn: place
        end:
          - when no empty: mover wins
    """,
    "a stone moves on a board of many words": """
        board: square(16)
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
        board: rectangle(4, 1)
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
    "a line as a set of cells": """
        board: square(3)
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
}

test_an_edge, test_an_edge_under_the_sanitizers = edge_tests(EDGES)


ROWS = """
    board: {board}
    actions:
      place(at in empty): put stone on at
    turn: place
    end:
      - when any(l within mine for l in lines(4)): mover wins
      - when any(l within mine for l in lines(3)): mover loses
      - when no empty: draw
"""


JOINS = """
    board: {board}
    actions:
      place(at in empty):
        - put stone on at
        - require count(group(at)) <= max(count(g) for g in groups(enemy) else 1) + 1
    turn: place else pass
    end:
      - when passes = 2 or no empty: draw
"""


@pytest.mark.parametrize("board", [
    "rectangle(6, 4)", "hexagon(5)",
    *(pytest.param(b, marks=pytest.mark.slow) for b in ("square(8)", "square(12)")),
])  # fmt: skip
@pytest.mark.parametrize("text", [ROWS, JOINS], ids=["rows of two lengths", "groups"])
def test_boards_of_one_to_three_words(tmp_path: Path, text: str, board: str) -> None:
    game = edge(tmp_path, text.format(board=board))
    assert len({walk(game, seed, 1000) for seed in range(WALKS)}) > 1
