"""Many games at once, each a move on with every call, for programs that learn.

The games are played in C by the native engine, in threads that need no Python; it writes what comes
of them to arrays, which are never copied.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from interpreter.api.game import Game
from interpreter.native.ir.terms.refusal import NotNative
from interpreter.native.program.vector import NOTHING, ObservationCode
from interpreter.native.runtime.library import NativeLibrary
from interpreter.native.runtime.vector import Arrays, IllegalNumber, ManyGames, vector_library
from interpreter.process.arguments import (
    LOADED,
    MAX_MOVES,
    MAX_THREADS,
    USUAL_MOVES,
    instance_of,
    seed_of,
    whole,
)
from interpreter.spaces.actions import ActionSpace
from interpreter.spaces.encoder import Form
from interpreter.spaces.observing import observation_code
from interpreter.spaces.planes import Planes

MAX_GAMES = 1 << 20
SHOWN = frozenset(("history", "levels", "left_out"))  # settings of `Planes`


class VectorGame:
    """`count` games, played at once by the numbers of `ActionSpace`.

    What a game is like follows from the seed, its place and what was chosen in it, whatever the
    count and the threads.  A game that ends, or is cut off after `max_moves` moves of the seats,
    begins anew with the next step, which takes no notice of its action.

    What is observed is what `Planes` makes for the seat that acts; of a game that has ended, for
    the one in `seats`.  `shown` are its settings `history`, `levels` and `left_out`.  With
    `observe=False` nothing is observed.

    Of each game the arrays have a row, which `reset` and `step` write anew:

    - `observations` (float32);
    - `masks` (int8): 1 for each legal action, none in a game that has ended;
    - `seats` (int32): who acts;
    - `rewards` (float32): for each seat the result of a game that has ended with this step, else 0;
    - `terminated` and `truncated`: whether it has ended with this step, or was cut off.

    Keep copies of what must last.

    Raises ValueError for a game that only the reference engine plays, for one whose moves have no
    single numbers, and where `sees` has a condition without a native form and something is
    observed; TypeError for a setting that there is not and for what is no game,
    NativeError if the C library cannot be built, and MemoryError.
    """

    def __init__(
        self, game: Game, count: int, seed: int | None = None, threads: int = 1,
        max_moves: int = USUAL_MOVES, observe: bool = True, **shown: Any,
    ):  # fmt: skip
        unknown = shown.keys() - SHOWN
        if unknown:
            raise TypeError(f"`{min(unknown)}` is no setting of VectorGame")
        self.game = instance_of("game", game, Game, LOADED)
        self.count = whole("count", count, 1, MAX_GAMES)
        threads = whole("threads", threads, 1, MAX_THREADS)
        max_moves = whole("max_moves", max_moves, 1, MAX_MOVES)
        seed = seed_of(seed)
        start = game.start("native")
        assert start.engine.analyses is not None
        native = start.engine.analyses.native
        self.actions = ActionSpace(game)
        if self.actions.steps:
            raise ValueError(
                f"the moves of {game.name} have no single numbers, as they are chosen in steps; "
                "use `ActionSpace` and a state for each game"
            )
        self.planes = Planes(game, **shown) if observe else None
        observed = NOTHING
        shape: tuple[int, ...] = (0,)
        if self.planes is not None:
            observed = self.observing(self.planes.form, native)
            shape = self.planes.shape
        self.observations: npt.NDArray[np.float32] = np.zeros((count, *shape), np.float32)
        self.masks: npt.NDArray[np.int8] = np.zeros((count, self.actions.size), np.int8)
        self.rewards: npt.NDArray[np.float32] = np.zeros((count, game.seats), np.float32)
        self.seats: npt.NDArray[np.int32] = np.zeros(count, np.int32)
        self.terminated: npt.NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.truncated: npt.NDArray[np.bool_] = np.zeros(count, np.bool_)
        library = vector_library(native, self.actions.added(), observed)
        self._chosen: npt.NDArray[np.int32] = np.zeros(count, np.int32)
        self._written = (  # kept, whatever becomes of the attributes
            self._chosen, self.masks, self.rewards, self.seats, self.terminated, self.truncated,
            self.observations,
        )  # fmt: skip
        arrays = Arrays(*(array.ctypes.data for array in self._written))
        self.many = ManyGames(
            native, start.node.state, start.node.seen, library, count, self.actions.size,
            random.getrandbits(64) if seed is None else seed, threads, max_moves, arrays,
        )  # fmt: skip
        self.many.reset(None)

    def observing(self, form: Form, engine: NativeLibrary) -> ObservationCode:
        """The C of the observations."""
        try:
            return observation_code(form, engine)
        except NotNative as error:
            raise ValueError(
                f"C cannot tell what `sees` shows in {self.game.name}: {error.what}; use the "
                "PettingZoo bridge, or `observe=False` for no observations"
            ) from error

    def __repr__(self) -> str:
        return f"<VectorGame of {self.count} {self.game.name}>"

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; with a seed as if they had been made with it.

        Raises TypeError for a seed that is none, and what `step` raises but for actions.
        """
        self.many.reset(seed_of(seed))

    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action, given by its number, in each game.

        Raises TypeError and ValueError for what is no array of whole numbers, one for each game,
        and for a number that is not legal: then nothing is played.  Raises GdlError for a turn that
        is too long for the look-ahead and a set-up that fails: then that game is cut off.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"the actions are an array of whole numbers, not of {given.dtype}")
        if given.shape != self._chosen.shape:
            raise ValueError(f"the actions have the shape {given.shape}, not ({self.count},)")
        is_small = given.dtype is self._chosen.dtype or np.can_cast(given.dtype, np.int32)
        if not is_small:
            info = np.iinfo(given.dtype)
            given = np.clip(given, max(-1, info.min), min(self.actions.size, info.max))
        self._chosen[:] = given
        try:
            self.many.step()
        except IllegalNumber as error:
            raise self.illegal(error.place, int(np.asarray(actions)[error.place])) from None

    def random_actions(self) -> npt.NDArray[np.int32]:
        """A legal action of each game, all equally likely; -1 for a game that has ended."""
        self.many.sample()
        return self._chosen.copy()

    def illegal(self, place: int, action: int) -> ValueError:
        """The error for an action that is not legal."""
        size = self.actions.size
        if not 0 <= action < size:
            why = f"the actions are from 0 to {size - 1}"
        else:
            why = f"`{self.actions.move(action)}` is not legal there"
        return ValueError(f"game {place} was given the action {action}, but {why}; see `masks`")

