"""Worker processes of the workbench: each answers one job at a time, within a limit of time."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from interpreter.engine.choice import VARIABLE

MAX_ANSWER = 64 << 20  # bytes of one answer
SMALL = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
WORKER = "interpreter.web.workbench.worker"


class WorkerLost(Exception):
    """A job took too long, or its process ended; the message is for a person."""


class Worker:
    """A process that does jobs; it is started when it is needed, and again after it was ended.

    `nice` is how much it gives way to others, `engine` the engine that plays unless a job names one.
    """

    def __init__(self, folder: Path, nice: int = 0, engine: str = ""):
        self.folder, self.nice, self.engine = folder, nice, engine
        self.process: asyncio.subprocess.Process | None = None
        self.turn = asyncio.Lock()

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self.process is not None and self.process.returncode is None

    async def start(self) -> None:
        """Start the process, unless it runs."""
        if self.is_running:
            return
        words = (sys.executable, "-m", WORKER, str(self.folder))
        self.process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **SMALL, VARIABLE: self.engine or os.environ.get(VARIABLE, "")},
            limit=MAX_ANSWER,
            start_new_session=True,  # so that a compiler that it has started ends with it
        )
        if self.nice and hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self.process.pid, self.nice)

    async def ask(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a job.

        Raises WorkerLost, and ends the process, where it takes longer or ends by itself.
        """
        async with self.turn:
            try:
                async with asyncio.timeout(seconds):
                    await self.start()
                    return await self.exchange(job)
            except TimeoutError:
                await self.end()
                raise WorkerLost(
                    f"this took longer than {seconds:g} seconds, so it was stopped"
                ) from None
            except (OSError, ValueError) as error:  # it ended, or its answer is no line of JSON
                await self.end()
                raise WorkerLost("the rules need more than the workbench gives them") from error
            except asyncio.CancelledError:
                await self.end()
                raise

    async def exchange(self, job: dict[str, Any]) -> dict[str, Any]:
        """Send a job and read its answer.  Raises OSError and ValueError where there is none."""
        assert self.process is not None and self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps(job).encode() + b"\n")
        await self.process.stdin.drain()
        line = await self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def end(self) -> None:
        """End the process and all that it has started."""
        if self.process is None:
            return
        if self.process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                if hasattr(os, "killpg"):
                    os.killpg(self.process.pid, signal.SIGKILL)
                else:
                    self.process.kill()
            await self.process.wait()
        self.process = None
