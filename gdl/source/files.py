"""Reading files of which nothing is known: they may be without end, or pipes that nobody fills."""

from __future__ import annotations

import os
from pathlib import Path

NOW = getattr(os, "O_NONBLOCK", 0)  # a pipe without another end is opened at once, and is empty


def read_bounded(path: Path, most: int) -> bytes:
    """What a file begins with: at most so many bytes.

    Raises OSError, and ValueError for a name that no file can have.
    """
    with open(path, "rb", opener=opener) as file:
        return file.read(most)


def opener(name: str, flags: int) -> int:
    """Open a file without waiting for whoever is at the other end of a pipe.

    Raises OSError; so does opening a pipe that nobody reads from.
    """
    handle = os.open(name, flags | NOW, 0o666)
    if NOW:
        os.set_blocking(handle, True)  # who is there may take the time it takes
    return handle
