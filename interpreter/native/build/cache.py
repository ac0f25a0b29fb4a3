"""The folder that keeps built libraries from one run to the next.

A library is called `NAME-KEY-SUM.so`: KEY stands for all that it was built from and for, SUM for
what is in it, so a library that was damaged is seen to be so, without a second file and without
locks.  The record of which library belongs to some rules has a KEY of its own (see `libraries.py`).
Files come into the folder complete, by renaming; any number of processes may use it.  What is found
there is run: `gdl.source.user_cache` says whose folder and whose files may be used.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

from gdl.source import user_cache as caching
from interpreter.native.build.compilers import Compiler
from interpreter.native.build.flags import LIBRARIES, SUFFIX, build_level, compile_flags
from interpreter.native.build.work_folders import PREFIX, remove_abandoned, scratch_folder

FORMAT = "1"  # of the names; a new one makes old libraries be built anew
MAX_FILES = 1000  # some of them small records
MAX_BYTES = 500_000_000
RECORD = ".record"
ZIG = "zig"  # what zig keeps of its own: its C library, built when it first runs
KINDS = "|".join(map(re.escape, (SUFFIX, RECORD)))
STEM = re.compile(r"[\w-]+-[0-9a-f]{32}", re.ASCII)
OURS = re.compile(rf"{STEM.pattern}(-[0-9a-f]{{16}}({KINDS})|\.c|\.log)", re.ASCII)
CPU_LINES = {  # of /proc/cpuinfo: those on which `-march=native` can depend
    "vendor_id", "cpu family", "model", "flags", "CPU implementer", "CPU architecture",
    "CPU variant", "CPU part", "Features", "features", "isa", "uarch", "cpu",
}  # fmt: skip


@dataclass(frozen=True)
class Usage:
    """What is in a cache folder: libraries, and bytes of all that the native engine keeps there."""

    folder: Path
    libraries: int
    size: int

    @property
    def text(self) -> str:
        """Number and size in words."""
        number = f"{self.libraries} librar{'y' if self.libraries == 1 else 'ies'}"
        return f"{number}, {self.size / 1e6:.1f} MB"


def cache_folder() -> Path:
    """The folder for libraries (not created here).  Raises OSError where there can be none."""
    return caching.cache_folder() / "native"


# ---- what a library is called ------------------------------------------------------------------


def stem(text: str, name: str, compiler: Compiler) -> str:
    """The first part of a library's name, the same only for the same text, compiler and machine."""
    flags = compile_flags(compiler.command, level=build_level(text))
    parts = FORMAT, *compiler.command, compiler.version, *flags, *LIBRARIES, machine(), text
    # A text may hold what UTF-8 cannot; the key need only be different for different texts.
    key = hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()
    plain = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")[:40]
    return f"{plain or 'game'}-{key[:32]}"


@cache
def machine() -> str:
    """What a library runs on: system, C library and processor.

    A home folder may be shared by machines of different kinds.
    """
    libc = ""
    if hasattr(os, "confstr"):
        with suppress(ValueError, OSError):  # another C library than glibc
            libc = os.confstr("CS_GNU_LIBC_VERSION") or ""
    return "\n".join((sys.platform, libc, processor()))


def processor() -> str:
    """The processor and what it can do; where that cannot be read, the name of the machine."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = takewhile(str.strip, file)  # of many processors; an empty line ends each
            lines = [line.partition(":") for line in first]
    except OSError:
        lines = []
    known = [f"{name.strip()}={value.strip()}" for name, _, value in lines
             if name.strip() in CPU_LINES]  # fmt: skip
    return "\n".join((platform.machine(), *(known or [platform.node()])))


def checksum(path: Path) -> str:
    """What stands for the contents of a file in its name.

    Raises OSError, and so for a file that others may write to.
    """
    return hashlib.sha256(caching.read_own(path)).hexdigest()[:16]


# ---- finding and keeping -----------------------------------------------------------------------


def find_anywhere(start: str, suffix: str = SUFFIX) -> Path | None:
    """What `find` finds in the folders where it may be."""
    paths = (find(folder, start, suffix) for folder in places())
    return next((path for path in paths if path), None)


def find(folder: Path, start: str, suffix: str = SUFFIX) -> Path | None:
    """The undamaged library (or record) whose name begins with a stem; it is now the one used last.

    Where the folder may not be used, nothing is in it.
    """
    try:
        folder = caching.check_folder(folder)
        names = sorted(os.listdir(folder))
    except OSError:  # nothing is there yet, or nothing that can be read: it is built
        return None
    for name in names:
        if name.startswith(f"{start}-") and OURS.fullmatch(name) and name.endswith(suffix):
            path = folder / name
            if is_sound(path):
                with suppress(OSError):  # a folder that can only be read serves as well
                    os.utime(path)
                return path
    return None


def forget(path: Path) -> None:
    """Remove a file that is not what it is called."""
    with suppress(OSError):  # a folder that can only be read
        path.unlink(missing_ok=True)


def is_sound(path: Path) -> bool:
    """Whether a file holds what its name says."""
    try:
        return checksum(path) == path.stem.rpartition("-")[2]
    except OSError:  # gone meanwhile, or unreadable
        return False


def keep(folder: Path, start: str, built: Path) -> Path:
    """Move a library (or record) that was made into the folder; its path there.  Raises OSError."""
    built.chmod(caching.PRIVATE)  # compilers leave it to the umask who may write
    target = folder / f"{start}-{checksum(built)}{built.suffix}"
    try:
        os.replace(built, target)
    except PermissionError:  # Windows keeps a library that is loaded
        if not is_sound(target):
            raise
    prune(folder, target)
    return target


def keep_record(folder: Path, start: str, data: bytes) -> Path:
    """Write a record into the folder; its path there.  Raises OSError."""
    folder = caching.make_folder(folder)
    with scratch_folder(folder) as scratch:
        made = scratch / f"text{RECORD}"
        made.write_bytes(data)
        return keep(folder, start, made)


def keep_failure(folder: Path, start: str, text: Path, log: Path) -> tuple[Path, Path]:
    """Move a C text that cannot be built and what the compiler said into the folder; their paths.

    Raises OSError.
    """
    kept = folder / f"{start}.c", folder / f"{start}.log"
    os.replace(text, kept[0])
    os.replace(log, kept[1])
    prune(folder, *kept)
    return kept


def check_room(folder: Path) -> None:
    """Raises OSError if a megabyte cannot be written: the disk or the user's share is full."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\1" * 1_000_000)
        file.flush()
        os.fsync(file.fileno())


