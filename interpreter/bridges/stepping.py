"""One game that is played in C: a call plays a move and writes what the seat that acts may do and
sees.
"""

from __future__ import annotations

import ctypes
import random

import numpy as np
from numpy.typing import NDArray

from interpreter.api.state import State
from interpreter.native import program
from interpreter.native.runtime.library import NativeLibrary
from interpreter.native.runtime.observing import PATIENCE, Telling
from interpreter.native.runtime.vector import Arrays, IllegalNumber, ManyGames
from interpreter.spaces.actions import ActionSpace
from interpreter.spaces.observing import observation_code
from interpreter.spaces.planes import Planes

NO_LIMIT = (1 << 63) - 1


class Stepping(Telling):
    """The library of many games at once, of which there is one here."""

    title = "vector"
    patience = PATIENCE // 2  # so that no libraries are built which tell less

    def __init__(self, actions: ActionSpace, planes: Planes):
        super().__init__()
        self.actions = actions
        self.planes = planes
        if actions.steps:
            self.left = 0  # moves have no single numbers

    def text(self, engine: NativeLibrary) -> str:
        """The C text of the library.  Raises NotNative."""
        observed = observation_code(self.planes.form, engine)
        return program.vector_text(engine.lender(), self.actions.added(), observed)


class Given(random.Random):
    """Gives numbers that were drawn before."""

    def __init__(self, numbers: list[float]):
        super().__init__(0)
        self.numbers = iter(numbers)

    def random(self) -> float:
        """The next number."""
        return next(self.numbers)


class OneGame:
    """A game in C.

    `mask` and `observation` are those of `seat`, the seat that acts; `is_over` and `is_cut` say
    whether it has ended, or was cut off after `max_moves` moves.
    """

    def __init__(self, start: State, stepping: Stepping, max_moves: int | None):
        engine, actions = stepping.engine, stepping.actions
        assert engine is not None
        self.engine = engine
        # Whether no move is listed twice.
        self.is_plain = len(engine.plain_menus) == len(engine.interface.menus)
        self.size = actions.size
        self.mask: NDArray[np.int8] = np.zeros(self.size, np.int8)
        self.observation: NDArray[np.float32] = np.zeros(stepping.planes.shape, np.float32)
        self._action, self._luck, self._seat = ctypes.c_int32(), ctypes.c_double(), ctypes.c_int32()
        self._over, self._cut = ctypes.c_uint8(), ctypes.c_uint8()
        self._rewards = (ctypes.c_float * engine.seats)()
        action, rewards, seat, over, cut, luck = map(ctypes.addressof, (
            self._action, self._rewards, self._seat, self._over, self._cut, self._luck
        ))  # fmt: skip
        arrays = Arrays(action, self.mask.ctypes.data, rewards, seat, over, cut,
                        self.observation.ctypes.data, luck)  # fmt: skip
        self.many = ManyGames(
            engine, start.node.state, start.node.seen, stepping.library, 1, self.size, 0, 1,
            NO_LIMIT if max_moves is None else max_moves, arrays,
        )  # fmt: skip

    def begin(self, luck: random.Random) -> list[float]:
        """Begin anew; the numbers that chance was given."""
        self.many.reset(None)
        return self._arrive(luck)

    def play(self, number: int, luck: random.Random) -> list[float] | None:
        """Play the move of a number; the numbers that chance was given, None for no legal move."""
        if not 0 <= number < self.size:
            return None
        self._action.value = number
        try:
            self.many.step()
        except IllegalNumber:
            return None
        return self._arrive(luck)

    def _arrive(self, luck: random.Random) -> list[float]:
        given = []
        while (seat := self._seat.value) < 0:
            given.append(luck.random())
            self._luck.value = given[-1]
            self.many.step()
        self.seat = seat
        self.is_over, self.is_cut = self._over.value != 0, self._cut.value != 0
        return given

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What a seat sees, as a new array."""
        if seat == self.seat:
            return self.observation.copy()
        seen = np.zeros_like(self.observation)  # C writes to cells alone
        self.many.observe(0, seat, seen.ctypes.data)
        return seen

    def random_number(self, chooser: random.Random) -> int:
        """The number of a uniformly random move, as an agent would choose it of its moves."""
        count, numbers = self.many.legal(0)
        number: int = numbers[chooser.choice(range(count))]
        return number

    @property
    def result(self) -> list[float]:
        """What each seat gets, once it is over."""
        return list(self.engine.coding.result(self.many.state(0)))
