"""The options of the C compiler, and the command line that builds a library with them.

A build here and the build line that an export shows have the same.  What else a build that is not
optimised has stands in `bare.py`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

LANGUAGE = "-std=gnu11"
LEVEL = "-O3"
MAX_WEIGHT = 8_000  # of a text that is built at this level: see `weight`
BASELINE = "-O0"  # of a library that plays until it is known that much is to be played
BRIEF = ("-DBRIEF",)  # such a library is built without the code that only saves time
LOWER_LEVELS = (("-O1", 10_000), ("-Og", 22_000), ("-O0", 45_000))  # level, most statements
"""What keeps a build below 5 s of CPU: gcc 12 was measured to take 0.2 ms to 0.6 ms for a unit of
weight at -O3, and for a statement up to 0.45 ms at -O1, 0.2 ms at -Og, 0.1 ms at -O0.  What -Og
makes is three quarters as fast as what -O1 makes, and four times as fast as that of -O0."""
SAME_SUMS = "-ffp-contract=off"  # fused operations would round differently on other machines
NO_ERRNO = "-fno-math-errno"  # nobody reads it, and roots could not be computed side by side
THIS_MACHINE = "-march=native"
SHARED = ("-fPIC", "-shared", "-pthread")
LIBRARIES = ("-lm",)
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")  # of a shared library


# A text begins with no function; what begins with a fixed sign is found four times as fast.
DEFINED = re.compile(r"\n((?:RARE|APART) )?static [^\n(=;]*?\b(\w+)\([^;{]*\)\s*\{")
CALLED = re.compile(r"\b([a-z]\w*)\(")


def statements(function: str) -> int:
    """The approximate number of statements in a C text; rows of tables do not count."""
    return sum(line.endswith((";", "{", "}")) for line in function.split("\n"))


def functions(text: str) -> list[str]:
    return text.split("\n}\n")


def weight(text: str) -> int:
    """What a C text costs an optimising compiler; a statement in a long function costs more."""
    counts = map(statements, functions(text))
    return sum(count + count * count // 1000 for count in counts)


def whole(text: str, name: str) -> int:
    """The statements of a function of a C text if all that it calls becomes a part of it, but what
    is marked as rare or as no part of its callers.
    """
    heads = list(DEFINED.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    bodies = {h[2]: text[h.end() : end] for h, end in zip(heads, ends, strict=True) if not h[1]}
    known: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in known:
            known[name] = 0  # a function that calls itself does not become a part of itself
            calls = CALLED.findall(bodies[name])
            known[name] = statements(bodies[name]) + sum(size(c) for c in calls if c in bodies)
        return known[name]

    return size(name)


def level_of(text: str) -> str | None:
    """The optimisation level at which a text builds in a few seconds; None if it is too long."""
    if weight(text) <= MAX_WEIGHT:
        return LEVEL
    count = statements(text)
    return next((level for level, most in LOWER_LEVELS if count <= most), None)


def build_level(text: str, is_optimised: bool = True) -> str:
    """The level for a text that is built however long it takes."""
    return (level_of(text) or LOWER_LEVELS[-1][0]) if is_optimised else BASELINE


def compile_flags(
    command: Iterable[str] = (), native: bool = True, level: str | None = None
) -> tuple[str, ...]:
    """The options before the file names; the level is `LEVEL` if none is given.

    With `native` the library runs on this kind of processor only.  A command that chooses a
    processor itself (`CC="gcc -march=x86-64-v3"`) keeps its choice.
    """
    chosen = any(word.startswith(("-march=", "-mcpu=")) for word in command)
    here = (THIS_MACHINE,) if native and not chosen else ()
    brief = BRIEF if level == BASELINE else ()
    shared = SAME_SUMS, NO_ERRNO, *SHARED
    return (LANGUAGE, LEVEL if level is None else level, *here, *brief, *shared)


def build_line(
    command: tuple[str, ...], source: str, target: str, native: bool = True, level: str = LEVEL,
    libraries: Iterable[str] = LIBRARIES,
) -> tuple[str, ...]:  # fmt: skip
    """The command that builds the shared library `target` from the C text in `source`."""
    return (*command, *compile_flags(command, native, level), "-o", target, source, *libraries)
