"""The temporary folder of one build, and the end of a build that is stopped.

A folder is locked as long as its process lives, so that another process can tell what was left
behind by one that was killed.  A request to end (SIGTERM, SIGHUP) that arrives meanwhile takes
effect when the compiler was ended and the folder removed.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import FrameType

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PREFIX = ".build-"
ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
YOUNG = 10  # seconds in which a folder may not be locked yet
STALE = 600  # seconds after which a build has ended, where locks do not tell


@contextmanager
def scratch_folder(folder: Path) -> Iterator[Path]:
    """A folder inside another one that is removed in the end.  Raises OSError."""
    with tempfile.TemporaryDirectory(
        prefix=PREFIX, dir=folder, ignore_cleanup_errors=True
    ) as name, ExitStack() as open_files:
        with suppress(OSError):  # a file system without locks: then age tells
            open_files.callback(os.close, locked(Path(name)))
        yield Path(name)


def locked(folder: Path) -> int:
    """The handle of a folder that is locked now.

    Raises BlockingIOError if a living process has locked it, OSError where that cannot be told.
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


# ---- signals -----------------------------------------------------------------------------------


class Ended(BaseException):
    """A signal has asked this process to end."""


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
    return [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
