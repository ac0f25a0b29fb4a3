"""Random play through every bridge, compared with the engine after every step.

    python tests/bench/bridges.py [--steps 1000] [--only chess hex] [--bridges env vector]

Of each game and bridge so many steps are played: what may be chosen must be the legal moves, ends
and rewards those of the engine, which plays the same moves beside it.  `vector` compares a quarter
of the steps in each of four games; `many` plays them in C alone, 256 games at once, and looks for
errors.  A line is printed for each game and bridge; the exit code is 1 if one of them went wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # beside this file is a `games.py`

import numpy as np  # noqa: E402
from support.one_by_one import compared  # noqa: E402

from interpreter import Game, State, list_games, load_game  # noqa: E402
from interpreter.spaces import ActionSpace, VectorGame  # noqa: E402
from interpreter.spaces.planes import TooLarge  # noqa: E402

MOST = 300  # moves of a game, after which it is cut off
SEED = 5


class Unfit(Exception):
    """A bridge is not for this game, and why."""


def check(is_so: bool, *what: Any) -> None:
    """Raise AssertionError, also where Python checks none, unless something is so."""
    if not is_so:
        raise AssertionError(*what)


class Beside:
    """The same game, played by the engine alone."""

    def __init__(self, game: Game):
        self.game = game
        self.numbers = ActionSpace(game)
        self.luck = random.Random(SEED)
        self.begin()

    def begin(self) -> None:
        """A new game, in which somebody acts."""
        self.state, self.count = self.drawn(self.game.start()), 0
        while self.state.is_over:
            self.state = self.drawn(self.game.start())

    def drawn(self, state: State) -> State:
        while state.is_chance:
            state = state.random_move(self.luck)
        return state

    @property
    def legal(self) -> list[int]:
        return sorted(self.numbers.index(move) for move in self.state.moves())

    def play(self, number: int) -> None:
        move = next(m for m in self.state.moves() if self.numbers.index(m) == number)
        self.state, self.count = self.drawn(self.state.play(move)), self.count + 1

    @property
    def result(self) -> list[float]:
        return list(self.state.result or [0.0] * self.game.seats)


def play_env(game: Game, steps: int) -> None:
    """The AEC environment of PettingZoo."""
    from interpreter.bridges.pettingzoo import env

    environment, chooser = env(game, max_moves=MOST), random.Random(SEED)
    if environment.episode.actions.steps:
        raise Unfit("moves are chosen in steps")
    beside = Beside(game)
    environment.reset(seed=SEED)
    for _ in range(steps):
        agent = environment.agent_selection
        seen, reward, ended, cut, info = environment.last()
        check(agent == f"player_{beside.state.seat}")
        check((reward, ended, cut, info) == (0, False, False, {}))
        check(np.flatnonzero(seen["action_mask"]).tolist() == beside.legal)
        check(environment.observation_space(agent).contains(seen))
        number = chooser.choice(beside.legal)
        environment.step(number)
        beside.play(number)
        is_over = beside.state.is_over
        check(set(environment.terminations.values()) == {is_over})
        check(list(environment.rewards.values()) == beside.result)
        check(set(environment.truncations.values()) == {beside.count == MOST and not is_over})
        if is_over or beside.count == MOST:
            environment.reset()
            beside.begin()


def play_parallel(game: Game, steps: int) -> None:
    """The parallel environment of PettingZoo."""
    from interpreter.bridges.pettingzoo import acting, parallel_env

    try:
        environment, chooser = parallel_env(game, max_moves=MOST), random.Random(SEED)
    except ValueError as error:
        raise Unfit(str(error)) from None
    beside = Beside(game)
    seen, _ = environment.reset(seed=SEED)
    for _ in range(steps):
        states, actions = acting(beside.state), {}
        for seat, agent in enumerate(environment.agents):
            mask = np.flatnonzero(seen[agent]["action_mask"]).tolist()
            moves = states[seat].moves() if seat in states else []
            check(mask == sorted(map(beside.numbers.index, moves)))
            actions[agent] = chooser.choice(mask) if mask else 0
        seen, rewards, ends, cuts, _ = environment.step(actions)
        for seat in states:
            if not beside.state.is_over:
                beside.play(actions[f"player_{seat}"])
        is_over = beside.state.is_over
        check(set(ends.values()) == {is_over} and list(rewards.values()) == beside.result)
        check(set(cuts.values()) == {beside.count >= MOST and not is_over})
        if is_over or beside.count >= MOST:
            seen, _ = environment.reset()
            beside.begin()


def play_gymnasium(game: Game, steps: int) -> None:
    """The environment of Gymnasium, against random agents."""
    from interpreter.bridges.gymnasium import GameEnv

    environment, chooser = GameEnv(game, max_moves=MOST), random.Random(SEED)
    numbers = ActionSpace(game)
    if numbers.steps:
        raise Unfit("moves are chosen in steps")
    _, info = environment.reset(seed=SEED)
    for _ in range(steps):
        state = environment.episode.state
        legal = np.flatnonzero(info["action_mask"]).tolist()
        check(state.seat == 0 and legal == sorted(map(numbers.index, state.moves())))
        seen, reward, ended, cut, info = environment.step(chooser.choice(legal))
        state = environment.episode.state
        check(environment.observation_space.contains(seen) and ended == state.is_over)
        check(reward == (state.result[0] if state.result else 0))
        check(cut == (environment.episode.count >= MOST and not ended))
        if ended or cut:
            _, info = environment.reset()


def play_openspiel(game: Game, steps: int) -> None:
    """The game of OpenSpiel."""
    from interpreter.bridges import openspiel

    spiel, chooser = openspiel.load(game.name), random.Random(SEED)
    setting = spiel.setting
    if setting.actions.steps or setting.chance.steps:
        raise Unfit("moves are chosen in steps")
    shares = game.zero_sum and not game.results.are_points
    there, here, length = spiel.new_initial_state(), game.start(), 0
    for _ in range(steps):
        check(there.is_terminal() == here.is_over)
        result = list(here.result or [])
        wanted = [2 * r - 1 for r in result] if shares else result
        check(there.returns() == (wanted or [0.0] * game.seats))
        if here.is_over or length == MOST:
            there, here, length = spiel.new_initial_state(), game.start(), 0
            continue
        space = setting.chance if here.is_chance else setting.actions
        options = [m for m, _ in here.chance] if here.is_chance else here.moves()
        legal = {space.numbers(move)[0]: move for move in options}
        if not there.is_simultaneous_node():
            check(sorted(legal) == sorted(there.legal_actions()))
            number = chooser.choice(sorted(legal))
            there.apply_action(number)
            here, length = here.play(legal[number]), length + 1
            continue
        chosen = [chooser.choice(there.legal_actions(p) or [0]) for p in range(game.seats)]
        for _ in [p for p in range(game.seats) if there.legal_actions(p)]:
            here = here.play(setting.actions.move(chosen[here.seat or 0]))
        there.apply_actions(chosen)
        length += 1


def play_vector(game: Game, steps: int) -> None:
    """Four games of a `VectorGame`, each compared with states."""
    if ActionSpace(game).steps:
        raise Unfit("moves are chosen in steps")
    try:
        compared(game, 4, max(1, steps // 4), seed=SEED, max_moves=MOST)
    except TooLarge as error:
        raise Unfit(str(error)) from None


def play_many(game: Game, steps: int) -> None:
    """Many games of a `VectorGame`, without a look at them."""
    if ActionSpace(game).steps:
        raise Unfit("moves are chosen in steps")
    games = VectorGame(game, 256, seed=SEED, max_moves=MOST, observe=False)
    for _ in range(-(-steps // games.count)):
        games.step(games.random_actions())
        over = games.terminated | games.truncated
        check((games.masks.any(axis=1) != over).all())
        check(np.isfinite(games.rewards).all() and not games.rewards[~games.terminated].any())


BRIDGES: dict[str, Callable[[Game, int], None]] = {
    "env": play_env, "parallel_env": play_parallel, "gymnasium": play_gymnasium,
    "openspiel": play_openspiel, "vector": play_vector, "many": play_many,
}  # fmt: skip


def main() -> int:
    """Play; the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--only", nargs="*", default=list_games())
    parser.add_argument("--bridges", nargs="*", default=list(BRIDGES), choices=BRIDGES)
    given = parser.parse_args()
    wrong = 0
    for name in given.only:
        game = load_game(name)
        for bridge in given.bridges:
            begun = process_time()
            try:
                BRIDGES[bridge](game, given.steps)
                word = f"{given.steps} steps"
            except Unfit as error:
                word = f"not for this game: {error}"
            except Exception:
                traceback.print_exc()
                wrong, word = wrong + 1, "WRONG"
            print(f"{name:24} {bridge:14} {process_time() - begun:8.1f} s  {word}", flush=True)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
