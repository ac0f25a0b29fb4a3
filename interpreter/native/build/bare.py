"""How a library that is not optimised is built with less work than a compiler usually takes.

For small rules half of that work is not about the rules: the compiler reads the headers of the C
library, and the linker its symbols.  Python has loaded the C library already, so the functions are
found without it being named, and the headers in `c/bare` declare the few of them that are used.
This is true of the GNU C library; elsewhere, and where CC names a compiler, nothing is left out.

Such a library does not say which version of a function it means, and gets the first that the C
library had, which still is there: on x86-64, that of `memcpy` moves as `memmove` does.  So a header
in `c/bare` may only declare what has done what is asked here in all versions, as threads without
options of their own have.
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
NO_LIBRARIES = "-nostdlib"
OWN_LIBRARIES = ("-lgcc",)  # what some processors have no instruction for
LOCK = "pthread_mutex_t"  # whose size depends on the machine, so no header of ours has it
NEEDING_MORE: set[tuple[str, ...]] = set()  # compilers that could not build so in this process


def build_lines(
    compiler: Compiler, source: str, target: str, level: str, text: str
) -> Iterator[tuple[str, ...]]:
    """The commands to try, one after the other, until one builds a text as a shared library."""
    command = compiler.command
    if is_bare(compiler, level, text) and command not in NEEDING_MORE:
        bare = (*command, NO_UNWINDING, "-isystem", str(HEADERS), NO_LIBRARIES)
        yield build_line(bare, source, target, level=level, libraries=OWN_LIBRARIES)
        NEEDING_MORE.add(command)  # another line is asked for: this one failed
    for native in (True, False):  # not every compiler supports the machine that it runs on
        yield build_line(command, source, target, native, level)


def is_bare(compiler: Compiler, level: str | None, text: str) -> bool:
    """Whether a library is built with less work first."""
    is_plain = level == BASELINE and len(compiler.command) == 1 and not compiler.is_named
    return is_plain and LOCK not in text and has_gnu_library()


def ingredients(compiler: Compiler, level: str | None, text: str) -> tuple[str, ...]:
    """What a library is built from beside its text and the usual options."""
    own = (NO_UNWINDING, NO_LIBRARIES, *OWN_LIBRARIES)
    return (*own, *header_texts()) if is_bare(compiler, level, text) else ()


@cache
def header_texts() -> tuple[str, ...]:
    return tuple(path.read_text("utf-8") for path in sorted(HEADERS.glob("*.h")))


@cache
def has_gnu_library() -> bool:
    with suppress(AttributeError, ValueError, OSError):  # another system, or another C library
        return (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc")
    return False
