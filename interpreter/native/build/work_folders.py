"""The temporary folder of one build.

A folder is locked as long as its process lives, so that other processes can recognise what a
killed one has left behind.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PREFIX = ".build-"
YOUNG = 10  # seconds in which a folder may not be locked yet
STALE = 600  # seconds after which a build counts as ended, where locks are not supported


@contextmanager
def scratch_folder(folder: Path) -> Iterator[Path]:
    """A locked folder inside another one, removed at the end.  Raises OSError."""
    with tempfile.TemporaryDirectory(
        prefix=PREFIX, dir=folder, ignore_cleanup_errors=True
    ) as name, ExitStack() as open_files:
        with suppress(OSError):  # a file system without locks: age decides instead
            open_files.callback(os.close, locked(Path(name)))
        yield Path(name)


def locked(folder: Path) -> int:
    """Lock a folder; returns its handle.

    Raises BlockingIOError if a living process has locked it, OSError if locks are not supported.
    """
    if fcntl is None:
        raise OSError("no locks")
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle


def remove_abandoned(folder: Path) -> None:
    """Remove the temporary folders of builds whose process was killed."""
    for path in folder.glob(f"{PREFIX}*"):
        with suppress(FileNotFoundError):  # another process removes them, too
            if is_abandoned(path):
                shutil.rmtree(path, ignore_errors=True)


def is_abandoned(path: Path) -> bool:
    """Whether no process works in a temporary folder any more."""
    age = time.time() - path.stat().st_mtime
    if age < YOUNG:
        return False
    try:
        os.close(locked(path))
    except BlockingIOError:
        return False
    except OSError:
        return age > STALE
    return True
