"""Many games at once as Gymnasium has them: spaces, resets, rewards, and which arrays are given."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from interpreter import load_game
from interpreter.bridges.vector_gymnasium import ID, GameVectorEnv

pytestmark = pytest.mark.usefixtures("native")


def test_it_can_be_made_by_its_name() -> None:
    environments = gymnasium.make_vec(ID, num_envs=5, game="hex", size=4)
    observed, infos = environments.reset(seed=1)
    assert observed in environments.observation_space
    assert observed["action_mask"].shape == (5, 17) and infos["seats"].tolist() == [0] * 5


def test_what_it_gives_lies_in_its_spaces() -> None:
    environments = GameVectorEnv("tic-tac-toe", 3, seed=1, history=2)
    observed, _ = environments.reset(seed=4)
    for _ in range(30):
        assert observed in environments.observation_space
        observed, rewards, ended, cut, infos = environments.step(
            environments.games.random_actions()
        )
        assert rewards.shape == ended.shape == cut.shape == (3,)
        assert ended.dtype == cut.dtype == np.bool_ and infos["rewards"].shape == (3, 2)


def test_the_reward_is_that_of_the_seat_that_acted() -> None:
    environments = GameVectorEnv("tic-tac-toe", 2)
    environments.reset()
    for actions in ([0, 0], [3, 4], [1, 1], [4, 2], [8, 8]):
        _, rewards, *_ = environments.step(actions)
        assert rewards.tolist() == [0, 0]
    _, rewards, ended, _, infos = environments.step([5, 6])  # the second seat wins both
    assert rewards.tolist() == [1, 1] and ended.all()
    assert infos["rewards"].tolist() == [[0, 1], [0, 1]]
    observed, rewards, ended, *_ = environments.step([0, 0])  # begins anew
    assert observed["action_mask"].all() and not rewards.any() and not ended.any()


def test_the_same_seed_gives_the_same_games() -> None:
    environments = GameVectorEnv("royal-game-of-ur", 8)
    first, _ = environments.reset(seed=5)
    assert all((environments.reset(seed=5)[0][name] == first[name]).all() for name in first)
    later = [environments.reset()[0]["observation"] for _ in range(9)]
    assert any((one != first["observation"]).any() for one in later)


def test_copies_stay_and_arrays_change() -> None:
    kept, _ = GameVectorEnv("tic-tac-toe", 1).reset()
    environments = GameVectorEnv("tic-tac-toe", 1, copy=False)
    given, _ = environments.reset()
    environments.step([4])
    assert kept["action_mask"].all() and not given["action_mask"].all()
    assert given["observation"] is environments.games.observations


def test_options_of_a_loaded_game_are_refused() -> None:
    with pytest.raises(TypeError, match="`size`: a game that has been loaded takes no options"):
        GameVectorEnv(load_game("hex", size=3), 2, size=4)
