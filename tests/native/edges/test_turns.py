"""Turns: sequences, choices, repetitions, and what may not be completed."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.edges import edge, edge_tests, needs_compiler

pytestmark = needs_compiler

EDGES = {
    "a second action is due where the first says so, and the end may refuse the turn": """
        board: rectangle(3, 2)
        state:
          level: 0..2
          keep: colours = Red
        setup:
          - put stone of Red on a1
          - put stone of Blue on {c1, b2}
        actions:
          place(at in empty):
            - put stone on at
            - set level to turns mod 3
          capture(at in enemy):
            - require x(at) = x(last)
            - remove at
        turn:
          if turns mod 2 = 0: place, capture if level = y(last)
          else: place, capture if level = 1
        after turn:
          - set keep to owner[first({a2, b1, c2} & mine)]
        end:
          - when turns >= 4: mover wins
    """,
    "rounds that a condition leaves without an action end a repetition": """
        board: rectangle(3, 1)
        state:
          n: 0..2
        actions:
          place(at in empty): put stone on at
          gain:
            - require n < 2
            - add 1 to n
          lose: take 1 from n
        turn:
          (gain if turns = 1 or gain, lose if n > 0) 0 to 2 times, place, (lose if n > 0) at will
        end:
          - when no empty: mover wins
    """,
    "what happens after a turn reads how many passed": """
        board: square(2)
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
        board: square(2)
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
    "nobody can begin after a deal": """
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
    "what an else hides is offered beside a choice": """
        board: square(2)
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
        board: square(2)
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
        board: rectangle(3, 2)
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
        board: rectangle(3, 2)
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
        board: square(2)
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
        board: rectangle(4, 1)
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
        board: rectangle(5, 1)
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
    "done is a move beside nothing more to do": """
        board: square(2)
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
    "more rounds than a small number holds": """
        board: rectangle(2, 1)
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
    "an empty turn ends the game after one that was written down": """
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
}

test_an_edge, test_an_edge_under_the_sanitizers = edge_tests(EDGES)


FILLING = """
    board: rectangle(3, 1)
    actions:
      place(at in empty): put stone on at
    turn: place
    end:
      - when turns = 9: draw
"""


def test_a_game_that_ends_at_the_limit_of_moves(tmp_path: Path) -> None:
    game = edge(tmp_path, FILLING)
    assert {played.result for played in game.random_games(0, 20, 1, 3)} == {(0.5, 0.5)}
    assert {played.result for played in game.random_games(0, 20, 1, 2)} == {None}


TWICE = """
    board: square(3)
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
    game = edge(tmp_path, TWICE.format(turn=turn))
    with pytest.raises(ValueError, match=r"offers `(walk|place)` in two ways"):
        game.start(engine="native")
    assert game.start().engine.name == "reference"
