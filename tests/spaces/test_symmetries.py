"""Symmetries of observations and of numbers of moves."""

from __future__ import annotations

import random

import numpy as np
import pytest

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


@pytest.mark.slow
def test_directions_of_pieces_are_turned_with_the_board() -> None:
    game = load_game("quarod")
    planes, actions = Planes(game), ActionSpace(game)
    assert len(array_symmetries(game, planes, actions)) == 7
