"""Being asked to stop: by Ctrl-C, by the system, by a window that is closed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import FrameType

REQUESTS = ("SIGINT", "SIGTERM", "SIGHUP")
CTRL_C, ENDED = 130, 143
"""The exit status of what was stopped by a person, and by the system."""


class Ended(KeyboardInterrupt):
    """The system asks the program to stop."""


@dataclass
class Stop:
    """The exit status of what is stopped now, and whether requests are no longer heeded."""

    status: int = CTRL_C
    is_deaf: bool = False


@contextmanager
def stopped_kindly() -> Iterator[Stop]:
    """Make a closed window or a request to end stop the work as Ctrl-C does.

    Only the first request counts: others, which often come with it, would keep the work from
    leaving things in order.
    """
    stop = Stop()

    def end(number: int, frame: object) -> None:
        if not stop.is_deaf:
            stop.status, stop.is_deaf = ENDED, True
            raise Ended

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, end) for number in numbers]
    try:
        yield stop
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Let a signal that would end this process at once raise `Ended` in the block instead.

    When the block was left, the signal has its effect.  What is ignored stays so, and handlers of
    Python are left as they are.  Handlers run in the main thread alone: in another thread this does
    nothing.
    """
    arrived: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        arrived.append(number)
        if len(arrived) == 1:  # a second one must not disturb the clearing up
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
    """Let Ctrl-C and requests to end wait until the block is done.

    Only handlers in Python are held back; they run in the main thread alone.
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


def in_main_thread() -> list[int]:
    """The signals that can be handled here; none in another thread than the main one."""
    if threading.current_thread() is not threading.main_thread():
        return []
    return [getattr(signal, name) for name in REQUESTS if hasattr(signal, name)]
