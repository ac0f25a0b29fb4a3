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
from typing import BinaryIO

from interpreter.native.build import cache

ELF_MARK = b"\x7fELF"
ELF_HEADS = {1: "16xHHIIIIIHHHHHH", 2: "16xHHIQQQIHHHHHH"}  # of 32 and of 64 bits
ELF_SPANS = {1: "4xI8xI", 2: "8xQ16xQ"}  # of a segment: its offset and its size in the file
ELF_ORDERS = {1: "<", 2: ">"}
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
    mark = file.read(16)
    if len(mark) < 16 or not mark.startswith(ELF_MARK):
        return False
    if mark[4] not in ELF_HEADS or mark[5] not in ELF_ORDERS:
        return False
    width, order = mark[4], ELF_ORDERS[mark[5]]
    try:
        file.seek(0)
        head = read(file, order + ELF_HEADS[width])
        parts, sections, part_size, part_count, section_size, section_count = (
            head[i] for i in (4, 5, 8, 9, 10, 11)
        )
        ends = [sections + section_size * section_count]
        for number in range(min(part_count, MAX_PARTS)):
            file.seek(parts + part_size * number)
            ends.append(sum(read(file, order + ELF_SPANS[width])))
    except (struct.error, OSError, OverflowError):  # too short, or with an impossible offset
        return False
    return part_count > 0 and max(ends) <= size


def read(file: BinaryIO, form: str) -> tuple[int, ...]:
    """Read numbers from a file.  Raises struct.error if it is too short."""
    return struct.unpack(form, file.read(struct.calcsize(form)))
