"""A game's library and its interface, from the cache where both are there.

The cache keeps a *record* beside a library: its interface, called after the rules and after the
program that lowered them.  Where a record and the library that it names are found, neither are the
rules lowered nor is the C text written.
"""

from __future__ import annotations

import ctypes
import hashlib
import pickle
import sys
from contextlib import suppress
from functools import cache as once
from pathlib import Path

import gdl
from interpreter.identity import rules_hash
from interpreter.native import cache
from interpreter.native.build import load
from interpreter.native.compilers import Compiler, find_compiler
from interpreter.native.interface import Interface
from interpreter.reference.engine import Engine

PACKAGES = Path(gdl.__file__).parent, Path(__file__).parents[1]
SOURCES = {".py", ".lark", ".c", ".h"}

Ready = tuple[ctypes.CDLL, Interface]


def ready(engine: Engine) -> Ready:
    """The library of a game, built where it is not in the cache, and its interface.

    Raises NotNative, and NativeError where no library can be had.
    """
    return from_cache(engine) or built(engine)


def from_cache(engine: Engine) -> Ready | None:
    """What is in the cache; None where a part is missing or does not load."""
    compiler = find_compiler()
    record = cache.find_anywhere(record_stem(engine, compiler), cache.RECORD) if compiler else None
    with suppress(OSError):  # gone meanwhile, or not to be run: it is built
        if record:
            stem, interface = pickle.loads(record.read_bytes())
            path = cache.find_anywhere(stem)
            return (ctypes.CDLL(str(path)), interface) if path else None
    return None


def built(engine: Engine) -> Ready:
    """What the rules are lowered to; it is kept in the cache."""
    from interpreter.native.program import program_of  # a tenth of a second that is often not spent

    program, name = program_of(engine), engine.game.name
    library, interface = load(program.text, name), program.plan.interface
    compiler = find_compiler()
    assert compiler is not None  # it has built the library
    record = cache.stem(program.text, name, compiler), interface
    with suppress(OSError):  # a record that cannot be kept is made again the next time
        cache.keep_record(cache.cache_folder(), record_stem(engine, compiler), pickle.dumps(record))
    return library, interface


def record_stem(engine: Engine, compiler: Compiler) -> str:
    """The first part of a record's name, the same only for the same rules, program and machine."""
    parts = rules_hash(engine.game), program_hash(), sys.version
    return cache.stem("\n".join(parts), engine.game.name, compiler)


@once
def program_hash() -> str:
    """What stands for this program: a change in any of its files may change what rules become."""
    found = hashlib.sha256()
    for package in PACKAGES:
        for path in sorted(p for p in package.rglob("*") if p.suffix in SOURCES):
            found.update(f"{path.relative_to(package)}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()
