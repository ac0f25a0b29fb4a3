"""C text to a shared library, built by the system's compiler or taken from the cache.

`library` returns the file, `load` loads it into this process.  A build runs in a temporary folder
beside the cached libraries and ends with a rename, so nobody sees an incomplete library; several
processes may build the same one at once, and each gets a complete one.
"""

from __future__ import annotations

import ctypes
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache as once
from pathlib import Path

from gdl.source import user_cache as caching
from gdl.source.frozen import frozen
from interpreter.native.build import cache
from interpreter.native.build.bare import build_lines
from interpreter.native.build.compilers import (
    Compiler,
    NativeError,
    NoCompiler,
    WrongCompiler,
    find_compiler,
)
from interpreter.native.build.flags import SUFFIX, build_level
from interpreter.native.build.opening import is_whole, opened
from interpreter.native.build.work_folders import scratch_folder
from interpreter.process.stopping import ended_in_order, signals_held

Check = Callable[[ctypes.CDLL], bool]

LONGEST = 120  # seconds that a compiler may take
PATIENCE = 3  # seconds after which the user is told what takes so long
SHOWN = 20  # lines of the compiler's output in a message
MISSING_HEADER = re.compile(r"fatal error: '?([\w./-]+\.h)'?:? .*(?:No such file|not found)")


class BuildFailed(NativeError):
    """A library could not be built or loaded.

    `text` and `log` are the files that hold the C text and the compiler's output, if there are any.
    """

    def __init__(self, message: str, text: Path | None = None, log: Path | None = None):
        super().__init__(message)
        self.text = text
        self.log = log


@frozen
class Job:
    """A build: the text, its name, the compiler and how much it optimises.

    `verbose` shows the command and its output.
    """

    text: str
    name: str
    compiler: Compiler
    verbose: bool
    level: str

    @property
    def stem(self) -> str:
        """The first part of the library's file name."""
        return cache.stem(self.text, self.name, self.compiler, self.level)


def library(text: str, name: str, verbose: bool = False, is_optimised: bool = True) -> Path:
    """The shared library of a C text, built if it is not in the cache.

    `name` is what the file and messages call it.  `verbose` writes the compiler's command and
    output to stderr.  Raises NoCompiler, WrongCompiler (CC names what cannot be run), BuildFailed.
    """
    job = job_of(text, name, verbose, is_optimised)
    path = cache.find_anywhere(job.stem)
    if path:
        return path
    try:
        return build(job, cache.cache_folder())
    except OSError as error:
        refuse(reason_of(error))
        return build_privately(job, reason_of(error))


def is_built(text: str, name: str) -> bool:
    """Whether the cache has the library of a C text.  Raises NoCompiler and WrongCompiler."""
    return cache.find_anywhere(job_of(text, name, verbose=False).stem) is not None


def load(
    text: str, name: str, verbose: bool = False, is_right: Check = lambda library: True,
    is_optimised: bool = True,
) -> ctypes.CDLL:
    """The shared library of a C text, loaded; arguments and errors as for `library`.

    `is_right` says whether a loaded library is the one that belongs to the text.  A cached one that
    is not, or that does not load (from a folder mounted `noexec`, or built on another machine), is
    built again in a private folder.
    """
    try:
        loaded = opened(library(text, name, verbose, is_optimised))
        if is_right(loaded):
            return loaded
        reason = f"{loaded._name} is not what was built"
        cache.forget(Path(loaded._name))
    except OSError as error:
        reason = str(error)
    job = job_of(text, name, verbose, is_optimised)
    try:
        loaded = opened(build_privately(job, reason))
    except OSError as error:
        raise unloadable(job, str(error)) from None
    if not is_right(loaded):
        raise unloadable(job, "something in it is missing")
    return loaded


def unloadable(job: Job, reason: str) -> BuildFailed:
    """The error for a library that was built but cannot be loaded."""
    return BuildFailed(
        f"the library of {job.name} was built but cannot be loaded: {reason}; name a folder from "
        f"which programs may run in the variable {caching.VARIABLE}, or use another compiler"
    )


def job_of(text: str, name: str, verbose: bool, is_optimised: bool = True) -> Job:
    """The job of building a text with the compiler of this machine."""
    compiler = find_compiler()
    if compiler is None:
        raise NoCompiler
    return Job(text, name, compiler, verbose, build_level(text, is_optimised))


