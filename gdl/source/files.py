"""Reads files that may be anything, even endless or pipes that nobody writes to."""

from __future__ import annotations

import os
from pathlib import Path

NOW = getattr(os, "O_NONBLOCK", 0)  # a pipe without another end opens at once, and is empty


def read_bounded(path: Path, most: int) -> bytes:
    """The first bytes of a file, at most `most` of them.

    Raises OSError, and ValueError for a name that no file can have.
    """
    with open(path, "rb", opener=opener) as file:
        return file.read(most)


def opener(name: str, flags: int) -> int:
    """Open a file without waiting for the other end of a pipe.

    Raises OSError, also when opening a pipe for writing that nobody reads.
    """
    handle = os.open(name, flags | NOW, 0o666)
    if NOW:
        os.set_blocking(handle, True)  # once open, the other end may take its time
    return handle