# ---- the folder of one run ---------------------------------------------------------------------

PRIVATE: list[Path] = []  # the folder of this run once it is needed


def private_folder() -> Path:
    """A temporary folder for libraries that cannot be kept, made if need be.

    Raises OSError.
    """
    folder = private_place()
    folder.mkdir(mode=caching.PRIVATE, exist_ok=True)
    return folder


def private_place() -> Path:
    """Where the private folder is once it is needed: nobody else can guess that.

    The process that has chosen it removes it when it ends; those that it starts use it too
    (`borrow`), since they may be ended at any time.  Raises OSError where there can be none.
    """
    if not PRIVATE:
        PRIVATE.append(Path(tempfile.gettempdir()) / f"boardwright-{secrets.token_hex(8)}")
        atexit.register(remove_private, PRIVATE[-1], os.getpid())
    return PRIVATE[-1]


def lent() -> Path | None:
    """Where the private folder is, for processes that this one starts; None where there is none."""
    try:
        return private_place()
    except OSError:
        return None


def borrow(folder: Path | None) -> None:
    """Use the private folder of the process that has started this one."""
    PRIVATE[:] = [folder] if folder else []


def remove_private(folder: Path, owner: int) -> None:
    """Remove a private folder, but not files that a message has named.

    Whoever has built there has ended, or does not come to an end.
    """
    if os.getpid() != owner:  # a child that was forked does not clear up after its parent
        return
    with suppress(OSError):  # not empty, or never made
        for path, _, _ in files(folder):
            if path.name.endswith((SUFFIX, RECORD)):
                path.unlink(missing_ok=True)
        for path in (folder / ZIG, *folder.glob(f"{PREFIX}*")):
            shutil.rmtree(path, ignore_errors=True)
        folder.rmdir()


def places() -> Iterator[Path]:
    """The folders where a library may be."""
    with suppress(OSError):
        yield cache_folder()
    yield from PRIVATE[-1:]


# ---- keeping it small --------------------------------------------------------------------------


def files(folder: Path) -> list[tuple[Path, float, int]]:
    """The files that were put there by this module: path, time of last use, bytes."""
    rows = []
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return []
    for entry in entries:
        if OURS.fullmatch(entry.name):
            with suppress(FileNotFoundError):  # another process removes what is old, too
                about = entry.stat(follow_symlinks=False)
                rows.append((Path(entry.path), about.st_mtime, about.st_size))
    return rows


def usage(folder: Path) -> Usage:
    """What is in a cache folder.  Raises OSError."""
    rows = files(folder)
    zig = sum(p.lstat().st_size for p in (folder / ZIG).rglob("*") if p.is_file())
    libraries = sum(path.name.endswith(SUFFIX) for path, _, _ in rows)
    return Usage(folder, libraries, sum(size for _, _, size in rows) + zig)


def prune(folder: Path, *spared: Path) -> None:
    """Remove what was not used for longest, beyond the limits, and what dead processes left.

    Nothing here is worth an error: what stays this time goes the next time.
    """
    with suppress(OSError):
        remove_abandoned(folder)
        count = total = 0
        for path, _, size in sorted(files(folder), key=lambda row: -row[1]):
            count, total = count + 1, total + size
            if path not in spared and (count > MAX_FILES or total > MAX_BYTES):
                path.unlink(missing_ok=True)


def clear_folder(folder: Path) -> None:
    """Remove all that the native engine keeps in a folder, and nothing else.  Raises OSError."""
    for path, _, _ in files(folder):
        path.unlink(missing_ok=True)
    remove_abandoned(folder)
    with suppress(FileNotFoundError):
        shutil.rmtree(folder / ZIG)