def reason_of(error: OSError) -> str:
    """Why a folder cannot be used."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


@once
def refuse(reason: str) -> None:
    """Say once why the cache cannot be used, since only the user can change that."""
    if not is_worker():
        show(f"compiled games are not kept: {reason}")


def build_privately(job: Job, reason: str) -> Path:
    """Build in the private folder, since the cache folder cannot be used."""
    if job.verbose:
        show(f"the cache folder cannot be used ({reason}); the library is not kept")
    try:
        return build(job, cache.private_folder())
    except OSError as error:
        place = error.filename or "a temporary folder"
        raise BuildFailed(
            f"the library of {job.name} can be written neither to the cache folder ({reason}) nor "
            f"to {place} ({error.strerror or error}); free some room, or name "
            f"another folder in the variable {caching.VARIABLE}"
        ) from None


def build(job: Job, folder: Path) -> Path:
    """Build a library in a folder.  Raises OSError if the folder cannot be used."""
    with built(job, folder, compile_text) as scratch:
        return cache.keep(scratch.parent, job.stem, scratch / f"text{SUFFIX}")


@contextmanager
def built(
    job: Job, folder: Path, compiling: Callable[[Job, Path], str | None]
) -> Iterator[Path]:
    """A temporary folder inside another one in which a text was compiled as `text.c`, by a function
    that says what went wrong.

    Raises OSError if the folder cannot be used, BuildFailed.
    """
    folder = caching.make_folder(folder)
    with ended_in_order(), scratch_folder(folder) as scratch:
        text = scratch / "text.c"
        text.write_text(job.text, encoding="utf-8", errors="backslashreplace")
        failure = compiling(job, scratch)
        if failure is not None:
            raise build_failed(job, folder, scratch, failure)
        yield scratch


def build_failed(job: Job, folder: Path, scratch: Path, failure: str) -> BuildFailed:
    """The error for a build that failed, whose text and output are kept in the folder.

    Raises OSError, if there was no room for the build.
    """
    cache.check_room(scratch)
    text, log = scratch / "text.c", scratch / "text.log"
    said = log.read_text("utf-8", "replace")
    kept = cache.keep_failure(folder, job.stem, text, log)
    return BuildFailed(failure_message(job, failure, said, *kept), *kept)


def failure_message(job: Job, failure: str, said: str, text: Path, log: Path) -> str:
    """A message that says what went wrong in a build and what to do about it."""
    header = MISSING_HEADER.search(said)
    if header:
        advice = (
            f"it lacks `{header[1]}`: install the development files of the C library (libc6-dev on "
            "Debian and Ubuntu)"
        )
    else:
        advice = "if that compiler works otherwise, please report it with both files"
    message = (
        f"the C compiler `{job.compiler.title}` {failure} for {job.name}; {advice}. What it said "
        f"is in {log}, the C text in {text}."
    )
    last = said.rstrip().split("\n")[-SHOWN:]
    return "\n".join((message, *last)) if job.verbose else message


# ---- running the compiler ----------------------------------------------------------------------


def compile_text(job: Job, scratch: Path) -> str | None:
    """Compile `text.c` in a folder; returns None on success, else what went wrong."""
    status = None
    for line in build_lines(job.compiler, "text.c", f"text{SUFFIX}", job.level, job.text):
        status = run(job, line, scratch)
        if status in (None, 0):
            break
    made = scratch / f"text{SUFFIX}"
    if status != 0 or not made.is_file():
        return failure_of(status) or "made no library"
    return None if is_whole(made) else "made no whole library"


def failure_of(status: int | None) -> str:
    """What went wrong, by the exit status of a compiler, None if it took too long; else empty."""
    if status is None:
        return f"did not end within {LONGEST} s"
    return f"failed (status {status})" if status else ""


def run(job: Job, line: tuple[str, ...], scratch: Path) -> int | None:
    """Run a compiler, its output going to `text.log`; its exit status, None if it takes too long.

    An interrupt also ends the compiler and all processes that it has started.
    """
    if job.verbose:
        show(shlex.join(line))
    log = scratch / "text.log"
    with log.open("wb") as output, started(job, line, scratch, output.fileno()) as process:
        status = patiently(process)
    if status is None:
        return None
    said = log.read_text("utf-8", "replace")
    if job.verbose and status == 0 and said:
        show(said.rstrip())
    return status


@once
def tell_of_waiting() -> None:
    """Tell the user once what takes so long."""
    if not is_worker():
        show("compiling the rules takes a while; Ctrl-C ends it")


def patiently(process: subprocess.Popen[bytes]) -> int | None:
    """The exit status of a compiler, None if it takes too long; a long wait is explained."""
    try:
        return process.wait(min(PATIENCE, LONGEST))
    except subprocess.TimeoutExpired:
        tell_of_waiting()
    try:
        return process.wait(max(0, LONGEST - PATIENCE))
    except subprocess.TimeoutExpired:
        return None


@contextmanager
def started(
    job: Job, line: tuple[str, ...], scratch: Path, output: int
) -> Iterator[subprocess.Popen[bytes]]:
    """A compiler running in a folder, in its own session so that its processes can be killed."""
    process = None
    try:
        with signals_held():  # a signal just after the start would lose the process
            process = start(job, line, scratch, output)
        yield process
    finally:
        if process is not None and process.poll() is None:
            end(process)


def start(job: Job, line: tuple[str, ...], scratch: Path, output: int) -> subprocess.Popen[bytes]:
    """Start a compiler.  Raises WrongCompiler if it cannot be run."""
    try:
        return subprocess.Popen(
            line, cwd=scratch, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            env=environment(scratch), start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        raise WrongCompiler(job.compiler.title, error.strerror or str(error)) from None


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a compiler with the programs that it started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # it has ended just now
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def environment(scratch: Path) -> dict[str, str]:
    """The compiler's environment: temporary files in `scratch`, messages in English."""
    own = {name: str(scratch) for name in ("TMPDIR", "TMP", "TEMP", "ZIG_LOCAL_CACHE_DIR")}
    zig = {"ZIG_GLOBAL_CACHE_DIR": str(scratch.parent / cache.ZIG)}
    return {**zig, **os.environ, **own, "LC_ALL": "C"}


def is_worker() -> bool:
    """Whether another process of this program has started this one, and says what is to be said."""
    loaded = sys.modules.get("multiprocessing.process")  # which such a process begins with
    return loaded is not None and loaded.parent_process() is not None


def show(text: str) -> None:
    """Write a line for the user to stderr."""
    print(text, file=sys.stderr)
