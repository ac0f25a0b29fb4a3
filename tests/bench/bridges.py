"""Random play through every bridge, compared with the engine after every step.

    python tests/bench/bridges.py [--steps 1000] [--only chess hex] [--bridges env vector]
    python tests/bench/bridges.py --to 1000000 [--seconds 3600]

Of each game and bridge so many steps are played: what may be chosen must be the legal moves, ends
and rewards those of the engine, which plays the same moves beside it (`support/beside.py`).
`vector` plays 32 games of a `VectorGame` at once and compares all of them, and after each eighth
step the observation of one; `many` plays 256 without observations.  A line is printed for each game
and bridge; the exit code is 1 if one of them went wrong.

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
from support.bench_figures import game_name  # noqa: E402
from support.beside import Beside  # noqa: E402
from support.ledger import Ledger, locked, table  # noqa: E402

from interpreter import Game, State, list_games, load_game  # noqa: E402
from interpreter.native.runtime.nodes import NativeNode  # noqa: E402
from interpreter.process.arguments import seed_of  # noqa: E402
from interpreter.spaces import ActionSpace, VectorGame  # noqa: E402
from interpreter.spaces.planes import TooLarge  # noqa: E402

MOST = 300  # moves of a game, after which it is cut off
SEED = 5
SELDOM = 100  # steps, after which it is asked whether an observation is in its space
SHOWN = 8  # steps of many games, after which an observation is compared
RARELY = 2_000  # steps, after which its state is asked for
SLICE = 180.0  # seconds that are played until it is noted
FIRST = 2_000  # steps of the first slice
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


class Alone(Beside):
    """One game that is played by the engine alone; chance draws from `luck`."""

    def __init__(self, game: Game, seed: int):
        self.luck = random.Random(seed)
        super().__init__(game, self.luck.random)
        self.restart()

    def restart(self) -> None:
        """A new game, in which somebody acts."""
        self.begin()
        while self.is_over:
            self.begin()
        self.count = 0

    def play(self, number: int) -> None:
        """Play the move of a number."""
        super().play(number)
        self.count += 1


def play_env(game: Game, steps: int, seed: int) -> None:
    """The AEC environment of PettingZoo."""
    from interpreter.bridges.pettingzoo import env

    require_numbers(game)
    environment, chooser = env(game, max_moves=MOST), random.Random(seed)
    beside, nothing = Alone(game, seed), (0, False, False, {})
    environment.reset(seed=seed)
    agents = environment.possible_agents
    for at in range(steps):
        agent = environment.agent_selection
        seen, *rest = environment.last()
        check(agent == agents[beside.seat] and tuple(rest) == nothing)
        number = beside.chosen(seen["action_mask"], chooser)
        if at % SELDOM == 0:
            check(environment.observation_space(agent).contains(seen))
        if at % RARELY == 0:
            check_state(environment.episode.state, beside)
        environment.step(number)
        beside.play(number)
        is_over = beside.is_over
        has_ended = is_over or beside.count == MOST
        check(set(environment.terminations.values()) == {is_over})
        check(set(environment.truncations.values()) == {has_ended and not is_over})
        check(list(environment.rewards.values()) == beside.result())
        if has_ended:
            environment.reset()
            beside.restart()


def check_state(state: State, beside: Beside) -> None:
    """A state is that of the engine, and its moves are those that are legal there."""
    check(state.node.state == beside.state())
    check(beside.spaces[state.is_chance].indices(state.moves()) == beside.numbers())


def play_parallel(game: Game, steps: int, seed: int) -> None:
    """The parallel environment of PettingZoo."""
    from interpreter.bridges.pettingzoo import parallel_env

    require_numbers(game)
    environment, chooser = parallel_env(game, max_moves=MOST), random.Random(seed)
    beside = Alone(game, seed)
    seen, _ = environment.reset(seed=seed)
    agents = environment.possible_agents
    for _ in range(steps):
        masks = [seen[agent]["action_mask"] for agent in agents]
        acting = {seat for seat, mask in enumerate(masks) if not beside.is_empty(mask)}
        actions = dict.fromkeys(agents, 0)
        while acting and not beside.is_over:
            acting.remove(seat := beside.seat)
            actions[agents[seat]] = number = beside.chosen(masks[seat], chooser)
            beside.play(number)
        check(beside.is_over or not has_chosen(beside))
        seen, rewards, ends, cuts, _ = environment.step(actions)
        is_over = beside.is_over
        has_ended = is_over or beside.count >= MOST
        check(set(ends.values()) == {is_over} and list(rewards.values()) == beside.result())
        check(set(cuts.values()) == {has_ended and not is_over})
        if has_ended:
            seen, _ = environment.reset()
            beside.restart()


def has_chosen(beside: Beside) -> bool:
    """Whether a seat has chosen already, where all choose at once, and another one has not."""
    engine = beside.engine
    if not engine.simultaneous_menus:
        return False
    state = beside.state()
    is_choosing = engine.menu_of(state) in engine.simultaneous_menus
    return is_choosing and engine.coding.number("decided", state) > 0


class Against(Alone):
    """The same game beside it, in which the first seat is chosen for and random agents play the
    others, with the seeds that the environment of Gymnasium gives them.
    """

    def __init__(self, game: Game, seed: int):
        self.others = random.Random(seed)
        super().__init__(game, seed)

    def restart(self) -> None:
        """A new game, in which the first seat acts."""
        while True:
            self.luck.seed(seed_of(self.others.getrandbits(64)))
            super().restart()
            self.let_others_act()
            if self.seat == 0 and self.count < MOST:
                return

    def let_others_act(self) -> None:
        """Play on until the first seat acts, or nobody does any more."""
        while self.seat > 0 and self.count < MOST:
            self.play(self.pick(self.others.choice(range(self.listed_of[0]))))


def play_gymnasium(game: Game, steps: int, seed: int) -> None:
    """The environment of Gymnasium, against random agents."""
    from interpreter.bridges.gymnasium import GameEnv

    require_numbers(game)
    environment, chooser = GameEnv(game, max_moves=MOST), random.Random(seed)
    beside = Against(game, seed)
    _, info = environment.reset(seed=seed)
    for at in range(steps):
        number = beside.chosen(info["action_mask"], chooser)
        seen, reward, ended, cut, info = environment.step(number)
        beside.play(number)
        beside.let_others_act()
        check(at % SELDOM or environment.observation_space.contains(seen))
        is_over = beside.is_over
        check((ended, reward) == (is_over, beside.result()[0]))
        check(cut == (beside.count >= MOST and not is_over))
        if ended or cut:
            _, info = environment.reset()
            beside.restart()


def play_openspiel(game: Game, steps: int, seed: int) -> None:
    """The game of OpenSpiel."""
    from interpreter.bridges import openspiel

    spiel, chooser = openspiel.load(game.name), random.Random(seed)
    setting = spiel.setting
    if setting.actions.steps or setting.chance.steps:
        raise Unfit("moves are chosen in steps")
    shares = game.zero_sum and not game.results.are_points
    beside = Beside(game)
    beside.begin()
    there, length, nothing = spiel.new_initial_state(), 0, [0.0] * game.seats
    for _ in range(steps):
        is_over = beside.is_over
        check(there.is_terminal() == is_over)
        result = beside.result()
        wanted = [2 * r - 1 for r in result] if shares and is_over else result
        check(there.returns() == (wanted if is_over else nothing))
        if is_over or length == MOST:
            there, length = spiel.new_initial_state(), 0
            beside.begin()
            continue
        length += 1
        if not there.is_simultaneous_node():
            check(there.current_player() == beside.seat)
            there.apply_action(played(there.legal_actions(), beside, chooser))
            continue
        numbers, legal = [0] * game.seats, list(map(there.legal_actions, range(game.seats)))
        acting = {seat for seat, some in enumerate(legal) if some}
        while acting and not beside.is_over:
            acting.remove(seat := beside.seat)
            numbers[seat] = played(legal[seat], beside, chooser)
        check(beside.is_over or not has_chosen(beside))
        there.apply_actions(numbers)


def played(legal: list[int], beside: Beside, chooser: random.Random) -> int:
    """A random legal number, which is played beside; the list has all of them."""
    check(legal == sorted(beside.numbers()), legal)
    number = chooser.choice(legal)
    beside.play(number)
    return number


def play_vector(game: Game, steps: int, seed: int, count: int = 32, observe: bool = True) -> None:
    """Games of a `VectorGame`, all of which are compared; of one the observation, too."""
    require_numbers(game)
    try:
        many = VectorGame(game, count, seed=seed, max_moves=MOST, observe=observe)
    except TooLarge:
        raise Unfit("an observation has too many numbers") from None
    beside, chooser = Beside(game, None, seed, count, MOST), random.Random(seed)
    beside.begin()
    for at in range(-(-steps // count)):
        beside.require(many.masks)
        check(np.array_equal(many.terminated, beside.over))
        check(np.array_equal(many.truncated, beside.cut))
        acting = ~(beside.over | beside.cut)
        check(np.array_equal(many.seats[acting], beside.seats[acting]))
        rewards = np.zeros_like(many.rewards)
        for place in np.flatnonzero(beside.over).tolist():
            rewards[place] = beside.result(place)
        check(np.array_equal(many.rewards, rewards))
        if many.planes is not None and at % SHOWN == 0:
            check_observation(many, chooser.randrange(count), beside)
        actions = many.random_actions()
        many.step(actions)
        beside.step(actions)


def check_observation(many: VectorGame, place: int, beside: Beside) -> None:
    """What C wrote as the observation of a game is what Python makes of its state."""
    assert many.planes is not None
    start = many.game.start("native")
    node = NativeNode(start.node.engine, beside.state(place), b"", start.node.heard, {})
    state, seat = State(many.game, node, start.engine), int(many.seats[place])
    check(np.array_equal(many.observations[place], many.planes.looked_at(state, seat, ())))


def play_many(game: Game, steps: int, seed: int) -> None:
    """Games of a `VectorGame` that are not observed."""
    play_vector(game, steps, seed, 256, observe=False)


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


def once(given: argparse.Namespace) -> bool:
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
    parser.add_argument("--only", nargs="*", type=game_name, default=list_games())
    parser.add_argument("--bridges", nargs="*", default=list(BRIDGES), choices=BRIDGES)
    parser.add_argument("--to", type=int)
    parser.add_argument("--seconds", type=float, default=inf)
    parser.add_argument("--ledger", type=Path, default=LEDGER)
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    if given.table:
        print("\n".join(table(list(Ledger(given.ledger).read().values()))))
        return 0
    all_right = once(given) if given.to is None else Queue(given).run()
    return not all_right


if __name__ == "__main__":
    sys.exit(main())
