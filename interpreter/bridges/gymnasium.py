"""Games as environments of Gymnasium, for one program that learns.

    from interpreter.bridges.gymnasium import GameEnv
    environment = GameEnv("tic-tac-toe", opponents="uct:100")

It plays one seat; the others, if there are any, are played by agents.  An observation is an array
of `Planes`; `info["action_mask"]` and `action_masks()` say which moves of `ActionSpace` are legal.
The reward is the result, when the game ends, and 0 before.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from interpreter.agents import Agent, make_agent
from interpreter.agents.agent import RandomAgent
from interpreter.agents.search import why_not_in
from interpreter.api.game import Game
from interpreter.board.values import IllegalMove
from interpreter.bridges.episode import (
    ILLEGAL,
    MAX_BEGUN,
    FloatArray,
    Mask,
    episode_of,
)
from interpreter.bridges.rendering import RENDER_MODES, check_render_mode, rendered
from interpreter.process.arguments import whole

Info = dict[str, Any]
ID = "boardwright/Game-v0"


class GameEnv(gymnasium.Env[FloatArray, np.int64]):
    """A game from one seat.

    `game` is a game or the name of one, or the path of a rule file.  The seats but `seat` are
    played by `opponents`: the text of an agent for all of them, such as `random` or `uct:1000`, or
    one for each in the order of play.  Of the settings, `history`, `levels` and `left_out` are
    those of `Planes`, `steps` is that of `ActionSpace`, and a game is truncated after `max_moves`
    moves; all others are options of the game.  An illegal move ends the game with a reward of -1.

    Raises GdlError for a game that cannot be played, ValueError for a seat that there is not and an
    agent that cannot be, NotNumbered for a game whose moves cannot be numbered, TooLarge for one
    that cannot be observed so.
    """

    metadata: Info = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
        **settings: Any,
    ):
        self.render_mode = render_mode
        self.episode = episode_of(game, settings)
        self.game = self.episode.game
        check_render_mode(render_mode, self.game)
        self.seat = whole("seat", seat, 0, self.game.seats - 1)
        self.agents = self._seated(opponents)
        self.observation_space = spaces.Box(-1.0, 1.0, self.episode.planes.shape, np.float32)
        self.action_space = spaces.Discrete(self.episode.actions.size)
        self._luck = random.Random()

    def _seated(self, opponents: str | Sequence[str]) -> dict[int, Agent]:
        """The agents of the other seats."""
        others = [n for n in range(self.game.seats) if n != self.seat]
        texts = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(texts) != len(others):
            raise ValueError(f"`opponents` has {len(others)} agents, not {len(texts)}")
        agents = {seat: make_agent(text) for seat, text in zip(others, texts, strict=True)}
        for agent in agents.values():
            reason = why_not_in(agent.name.partition(":")[0], self.game)
            if reason is not None:
                raise ValueError(reason)
        return agents

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[FloatArray, Info]:
        """Begin a game; `options` are not used.  One that ends before the seat acts is not counted.

        Raises RuntimeError where the seat never acts, ValueError where nobody does.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._luck.seed(seed)
        for _ in range(MAX_BEGUN):
            self.episode.reset(self._luck.getrandbits(64))
            self._let_others_act()
            if self.episode.seat == self.seat and not self.episode.is_cut:
                break
        else:
            raise RuntimeError(f"seat {self.seat} did not act in any of {MAX_BEGUN} games")
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[FloatArray, float, bool, bool, Info]:
        """Choose a move, and let the others act: what is seen then, the reward, and the ends.

        Raises RuntimeError for a game that has ended.
        """
        episode, reward, is_over = self.episode, 0.0, False
        episode.require_going_on()
        try:
            episode.step(action)
        except IllegalMove:
            episode.refuse()
            reward, is_over = ILLEGAL, True
        else:
            self._let_others_act()
            is_over = episode.is_over
            if episode.result is not None:
                reward = float(episode.result[self.seat])
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, is_over, episode.is_cut and not is_over, self._info()

    def _let_others_act(self) -> None:
        """Play on until the own seat acts, or nobody does any more."""
        episode = self.episode
        while (seat := episode.seat) in self.agents and not episode.is_cut:
            agent = self.agents[seat]
            if isinstance(agent, RandomAgent):
                episode.play_at_random(self._luck)
            else:
                episode.play(agent.choose(episode.state, self._luck))

    def _observation(self) -> FloatArray:
        return self.episode.observe(self.seat)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Mask:
        """1 for each legal move; nothing but 0 when the game is over."""
        is_acting = self.episode.seat == self.seat
        return self.episode.mask() if is_acting else self.episode.no_mask()

    def render(self) -> Any:
        """The position as a text or a picture, or printed; all of it, whatever is hidden."""
        return rendered(self.episode.state, self.render_mode)


gymnasium.register(ID, entry_point="interpreter.bridges.gymnasium:GameEnv")
