"""A game's library and its interface, from the cache if both are there.

A game has two libraries of the same C text.  The *baseline* is not optimised: it is built in a
third of the time and plays at a fifth of the speed, so a game begins with it.  The optimised one
follows where much is to be played (`NativeLibrary.optimise`), and is used at once where the cache
has it already.

Beside a library the cache keeps a *record*.  Its name is a hash of the rules and of the program
that lowered them; its content is the first part of the library's name.  The library itself states
its interface and its rules.  If a record and its library are found, the rules are not lowered and
no C text is written.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from contextlib import suppress
from functools import cache as once
from pathlib import Path

import gdl
from gdl.collecting import rarely_collected
from gdl.source import user_cache as caching
from gdl.source.frozen import frozen
from interpreter.native import build, program
from interpreter.native.build import cache
from interpreter.native.build.compilers import Compiler, NativeError, find_compiler
from interpreter.native.build.flags import build_level
from interpreter.native.build.opening import opened
from interpreter.native.ir.layout.interface import Interface, identity, interface_of
from interpreter.process.start_time import STARTED
from interpreter.reference.engine import Reference

PARTS = ("process", "board", "reference", "walking", "native")  # of which the C text is made
PACKAGES = Path(gdl.__file__).parent, *(Path(__file__).parents[2] / part for part in PARTS)
SOURCES = (".py", ".lark", ".c", ".h")


@frozen
class Ready:
    """A loaded library of a game, its interface, whether its code is optimised, and its C text
    where that was written just now.
    """

    library: ctypes.CDLL
    interface: Interface
    is_optimised: bool
    text: str = ""


def ready(
    engine: Reference, verbose: bool = False, is_optimised: bool = True,
    before: Ready | None = None,
) -> Ready:  # fmt: skip
    """A library of a game, built if it is not in the cache, and its interface.

    Where none need be optimised, the baseline is built if the cache has neither.  `verbose` writes
    the compiler's command and output to stderr.  The C text of the library `before` is not written
    again.  Raises NotNative, and NativeError if no library can be built or loaded.
    """
    rules = identity(engine.model)
    kinds = (True,) if is_optimised else (True, False)
    cached = (from_cache(engine, rules, kind) for kind in kinds)
    found = next(filter(None, cached), None)
    return found or built(engine, rules, verbose, is_optimised, before)


def from_cache(engine: Reference, rules: str, is_optimised: bool = True) -> Ready | None:
    """What the cache has; None if a part is missing, is of other rules or does not load."""
    # Errors are ignored here (a file that has gone or may not be run, a wrong compiler): `built`
    # meets them again and reports them.
    with suppress(OSError, NativeError):
        start = record_stem(engine, rules, find_compiler(), is_optimised)
        record = cache.find_anywhere(start, cache.RECORD) if start else None
        stem = caching.read_own(record).decode("ascii", "replace") if record else ""
        path = cache.find_anywhere(stem) if cache.STEM.fullmatch(stem) else None
        if path:
            library = opened(path)
            interface = interface_of(library, rules)
            if interface:
                return Ready(library, interface, is_optimised)
        if record:
            cache.forget(record)
    return None


def built(
    engine: Reference, rules: str, verbose: bool, is_optimised: bool, before: Ready | None
) -> Ready:
    """The library built from the rules, which the cache keeps, and its interface."""
    if before is not None and before.text:
        text, interface = before.text, before.interface
    else:
        with rarely_collected():
            made = program.program_of(engine)
            text, interface = made.text, made.plan.interface
    name = engine.model.name
    library = build.load(
        text, name, verbose, lambda one: bool(interface_of(one, rules)), is_optimised
    )
    with suppress(OSError):  # a record that cannot be kept is made again the next time
        compiler = find_compiler()
        start = record_stem(engine, rules, compiler, is_optimised)
        if compiler and start:
            level = build_level(text, is_optimised)
            record = cache.stem(text, name, compiler, level).encode()
            cache.keep_record(Path(library._name).parent, start, record)
    return Ready(library, interface, is_optimised, text)


def record_stem(
    engine: Reference, rules: str, compiler: Compiler | None, is_optimised: bool
) -> str | None:
    """The first part of a record's name, equal only for equal rules, program, machine and kind of
    library.

    None without a compiler, and if a file of the program has changed since the start.
    """
    is_as_started = all(os.stat(path).st_mtime < STARTED for path in sources(PACKAGES))
    if compiler is None or not is_as_started:
        return None
    text = "\n".join((rules, program_hash(), sys.version))
    return cache.stem(text, engine.model.name, compiler, build_level(text, is_optimised))


# ---- which program this is ---------------------------------------------------------------------


@once
def sources(packages: tuple[Path, ...]) -> tuple[str, ...]:
    """The files of this program, in the folders of its packages."""
    return tuple(
        sorted(
            os.path.join(folder, name)
            for package in packages
            for folder, _, names in os.walk(package)
            for name in names
            if name.endswith(SOURCES) and os.path.isfile(os.path.join(folder, name))
        )
    )


@once
def program_hash() -> str:
    """A hash of this program: a change in any of its files may change the C text of rules."""
    digest = hashlib.sha256()
    for path in sources(PACKAGES):
        with open(path, "rb") as file:
            digest.update(f"{os.path.basename(path)}\n".encode() + file.read())
    return digest.hexdigest()
