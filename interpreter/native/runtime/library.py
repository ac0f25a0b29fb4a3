"""A game as a loaded library: the types of its C functions, and the meaning of their codes.

A game begins with a library that is built quickly, and goes on with an optimised one where much is
played: after `BASELINE_SECONDS` of random games, or `BASELINE_CALLS` that list moves or play one.

`watched` runs long work in C on a thread of its own, which a flag stops.
"""

from __future__ import annotations

import ctypes
import re
import threading
from array import array
from collections.abc import Callable, Iterator
from functools import cached_property
from math import inf
from pathlib import Path
from time import monotonic, process_time
from typing import Any, TypeVar

from gdl.model import nodes as model
from gdl.model.analysis import walk
from gdl.model.loose import LOOKS, too_many_looks
from interpreter.native import build, program
from interpreter.native.build.compilers import NativeError
from interpreter.native.ir.layout.coding import Coding
from interpreter.native.ir.layout.interface import check_size
from interpreter.native.runtime.libraries import Ready, ready
from interpreter.process.stopping import give_up
from interpreter.reference.engine import Reference, setup_failed

OK, ILLEGAL, FAULT, NO_MEMORY, STOPPED, SET_UP = range(6)
MOVE, MOVE_BYTES = "Q", 8  # a packed move in an array
POLL_SECONDS = 0.1
GRACE_SECONDS = 1.0  # for C to see that it is to stop
BASELINE_SECONDS = 0.2  # of CPU, that random games may take before the code is optimised
BASELINE_CALLS = 5_000  # of those that list moves or play one, before the code is optimised

SOURCES = Path(__file__).parents[1] / "c"
CALLED = re.compile(r"^(?:RARE )?(\w+ \*?)(bw_\w+)\(([^)]*)\)\s*\{", re.M)
TYPES = {"int32_t": ctypes.c_int32, "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64,
         "Move": ctypes.c_uint64, "void": None}  # fmt: skip

Loaded = TypeVar("Loaded", bound=ctypes.CDLL)
Work = Callable[[], int]
Tick = Callable[[], None]


def watched(
    work: Work, stop: ctypes.c_int32, name: str, look: Tick | None = None
) -> tuple[int, BaseException | None]:
    """Run work in C; returns its code, and what ended it early: Ctrl-C, or an error from `look`.

    `look` is called every `POLL_SECONDS`.  Either exception sets the flag `stop`, and this returns
    when C has seen it; within one endless move it never does, so a command waits `GRACE_SECONDS`.
    Ctrl-C only reaches the main thread; another one does the work itself, unless there is a `look`.
    """
    if look is None and threading.current_thread() is not threading.main_thread():
        return work(), None
    codes: list[int] = []
    failed: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            codes.append(work())
        except BaseException as error:  # to be raised by the thread that waits
            failed.append(error)
        finally:
            done.set()

    try:
        threading.Thread(target=run, name=name, daemon=True).start()
        early = wait(done, stop, look)
    except BaseException:
        stop.value = 1  # an interrupted start or stop must not leave it running
        raise
    if failed:
        raise failed[0]
    return codes[0], early


def wait(done: threading.Event, stop: ctypes.c_int32, look: Tick | None) -> BaseException | None:
    """Wait for the end of the work; returns the exception that ended it early, if any.

    `Thread.join` is no help: some versions of Python take an interrupted join for the end.
    """
    early: BaseException | None = None
    until = inf
    while True:
        try:
            if done.wait(POLL_SECONDS):
                return early
            if early is None and look is not None:
                look()
        except (KeyboardInterrupt, Exception) as error:
            early, stop.value = error, 1
            until = min(until, monotonic() + GRACE_SECONDS)
        if early is not None and monotonic() > until and give_up():
            raise early


class Buffers(threading.local):
    """Buffers of each thread for what C writes."""

    def __init__(self, size: int, moves: int, more: int):
        self.state = ctypes.create_string_buffer(size)
        self.fresh = ctypes.create_string_buffer(max(8, 8 * more))
        self.listed = array(MOVE, bytes(MOVE_BYTES * moves))
        self.moves = self.listed.buffer_info()[0]
        self.failed = ctypes.c_int32(0)
        self.failed_at = ctypes.byref(self.failed)


