"""How the C compiler is called.

In one place, so that what is built here and the build line that an export shows are the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

LANGUAGE = "-std=gnu11"
LEVEL = "-O3"
SAME_SUMS = "-ffp-contract=off"  # fused steps would round differently on other machines
THIS_MACHINE = "-march=native"
SHARED = ("-fPIC", "-shared", "-pthread")
LIBRARIES = ("-lm",)
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")  # of a shared library


def compile_flags(command: Iterable[str] = (), native: bool = True) -> tuple[str, ...]:
    """What stands before the names of the files.

    With `native` the library runs on this kind of processor only.  A command that chooses a
    processor itself (`CC="gcc -march=x86-64-v3"`) keeps its choice.
    """
    chosen = any(word.startswith(("-march=", "-mcpu=")) for word in command)
    here = (THIS_MACHINE,) if native and not chosen else ()
    return (LANGUAGE, LEVEL, *here, SAME_SUMS, *SHARED)


def build_line(
    command: tuple[str, ...], source: str, target: str, native: bool = True
) -> tuple[str, ...]:
    """The command that builds the shared library `target` from the C text in `source`."""
    return (*command, *compile_flags(command, native), "-o", target, source, *LIBRARIES)
