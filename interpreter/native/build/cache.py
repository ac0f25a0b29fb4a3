"""The folder that keeps built libraries from one run to the next.

A library is called `NAME-KEY-SUM.so`: KEY is a hash of everything that it was built from and for,
SUM a checksum of its contents, so a damaged library is recognised without a second file and without
locks.  The record of the library that belongs to some rules has a KEY of its own (`libraries.py`).
Complete files are renamed into the folder, so any number of processes may use it.  What is found
there is run: `gdl.source.user_cache` decides which folders and files may be used.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import takewhile
from pathlib import Path

from gdl.lazy import imported
from gdl.source import user_cache as caching
from gdl.source.frozen import frozen
from interpreter.native.build.bare import ingredients
from interpreter.native.build.compilers import Compiler
from interpreter.native.build.flags import LIBRARIES, SUFFIX, compile_flags
from interpreter.native.build.work_folders import PREFIX, remove_abandoned, scratch_folder

FORMAT = "1"  # of the names; with a new one all libraries are built again
MAX_FILES = 1000  # some of them small records
MAX_BYTES = 500_000_000
RECORD = ".record"
ZIG = "zig"  # the cache of zig itself: its C library, built when it first runs
KINDS = "|".join(map(re.escape, (SUFFIX, RECORD)))
STEM = re.compile(r"[\w-]+-[0-9a-f]{32}", re.ASCII)
OURS = re.compile(rf"{STEM.pattern}(-[0-9a-f]{{16}}({KINDS})|\.c|\.log)", re.ASCII)
CPU_LINES = {  # of /proc/cpuinfo: those on which `-march=native` can depend
    "vendor_id", "cpu family", "model", "flags", "CPU implementer", "CPU architecture",
    "CPU variant", "CPU part", "Features", "features", "isa", "uarch", "cpu",
}  # fmt: skip


@frozen
class Usage:
    """The contents of a cache folder: its libraries, and the bytes of all files kept there."""

    folder: Path
    libraries: int
    size: int

    @property
    def text(self) -> str:
        """The number and the size in words."""
        number = f"{self.libraries} librar{'y' if self.libraries == 1 else 'ies'}"
        return f"{number}, {self.size / 1e6:.1f} MB"


def cache_folder() -> Path:
    """The folder for libraries (not created here).  Raises OSError if there is none."""
    return caching.cache_folder() / "native"


# ---- what a library is called ------------------------------------------------------------------


def stem(text: str, name: str, compiler: Compiler, level: str | None = None) -> str:
    """The first part of a library's name, equal only if text, compiler, level and machine are."""
    flags = compile_flags(compiler.command, level=level)
    made_by = *compiler.command, compiler.version, *flags, *LIBRARIES
    parts = FORMAT, *made_by, *ingredients(compiler, level, text), machine(), text
    # A text may hold what UTF-8 cannot encode; the key need only differ for different texts.
    key = hashlib.sha256("\0".join(parts).encode("utf-8", "backslashreplace")).hexdigest()
    plain = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")[:40]
    return f"{plain or 'game'}-{key[:32]}"


@cache
def machine() -> str:
    """The platform of a library: system, C library and processor.

    A home folder may be shared by machines of different kinds.
    """
    libc = ""
    if hasattr(os, "confstr"):
        with suppress(ValueError, OSError):  # another C library than glibc
            libc = os.confstr("CS_GNU_LIBC_VERSION") or ""
    return "\n".join((sys.platform, libc, processor()))


