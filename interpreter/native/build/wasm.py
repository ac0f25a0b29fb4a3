"""C text to a WebAssembly module, built by the compiler of the package ziglang.

No other compiler is asked: those of most systems cannot build WebAssembly.  The headers in `c/wasm`
stand for a C library, with one of `c/bare`; zig brings the few functions that remain, which it
builds once, within seconds.
"""

from __future__ import annotations

from pathlib import Path

from gdl.source import user_cache as caching
from interpreter.native.build import cache
from interpreter.native.build.build import BuildFailed, Job, built, failure_of, reason_of, run
from interpreter.native.build.compilers import NativeError, packaged_compiler
from interpreter.native.build.flags import LANGUAGE, NO_ERRNO, SAME_SUMS, build_level

HEADERS = [str(Path(__file__).parents[1] / "c" / folder) for folder in ("wasm", "bare")]
STACK = 8 << 20  # bytes, as a thread has elsewhere; zig puts it first, so that its end is an error
TARGET = ("-target", "wasm32-freestanding", "-fno-sanitize=all", "-s")
FASTER = ("-msimd128", "-mbulk-memory")  # a quarter or more; browsers have had both since 2023
MODULE = "text.wasm"
LINKED = ("-Wl,--no-entry", f"-Wl,-z,stack-size={STACK}")


class NoZig(NativeError):
    """The package that builds WebAssembly is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "WebAssembly is built by the compiler of the Python package ziglang, which is not "
            "installed: run `pip install ziglang`"
        )


def wasm(text: str, name: str) -> bytes:
    """The WebAssembly module of a C text; the same text gives the same bytes.

    `name` is what messages call it.  Raises NoZig, WrongCompiler, BuildFailed.
    """
    compiler = packaged_compiler()
    if compiler is None:
        raise NoZig
    job = Job(text, name, compiler, False, build_level(text))
    try:
        return built_in(cache.cache_folder(), job)
    except OSError as error:
        try:
            return built_in(cache.private_folder(), job)
        except OSError as second:
            raise BuildFailed(
                f"the WebAssembly of {name} can be built neither in the cache folder "
                f"({reason_of(error)}) nor elsewhere ({reason_of(second)}); free some room, or "
                f"name another folder in the variable {caching.VARIABLE}"
            ) from None


def built_in(folder: Path, job: Job) -> bytes:
    """Build a module in a temporary folder.  Raises OSError if the folder cannot be used."""
    with built(job, folder, compile_wasm) as scratch:
        return (scratch / MODULE).read_bytes()


def compile_wasm(job: Job, scratch: Path) -> str | None:
    """Compile `text.c` in a folder; returns None on success, else what went wrong."""
    flags = LANGUAGE, job.level, SAME_SUMS, NO_ERRNO, *TARGET, *FASTER, *LINKED
    headers = (f"-isystem{folder}" for folder in HEADERS)
    line = (*job.compiler.command, *flags, *headers, "-o", MODULE, "text.c")
    status = run(job, line, scratch)
    is_there = (scratch / MODULE).is_file()
    return failure_of(status) or (None if is_there else "made no module")
