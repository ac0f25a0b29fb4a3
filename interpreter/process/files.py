"""Files that others name, which never lead out of a folder; and atomic writing, also of a file only
if it is still what was read.

A crash, a full disk or Ctrl-C never leaves half of a file.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from gdl.source.files import opener, read_bounded
from gdl.source.limits import MAX_BYTES

LONGEST = 40  # letters of the file name repeated in the temporary name, lest that get too long
MAX_NAME = 1_000  # characters of a path that somebody names

MASK = os.umask(0)  # read once, before there are other threads: it can only be read by setting it
os.umask(MASK)


class ChangedMeanwhile(Exception):
    """A file is no longer what was read; it was left as it is."""


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


def digest_of(data: bytes) -> str:
    """What tells one content of a file from any other."""
    return hashlib.sha256(data).hexdigest()


def digest_of_text(text: str) -> str:
    """The digest of a file into which `write_file` has written a text."""
    return digest_of(text.replace("\n", os.linesep).encode("utf-8"))


def digest_on_disk(path: Path) -> str | None:
    """The digest of a rule file as it is now; None if it is not there or cannot be read."""
    try:
        return digest_of(read_bounded(path, MAX_BYTES + 1))
    except (OSError, ValueError):
        return None


def write_file(path: Path, text: str, known: str | None = None, *, is_new: bool = False) -> None:
    """Write a text to a temporary file in the same folder, and then make it the file `path`.

    A file that is replaced keeps its permissions, its owner and its other names (hard links); a
    link stays a link, and what it leads to is written; a pipe or a device gets the text.  Raises
    OSError, which names `path`, also for a file that is read-only; the old file is then unchanged.
    With a digest, `known`, raises ChangedMeanwhile for a file that is there with another one.  With
    `is_new`, raises FileExistsError for any that is there, also if it came meanwhile.
    """
    try:
        if is_stream(path):
            with open(path, "w", encoding="utf-8", opener=opener) as stream:
                stream.write(text)
        else:
            replace_file(Path(os.path.realpath(path)), text, known, is_new)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def replace_file(path: Path, text: str, known: str | None, is_new: bool) -> None:
    """Like `write_file`, but OSError may name the temporary file."""
    old = status_of(path)
    if old is not None and is_read_only(path, old):
        raise PermissionError(errno.EACCES, "it is read-only")
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:LONGEST]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if known is not None and digest_on_disk(path) not in (known, None):
            raise ChangedMeanwhile
        if is_new:
            claim(path)
        if old is None or is_replaceable(old):
            os.chmod(name, permissions(old))
            os.replace(name, path)
            return
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    copy_into(Path(name), path)
    os.unlink(name)


def claim(path: Path) -> None:
    """Make an empty file that only one can make.  Raises FileExistsError for all others."""
    with open(path, "xb"):
        pass


def status_of(path: Path) -> os.stat_result | None:
    """What the system says of a file; None if it is not there."""
    with suppress(FileNotFoundError):
        return os.stat(path)
    return None


def is_read_only(path: Path, status: os.stat_result) -> bool:
    """Whether a file must not be written; the superuser, too, leaves what nobody may write."""
    return not status.st_mode & 0o222 or not os.access(path, os.W_OK)


def is_replaceable(status: os.stat_result) -> bool:
    """Whether another file can take the place of one: it has one name, and is this user's."""
    if not stat.S_ISREG(status.st_mode):
        return True  # a folder: the system says why it cannot be
    return status.st_nlink == 1 and (os.name == "nt" or status.st_uid == os.geteuid())


def copy_into(source: Path, target: Path) -> None:
    """Write what one file has into another.  Raises OSError.

    If that is interrupted, the whole text is still in the first.
    """
    try:
        with open(source, "rb") as whole, open(target, "r+b") as file:
            shutil.copyfileobj(whole, file)
            file.truncate()
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        reason = f"{error.strerror}; the whole text is in {source.name}"
        raise OSError(error.errno, reason) from error


def is_stream(path: Path) -> bool:
    """Whether something is there that takes a text but must not be replaced: a pipe, a device."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def permissions(old: os.stat_result | None) -> int:
    """The permissions of a file that was there, or those that a new one gets."""
    if old is not None:
        return stat.S_IMODE(old.st_mode)
    return 0o666 & ~MASK
