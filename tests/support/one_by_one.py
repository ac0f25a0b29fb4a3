"""The games of a `VectorGame`, played one by one with states, and compared with what C writes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.spaces import ActionSpace
from interpreter.spaces.planes import TurnHistory
from interpreter.spaces.vector import VectorGame

WORD = (1 << 64) - 1


class Xoshiro:
    """The generator that C draws chance with, as its authors published it."""

    def __init__(self, seed: int):
        self.s = []
        for _ in range(4):
            seed = mixed(seed)
            self.s.append(seed)

    def unit(self) -> float:
        s = self.s
        product = s[1] * 5 & WORD
        result = rotated(product, 7) * 9 & WORD
        t = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
        return (result >> 11) * 2.0**-53


def rotated(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) & WORD


def mixed(x: int) -> int:
    """splitmix64"""
    x = x + 0x9E3779B97F4A7C15 & WORD
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


class OneByOne:
    """The games of one place, as the states of a game have them."""

    def __init__(self, game: Game, seed: int, place: int, max_moves: int, history: int):
        self.game, self.max_moves, self.history = game, max_moves, history
        self.seed = mixed(mixed(seed) + place & WORD)
        self.games = 0
        self.begin()

    def begin(self) -> None:
        self.chance = Xoshiro(self.seed + 2 * self.games & WORD)
        self.games += 1
        self.moves = 0
        self.past = TurnHistory(self.history)
        self.state = self.drawn(self.game.start())
        self.past.add(self.state)

    def drawn(self, state: State) -> State:
        """The state after all that chance does."""
        while state.is_chance:
            listed = state.chance
            left = self.chance.unit() * sum(part for _, part in listed)
            chosen = None
            for move, part in listed:
                if left < 0:
                    break
                chosen = move if part > 0 else chosen
                left -= part
            state = state.play(chosen)
        return state

    @property
    def is_cut_off(self) -> bool:
        return not self.state.is_over and self.moves >= self.max_moves

    def step(self, space: ActionSpace, action: int) -> None:
        if self.state.is_over or self.is_cut_off:
            self.begin()
        else:
            self.state = self.drawn(self.state.play(space.move(action)))
            self.past.add(self.state)
            self.moves += 1


def agrees(mask: npt.NDArray[np.int8], numbers: ActionSpace, state: State) -> bool:
    """Whether a mask has each of the moves of a state, of its own number, and nothing else."""
    indices = numbers.indices(state.moves())
    wanted = np.zeros(numbers.size, np.int8)
    wanted[indices] = 1
    return len(set(indices)) == len(indices) and np.array_equal(mask, wanted)


def assert_agree(many: VectorGame, place: int, one: OneByOne) -> None:
    """What C wrote of a game, but for its observation, is what its state says."""
    state = one.state
    assert many.terminated[place] == state.is_over
    assert many.truncated[place] == one.is_cut_off
    wanted = state.result if state.is_over else [0.0] * one.game.seats
    assert many.rewards[place].tolist() == np.float32(wanted).tolist()
    if state.is_over or one.is_cut_off:
        assert not many.masks[place].any()
    else:
        assert many.seats[place] == state.seat
        assert agrees(many.masks[place], many.actions, state)


def assert_shown(many: VectorGame, place: int, one: OneByOne) -> None:
    """What C wrote as the observation of a game is what Python makes of its state."""
    assert many.planes is not None
    wanted = many.planes.looked_at(one.state, int(many.seats[place]), one.past.states)
    if not np.array_equal(many.observations[place], wanted):
        wrong = (many.observations[place] != wanted).reshape(len(wanted), -1).any(1)
        assert not np.array(many.planes.names)[wrong].tolist()


def assert_sense(many: VectorGame) -> None:
    """What C wrote of all games goes together."""
    over = many.terminated | many.truncated
    assert (many.masks.any(axis=1) != over).all()
    assert np.isfinite(many.rewards).all() and not many.rewards[~many.terminated].any()


def compared(
    game: Game, count: int, steps: int, seed: int, max_moves: int = 40, history: int = 2
) -> int:
    """Compare games of random actions; how many ended."""
    many = VectorGame(game, count, seed=seed, max_moves=max_moves, history=history)
    ones = [OneByOne(game, seed, place, max_moves, history) for place in range(count)]
    ended = 0
    for _ in range(steps):
        assert_sense(many)
        for place, one in enumerate(ones):
            assert_agree(many, place, one)
            assert_shown(many, place, one)
        ended += int((many.terminated | many.truncated).sum())
        actions = many.random_actions()
        many.step(actions)
        for one, action in zip(ones, actions.tolist(), strict=True):
            one.step(many.actions, action)
    return ended
