"""How much work it may be to lower rules.

A file from a stranger may hold rules whose terms grow without end.  Whoever makes a plan in order
to play or to check says how much may be spent on it (`limited`), and all that makes terms counts
its work (`tick`); elsewhere, as in `gdl dump`, nothing bounds it.  The count begins anew with each
limit, so that it depends on the rules alone and a file means the same on every machine.

A limit also bounds how long terms are remembered (`COUNTED.terms`): of terms that agree in
everything and are made within one limit, there is one object.  What `Term` itself needs of that is
here because it counts and looks up in one go.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from interpreter.native.ir.terms.refusal import NotNative
from interpreter.reference.effort import Effort, OutOfEffort

EACH = 64  # ticks that are counted together
ROUNDS_A_TICK = 8  # rounds of a loop that take as long


class Counted(threading.local):
    """What the work of this thread is taken from."""

    effort: Effort | None = None
    ticks = 0
    terms: dict[Any, Any] | None = None  # those that were made, by all that they are


COUNTED = Counted()


@contextmanager
def limited(effort: Effort) -> Iterator[None]:
    """Take the work inside from an effort, and make terms that are the same one object.

    Raises NotNative where that does not suffice.
    """
    before = COUNTED.effort, COUNTED.ticks, COUNTED.terms
    COUNTED.effort, COUNTED.ticks, COUNTED.terms = effort, 0, {}
    try:
        yield
    except OutOfEffort as error:
        raise NotNative("effort") from error
    finally:
        COUNTED.effort, COUNTED.ticks, COUNTED.terms = before


def tick(count: int = 1) -> None:
    """Count pieces of work, such as a term that is made.

    Raises OutOfEffort.
    """
    COUNTED.ticks += count
    if COUNTED.ticks >= EACH:
        spent, COUNTED.ticks = COUNTED.ticks, 0
        if COUNTED.effort is not None:
            COUNTED.effort.spend(spent * ROUNDS_A_TICK)