class NativeLibrary:
    """A game as a loaded library.

    Raises NotNative for a game that cannot be written as C, NativeError (such as NoCompiler) if no
    library can be built or loaded.
    """

    def __init__(self, reference: Reference):
        self.reference = reference
        self._changing = threading.RLock()
        made = ready(reference, is_optimised=False)
        self._use(made)
        self.interface = made.interface
        self.seconds_left, self.calls_left = BASELINE_SECONDS, float(BASELINE_CALLS)
        sizes = (ctypes.c_int64 * 6)()
        self.quick.bw_sizes(sizes)
        self.state_size, self.seats, self.most_moves, self.hashes, more, self.of_loops = sizes
        check_size(self.state_size)
        self.buffers = Buffers(self.state_size, self.most_moves, more)
        names = self.interface.names
        offsets = (ctypes.c_int32 * len(names))()
        self.quick.bw_offsets(offsets)
        places = dict(zip(names, offsets, strict=True))
        self.coding = Coding(reference, self.interface, places, self.state_size)
        self.has_history = self.hashes > 0
        menus = self.interface.menus
        self.chance_menus = frozenset(s.number for s in menus if s.is_chance)
        self.set_up_menus = frozenset(s.number for s in menus if s.deal is not None)
        self.simultaneous_menus = frozenset(s.number for s in menus if s.is_simultaneous)
        steps = self.coding.steps
        self.plain_menus = frozenset(  # each move that these offer has one packed form
            s.number for s in menus if len({steps[n].name for n in s.steps}) == len(s.steps)
        )
        self.at_over = self.coding.places["over"].offset
        self.seat_of, self.menu_of, self.turns_of = (
            self.coding.places[name].reader for name in ("seat", "menu", "turns")
        )

    def mover(self, state: bytes) -> int:
        """The seat whose turn it is; where all choose at once, others act in it."""
        chosen = self.coding.number("decided", state) if self.simultaneous_menus else 0
        return (self.coding.number("seat", state) - chosen) % self.seats

    def _use(self, made: Ready) -> None:
        """Go on with a library."""
        slow = made.library
        text = "".join((SOURCES / name).read_text("utf-8") for name in ("api.c", "playouts.c"))
        self.library, self.quick = declared(slow, text), short_calls(slow, text)
        self.is_optimised = made.is_optimised
        self._first = None if made.is_optimised else made

    # ---- optimised code ----

    def optimise(self) -> None:
        """Go on with the optimised library, built if it is not in the cache.

        Raises NativeError if it cannot be built or loaded.
        """
        with self._changing:
            if not self.is_optimised:
                self._use(ready(self.reference, before=self._first))

    def improve(self) -> None:
        """Go on with the optimised library if it can be had, since much is played."""
        try:
            self.optimise()
        except NativeError as error:
            name = self.reference.model.name
            build.show(f"{name} is played by code that is not optimised: {error}")
            self.seconds_left = self.calls_left = inf

    def called(self) -> None:
        """Count a call that lists moves or plays one."""
        self.calls_left -= 1  # other threads count too, and may pass 0
        if self.calls_left <= 0 and not self.is_optimised:
            self.improve()

    def batches(self, first: int, count: int) -> Iterator[tuple[int, int]]:
        """Random games in batches: the number of the first game of each, and how many they are.

        All that are left are one batch once the code is optimised.
        """
        end, size = first + count, 1
        while first < end:
            size = end - first if self.is_optimised else min(size, end - first)
            begun = process_time()
            yield first, size
            self.seconds_left -= process_time() - begun
            first, size = first + size, 2 * size
            if self.seconds_left < 0 and not self.is_optimised:
                self.improve()

    @cached_property
    def second(self) -> ctypes.CDLL:
        """The library that searches, solves and counts, built when it is first used.

        It uses the rules of the optimised library.  Raises NativeError if one of them cannot be
        built or loaded.
        """
        text = program.second_text(self.lender())
        return load_second(self.library, text, f"{self.reference.model.name} search")

    def lender(self) -> program.Lender:
        """What libraries without rules borrow from: the optimised library.

        Raises NativeError if it cannot be built or loaded.
        """
        self.optimise()
        return program.Lender(
            Path(self.library._name).name, self.state_size, self.most_moves, self.hashes,
            self.coding,
        )  # fmt: skip

    def check(self, code: int) -> None:
        """Raise the error that the code of a C function stands for, if it is one."""
        if code == FAULT:
            raise self.reference.turns.too_long()
        if code >= self.of_loops:
            raise self.loop_too_long(code)
        if code == SET_UP:
            raise self.set_up_failed()
        if code == NO_MEMORY:
            raise MemoryError("there is not enough memory for this")
        assert code == OK, code

    def loop_too_long(self, code: int) -> Exception:
        """The error for a loop that went on for too long in one step of play, by its code."""
        rules, number = self.reference.rules, code - self.of_loops
        if number == LOOKS:
            return too_many_looks(rules.model)
        return next(loop.error() for loop in rules.loose_in_c.values() if loop.number == number)

    def set_up_failed(self) -> Exception:
        """The error for a set-up that fails after a possible outcome of chance."""
        for statement in self.reference.model.setup:
            for part in walk(statement):
                if isinstance(part, model.Deal):
                    reason = "what chance did here leaves nothing that can be done next"
                    return setup_failed(part.span, reason)
        raise AssertionError("a set-up without chance has been tried before")


def stoppable(work: Callable[..., int], *rest: Any) -> int:
    """Run work in C that Ctrl-C can stop, given the flag for that and the rest; returns its code.

    Raises KeyboardInterrupt, or what another signal's handler raised meanwhile.
    """
    stop = ctypes.c_int32(0)
    code, early = watched(lambda: work(ctypes.byref(stop), *rest), stop, "count")
    if early is not None:
        raise early
    return code


def short_calls(library: ctypes.CDLL, text: str) -> ctypes.PyDLL:
    """A library for calls that keep the GIL, since releasing it would cost more than they do."""
    return declared(ctypes.PyDLL(library._name, handle=library._handle), text)


def declared(library: Loaded, text: str) -> Loaded:
    """A library whose functions that Python calls have the types that a C text gives them."""
    for result, name, parameters in CALLED.findall(text):
        function = getattr(library, name)
        function.restype = c_type(result)
        function.argtypes = [*map(c_type, parameters.split(","))]
    return library


def c_type(declaration: str) -> Any:
    return ctypes.c_void_p if "*" in declaration else TYPES[declaration.split()[0]]


def load_second(first: ctypes.CDLL, text: str, name: str) -> ctypes.CDLL:
    """Load a library without rules, built if necessary, and bind it to the rules of the first one.

    Raises NativeError if it cannot be built or loaded.
    """
    second = declared(build.load(text, name, is_right=lambda one: hasattr(one, "bw_bind")), text)
    second.bw_bind(ctypes.addressof(ctypes.c_char.in_dll(first, "bw_rules")))
    return second
