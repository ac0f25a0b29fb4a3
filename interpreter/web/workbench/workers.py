"""Worker processes of the workbench: each answers one job at a time, within a limit of time."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from interpreter.engine.names import VARIABLE
from interpreter.web.processes import processes

Result = TypeVar("Result")

START_SECONDS = 60.0  # for a process to read the program, on a machine with much to do
MAX_ANSWER = 64 << 20  # bytes of one answer
WORKER = "interpreter.web.workbench.worker"


class WorkerLost(Exception):
    """A job took too long, or its process ended; the message is for a person."""


class Worker:
    """A process that does jobs; it is started when it is needed, and again after it was ended.

    `nice` is how much it gives way to others, `engine` what plays where a job names none.
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
        """Start the process, unless it runs.

        Raises WorkerLost.
        """
        async with self.turn:
            await self.within(self.make_ready(), START_SECONDS)

    async def make_ready(self) -> None:
        """Start the process and wait until it has read the program."""
        if self.is_running:
            return
        engine = self.engine or os.environ.get(VARIABLE, "")
        self.process = await processes.begin(
            WORKER, MAX_ANSWER, str(self.folder), variables={VARIABLE: engine}, nice=self.nice
        )
        await self.exchange({"job": "ready"})

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
        if self.process is not None:
            await processes.end(self.process)
            self.process = None
