"""Being asked to stop: by Ctrl-C, by the system, by a window that is closed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

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
