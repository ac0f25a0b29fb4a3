"""Loads shared libraries, and sees from the header of one alone whether it is whole.

The loader maps what the header promises: if the file is shorter than that, a signal kills the
process when it touches what is missing, without any explanation.  Only ELF files are checked; those
of other systems are left to their loaders.
"""

from __future__ import annotations

import ctypes
import errno
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO

from interpreter.native.build import cache

MARK = b"\x7fELF"
LONG = "Q" if sys.maxsize > 1 << 32 else "I"  # as wide as an address of this machine
WIDE = struct.calcsize(LONG)
HEAD = f"=4s12xHHI{3 * LONG}I6H"  # of an ELF file of this machine; others are not loaded anyway
SPAN = f"={WIDE}x{LONG}{2 * WIDE}x{LONG}"  # of a segment: its offset and its size in the file
MAX_PARTS = 100  # segments of an ELF file; a library has about ten


def opened(path: Path) -> ctypes.CDLL:
    """Load a library; an incomplete one, which could crash the process, is removed instead.

    Raises OSError.
    """
    if not is_whole(path):
        cache.forget(path)
        raise OSError(errno.ENOEXEC, "a part of this library is missing", str(path))
    return ctypes.CDLL(str(path))


def is_whole(path: Path) -> bool:
    """Whether a library is complete, as far as its header tells.

    Raises OSError.
    """
    if not sys.platform.startswith("linux"):
        return True
    with path.open("rb") as file:
        return is_whole_elf(file, path.stat().st_size)


def is_whole_elf(file: BinaryIO, size: int) -> bool:
    """Whether a file of `size` bytes is ELF and holds all its segments and the section table."""
    try:
        (mark, _, _, _, _, parts, sections, _, _, part_size, part_count, section_size,
         section_count, _) = read(file, HEAD)  # fmt: skip
        ends = [sections + section_size * section_count]
        for number in range(min(part_count, MAX_PARTS) if mark == MARK else 0):
            file.seek(parts + part_size * number)
            ends.append(sum(read(file, SPAN)))
    except (struct.error, OSError, OverflowError):  # too short, or with an impossible offset
        return False
    return bool(mark == MARK and part_count > 0 and max(ends) <= size)


def read(file: BinaryIO, form: str) -> tuple[Any, ...]:
    """Read what a `struct` form says from a file.  Raises struct.error if it is too short."""
    return struct.unpack(form, file.read(struct.calcsize(form)))
