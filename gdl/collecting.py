"""Collecting garbage more rarely where many objects are made and kept.

Reading and lowering rules makes hundreds of thousands of objects, of which few are garbage; looking
through them again and again would take a sixth of the time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

RARELY = 200_000  # objects that are made between two collections: some ten megabytes

_lock = threading.Lock()
_usual: list[int] = []  # the usual number, once for each block that runs now


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Collect garbage rarely in this block; all threads do meanwhile."""
    with _lock:
        young, *older = gc.get_threshold()
        _usual.append(_usual[0] if _usual else young)
        if young:  # else somebody has turned it off
            gc.set_threshold(max(young, RARELY), *older)
    try:
        yield
    finally:
        with _lock:
            usual = _usual.pop()
            if not _usual and gc.get_threshold()[0]:
                gc.set_threshold(usual, *gc.get_threshold()[1:])
