"""A folder that one process uses at a time, or in which one writes at a time.

The lock is the system's: it goes when its process goes, however that ends.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NAME = "in-use"
PATIENCE = 10  # seconds that somebody waits for others who write in a folder
BETWEEN = 0.01  # seconds between two tries
MAX_TOLD = 500  # characters that a holder says of itself


class InUse(Exception):
    """Another process uses the folder; `holder` is what it says of itself, and may be empty."""

    def __init__(self, folder: Path, holder: str):
        super().__init__(f"{folder} is in use by {holder or 'another process'}")
        self.holder = holder


class FolderLock:
    """Holds a folder from when it is made until `release`, or until the process ends.

    Raises InUse, and OSError where the folder cannot be written to or its file system has no locks.
    """

    def __init__(self, folder: Path, holder: str = ""):
        self.path = folder / NAME
        self.handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not taken(self.handle):
                raise InUse(folder, self.told())
            self.tell(holder)
        except BaseException:
            os.close(self.handle)
            raise

    def told(self) -> str:
        """What the holder says of itself."""
        os.lseek(self.handle, 0, os.SEEK_SET)
        text = os.read(self.handle, MAX_TOLD).decode("utf-8", "replace").strip()
        return "".join(letter for letter in text if letter.isprintable())

    def tell(self, holder: str) -> None:
        """Say who holds the folder, such as the address of a server."""
        os.ftruncate(self.handle, 0)
        with open(self.handle, "wb", closefd=False) as file:
            file.seek(0)
            file.write(holder.encode()[:MAX_TOLD])

    def release(self) -> None:
        """Let others use the folder."""
        with suppress(OSError):
            self.tell("")
        os.close(self.handle)


@contextmanager
def alone_in(folder: Path, since: float | None = None) -> Iterator[None]:
    """Wait until no other thread or process is here with the same folder, and keep others waiting.

    Raises OSError where others keep it for too long, counted from `since` on, or the folder is not
    there.  A file system without locks keeps nobody waiting.
    """
    handle = handle_of(folder)
    try:
        with suppress(UnsupportedLock):
            wait_for(handle, (time.monotonic() if since is None else since) + PATIENCE)
        yield
    finally:
        os.close(handle)
        forget(folder)


class UnsupportedLock(Exception):
    """The file system has no locks."""


def wait_for(handle: int, until: float) -> None:
    """Lock an open file as soon as nobody else has.  Raises UnsupportedLock and TimeoutError."""
    while not is_taken(handle):
        if time.monotonic() > until:
            raise TimeoutError(errno.ETIMEDOUT, "another process keeps writing in its folder")
        time.sleep(BETWEEN)


def is_taken(handle: int) -> bool:
    """Like `taken`, but raises UnsupportedLock."""
    try:
        return taken(handle)
    except OSError as error:
        raise UnsupportedLock from error


if sys.platform == "win32":
    import msvcrt

    WRITING = ".writing"
    FAR = 1 << 30  # a byte behind the text, since others may not read what is locked

    def taken(handle: int) -> bool:
        """Lock an open file; whether nobody else has."""
        os.lseek(handle, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def handle_of(folder: Path) -> int:
        """What stands for a folder where that itself cannot be locked: a hidden file in it."""
        return os.open(folder / WRITING, os.O_RDWR | os.O_CREAT)

    def forget(folder: Path) -> None:
        """Remove the hidden file, unless somebody else has it open."""
        with suppress(OSError):
            os.unlink(folder / WRITING)

else:
    import fcntl

    def taken(handle: int) -> bool:
        """Lock an open file; whether nobody else has."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def handle_of(folder: Path) -> int:
        """A folder, opened to be locked."""
        return os.open(folder, os.O_RDONLY)

    def forget(folder: Path) -> None:
        """Nothing is left behind."""
