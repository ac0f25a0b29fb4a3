"""The user's cache folder: where it is, and whether its contents can be trusted.

The program runs compiled games from there and relies on the other files.  So a folder or file
counts only if it belongs to the user (or to root) and nobody else may write to it; any other is
treated as missing.  What cannot be used raises OSError, whose `strerror` gives the reason and, if
there is one, a remedy.
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
SUM = 64  # characters of the checksum at the start of a cached file


class Refused(OSError):
    """A folder or file that exists, or that the environment names, but that may not be used."""

    def __init__(self, path: object, reason: str):
        super().__init__(errno.EPERM, reason, str(path))


# ---- where it is -------------------------------------------------------------------------------


def cache_folder() -> Path:
    """The folder for everything that this program caches; it is not created here.

    Raises Refused if the environment names none that can be used.
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
    """The user's home folder, from HOME or else from the system's list of users.

    Raises Refused if there is none, or HOME is no full path; no other folder is taken instead.
    """
    path = os.environ.get("HOME") or "~"
    if path == "~" and sys.platform != "win32":
        path = registered_home()
    path = os.path.expanduser(path)
    if not os.path.isabs(path):
        raise Refused(path, f"there is no home folder; name a folder in the variable {VARIABLE}")
    return Path(path)


def registered_home() -> str:
    """The home folder that the system has on record for the user; the empty text if none."""
    if sys.platform == "win32":
        return ""
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""


# ---- whether it may be used --------------------------------------------------------------------


def check_folder(folder: Path) -> Path:
    """The real path of a folder that nobody but the user (or root) can write to.

    No folder above it may be another user's or open to everybody.  Raises OSError, also if the
    folder does not exist.
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
            # With the sticky bit, as in /tmp, users can rename or delete only their own files.
            if about.st_mode & stat.S_IWOTH and not about.st_mode & stat.S_ISVTX:
                raise Refused(above, "everybody may write to this folder")
    return real


def check_owner(path: Path, about: os.stat_result) -> None:
    """Raise Refused if a file or folder belongs to another user, except root."""
    if about.st_uid not in (os.geteuid(), 0):
        raise Refused(path, f"this belongs to another user (number {about.st_uid})")


def check_mode(path: Path, about: os.stat_result) -> None:
    """Raise Refused if the group or others may write to a file or folder."""
    if about.st_mode & OTHERS_WRITE:
        raise Refused(path, "others may write to this; run `chmod go-w` on it, or remove it")


def has_owners() -> bool:
    """Whether files have an owner and a mode (POSIX); elsewhere a user's folders are private."""
    return os.name == "posix"


def make_folder(folder: Path) -> Path:
    """Create a private folder, with those above it, if it is missing; return its real path.

    Raises OSError, also if the folder cannot be trusted.
    """
    for path in (*reversed(folder.parents), folder):
        if not path.exists():
            path.mkdir(mode=PRIVATE, exist_ok=True)
    return check_folder(folder)


def read_own(path: Path) -> bytes:
    """The bytes of an ordinary file in a folder that was checked.

    Raises OSError, also for a symbolic link; Refused if others own the file or may write to it.
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
    """Write data with a checksum; the file appears as a whole or not at all.

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
    """The data that `keep_record` wrote; None if missing, not to be trusted, or damaged."""
    try:
        held = read_own(check_folder(path.parent) / path.name)
    except OSError:
        return None
    data = held[SUM:]
    return data if held[:SUM] == checksum(data) else None


def checksum(data: bytes) -> bytes:
    """The SHA-256 of the data, in hexadecimal: `SUM` characters."""
    return hashlib.sha256(data).hexdigest().encode()
