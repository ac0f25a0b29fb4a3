"""Files that others name, which never lead out of a folder; and atomic writing.

A crash, a full disk or Ctrl-C never leaves half of a file.
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from gdl.source.files import opener

LONGEST = 40  # letters of the file name repeated in the temporary name, lest that get too long


MAX_NAME = 1_000  # characters of a path that somebody names


def inside(folder: Path, name: str) -> Path | None:
    """The path of a name in a folder or below; None if it leads elsewhere, also by a link."""
    if len(name) > MAX_NAME or "\0" in name or "\\" in name:
        return None
    try:
        root = folder.resolve()
        path = (root / name).resolve()
        path.is_file()  # raises for a name that is too long for a file
    except (OSError, RuntimeError, ValueError):  # or for a loop of links
        return None
    return path if path.is_relative_to(root) and path != root else None


def write_file(path: Path, text: str) -> None:
    """Write a text to a temporary file in the same folder and rename it to `path`.

    A file that is replaced keeps its permissions, a link stays a link, and a pipe or a device gets
    the text.  Raises OSError, which names `path`; the old file is then unchanged.
    """
    try:
        if is_stream(path):
            with open(path, "w", encoding="utf-8", opener=opener) as stream:
                stream.write(text)
        else:
            replace_file(Path(os.path.realpath(path)), text)
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
        os.chmod(name, permissions(path))
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def is_stream(path: Path) -> bool:
    """Whether something is there that takes a text but must not be replaced: a pipe, a device."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def permissions(path: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    with suppress(OSError):
        return stat.S_IMODE(os.stat(path).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
