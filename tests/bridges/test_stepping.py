"""Environments whose game is played in C: they do what those do whose game is played by states."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

from interpreter import load_game
from interpreter.board.values import IllegalMove
from interpreter.bridges.gymnasium import GameEnv
from interpreter.bridges.pettingzoo import env, parallel_env, raw_env

GAMES = [
    ("royal-game-of-ur", {}), ("hex", {"size": 3, "history": 3}), ("liars-dice", {}),
    ("goofspiel", {"players": 3, "history": 2}),
]  # fmt: skip
MOST = 25


def both(make: Any, game: str, **settings: Any) -> tuple[Any, Any]:
    """An environment whose game C plays from the next reset on, and one whose game it never does.
    """
    in_c, plain = (make(game, max_moves=MOST, **settings) for _ in range(2))
    plain.episode.plays_in_c = False
    in_c.episode.stepping.begin(in_c.episode.state.node.engine)
    return in_c, plain


def assert_same(one: Any, other: Any) -> None:
    """Two results have the same parts, of which some are arrays."""
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype and np.array_equal(one, other)
    elif isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, tuple):
        for pair in zip(one, other, strict=True):
            assert_same(*pair)
    else:
        assert one == other


@pytest.mark.parametrize(("game", "settings"), GAMES)
def test_agents_are_told_the_same(game: str, settings: dict[str, Any]) -> None:
    pair = in_c, plain = both(env, game, **settings)
    chooser, ends = random.Random(3), set()
    for seed in range(8):
        for one in pair:
            one.reset(seed=seed if seed % 2 == 0 else None)
        assert in_c.episode.in_c and not plain.episode.in_c
        while in_c.agents:
            assert in_c.agent_selection == plain.agent_selection
            assert_same(in_c.last(), plain.last())
            assert in_c.rewards == plain.rewards
            for agent in in_c.agents:
                assert_same(in_c.observe(agent), plain.observe(agent))
            if chooser.random() < 0.1:  # the moves up to here are played with states, too
                assert in_c.episode.state == plain.episode.state
                assert in_c.episode.state.node.heard == plain.episode.state.node.heard
            ended = any(in_c.terminations.values()), any(in_c.truncations.values())
            ends.add(ended)
            legal = np.flatnonzero(in_c.last()[0]["action_mask"])
            number = None if any(ended) else int(chooser.choice(legal))
            for one in pair:
                one.step(number)
    assert len(ends) > 1


def test_all_agents_at_once_are_told_the_same() -> None:
    pair = in_c, _ = both(parallel_env, "royal-game-of-ur")
    chooser = random.Random(3)
    for seed in range(3):
        seen, other = (one.reset(seed=seed) for one in pair)
        assert in_c.episode.in_c
        assert_same(seen, other)
        told = (seen[0],)
        while in_c.agents:
            masks = {agent: told[0][agent]["action_mask"] for agent in in_c.agents}
            actions = {a: int(chooser.choice(np.flatnonzero(m) if m.any() else [0]))
                       for a, m in masks.items()}  # fmt: skip
            told, other = (one.step(actions) for one in pair)
            assert_same(told, other)


@pytest.mark.parametrize("name", ["empty", "empty_like"])
def test_nothing_is_seen_where_no_cell_is(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the memory held before that a new array gets."""
    def soiled(*args: Any, **kept: Any) -> Any:
        return np.full_like(made(*args, **kept), 7)

    in_c, plain = both(env, "dvonn")
    for one in (in_c, plain):
        one.reset(seed=1)
    made = getattr(np, name)
    monkeypatch.setattr(np, name, soiled)
    for agent in in_c.agents:
        assert_same(in_c.observe(agent), plain.observe(agent))


@pytest.mark.parametrize("opponents", ["random", "flat:5"])
def test_opponents_choose_the_same(opponents: str) -> None:
    pair = in_c, _ = both(GameEnv, "royal-game-of-ur", opponents=opponents)
    chooser = random.Random(3)
    for seed in range(3):
        told, other = (one.reset(seed=seed) for one in pair)
        assert in_c.episode.in_c
        assert_same(told, other)
        while not in_c.episode.has_ended:
            number = int(chooser.choice(np.flatnonzero(told[-1]["action_mask"])))
            told, other = (one.step(number) for one in pair)
            assert_same(told, other)


def test_moves_that_are_not_legal_are_refused_alike() -> None:
    for number in (0, -1, 10**12):
        pair = both(raw_env, "tic-tac-toe")
        said = []
        for one in pair:
            one.reset(seed=1)
            one.step(0)
            with pytest.raises(IllegalMove) as refused:
                one.step(number)
            said.append(str(refused.value))
            one.step(1)  # the game goes on
        assert said[0] == said[1]
        assert_same(*(one.last() for one in pair))
    ended, plain = both(env, "tic-tac-toe")
    for one in (ended, plain):
        one.reset(seed=1)
        one.step(0)
        one.step(0)
        assert one.rewards == {"player_0": 0, "player_1": -1}
    assert_same(ended.observe("player_0"), plain.observe("player_0"))


def test_a_copy_goes_on_without_c() -> None:
    one, _ = both(env, "royal-game-of-ur")
    one.reset(seed=4)
    for _ in range(12):
        one.step(int(np.flatnonzero(one.last()[0]["action_mask"])[-1]))
    copy = pickle.loads(pickle.dumps(one))
    assert one.episode.in_c and not copy.episode.in_c
    for _ in range(12):
        assert_same(one.last(), copy.last())
        number = int(np.flatnonzero(one.last()[0]["action_mask"])[0])
        one.step(number)
        copy.step(number)


def test_a_state_that_is_put_is_played_on() -> None:
    one, _ = both(env, "tic-tac-toe")
    one.reset(seed=1)
    one.episode.state = one.game.start().play("place a1")
    assert one.observe("player_1")["action_mask"].sum() == 8


def test_moves_of_other_games_are_refused() -> None:
    others = [load_game(name).start().moves()[0] for name in ("tic-tac-toe", "connect-four")]
    for one in both(raw_env, "hex", size=3):
        one.reset(seed=1)
        for move in others:
            with pytest.raises(IllegalMove, match="a move of another game than hex"):
                one.episode.play(move)
        one.episode.play(one.episode.state.moves()[0])
        assert one.episode.count == 1 == len(one.episode.state.pieces())
