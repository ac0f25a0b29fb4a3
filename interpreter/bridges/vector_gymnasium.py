"""Many games at once as a vector environment of Gymnasium.

    from interpreter.bridges.vector_gymnasium import GameVectorEnv
    environments = GameVectorEnv("connect-four", num_envs=256)

All seats are played by whoever calls `step`, each when it acts: `infos["seats"]` says which one.  A
game that has ended begins anew with the next step (`AutoresetMode.NEXT_STEP`).
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from interpreter.api.game import Game
from interpreter.api.loading import load_game
from interpreter.spaces.vector import VectorGame

Observation = dict[str, NDArray[Any]]
SETTINGS = {"seed", "threads", "max_moves", "observe", "history", "levels", "left_out"}
ID = "boardwright/Games-v0"


class GameVectorEnv(gymnasium.vector.VectorEnv[Observation, ArrayLike, NDArray[Any]]):
    """`num_envs` games over a `VectorGame`, whose settings are as there.

    `game` is a game or the name of one, or the path of a rule file; what is no setting is an option
    of the game.  An observation is a dictionary: `observation`, an array of `Planes`, and
    `action_mask`, where 1 stands for the actions that are legal.  The reward is the result of the
    seat that acted, in a game that has ended with its move, else 0; `infos["rewards"]` has what
    each seat gets.  With `copy=False` the arrays are those that the next step writes.

    Raises GdlError for a game that cannot be played, TypeError for options of a game that has been
    made already, and what `VectorGame` raises.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP,
    }  # fmt: skip

    def __init__(self, game: Game | str, num_envs: int, copy: bool = True, **settings: Any):
        options = {name: value for name, value in settings.items() if name not in SETTINGS}
        if isinstance(game, str):
            game = load_game(game, **options)
        elif options:
            raise TypeError(f"`{min(options)}`: a game that has been loaded takes no options")
        given = {name: settings[name] for name in SETTINGS & settings.keys()}
        self.games = VectorGame(game, num_envs, **given)
        self.num_envs = num_envs
        self.copy = copy
        size = self.games.actions.size
        shown = gymnasium.spaces.Box(-1.0, 1.0, self.games.observations.shape[1:], np.float32)
        mask = gymnasium.spaces.Box(0, 1, (size,), np.int8)
        self.single_action_space = gymnasium.spaces.Discrete(size)
        self.single_observation_space = gymnasium.spaces.Dict(observation=shown, action_mask=mask)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games anew: what is observed, and `seats` and `rewards`; `options` are unused.

        With a seed they are the same games each time.
        """
        super().reset(seed=seed)
        self.games.reset(seed)
        return self.observed(), self.infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in each game: what is observed, rewards, which ended, which were cut off,
        and `seats` and `rewards`.

        Raises what `VectorGame.step` raises.
        """
        games = self.games
        acted = games.seats.copy()
        games.step(actions)
        rewards = games.rewards[np.arange(self.num_envs), acted]
        ended, cut = self.given(games.terminated), self.given(games.truncated)
        return self.observed(), rewards, ended, cut, self.infos()

    def given(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array as the caller gets it."""
        return array.copy() if self.copy else array

    def observed(self) -> Observation:
        """What is observed now."""
        games = self.games
        return {
            "observation": self.given(games.observations),
            "action_mask": self.given(games.masks),
        }

    def infos(self) -> dict[str, Any]:
        """Who acts, and what each seat gets."""
        return {"seats": self.given(self.games.seats), "rewards": self.given(self.games.rewards)}


gymnasium.register(ID, vector_entry_point="interpreter.bridges.vector_gymnasium:GameVectorEnv")
