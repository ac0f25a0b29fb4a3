"""Worker processes, for what could hold this one up or take its memory.

`begin` starts a module of this program and `end` ends it.  A `Worker` gives such a process one job
at a time, within a limit of time.  Jobs and answers are lines of JSON; `working` has the other
side.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

Result = TypeVar("Result")

ROOT = Path(__file__).resolve().parents[2]  # holds this program
NICE = 15  # how much a process gives way to this one
END_SECONDS = 2.0  # for a process that has closed its answers to end
START_SECONDS = 60.0  # for a process to read the program, on a machine with much to do
MAX_ANSWER = 64 << 20  # bytes of one answer


async def begin(
    module: str,
    max_line: int,
    *words: str,
    variables: Mapping[str, str] | None = None,
    nice: int = NICE,
    stderr: int | None = None,
) -> Process:
    """A process that reads from `stdin` and writes to `stdout`, lines of at most `max_line` bytes.

    `words` are its arguments, `variables` more of its environment.  It imports nothing from the
    folder in which this process was started, where a stranger may have put files that are called
    like modules.  Raises OSError if it cannot be started.
    """
    made = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", module, *words,
        stdin=PIPE, stdout=PIPE, stderr=stderr, limit=max_line,
        env={**os.environ, "PYTHONPATH": search_path(), "OMP_NUM_THREADS": "1",
             "OPENBLAS_NUM_THREADS": "1", **(variables or {})},
        start_new_session=True,  # so that what it has started, a compiler, ends with it
    )  # fmt: skip
    if nice and hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, made.pid, nice)
    return made


def search_path() -> str:
    """Where a process finds this program and what the user has added to the path."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return os.pathsep.join([str(ROOT), *filter(os.path.isabs, given)])


def kill(running: Process) -> None:
    """Kill a process, with all that it has started."""
    if running.returncode is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(running.pid, signal.SIGKILL)
        else:
            running.kill()


async def end(running: Process) -> None:
    """Kill a process and wait until it is gone."""
    if running.stdin is not None:
        running.stdin.close()
    if running.returncode is None:
        kill(running)
        await running.wait()


async def to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Carry out some work although this task is cancelled meanwhile, and be cancelled after it.

    A server cancels a task again and again until it is over; processes must be ended all the same.
    """
    doing, cancelled = asyncio.ensure_future(work), None
    while not doing.done():
        try:
            await asyncio.shield(doing)
        except asyncio.CancelledError as error:
            cancelled = error
    doing.result()
    if cancelled is not None:
        raise cancelled


def ended_text(code: int | None) -> str:
    """Why there is no answer of a process that has ended with a return code."""
    if code is not None and code < 0:
        name = signal.Signals(-code).name
        if name == "SIGKILL":
            return "the system has ended what reads these rules, as it does where memory is short"
        return f"{name} has ended what reads these rules: a mistake of boardwright"
    return "what reads these rules has ended without an answer: a mistake of boardwright"


class WorkerLost(Exception):
    """A job took too long (`is_late`), or its process ended; the message is for a person."""

    def __init__(self, message: str, is_late: bool = False):
        super().__init__(message)
        self.is_late = is_late


class Worker:
    """A process that does jobs; it is started when it is needed, and again after it was ended.

    `words`, `nice` and `variables` are those of `begin`.
    """

    def __init__(
        self, module: str, *words: str, nice: int = NICE, variables: Mapping[str, str] | None = None
    ):
        self.module, self.words = module, words
        self.nice, self.variables = nice, variables
        self.process: Process | None = None
        self.turn = asyncio.Lock()

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start the process, unless it runs.

        Raises WorkerLost.
        """
        async with self.turn:
            await self.within(self.make_ready(), START_SECONDS)

    async def make_ready(self) -> None:
        """Start the process and wait until it has read the program."""
        if self.is_running:
            return
        self.process = await begin(
            self.module, MAX_ANSWER, *self.words, variables=self.variables, nice=self.nice
        )
        await self.read()

    async def ask(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a job.

        Raises WorkerLost, and ends the process, where it takes longer or ends by itself.
        """
        async with self.turn:
            await self.within(self.make_ready(), START_SECONDS)
            return await self.within(self.exchange(job), seconds)

    async def within(self, work: Coroutine[Any, Any, Result], seconds: float) -> Result:
        """What some work gives.

        Raises WorkerLost, and ends the process, where it cannot be had.
        """
        try:
            async with asyncio.timeout(seconds):
                return await work
        except TimeoutError:
            await self.end()
            message = f"this took longer than {seconds:g} seconds, so it was stopped"
            raise WorkerLost(message, is_late=True) from None
        except (OSError, ValueError) as error:  # it ended, or its answer is no line of JSON
            message = ended_text(await self.ended_by_itself())
            await self.end()
            raise WorkerLost(message) from error
        except asyncio.CancelledError:
            await self.end()
            raise

    async def exchange(self, job: dict[str, Any]) -> dict[str, Any]:
        """Send a job and read its answer.  Raises OSError and ValueError where there is none."""
        assert self.process is not None and self.process.stdin
        self.process.stdin.write(json.dumps(job).encode() + b"\n")
        await self.process.stdin.drain()
        return await self.read()

    async def read(self) -> dict[str, Any]:
        """The next line of the process.  Raises ValueError where there is none."""
        assert self.process is not None and self.process.stdout
        answer: dict[str, Any] = json.loads(await self.process.stdout.readline())
        return answer

    async def ended_by_itself(self) -> int | None:
        """How a process has ended that says no more; None if it goes on nevertheless."""
        if self.process is None:
            return None
        try:
            async with asyncio.timeout(END_SECONDS):
                return await self.process.wait()
        except TimeoutError:
            return None

    async def end(self) -> None:
        """End the process and all that it has started."""
        running, self.process = self.process, None
        if running is not None:
            await end(running)
