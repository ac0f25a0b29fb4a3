"""Writing files so that a crash, a full disk or Ctrl-C never leaves half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

LONGEST = 40  # letters of a name that the temporary one begins with, which must not be too long


def write_file(path: Path, text: str) -> None:
    """Write a text to a new name in the same folder and rename it.

    Raises OSError, which names the file; the old one is then as it was.
    """
    try:
        replace_file(path, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def replace_file(path: Path, text: str) -> None:
    """The same; the error may name the temporary file."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:LONGEST]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
