"""Games as environments of PettingZoo: one seat after the other, or all at once.

    from interpreter.bridges.pettingzoo import env
    environment = env("tic-tac-toe", render_mode="ansi")

The agents are `player_0`, `player_1` and so on in the order of the seats.  An agent observes a
dictionary: `observation`, an array of `Planes`, and `action_mask`, where 1 stands for the moves of
`ActionSpace` that it may choose.  When the game ends each agent is given its result; there are no
other rewards.  Chance acts from the seed of `reset`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]

from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.api.views import choices, is_choosing
from interpreter.board.values import IllegalMove
from interpreter.bridges.episode import (
    ILLEGAL,
    FloatArray,
    episode_of,
)
from interpreter.bridges.rendering import RENDER_MODES, Picture, check_render_mode, rendered
from interpreter.process.arguments import instance_of

Observation = dict[str, Any]
By = dict[str, Any]  # something for each agent


def env(game: Game | str, /, **settings: Any) -> raw_env:
    """An environment in which one agent acts at a time; settings as for `raw_env`.

    An illegal move ends the game with a reward of -1 for the agent that made it.
    """
    return raw_env(game, illegal_reward=ILLEGAL, **settings)


class Common:
    """What both environments have: the agents, their spaces, and drawing.

    `game` is a game or the name of one, or the path of a rule file; of the settings, `history`,
    `levels` and `left_out` are those of `Planes`, `steps` is that of `ActionSpace`, and a game is
    truncated after `max_moves` moves; all others are options of the game.  With the render mode
    `ansi` the position is a text, with `human` it is printed, with `rgb_array` it is a picture.

    Raises GdlError for a game that cannot be played, NotNumbered for one whose moves cannot be
    numbered, TooLarge for one that cannot be observed so.
    """

    def _set_up(self, game: Game | str, render_mode: str | None, settings: dict[str, Any]) -> None:
        self.episode = episode_of(game, settings)
        self.game = self.episode.game
        check_render_mode(render_mode, self.game)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "name": f"{self.game.name}_v0",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, shape = self.episode.actions.size, self.episode.planes.shape
        self.action_spaces: By = {a: spaces.Discrete(size) for a in self.possible_agents}
        self.observation_spaces: By = {
            agent: spaces.Dict({
                "observation": spaces.Box(-1.0, 1.0, shape, np.float32),
                "action_mask": spaces.Box(0, 1, (size,), np.int8),
            })
            for agent in self.possible_agents
        }  # fmt: skip

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent observes."""
        space: spaces.Dict = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of the moves of an agent."""
        space: spaces.Discrete = self.action_spaces[agent]
        return space

    def state(self) -> FloatArray:
        """What all seats see together, first that of seat 0, for programs that may know it."""
        return np.stack([self.episode.observe(seat) for seat in range(self.game.seats)])

    def render(self) -> str | Picture | None:
        """The position as a text or a picture, or printed; all of it, whatever is hidden."""
        return rendered(self.episode.state, self.render_mode)

    def close(self) -> None:
        """Nothing is held that must be freed."""


class raw_env(Common, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """An environment in which one agent acts at a time; see `Common` for the settings.

    Where all choose at once, they choose one after the other, and none sees what others chose.  A
    move that is not legal ends the game with `illegal_reward` for the agent that made it and 0 for
    the others; without it, `step` raises IllegalMove.
    """

    agent_selection: str

    def __init__(
        self,
        game: Game | str,
        /,
        render_mode: str | None = None,
        illegal_reward: float | None = None,
        **settings: Any,
    ):
        super().__init__()
        self.illegal_reward = illegal_reward
        self._set_up(game, render_mode, settings)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game, in which somebody acts; `options` are not used.

        Raises ValueError where chance ends all games before anybody acts.
        """
        self.episode.reset(seed)
        agents = self.agents = self.possible_agents[:]
        self.rewards: By = dict.fromkeys(agents, 0)
        self._cumulative_rewards: By = dict.fromkeys(agents, 0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: By = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        """Select the agent that acts; when none does any more, the one after it."""
        seat = self.episode.seat
        if seat is None:
            seat = (self.seats[self.agent_selection] + 1) % self.game.seats
        self.agent_selection = self.possible_agents[seat]

    def step(self, action: int) -> None:
        """Choose a move for the agent that acts.

        Raises IllegalMove, and TypeError for what is no whole number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self.episode
        try:
            episode.step(action)
        except IllegalMove:
            if self.illegal_reward is None:
                raise
            self._refuse(agent, self.illegal_reward)
        else:
            if episode.is_over:
                self._end(self.terminations, episode.result)
            elif episode.is_cut:
                self._end(self.truncations, None)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _end(self, ended: dict[str, bool], result: list[float] | None) -> None:
        """Give each agent its result, if there is one, and note that its game has ended."""
        for agent, share in zip(self.agents, result or [0.0] * self.game.seats, strict=True):
            ended[agent] = True
            self.rewards[agent] = share
        self._accumulate_rewards()

    def _refuse(self, agent: str, reward: float) -> None:
        """End the game, which an agent has lost by a move that is not legal."""
        self.episode.refuse()
        self._end(self.terminations, [reward * (agent == other) for other in self.agents])

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may do; nothing where it does not act."""
        episode, seat = self.episode, self.seats[agent]
        mask = episode.mask() if seat == episode.seat else episode.no_mask()
        return {"observation": episode.observe(seat), "action_mask": mask}


class parallel_env(Common, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """An environment in which all agents act at once; see `Common` for the settings.

    Where all choose at once, each step carries out what all have chosen.  Elsewhere one agent acts
    alone: the masks of the others are 0 throughout, and what they choose does not matter.  So every
    game can be played, in as many steps as it has moves.  An illegal move ends the game with a
    reward of -1 for the agent that made it, and 0 for the others.

    Raises ValueError where `ActionSpace` needs several numbers for a move.
    """

    def __init__(self, game: Game | str, /, render_mode: str | None = None, **settings: Any):
        self._set_up(game, render_mode, settings)
        if self.episode.actions.steps:
            raise ValueError(f"the moves of {self.game.name} are chosen in steps: use `env`")
        # What others see while one chooses has to be told of other states than that of the game.
        self.episode.plays_in_c = not self.game.has_simultaneous_choices

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[By, By]:
        """Begin a game, in which somebody acts: what each agent observes, and infos.

        `options` are not used.  Raises ValueError where chance ends all games before anybody acts.
        """
        self.episode.reset(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: By) -> tuple[By, By, By, By, By]:
        """Carry out what agents that act have chosen: observations, rewards, ends and infos.

        Raises RuntimeError for a game that has ended, TypeError for actions that are no numbers,
        and ValueError where one is missing.
        """
        agents, episode = self.agents, self.episode
        episode.require_going_on()
        instance_of("actions", actions, dict, "a dict with a number for each agent that acts")
        acting_agents = [self.possible_agents[seat] for seat in self._acting]
        for agent in acting_agents:
            if agent not in actions:
                raise ValueError(f"`actions` has none for {agent}, who acts")
        wrong = self._play(acting_agents, actions)
        ends = dict.fromkeys(agents, episode.is_over or wrong is not None)
        cuts = dict.fromkeys(agents, episode.is_cut and wrong is None)
        rewards: By = dict.fromkeys(agents, 0.0)
        if wrong is not None:
            rewards[wrong] = ILLEGAL
        elif episode.is_over:
            rewards = dict(zip(agents, episode.result or (), strict=True))
        observations = self._observations()
        infos: By = {agent: {} for agent in agents}
        if any(ends.values()) or any(cuts.values()):
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, ends, cuts, infos

    def _play(self, agents: list[str], actions: By) -> str | None:
        """Play the moves of all who act; the agent whose move is not legal, if there is one."""
        for agent in agents:
            try:
                self.episode.step(actions[agent])
            except IllegalMove:
                self.episode.refuse()
                return agent
            if self.episode.is_over:
                break
        return None

    def _observations(self) -> By:
        """What each agent observes."""
        episode = self.episode
        states = self._acting = self._states()
        observed: By = {}
        for agent in self.agents:
            seat = self.seats[agent]
            state = states.get(seat)
            observed[agent] = {
                "observation": episode.observe(seat, state),
                "action_mask": episode.mask(state) if seat in states else episode.no_mask(),
            }
        return observed

    def _states(self) -> dict[int, State | None]:
        """The seats that act, each with the state in which it does where that is another than the
        state of the game.
        """
        seat = self.episode.seat
        if seat is None or self.episode.has_ended:
            return {}
        if not self.game.has_simultaneous_choices:
            return {seat: None}
        return {**acting(self.episode.state)}


def acting(state: State) -> dict[int, State]:
    """The seats that act now, each with the state in which it does.

    Where all choose at once, that of a later seat has choices of those before, which do not matter
    for what it may do, and which it does not see.
    """
    found: dict[int, State] = {}
    while state.seat is not None:
        found[state.seat] = state
        if not is_choosing(state):
            break
        state = state.play(state.moves()[0])
        if not is_choosing(state) or not choices(state):
            break
    return found
