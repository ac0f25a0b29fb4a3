"""Random play through every bridge, compared with the engine after every step.

    python tests/bench/bridges.py [--steps 1000] [--only chess hex] [--bridges env vector]
    python tests/bench/bridges.py --to 1000000 [--seconds 3600]

Of each game and bridge so many steps are played: what may be chosen must be the legal moves, ends
and rewards those of the engine, which plays the same moves beside it.  `vector` plays 32 games of
a `VectorGame` at once and compares four of them with states, after each step the observation of
one of these; `many` plays 256 without observations and compares eight: others in each slice.  A
line is printed for each game and bridge; the exit code is 1 if one of them went wrong.

With `--to`, what was played so far is in `bridges.csv` (`--ledger`), and goes on in slices of some
minutes, each with a seed of its own, until all have so many steps or the time is over: first what
has less than a thousandth of them, then one bridge after the other, in the order in which they
were given, what has the most, as it is the soonest done.  Any number of processes may do so at
once; what one of them is playing the others leave alone.  `--table` prints what docs/bridges.md
says of it.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections.abc import Callable
from functools import lru_cache
from itertools import product
from math import inf
from pathlib import Path
from time import monotonic, process_time, sleep
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path[:1] = [str(ROOT), str(ROOT / "tests")]  # beside this file is a `games.py`

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from support.ledger import Ledger, locked, table  # noqa: E402
from support.one_by_one import Listing, compared  # noqa: E402

from interpreter import Game, State, list_games, load_game  # noqa: E402
from interpreter.agents import make_agent  # noqa: E402
from interpreter.board.values import Move  # noqa: E402
from interpreter.process.arguments import seed_of  # noqa: E402
from interpreter.spaces import ActionSpace  # noqa: E402
from interpreter.spaces.planes import TooLarge  # noqa: E402

MOST = 300  # moves of a game, after which it is cut off
SEED = 5
SELDOM = 100  # steps, after which it is asked whether an observation is in its space
SLICE = 180.0  # seconds that are played until it is noted
FIRST = 2_000  # steps of the first slice
VECTOR = 32, 4  # games at once, and of them those that states play beside
MANY = 256, 8  # the same without observations
LEDGER = Path(__file__).with_name("bridges.csv")


loaded = lru_cache(1)(load_game)


class Unfit(Exception):
    """A bridge is not for this game, and why."""


def check(is_so: bool, *what: Any) -> None:
    """Raise AssertionError, also where Python checks none, unless something is so."""
    if not is_so:
        raise AssertionError(*what)


def require_numbers(game: Game) -> None:
    """Raises Unfit for a game whose moves are no single numbers."""
    if ActionSpace(game).steps:
        raise Unfit("moves are chosen in steps")


class Beside:
    """The same game, played by the engine alone."""

    def __init__(self, game: Game, seed: int):
        self.game = game
        self.numbers = ActionSpace(game)
        self.listing = Listing(self.numbers)
        self.luck = random.Random(seed)
        self.nothing = [0.0] * game.seats
        self.begin()

    def begin(self) -> None:
        """A new game, in which somebody acts."""
        self.come_to(self.game.start(), 0)
        while self.state.is_over:
            self.come_to(self.game.start(), 0)

    def come_to(self, state: State, count: int) -> None:
        """Go on from a state, after what chance does first."""
        while state.is_chance:
            state = state.random_move(self.luck)
        self.state, self.count = state, count

    def chosen(self, mask: NDArray[np.int8], chooser: random.Random) -> tuple[int, Move]:
        """A random move and its number, where the mask has all moves."""
        return self.listing.chosen(self.state, mask, chooser)

    def play(self, move: Move) -> None:
        self.come_to(self.state.play(move), self.count + 1)

    @property
    def result(self) -> list[float]:
        return self.state.result or self.nothing


def play_env(game: Game, steps: int, seed: int) -> None:
    """The AEC environment of PettingZoo."""
    from interpreter.bridges.pettingzoo import env

    require_numbers(game)
    environment, chooser = env(game, max_moves=MOST), random.Random(seed)
    beside = Beside(game, seed)
    environment.reset(seed=seed)
    for at in range(steps):
        agent = environment.agent_selection
        seen, reward, ended, cut, info = environment.last()
        check(agent == f"player_{beside.state.seat}")
        check((reward, ended, cut, info) == (0, False, False, {}))
        number, move = beside.chosen(seen["action_mask"], chooser)
        check(at % SELDOM or environment.observation_space(agent).contains(seen))
        environment.step(number)
        beside.play(move)
        is_over = beside.state.is_over
        check(set(environment.terminations.values()) == {is_over})
        check(list(environment.rewards.values()) == beside.result)
        check(set(environment.truncations.values()) == {beside.count == MOST and not is_over})
        if is_over or beside.count == MOST:
            environment.reset()
            beside.begin()


def play_parallel(game: Game, steps: int, seed: int) -> None:
    """The parallel environment of PettingZoo."""
    from interpreter.bridges.pettingzoo import acting, parallel_env

    require_numbers(game)
    environment, chooser = parallel_env(game, max_moves=MOST), random.Random(seed)
    beside = Beside(game, seed)
    seen, _ = environment.reset(seed=seed)
    for _ in range(steps):
        states, actions, moves = acting(beside.state), {}, {}
        for seat, agent in enumerate(environment.agents):
            mask, actions[agent] = seen[agent]["action_mask"], 0
            if seat in states:
                actions[agent], moves[seat] = beside.listing.chosen(states[seat], mask, chooser)
            else:
                check(not mask.any())
        seen, rewards, ends, cuts, _ = environment.step(actions)
        for seat in states:
            if not beside.state.is_over:
                beside.play(moves[seat])
        is_over = beside.state.is_over
        check(set(ends.values()) == {is_over} and list(rewards.values()) == beside.result)
        check(set(cuts.values()) == {beside.count >= MOST and not is_over})
        if is_over or beside.count >= MOST:
            seen, _ = environment.reset()
            beside.begin()


class Against(Beside):
    """The same game beside it, in which the first seat is chosen for and random agents play the
    others, with the seeds that the environment of Gymnasium gives them.
    """

    def __init__(self, game: Game, seed: int):
        self.others, self.agent = random.Random(seed), make_agent("random")
        super().__init__(game, seed)

    def begin(self) -> None:
        """A new game, in which the first seat acts."""
        while True:
            self.luck.seed(seed_of(self.others.getrandbits(64)))
            super().begin()
            self.let_others_act()
            if self.state.seat == 0 and self.count < MOST:
                return

    def let_others_act(self) -> None:
        """Play on until the first seat acts, or nobody does any more."""
        while self.state.seat and self.count < MOST:
            move = self.agent.choose(self.state, self.others)
            self.come_to(self.state.play(move), self.count + 1)


def play_gymnasium(game: Game, steps: int, seed: int) -> None:
    """The environment of Gymnasium, against random agents."""
    from interpreter.bridges.gymnasium import GameEnv

    require_numbers(game)
    environment, chooser = GameEnv(game, max_moves=MOST), random.Random(seed)
    beside = Against(game, seed)
    _, info = environment.reset(seed=seed)
    for at in range(steps):
        number, move = beside.chosen(info["action_mask"], chooser)
        seen, reward, ended, cut, info = environment.step(number)
        beside.play(move)
        beside.let_others_act()
        check(at % SELDOM or environment.observation_space.contains(seen))
        is_over = beside.state.is_over
        check((ended, reward) == (is_over, beside.result[0]))
        check(cut == (beside.count >= MOST and not is_over))
        if ended or cut:
            _, info = environment.reset()
            beside.begin()


def play_openspiel(game: Game, steps: int, seed: int) -> None:
    """The game of OpenSpiel."""
    from interpreter.bridges import openspiel
    from interpreter.bridges.pettingzoo import acting

    spiel, chooser = openspiel.load(game.name), random.Random(seed)
    setting = spiel.setting
    if setting.actions.steps or setting.chance.steps:
        raise Unfit("moves are chosen in steps")
    shares = game.zero_sum and not game.results.are_points
    listings = Listing(setting.actions), Listing(setting.chance)
    there, here, length = spiel.new_initial_state(), game.start(), 0
    for _ in range(steps):
        check(there.is_terminal() == here.is_over)
        result = list(here.result or [])
        wanted = [2 * r - 1 for r in result] if shares else result
        check(there.returns() == (wanted or [0.0] * game.seats))
        if here.is_over or length == MOST:
            there, here, length = spiel.new_initial_state(), game.start(), 0
            continue
        listing, length = listings[here.is_chance], length + 1
        if not there.is_simultaneous_node():
            number, move = listing.chosen(here, there.legal_actions(), chooser)
            there.apply_action(number)
            here = here.play(move)
            continue
        numbers, moves = [0] * game.seats, {}
        states = acting(here)
        for seat in range(game.seats):
            legal = there.legal_actions(seat)
            if seat in states:
                numbers[seat], moves[seat] = listing.chosen(states[seat], legal, chooser)
            else:
                check(not legal)
        there.apply_actions(numbers)
        for seat in states:
            here = here.play(moves[seat])


def play_vector(game: Game, steps: int, seed: int, at_once: tuple[int, int] = VECTOR) -> None:
    """Games of a `VectorGame`; observations, ends, rewards and masks of some are compared."""
    require_numbers(game)
    count, looked_at = at_once
    places = random.Random(seed).sample(range(count), looked_at)
    try:
        compared(game, count, -(-steps // count), seed, MOST, 1, places, observe=at_once == VECTOR)
    except TooLarge:
        raise Unfit("an observation has too many numbers") from None


def play_many(game: Game, steps: int, seed: int) -> None:
    """Games of a `VectorGame` that are not observed."""
    play_vector(game, steps, seed, MANY)


BRIDGES: dict[str, Callable[[Game, int, int], None]] = {
    "env": play_env, "parallel_env": play_parallel, "gymnasium": play_gymnasium,
    "openspiel": play_openspiel, "vector": play_vector, "many": play_many,
}  # fmt: skip


def tried(name: str, bridge: str, steps: int, seed: int) -> tuple[bool, str]:
    """Play; whether it went wrong, and why the bridge is not for the game."""
    try:
        BRIDGES[bridge](loaded(name), steps, seed)
    except Unfit as error:
        return False, str(error)
    except Exception:
        print(f"{name} {bridge} {steps} steps with the seed {seed}", file=sys.stderr)
        traceback.print_exc()
        return True, ""
    return False, ""


def played(given: argparse.Namespace) -> bool:
    """Play all that was asked for once; whether nothing went wrong."""
    all_right = True
    for name, bridge in product(given.only, given.bridges):
        begun = process_time()
        wrong, unfit = tried(name, bridge, given.steps, SEED)
        all_right &= not wrong
        word = "WRONG" if wrong else f"not for this game: {unfit}"
        word = word if wrong or unfit else f"{given.steps} steps"
        print(f"{name:24} {bridge:14} {process_time() - begun:8.1f} s  {word}", flush=True)
    return all_right


class Queue:
    """What is to be played until all have `--to` steps."""

    def __init__(self, given: argparse.Namespace):
        self.to, self.ledger = given.to, Ledger(given.ledger)
        self.until = monotonic() + given.seconds
        self.bridges = given.bridges
        self.left = set(product(given.only, given.bridges))
        self.rates: dict[tuple[str, str], float] = {}  # steps a second
        self.all_right = True

    def run(self) -> bool:
        """Play; whether nothing went wrong."""
        while self.left and monotonic() < self.until:
            if not any(map(self.slice, self.in_order())):
                sleep(1)  # others play all that is left
        return self.all_right

    def in_order(self) -> list[tuple[str, str]]:
        """What is left: first what has hardly been played, then one bridge after the other what has
        been played most.
        """
        lines = self.ledger.read()
        steps = {pair: lines[pair].steps if pair in lines else 0 for pair in self.left}
        least, few = min(steps.values(), default=0), self.to // 1000
        if least < few:
            return sorted(self.left, key=lambda pair: (steps[pair], pair))
        return sorted(self.left, key=lambda pair: (self.bridges.index(pair[1]), -steps[pair], pair))

    def slice(self, pair: tuple[str, str]) -> bool:
        """Go on with a game and a bridge, unless somebody else does; whether it was played."""
        name, bridge = pair
        with locked(ROOT / "games" / f"{name}.yaml", waits=False) as is_mine:
            line = self.ledger.line(pair)
            if line.steps >= self.to:
                self.left.discard(pair)
            if not is_mine or line.steps >= self.to:
                return False
            steps = min(self.to - line.steps, int(self.rates.get(pair, FIRST / SLICE) * SLICE) + 1)
            seed = random.Random(f"{line.steps} {line.wrong}").getrandbits(32)
            begun = monotonic()
            wrong, unfit = tried(name, bridge, steps, seed)
            self.rates[pair] = steps / (monotonic() - begun)
            done = 0 if wrong or unfit else steps
            self.ledger.add(pair, done, int(wrong), unfit)
        if wrong or unfit:  # not again in this run
            self.left.discard(pair)
        self.all_right &= not wrong
        word = "WRONG" if wrong else unfit or f"{line.steps + done:,} steps"
        print(f"{name:24} {bridge:14} {self.rates[pair]:12,.0f} steps/s  {word}", flush=True)
        return True


def main() -> int:
    """Play; the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--only", nargs="*", default=list_games())
    parser.add_argument("--bridges", nargs="*", default=list(BRIDGES), choices=BRIDGES)
    parser.add_argument("--to", type=int)
    parser.add_argument("--seconds", type=float, default=inf)
    parser.add_argument("--ledger", type=Path, default=LEDGER)
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    if given.table:
        print("\n".join(table(list(Ledger(given.ledger).read().values()))))
        return 0
    all_right = played(given) if given.to is None else Queue(given).run()
    return not all_right


if __name__ == "__main__":
    sys.exit(main())
