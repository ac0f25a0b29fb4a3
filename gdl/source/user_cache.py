"""The user's cache folder: where it is, and whether what lies in it may be used.

What is found there steers the program, and compiled games are run.  So a folder and a file count
only if they belong to the user (or to root) and nobody else may write to them; what does not count
is as if it were not there.  Everything that cannot be used raises OSError, whose `strerror` says
why and, where something can be done about it, what.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import sys
from pathlib import Path

if sys.platform != "win32":
    import pwd

VARIABLE = "BOARDWRIGHT_CACHE"
FOLDER = "boardwright"
PRIVATE = 0o700
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
SUM = 64  # characters of the checksum that a record begins with


class Refused(OSError):
    """A folder or a file that is there, or is named, and may not be used."""

    def __init__(self, path: object, reason: str):
        super().__init__(errno.EPERM, reason, str(path))


# ---- where it is -------------------------------------------------------------------------------


def cache_folder() -> Path:
    """The folder for all that this program keeps (not created here).

    Raises Refused where the environment names none that can be used.
    """
    named = os.environ.get(VARIABLE)
    if named:
        path = Path(os.path.expanduser(named))
        if not path.is_absolute():
            raise Refused(named, f"the variable {VARIABLE} must name a folder by its full path")
        return path
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA") or "")
        return (local if local.is_absolute() else home() / "AppData/Local") / FOLDER
    if sys.platform == "darwin":
        return home() / "Library/Caches" / FOLDER
    base = Path(os.environ.get("XDG_CACHE_HOME") or "")
    return (base if base.is_absolute() else home() / ".cache") / FOLDER


def home() -> Path:
    """The user's home folder; what is wrong with HOME does not lead anywhere else.

    Raises Refused where there is none.
    """
    path = os.environ.get("HOME") or "~"
    if path == "~" and sys.platform != "win32":
        path = registered_home()
    path = os.path.expanduser(path)
    if not os.path.isabs(path):
        raise Refused(path, f"there is no home folder; name a folder in the variable {VARIABLE}")
    return Path(path)


def registered_home() -> str:
    """The home folder that the system knows of a user; the empty text where it knows none."""
    if sys.platform == "win32":
        return ""
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""


# ---- whether it may be used --------------------------------------------------------------------


def check_folder(folder: Path) -> Path:
    """The true path of a folder that nobody but the user can write to.

    Nor can anybody else exchange a folder above it.  Raises OSError, and so where it is not there.
    """
    real = Path(os.path.realpath(folder))
    about = os.stat(real)
    if not stat.S_ISDIR(about.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    if has_owners():
        check_owner(real, about)
        check_mode(real, about)
        for above in real.parents:
            about = os.stat(above)
            check_owner(above, about)
            # Whoever may write to a folder with the sticky bit, such as /tmp, moves only their own.
            if about.st_mode & stat.S_IWOTH and not about.st_mode & stat.S_ISVTX:
                raise Refused(above, "everybody may write to this folder")
    return real


def check_owner(path: Path, about: os.stat_result) -> None:
    """Raises Refused for what belongs to somebody else."""
    if about.st_uid not in (os.geteuid(), 0):
        raise Refused(path, f"this belongs to another user (number {about.st_uid})")


def check_mode(path: Path, about: os.stat_result) -> None:
    """Raises Refused for what others may write to."""
    if about.st_mode & OTHERS_WRITE:
        raise Refused(path, "others may write to this; run `chmod go-w` on it, or remove it")


def has_owners() -> bool:
    """Whether files have an owner and a mode here; elsewhere a user's folders are private."""
    return os.name == "posix"


def make_folder(folder: Path) -> Path:
    """The true path of a folder for one's own files, made with those above it if need be.

    Raises OSError.
    """
    for path in (*reversed(folder.parents), folder):
        if not path.exists():
            path.mkdir(mode=PRIVATE, exist_ok=True)
    return check_folder(folder)


def read_own(path: Path) -> bytes:
    """The bytes of an ordinary file in a folder that was checked.

    Raises OSError; Refused for a file of somebody else, one that others may write to, and a link.
    """
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | careful)) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise Refused(path, "this is no ordinary file")
        if has_owners():
            check_owner(path, about)
            check_mode(path, about)
        return file.read()


# ---- records -----------------------------------------------------------------------------------


def keep_record(path: Path, data: bytes) -> None:
    """Write data with a checksum; the file is there as a whole or not at all.

    Raises OSError.
    """
    folder = make_folder(path.parent)
    draft = folder / f".{path.name}.{os.urandom(8).hex()}"
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(checksum(data) + data)
        os.replace(draft, folder / path.name)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def find_record(path: Path) -> bytes | None:
    """The data of a record; None where it is not there, may not be used, or is damaged."""
    try:
        held = read_own(check_folder(path.parent) / path.name)
    except OSError:
        return None
    data = held[SUM:]
    return data if held[:SUM] == checksum(data) else None


def checksum(data: bytes) -> bytes:
    """What stands before the data of a record."""
    return hashlib.sha256(data).hexdigest().encode()
