"""A game's library and its interface, from the cache if both are there.

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
from gdl.source import user_cache as caching
from interpreter.native import build, program
from interpreter.native.build import cache
from interpreter.native.build.compilers import Compiler, NativeError, find_compiler
from interpreter.native.build.opening import opened
from interpreter.native.ir.layout.interface import Interface, identity, interface_of
from interpreter.process.start_time import STARTED
from interpreter.reference.engine import Reference

PACKAGES = Path(gdl.__file__).parent, Path(__file__).parents[2]
SOURCES = (".py", ".lark", ".c", ".h")

Ready = tuple[ctypes.CDLL, Interface]


def ready(engine: Reference, verbose: bool = False) -> Ready:
    """The library of a game, built if it is not in the cache, and its interface.

    `verbose` writes the compiler's command and output to stderr.  Raises NotNative, and NativeError
    if no library can be built or loaded.
    """
    rules = identity(engine.model)
    return from_cache(engine, rules) or built(engine, rules, verbose)


def from_cache(engine: Reference, rules: str) -> Ready | None:
    """What the cache has; None if a part is missing, is of other rules or does not load."""
    # Errors are ignored here (a file that has gone or may not be run, a wrong compiler): `built`
    # meets them again and reports them.
    with suppress(OSError, NativeError):
        start = record_stem(engine, rules, find_compiler())
        record = cache.find_anywhere(start, cache.RECORD) if start else None
        path = library_of(record) if record else None
        if path:
            library = opened(path)
            interface = interface_of(library, rules)
            if interface:
                return library, interface
        if record:
            cache.forget(record)
    return None


def library_of(record: Path) -> Path | None:
    """The library that a record names, if it is in the cache."""
    stem = caching.read_own(record).decode("ascii", "replace")
    return cache.find_anywhere(stem) if cache.STEM.fullmatch(stem) else None


def built(engine: Reference, rules: str, verbose: bool = False) -> Ready:
    """The library built from the rules, which the cache keeps, and its interface."""
    made, name = program.program_of(engine), engine.model.name
    library = build.load(made.text, name, verbose, lambda one: bool(interface_of(one, rules)))
    interface = made.plan.interface
    with suppress(OSError):  # a record that cannot be kept is made again the next time
        compiler = find_compiler()
        start = record_stem(engine, rules, compiler)
        if compiler and start:
            record = cache.stem(made.text, name, compiler).encode()
            cache.keep_record(Path(library._name).parent, start, record)
    return library, interface


def record_stem(engine: Reference, rules: str, compiler: Compiler | None) -> str | None:
    """The first part of a record's name, equal only for equal rules, program and machine.

    None without a compiler, and if a file of the program has changed since the start.
    """
    if compiler is None or not is_as_started():
        return None
    return cache.stem("\n".join((rules, program_hash(), sys.version)), engine.model.name, compiler)


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


def is_as_started() -> bool:
    """Whether no file has changed since this process began to import the program."""
    return all(os.stat(path).st_mtime < STARTED for path in sources(PACKAGES))


@once
def program_hash() -> str:
    """A hash of this program: a change in any of its files may change the C text of rules."""
    digest = hashlib.sha256()
    for path in sources(PACKAGES):
        with open(path, "rb") as file:
            digest.update(f"{os.path.basename(path)}\n".encode() + file.read())
    return digest.hexdigest()
