"""How a library that is not optimised is built with less work than a compiler usually takes.

For small rules half of that work is not about the rules: the compiler reads the headers of the C
library, and the linker its symbols.  Python has loaded the C library already, so the functions are
found without it being named, and the headers in `c/bare` declare the few of them that are used.
This is true of the GNU C library; elsewhere, and where CC gives options, nothing is left out.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from interpreter.native.build.compilers import Compiler
from interpreter.native.build.flags import BASELINE, build_line

HEADERS = Path(__file__).parents[1] / "c" / "bare"
NO_UNWINDING = "-fno-asynchronous-unwind-tables"  # no C here throws exceptions
BARE = (NO_UNWINDING, "-isystem", str(HEADERS), "-nostdlib")
OWN_LIBRARIES = ("-lgcc",)  # what some processors have no instruction for


def build_lines(
    compiler: Compiler, source: str, target: str, level: str
) -> Iterator[tuple[str, ...]]:
    """The commands to try, one after the other, until one builds the shared library."""
    command = compiler.command
    if level == BASELINE and len(command) == 1 and has_gnu_library():
        yield build_line((*command, *BARE), source, target, level=level, libraries=OWN_LIBRARIES)
    for native in (True, False):  # not every compiler supports the machine that it runs on
        yield build_line(command, source, target, native, level)


@cache
def has_gnu_library() -> bool:
    """Whether this process runs on the GNU C library."""
    with suppress(AttributeError, ValueError, OSError):  # another system, or another C library
        return (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc")
    return False
