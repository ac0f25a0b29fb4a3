"""Starting and ending a process that runs a module of this program.

It imports this program and nothing from the folder in which the server was started, where a
stranger may have put files that are called like modules.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]  # holds this program
NICE = 15  # how much such a process gives way to the server


async def begin(
    module: str,
    max_line: int,
    *words: str,
    variables: Mapping[str, str] | None = None,
    nice: int = NICE,
) -> asyncio.subprocess.Process:
    """A process that reads from `stdin` and writes to `stdout`, lines of at most `max_line` bytes.

    `words` are its arguments, `variables` more of its environment.  Raises OSError if it cannot be
    started.
    """
    paths = [str(ROOT), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    made = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", module, *words,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=max_line,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1",
             "OPENBLAS_NUM_THREADS": "1", **(variables or {})},
        start_new_session=True,  # so that what it has started, a compiler, ends with it
    )  # fmt: skip
    if nice and hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, made.pid, nice)
    return made


async def end(running: asyncio.subprocess.Process) -> None:
    """End a process, with all that it has started."""
    if running.stdin is not None:
        running.stdin.close()
    if running.returncode is None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(running.pid, signal.SIGKILL)
            else:
                running.kill()
        await running.wait()
