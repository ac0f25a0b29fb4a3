"""Many games at once on the native engine: see `c/vector.c`.

Numbers of actions and addresses of arrays enter; C writes the arrays.  It releases the GIL.
"""

from __future__ import annotations

import ctypes
import os
import threading
import weakref
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from interpreter.native import program
from interpreter.native.runtime.library import ILLEGAL, OK, NativeLibrary, load_second

if TYPE_CHECKING:
    from interpreter.native.program.vector import ActionNumbers, ObservationCode


class IllegalNumber(Exception):
    """A number that stands for no legal action of the game at `place`; nothing was played."""

    def __init__(self, place: int):
        super().__init__(place)
        self.place = place


class Arrays(ctypes.Structure):
    """The addresses of the arrays that C writes, a row for each game, and of the actions.

    32-bit numbers `actions`; bytes `masks` of each action, floats `rewards` of each seat, 32-bit
    numbers `seats`, bytes `terminated` and `truncated`, floats `observations`.  With `luck`, a
    number from 0 to 1 for each game, one in which chance acts waits for the next step, which takes
    that for an action: its seat is -1.
    """

    _fields_ = [(name, ctypes.c_void_p) for name in (
        "actions", "masks", "rewards", "seats", "terminated", "truncated", "observations", "luck",
    )]  # fmt: skip


class _Request(ctypes.Structure):
    _fields_ = [
        ("root", ctypes.c_char_p), ("seen", ctypes.c_char_p), ("count", ctypes.c_int64),
        ("max_moves", ctypes.c_int64), ("seed", ctypes.c_uint64), ("threads", ctypes.c_int32),
        ("size", ctypes.c_int32), ("arrays", Arrays),
    ]  # fmt: skip


def vector_library(
    engine: NativeLibrary, numbers: Mapping[str, ActionNumbers], observed: ObservationCode
) -> ctypes.CDLL:
    """The library that plays many games at once, built if it is not in the cache.

    It uses the rules of the optimised library.  Raises NativeError if one of them cannot be built
    or loaded.
    """
    text = program.vector_text(engine.lender(), numbers, observed)
    return load_second(engine.library, text, f"{engine.reference.model.name} vector")


class Abandoned:
    """In place of a lock that a thread of the parent process held: nobody may have it any more."""

    def __enter__(self) -> None:
        raise RuntimeError(
            "this process was forked while another thread played these games, which nobody can go "
            "on with here: make new ones, or fork while no call is running"
        )

    def __exit__(self, *_: object) -> None:
        """Nothing was entered."""

    def locked(self) -> bool:
        """Always: so it is in processes that are forked later, too."""
        return True


class ManyGames:
    """Games of one kind, each a move on with every `step`; every array must outlive it.

    Raises NativeError if the library cannot be built or loaded, MemoryError.
    """

    def __init__(
        self, engine: NativeLibrary, root: bytes, seen: bytes, library: ctypes.CDLL, count: int,
        size: int, seed: int, threads: int, max_moves: int, arrays: Arrays,
    ):  # fmt: skip
        self.engine, self.library = engine, library
        request = _Request(root, seen, count, max_moves, seed, threads, size, arrays)
        self.handle = library.bw_vector_open(ctypes.byref(request))
        if not self.handle:
            raise MemoryError("there is not enough memory for so many games")
        self.lock: threading.Lock | Abandoned = threading.Lock()  # C serves one caller at a time
        OPEN.add(self)
        self.place = ctypes.c_int64()
        self.close = weakref.finalize(self, library.bw_vector_close, self.handle)
        self.close.atexit = False  # then another thread may still play
        given = ctypes.c_void_p(self.handle)
        self.at = given, ctypes.byref(self.place)
        self.play = partial(library.bw_vector_step, *self.at)
        self.draw = partial(library.bw_vector_sample, given)

    def in_child(self) -> None:
        """What a process that was just forked does: it has no thread but one, so that games that
        another one was playing are neither here nor there.
        """
        if self.lock.locked():
            self.lock = Abandoned()

    def reset(self, seed: int | None) -> None:
        """All games anew; with a seed as if they had never been played.

        Raises GdlError if a turn is too long for the look-ahead or a set-up fails, MemoryError.
        """
        given = None if seed is None else ctypes.byref(ctypes.c_uint64(seed))
        with self.lock:
            self.engine.check(self.library.bw_vector_reset(self.at[0], given, self.at[1]))

    def step(self) -> None:
        """Play the action of each game.

        Raises IllegalNumber, and what `reset` raises; then the game that failed is cut off.
        """
        with self.lock:
            code = self.play()
            if code == ILLEGAL:
                raise IllegalNumber(self.place.value)
            if code != OK:
                self.engine.check(code)

    def sample(self) -> None:
        """Write a random legal action of each game to `actions`; -1 for one that has ended."""
        with self.lock:
            self.draw()

    def observe(self, place: int, seat: int, address: int) -> None:
        """Write what a seat sees of a game to an array."""
        with self.lock:
            self.library.bw_vector_observe(self.at[0], place, seat, address)

    def legal(self, place: int) -> tuple[int, ctypes._Pointer[ctypes.c_int32]]:
        """How many actions are legal in a game, and their numbers in the order of its moves, until
        the next step.
        """
        numbers = ctypes.POINTER(ctypes.c_int32)()
        with self.lock:
            count = self.library.bw_vector_legal(self.at[0], place, ctypes.byref(numbers))
        return count, numbers

    def state(self, place: int) -> bytes:
        room = ctypes.create_string_buffer(self.engine.state_size)
        with self.lock:
            self.library.bw_vector_state(self.at[0], place, room)
        return room.raw


OPEN: weakref.WeakSet[ManyGames] = weakref.WeakSet()


def after_fork() -> None:
    """See `ManyGames.in_child`."""
    for games in OPEN:
        games.in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=after_fork)
