"""Games as environments of Gymnasium: its own check, opponents, ends and seeds."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from interpreter.bridges.gymnasium import ID, GameEnv


@pytest.mark.parametrize(
    "settings",
    [
        {"game": "fifteen-puzzle", "history": 2},
        {"game": "kuhn-poker", "seat": 1},
        {"game": "liars-dice", "opponents": ["random", "flat:10"]},
        {"game": "goofspiel", "players": 3, "opponents": "random"},
    ],
    ids=lambda settings: str(settings["game"]),
)
def test_the_check_of_gymnasium_passes(settings: dict[str, object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it was not made with `gymnasium.make`
        check_env(GameEnv(**settings))  # type: ignore[arg-type]


def test_it_can_be_made_by_its_name() -> None:
    environment = gymnasium.make(ID, game="hex", size=4, render_mode="ansi")
    seen, info = environment.reset(seed=1)
    assert seen.shape[1:] == (4, 4) and info["action_mask"].sum() == 16
    assert environment.render().startswith(" ")


def test_opponents_act_before_the_seat() -> None:
    environment = GameEnv("tic-tac-toe", seat=1)
    seen, info = environment.reset(seed=3)
    names = environment.episode.planes.names
    assert seen[names.index("opponent mark")].sum() == 1
    assert seen[names.index("own mark")].sum() == 0
    assert (environment.action_masks() == info["action_mask"]).all()
    assert info["action_mask"].sum() == 8


def test_the_reward_is_the_result() -> None:
    environment, rewards = GameEnv("tic-tac-toe", seat=1), set()
    for seed in range(12):
        _, info = environment.reset(seed=seed)
        over = False
        while not over:
            number = int(np.flatnonzero(info["action_mask"])[-1])
            _, reward, over, cut, info = environment.step(number)
            assert not cut and (over or reward == 0)
        assert reward == environment.episode.state.result[1]
        assert not info["action_mask"].any()
        rewards.add(reward)
    assert {0.0, 1.0} <= rewards


def test_an_illegal_move_ends_the_game() -> None:
    environment = GameEnv("tic-tac-toe")
    environment.reset(seed=1)
    environment.step(4)
    _, reward, over, _, _ = environment.step(4)
    assert (reward, over) == (-1, True)
    assert not environment.action_masks().any()
    with pytest.raises(RuntimeError, match="call `reset`"):
        environment.step(0)
    _, info = environment.reset()
    assert info["action_mask"].any()


def test_a_game_is_truncated() -> None:
    environment = GameEnv("fifteen-puzzle", max_moves=5)
    _, info = environment.reset(seed=1)
    for n in range(5):
        _, _, over, cut, info = environment.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert cut == (n == 4) and not over
    with pytest.raises(RuntimeError, match="fifteen-puzzle has ended"):
        environment.step(0)


def test_a_seed_repeats_chance_and_opponents() -> None:
    games = []
    for _ in range(2):
        environment = GameEnv("backgammon", seat=1, opponents="random")
        _, info = environment.reset(seed=11)
        for _ in range(10):
            _, _, over, _, info = environment.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert not over
        games.append(environment.episode.state)
    assert games[0] == games[1]


def test_who_cannot_play_is_refused() -> None:
    with pytest.raises(ValueError, match="alphabeta"):
        GameEnv("rock-paper-scissors", opponents="alphabeta")
    with pytest.raises(ValueError, match="1 agents"):
        GameEnv("tic-tac-toe", opponents=["random", "random"])
    with pytest.raises(ValueError, match="seat"):
        GameEnv("tic-tac-toe", seat=2)


def test_a_seat_that_never_acts_is_no_environment() -> None:
    environment = GameEnv("tic-tac-toe", seat=1, max_moves=1)
    with pytest.raises(RuntimeError, match="seat 1"):
        environment.reset(seed=1)
