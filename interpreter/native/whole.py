"""Whether a library is whole, from its header alone.

The loader maps what the header promises: where a file is shorter than that, the process dies by a
signal when it touches what is missing, and nobody can say why.  Only ELF is looked into; files of
other systems are left to their loaders.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import BinaryIO

MARK = b"\x7fELF"
HEADS = {1: "16xHHIIIIIHHHHHH", 2: "16xHHIQQQIHHHHHH"}  # of 32 and of 64 bits
SPANS = {1: "4xI8xI", 2: "8xQ16xQ"}  # of a part: where it begins, how long it is
ORDERS = {1: "<", 2: ">"}
PARTS = 100  # a library has about ten


def is_whole(path: Path) -> bool:
    """Whether nothing of a library is missing.

    Raises OSError.
    """
    if not sys.platform.startswith("linux"):
        return True
    with path.open("rb") as file:
        return is_whole_elf(file, path.stat().st_size)


def is_whole_elf(file: BinaryIO, size: int) -> bool:
    """Whether a file of a size is ELF and holds all its parts and the table of its sections."""
    mark = file.read(16)
    if len(mark) < 16 or not mark.startswith(MARK) or mark[4] not in HEADS or mark[5] not in ORDERS:
        return False
    width, order = mark[4], ORDERS[mark[5]]
    try:
        file.seek(0)
        head = read(file, order + HEADS[width])
        parts, sections, part_size, part_count, section_size, section_count = (
            head[i] for i in (4, 5, 8, 9, 10, 11)
        )
        ends = [sections + section_size * section_count]
        for number in range(min(part_count, PARTS)):
            file.seek(parts + part_size * number)
            ends.append(sum(read(file, order + SPANS[width])))
    except (struct.error, OSError, OverflowError):  # it ends before, or says that it lies nowhere
        return False
    return part_count > 0 and max(ends) <= size


def read(file: BinaryIO, form: str) -> tuple[int, ...]:
    """Numbers from a file.  Raises struct.error where it ends before."""
    return struct.unpack(form, file.read(struct.calcsize(form)))
