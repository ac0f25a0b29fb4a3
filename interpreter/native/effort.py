"""How long it may take to lower rules: a limit on processor time, for each thread.

A file from a stranger may hold rules whose terms grow without end.  Whoever makes a plan says how
many seconds that may take (`limited`), and all that makes terms counts its work (`tick`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

from interpreter.native.refusal import NotNative

EACH = 256  # ticks between two looks at the clock


class Effort(threading.local):
    """What is left in this thread."""

    ends = inf
    ticks = 0


EFFORT = Effort()


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Let the work inside take so many seconds of processor time.

    Raises NotNative from `tick` where it takes longer.
    """
    before = EFFORT.ends
    EFFORT.ends = min(before, time.thread_time() + seconds)
    try:
        yield
    finally:
        EFFORT.ends = before


def tick() -> None:
    """Count a piece of work.

    Raises NotNative when the time is up.
    """
    EFFORT.ticks += 1
    if EFFORT.ticks >= EACH:
        EFFORT.ticks = 0
        if time.thread_time() > EFFORT.ends:
            raise NotNative("effort")