def processor() -> str:
    """The processor and its features; the name of the machine if they cannot be read."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            first = takewhile(str.strip, file)  # of several processors, each ended by an empty line
            lines = [line.partition(":") for line in first]
    except OSError:
        lines = []
    known = [f"{name.strip()}={value.strip()}" for name, _, value in lines
             if name.strip() in CPU_LINES]  # fmt: skip
    uname = os.uname if hasattr(os, "uname") else imported("platform").uname  # slow to import
    _, node, _, _, kind, *_ = uname()
    return "\n".join((kind, *(known or [node])))


def checksum(path: Path) -> str:
    """The checksum that the name of a file carries.

    Raises OSError, also for a file that others may write to.
    """
    return hashlib.sha256(caching.read_own(path)).hexdigest()[:16]


# ---- finding and keeping -----------------------------------------------------------------------


def find_anywhere(start: str, suffix: str = SUFFIX) -> Path | None:
    """The first file that `find` finds in the folders of `places`."""
    paths = (find(folder, start, suffix) for folder in places())
    return next((path for path in paths if path), None)


def find(folder: Path, start: str, suffix: str = SUFFIX) -> Path | None:
    """The undamaged library (or record) whose name begins with a stem, marked as just used.

    A folder that may not be used counts as empty.
    """
    try:
        folder = caching.check_folder(folder)
        names = sorted(os.listdir(folder))
    except OSError:  # it is missing or unreadable: the library is built
        return None
    for name in names:
        if name.startswith(f"{start}-") and OURS.fullmatch(name) and name.endswith(suffix):
            path = folder / name
            if is_sound(path):
                with suppress(OSError):  # a read-only folder serves as well
                    os.utime(path)
                return path
    return None


def forget(path: Path) -> None:
    """Remove a file whose contents are not what its name says."""
    with suppress(OSError):  # a read-only folder
        path.unlink(missing_ok=True)


def is_sound(path: Path) -> bool:
    """Whether the contents of a file match the checksum in its name."""
    try:
        return checksum(path) == path.stem.rpartition("-")[2]
    except OSError:  # gone meanwhile, or unreadable
        return False


def keep(folder: Path, start: str, built: Path) -> Path:
    """Move a new library (or record) into the folder; returns its path.  Raises OSError."""
    built.chmod(caching.PRIVATE)  # compilers leave write permission to the umask
    target = folder / f"{start}-{checksum(built)}{built.suffix}"
    try:
        os.replace(built, target)
    except PermissionError:  # Windows does not replace a library that is loaded
        if not is_sound(target):
            raise
    prune(folder, target)
    return target


def keep_record(folder: Path, start: str, data: bytes) -> Path:
    """Write a record into the folder; returns its path.  Raises OSError."""
    folder = caching.make_folder(folder)
    with scratch_folder(folder) as scratch:
        made = scratch / f"text{RECORD}"
        made.write_bytes(data)
        return keep(folder, start, made)


def keep_failure(folder: Path, start: str, text: Path, log: Path) -> tuple[Path, Path]:
    """Keep a C text that cannot be built, and the compiler's output; returns their new paths.

    Raises OSError.
    """
    kept = folder / f"{start}.c", folder / f"{start}.log"
    os.replace(text, kept[0])
    os.replace(log, kept[1])
    prune(folder, *kept)
    return kept


def check_room(folder: Path) -> None:
    """Raise OSError if a megabyte cannot be written: the disk or the user's quota is full."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"\1" * 1_000_000)
        file.flush()
        os.fsync(file.fileno())


# ---- the folder of one run ---------------------------------------------------------------------

PRIVATE: list[Path] = []  # the private folder of this run, once it is needed


def private_folder() -> Path:
    """A temporary folder for libraries that cannot be kept, created if necessary.

    Raises OSError.
    """
    folder = private_place()
    folder.mkdir(mode=caching.PRIVATE, exist_ok=True)
    return folder


def private_place() -> Path:
    """The path of the private folder, which may not exist yet; nobody else can guess it.

    The process that has chosen it removes it on exit.  Its child processes use the same folder
    (`borrow`), since they may be ended at any time.  Raises OSError if there can be none.
    """
    if not PRIVATE:
        PRIVATE.append(Path(tempfile.gettempdir()) / f"boardwright-{secrets.token_hex(8)}")
        atexit.register(remove_private, PRIVATE[-1], os.getpid())
    return PRIVATE[-1]


def lent() -> Path | None:
    """The path of the private folder for child processes; None if there can be none."""
    try:
        return private_place()
    except OSError:
        return None


def borrow(folder: Path | None) -> None:
    """Use the private folder of the parent process."""
    PRIVATE[:] = [folder] if folder else []


def remove_private(folder: Path, owner: int) -> None:
    """Remove a private folder, but not files that a message has named.

    Builds in it have ended, or never will; their temporary folders are removed too.
    """
    if os.getpid() != owner:  # a forked child does not clean up for its parent
        return
    with suppress(OSError):  # not empty, or never created
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


def files(folder: Path) -> Iterator[tuple[Path, float, int]]:
    """The files that this module has put into a folder: path, time of last use, bytes."""
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        return
    for entry in entries:
        if OURS.fullmatch(entry.name):
            with suppress(FileNotFoundError):  # another process removes old files too
                about = entry.stat(follow_symlinks=False)
                yield Path(entry.path), about.st_mtime, about.st_size


def usage(folder: Path) -> Usage:
    """The usage of a cache folder.  Raises OSError."""
    rows = tuple(files(folder))
    zig = sum(p.lstat().st_size for p in (folder / ZIG).rglob("*") if p.is_file())
    libraries = sum(path.name.endswith(SUFFIX) for path, _, _ in rows)
    return Usage(folder, libraries, sum(size for _, _, size in rows) + zig)


def prune(folder: Path, *spared: Path) -> None:
    """Remove the least recently used files beyond the limits, and what dead processes left.

    Errors are ignored: what remains this time is removed the next time.
    """
    with suppress(OSError):
        remove_abandoned(folder)
        count = total = 0
        for path, _, size in sorted(files(folder), key=lambda row: -row[1]):
            count, total = count + 1, total + size
            if path not in spared and (count > MAX_FILES or total > MAX_BYTES):
                path.unlink(missing_ok=True)


def clear_folder(folder: Path) -> None:
    """Remove what the native engine keeps in a folder, and nothing else.  Raises OSError."""
    for path, _, _ in files(folder):
        path.unlink(missing_ok=True)
    remove_abandoned(folder)
    with suppress(FileNotFoundError):
        shutil.rmtree(folder / ZIG)
