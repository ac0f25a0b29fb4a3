"""Requests to stop: Ctrl-C, termination by the system, a closed window."""

from __future__ import annotations

import _thread
import atexit
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import FrameType

REQUESTS = ("SIGINT", "SIGTERM", "SIGHUP")
AGAIN_SECONDS = 0.02
CTRL_C, ENDED = 130, 143
"""The exit status of what was stopped by a person, and by the system."""


class Unfinished:
    """Whether work goes on that does not end when it is asked to, and whether a program may end
    nevertheless: a command may, others would go on beside it.
    """

    is_allowed = False
    has_work = False


def give_up() -> bool:
    """Leave work alone that does not end; False where it must be waited for."""
    Unfinished.has_work = Unfinished.has_work or Unfinished.is_allowed
    return Unfinished.is_allowed


@contextmanager
def left_at_once() -> Iterator[None]:
    """End the program at the end of the block if there is work that does not end: threads of it
    must not see how Python takes down what they read.
    """
    Unfinished.is_allowed, status = True, 1
    try:
        yield
        status = 0
    except SystemExit as stop:
        status = exit_status(stop)
        raise
    finally:
        Unfinished.is_allowed = False
        if Unfinished.has_work:
            atexit._run_exitfuncs()
            os._exit(status)


def exit_status(stop: SystemExit) -> int:
    """The status with which Python ends for it: without a code 0, with a text 1."""
    return 0 if stop.code is None else stop.code if isinstance(stop.code, int) else 1


class Ended(KeyboardInterrupt):
    """A request to stop that is not Ctrl-C."""


@dataclass
class Stop:
    """The exit status if work is stopped now, and whether requests are ignored from now on."""

    status: int = CTRL_C
    is_deaf: bool = False


@contextmanager
def stopped_kindly() -> Iterator[Stop]:
    """Raise `Ended` in the block if the window is closed or the system asks the program to end.

    Only the first request counts: others, which often come with it, would interrupt the cleanup.
    Ctrl-C counts until the work sets `is_deaf`.
    """
    stop = Stop()

    def end(number: int, frame: FrameType | None) -> None:
        if not stop.is_deaf:
            stop.status, stop.is_deaf = ENDED, True
            raise Ended

    def interrupt(number: int, frame: FrameType | None) -> None:
        if not stop.is_deaf:
            signal.default_int_handler(number, frame)

    handlers = {n: end for n in ("SIGTERM", "SIGHUP")}
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        handlers["SIGINT"] = interrupt
    with ExitStack() as before:
        for name, handler in handlers.items():
            if hasattr(signal, name):
                number = getattr(signal, name)
                before.callback(signal.signal, number, signal.signal(number, handler))
        yield stop


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Make a signal that would end this process at once raise `Ended` in the block instead.

    The signal takes effect after the block.  Ignored signals stay ignored, and Python handlers are
    left alone.  Handlers run in the main thread only: in other threads this does nothing.
    """
    arrived: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        arrived.append(number)
        if len(arrived) == 1:  # a second one must not disturb the cleanup
            raise Ended

    try:
        with ExitStack() as before:
            for number in in_main_thread():
                if signal.getsignal(number) is signal.SIG_DFL:
                    before.callback(signal.signal, number, signal.SIG_DFL)
                    signal.signal(number, note)
            yield
    finally:
        if arrived:
            signal.raise_signal(arrived[0])


@contextmanager
def signals_held() -> Iterator[None]:
    """Defer Ctrl-C and other requests to stop until the end of the block.

    Only Python handlers are deferred; they run in the main thread only.
    """
    arrived: list[int] = []
    try:
        with ExitStack() as before:
            for number in in_main_thread():
                handler = signal.getsignal(number)
                if callable(handler):
                    before.callback(signal.signal, number, handler)
                    signal.signal(number, lambda number, _frame: arrived.append(number))
            yield
    finally:
        for number in arrived:
            signal.raise_signal(number)


def heed_no_more() -> None:
    """Ignore Ctrl-C from now on: the command has ended, or is reporting that it was stopped.

    This outlasts the shutdown of Python, which would remove a handler and let Ctrl-C kill it.
    """
    if in_main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def heed_lost_requests() -> Iterator[None]:
    """Do not lose a Ctrl-C that comes where Python cannot raise, as in the middle of an import.

    Python would print it as an error and go on.  Here it is raised again a moment later.
    """
    before = sys.unraisablehook

    def hook(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            before(lost)
            return
        again = threading.Timer(AGAIN_SECONDS, _thread.interrupt_main)
        again.daemon = True
        again.start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def in_main_thread() -> list[int]:
    """The signals of `REQUESTS` that can be handled here: none outside the main thread."""
    if threading.current_thread() is not threading.main_thread():
        return []
    return [getattr(signal, name) for name in REQUESTS if hasattr(signal, name)]
