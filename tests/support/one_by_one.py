"""The games of a `VectorGame`, played one by one with states, and compared with what C writes."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from interpreter.api.game import Game
from interpreter.api.state import State
from interpreter.board.values import Move
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


class Listing:
    """The moves that a state lists, with their numbers, to be compared with masks."""

    def __init__(self, numbers: ActionSpace):
        self.numbers = numbers

    def read(self, state: State) -> None:
        """Take the moves of a state, each of which has a number of its own."""
        is_chance = state.is_chance
        self.moves: list[Move] = [m for m, _ in state.chance] if is_chance else state.moves()
        self.indices = self.numbers.indices(self.moves)
        self.wanted = set(self.indices)
        assert len(self.wanted) == len(self.moves)

    def agrees(self, legal: npt.NDArray[np.int8] | list[int]) -> bool:
        """Whether a mask, or a sorted list of numbers, has each of the moves and nothing else."""
        if isinstance(legal, list):
            return sorted(self.indices) == legal
        size, flags = self.numbers.size, legal.tobytes()
        if len(flags) != size or flags.count(0) != size - len(self.wanted):
            return False
        return {flags[index] for index in self.wanted} <= {1}

    def chosen(
        self, state: State, legal: npt.NDArray[np.int8] | list[int], chooser: random.Random
    ) -> tuple[int, Move]:
        """A random move of a state and its number, where `legal` has all of its moves.

        Raises AssertionError.
        """
        self.read(state)
        if not self.agrees(legal):
            raise AssertionError(f"{legal} is not {sorted(self.wanted)}")
        at = chooser.randrange(len(self.moves))
        return self.indices[at], self.moves[at]


def assert_agree(many: VectorGame, place: int, one: OneByOne, listing: Listing) -> None:
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
        listing.read(state)
        assert listing.agrees(many.masks[place])


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
    game: Game, count: int, steps: int, seed: int, max_moves: int = 40, history: int = 2,
    places: Sequence[int] | None = None, observe: bool = True,
) -> int:  # fmt: skip
    """Compare games of random actions, all of them or those of some places; how many ended.

    Of some places the observation of one is compared after each step.
    """
    shows = {"observe": observe, "history": history}
    many = VectorGame(game, count, seed=seed, max_moves=max_moves, **shows)
    at = list(range(count) if places is None else places)
    ones = [OneByOne(game, seed, place, max_moves, history) for place in at]
    listing, ended, pairs = Listing(many.actions), 0, list(zip(at, ones, strict=True))
    chooser = random.Random(seed)
    for _ in range(steps):
        assert_sense(many)
        for place, one in pairs:
            assert_agree(many, place, one, listing)
        if observe:
            for place, one in pairs if places is None else [chooser.choice(pairs)]:
                assert_shown(many, place, one)
        ended += int((many.terminated | many.truncated).sum())
        actions = many.random_actions()
        many.step(actions)
        for one, action in zip(ones, actions[at].tolist(), strict=True):
            one.step(many.actions, action)
    return ended
