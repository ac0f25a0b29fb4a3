"""Games that are played beside those of a bridge: what the engine has as legal moves, ends and
results after each of them.

`beside.c` asks the functions in C that `State` asks; the numbers of moves are made here, from the
texts of the moves that `State.moves` gives.
"""

from __future__ import annotations

import ctypes
import random
import weakref
from array import array
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from interpreter.api.game import Game
from interpreter.native.program.borrowing import borrowing
from interpreter.native.runtime.library import load_second, short_calls
from interpreter.spaces import ActionSpace

TEXT = Path(__file__).with_suffix(".c").read_text()
NO_LIMIT = (1 << 63) - 1
NUMBER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_uint64)
DRAW = ctypes.CFUNCTYPE(ctypes.c_double)
Start = ctypes.c_char * 0  # of an array: quicker to be had than its address


class Request(ctypes.Structure):
    _fields_ = [
        ("root", ctypes.c_char_p),
        ("seen", ctypes.c_char_p),
        ("count", ctypes.c_int64),
        ("max_moves", ctypes.c_int64),
        ("size", ctypes.c_int64),
        ("number", NUMBER),
        ("draws", ctypes.c_bool),
        ("draw", DRAW),
        ("seed", ctypes.c_uint64),
        ("seats", ctypes.c_void_p),
        ("listed", ctypes.c_void_p),
        ("over", ctypes.c_void_p),
        ("cut", ctypes.c_void_p),
    ]


class Beside:
    """`count` games of one kind.  Chance draws with numbers from 0 to 1, those of `luck` or, as in
    a `VectorGame`, those of a seed; else what it does is played like moves.

    Of each game the arrays have who acts (-1: chance, or nobody), how many numbers are legal, and
    whether it is over or was cut off after `max_moves`: it begins anew with the next step.
    """

    def __init__(
        self, game: Game, luck: Callable[[], float] | None = None, seed: int | None = None,
        count: int = 1, max_moves: int = NO_LIMIT,
    ):  # fmt: skip
        start = game.start("native")
        assert start.engine.analyses is not None
        self.game, self.engine = game, start.engine.analyses.native
        self.spaces = ActionSpace(game), ActionSpace(game, chance=True)
        self.texts: dict[tuple[bool, int], str] = {}
        self.failed: BaseException | None = None
        self.seats: NDArray[np.int32] = np.zeros(count, np.int32)
        self.listed: NDArray[np.int32] = np.zeros(count, np.int32)
        self.over: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.cut: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.actions: NDArray[np.int32] = np.zeros(count, np.int32)
        self.size = self.spaces[0].size
        self.request = Request(
            start.node.state, start.node.seen, count, max_moves,
            max(1, *(space.size for space in self.spaces)), NUMBER(self.number),
            luck is not None or seed is not None, DRAW(luck) if luck else DRAW(), seed or 0,
            *(a.ctypes.data for a in (self.seats, self.listed, self.over, self.cut)),
        )  # fmt: skip
        text = borrowing(self.engine.lender(), TEXT)
        slow = load_second(self.engine.library, text, f"{game.name} beside")
        library = self.library = short_calls(slow, text)
        self.handle = ctypes.c_void_p(library.bw_beside_open(ctypes.addressof(self.request)))
        weakref.finalize(self, library.bw_beside_close, self.handle)
        self.given = self.actions.ctypes.data
        self.seat_of, self.listed_of = memoryview(self.seats), memoryview(self.listed)
        self.over_of, self.action_of = memoryview(self.over), memoryview(self.actions)

    def number(self, packed: int) -> int:
        """The number of a packed move, of which no other one has it."""
        try:
            move = self.game.move(self.engine.unpack(packed))
            action = self.game.model.actions.get(move.key[0])
            is_chance = action is not None and action.is_chance
            number = self.spaces[is_chance].index(move)
            known = self.texts.setdefault((is_chance, number), move.text)
            assert known == move.text, f"{known} and {move.text} have the same number"
            return number
        except BaseException as error:  # C cannot raise it
            self.failed = error
            return -1

    def check(self, code: int) -> None:
        """Raise what went wrong, if something did."""
        if self.failed is not None:
            raise self.failed
        if code == 1:
            raise AssertionError("a number that may be chosen is of no legal move")
        self.engine.check(code)

    def begin(self) -> None:
        """All games anew."""
        self.check(self.library.bw_beside_begin(self.handle))

    def step(self, actions: NDArray[np.int32]) -> None:
        """Play the move of a number in each game."""
        self.actions[:] = actions
        self.check(self.library.bw_beside_step(self.handle, self.given))

    def play(self, number: int) -> None:
        """Play the move of a number in the only game."""
        self.action_of[0] = number
        self.check(self.library.bw_beside_step(self.handle, self.given))

    def require(self, masks: NDArray[np.int8]) -> None:
        """Raises AssertionError unless masks of all games have the legal moves and nothing else."""
        assert masks.dtype == np.int8 and masks.size == len(self.seats) * self.size
        assert masks.flags.c_contiguous
        place = self.library.bw_beside_wrong(self.handle, Start.from_buffer(masks), self.size)
        if place >= 0:
            mask = masks.reshape(-1, self.size)[place]
            raise AssertionError(f"{np.flatnonzero(mask)} is not {sorted(self.numbers(place))}")

    def is_empty(self, mask: NDArray[np.int8]) -> bool:
        """Whether a mask has nothing but 0."""
        return not self.library.bw_beside_marked(Start.from_buffer(mask), mask.size)

    def pick(self, n: int, place: int = 0) -> int:
        """A number, in the order of the moves."""
        picked: int = self.library.bw_beside_pick(self.handle, place, n)
        return picked

    def numbers(self, place: int = 0) -> list[int]:
        """The numbers of the legal moves in their order."""
        room = array("i", bytes(4 * self.listed_of[place]))
        self.library.bw_beside_numbers(self.handle, place, room.buffer_info()[0])
        return room.tolist()

    def chosen(self, mask: NDArray[np.int8], chooser: random.Random) -> int:
        """A random legal number of the only game, whose mask has all of them."""
        self.require(mask)
        return self.pick(chooser.randrange(self.listed_of[0]))

    def state(self, place: int = 0) -> bytes:
        """The state of a game."""
        room = ctypes.create_string_buffer(self.engine.state_size)
        self.library.bw_beside_state(self.handle, place, room)
        return room.raw

    def result(self, place: int = 0) -> list[float]:
        """What each seat gets, 0 before the end."""
        if not self.over_of[place]:
            return [0.0] * self.game.seats
        return list(self.engine.coding.result(self.state(place)))

    @property
    def seat(self) -> int:
        """Who acts in the only game: -1 for chance and nobody."""
        return self.seat_of[0]

    @property
    def is_over(self) -> bool:
        """Whether the only game is over."""
        return self.over_of[0]
