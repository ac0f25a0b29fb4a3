"""Symmetries of observations and of numbers of moves."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from support.tiny import tiny

from interpreter import load_game
from interpreter.spaces.actions import ActionSpace
from interpreter.spaces.planes import Planes
from interpreter.symmetry.arrays import array_symmetries
from interpreter.symmetry.boards import rule_symmetries

COUNTS = {  # of symmetries but the identity, by what one knows of the games
    "tic-tac-toe": 7,
    "connect-four": 1,  # left and right
    "breakthrough": 1,
    "los-alamos-chess": 0,
    "quoridor": 0,  # a wall that stops who goes east is not one that stops who goes west
    "kuhn-poker": 0,
}


@pytest.mark.parametrize("name", COUNTS)
def test_the_symmetries_of_a_game(name: str) -> None:
    game = load_game(name)
    found = array_symmetries(game, Planes(game), ActionSpace(game))
    assert len(found) == COUNTS[name]
    assert {symmetry.cells for symmetry in found} <= {*rule_symmetries(game)}


def test_half_a_turn_of_hexes() -> None:
    game = load_game("hex", size=4)
    (turn,) = array_symmetries(game, Planes(game), ActionSpace(game))
    assert turn.cells == tuple(range(15, -1, -1))


def test_a_mirrored_position_is_the_position_of_mirrored_moves() -> None:
    """By hand: left and right exchanged in Connect Four, where a move is a column."""
    game = load_game("connect-four")
    planes, actions = Planes(game), ActionSpace(game)
    (mirror,) = array_symmetries(game, planes, actions)
    state, image, chooser = game.start(), game.start(), random.Random(1)
    while not state.is_over:
        number = chooser.choice(actions.legal(state))
        state = state.play(actions.move(number))
        image = image.play(actions.move(int(mirror.actions[number])))
    seen = planes.observe(state, 0)
    assert (planes.observe(image, 0) == seen[:, :, ::-1]).all()
    assert (mirror.observation(seen) == seen[:, :, ::-1]).all()


def test_edges_are_carried_to_edges() -> None:
    game = load_game("dots-and-boxes", width=3, height=3)
    planes, actions = Planes(game), ActionSpace(game)
    found = array_symmetries(game, planes, actions)
    assert len(found) == 7
    quarter = tuple(3 * (2 - n % 3) + n // 3 for n in range(9))  # a1, b1 … to a3, a2 …
    turn = next(s for s in found if s.cells == quarter)
    assert sorted(turn.actions) == list(range(actions.size))
    drawn = next(m for m in game.start().moves() if m.text == "draw {a1,b1}")
    other = actions.move(int(turn.actions[actions.index(drawn)]))
    assert other.text == "draw {a2,a3}"
    seen = turn.observation(planes.observe(game.start().play(drawn), 0))
    assert (seen == planes.observe(game.start().play(other), 0)).all()
    assert np.argwhere(seen[planes.names.index("drawn has +0+1")]).tolist() == [[1, 0]]


LOW = "{a1, b1, c1}"
BROKEN = {  # rules that tell the lowest row from others, in one way each
    "the result": """
        actions:
          place(c in empty): put man on c
        turn: place
        end:
          - when turns = 2 and count(pieces & LOW) > 0: mover wins
          - when turns = 2: draw
    """,
    "what is allowed, of which random games seldom meet the difference": """
        board: square(9)
        actions:
          place(c in empty):
            - require c != d1 and c != f1
            - put man on c
        turn: place
        end:
          - when turns = 1: draw
    """,
    "what chance may do": """
        chance:
          drop(c in empty & LOW): put man of Black on c
        actions:
          wait: set spent to true
        state:
          spent: flag
        turn: wait, drop
        end:
          - when turns = 2: draw
    """,
    "what is shown": """
        state:
          was_low: flag
        actions:
          place(c in empty):
            - put man on c
            - if c in LOW: set was_low to true
        turn: place
        end:
          - when turns = 4: draw
    """,
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_symmetry_that_the_rules_break_in_one_way_alone_is_none(
    what: str, tmp_path: Path
) -> None:
    """Left and right are alike, and nothing else."""
    game = tiny(tmp_path, BROKEN[what].replace("LOW", LOW))
    (mirror,) = array_symmetries(game, Planes(game), ActionSpace(game))
    width = 9 if "square(9)" in BROKEN[what] else 3
    assert mirror.cells[:width] == tuple(range(width))[::-1]


def test_a_direction_that_leads_nowhere_has_no_image(tmp_path: Path) -> None:
    """Chance may name it, so the trial of a symmetry meets it."""
    rules = """
        board: rectangle(4, 1)
        state:
          wind: directions = east
        chance:
          turn_to(d in {north, south}): set wind to d
        actions:
          wait: set wind to east
        turn: wait, turn_to
    """
    game = tiny(tmp_path, rules)
    assert array_symmetries(game, Planes(game, left_out=["wind"]), ActionSpace(game)) == []


@pytest.mark.slow
def test_directions_of_pieces_are_turned_with_the_board() -> None:
    game = load_game("quarod")
    planes, actions = Planes(game), ActionSpace(game)
    assert len(array_symmetries(game, planes, actions)) == 7
