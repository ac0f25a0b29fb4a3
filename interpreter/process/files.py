"""Atomic writing of files: a crash, a full disk or Ctrl-C never leaves half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

LONGEST = 40  # letters of the file name repeated in the temporary name, lest that get too long


def write_file(path: Path, text: str) -> None:
    """Write a text to a temporary file in the same folder and rename it to `path`.

    Raises OSError, which names `path`; the old file is then unchanged.
    """
    try:
        replace_file(path, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def replace_file(path: Path, text: str) -> None:
    """Like `write_file`, but OSError may name the temporary file."""
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
