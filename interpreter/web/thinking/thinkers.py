"""The thinking processes of a server."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from interpreter.process.workers import begin, end
from interpreter.web.thinking.jobs import MAX_LINE, Cancel, Job, written

WORKER = "interpreter.web.thinking.worker"
MAX_PROCESSES = 4
Tell = Callable[[dict[str, Any]], None]


class ThinkingFailed(Exception):
    """A search that gave no result; the message says why."""


@dataclass
class Waiting:
    """A job that is being done."""

    done: asyncio.Future[dict[str, Any]]
    tell: Tell | None


@dataclass
class Process:
    """A thinking process, started when it is needed."""

    running: asyncio.subprocess.Process | None = None
    reader: asyncio.Task[None] | None = None
    known: set[str] = field(default_factory=set)  # games that it has
    waiting: dict[int, Waiting] = field(default_factory=dict)
    starting: asyncio.Lock = field(default_factory=asyncio.Lock)


class Thinkers:
    """Gives jobs to processes: those of one match to one process, which remembers it."""

    def __init__(self, count: int | None = None):
        count = count or max(1, min(MAX_PROCESSES, os.cpu_count() or 1))
        self.processes = [Process() for _ in range(count)]
        self.numbers = itertools.count(1)

    async def choose(self, job: Job) -> str:
        """The text of the move that an agent chooses.  Raises ThinkingFailed.

        If this is cancelled, the search ends.
        """
        answer = await self.do(job, None)
        return str(answer["move"])

    async def think(self, job: Job, tell: Tell) -> None:
        """Tell thoughts until the time is up or this is cancelled.  Raises ThinkingFailed."""
        await self.do(job, tell)

    async def do(self, job: Job, tell: Tell | None) -> dict[str, Any]:
        """The last answer to a job."""
        process = self.processes[hash(job.match) % len(self.processes)]
        packed = job.packed
        for _ in range(2):
            is_known = job.rules in process.known
            asked = replace(job, number=next(self.numbers), packed=None if is_known else packed)
            answer = await self.once(process, asked, tell)
            if "lacks" not in answer:
                break
            process.known.discard(job.rules)
        if "failed" in answer or "lacks" in answer:
            raise ThinkingFailed(answer.get("failed", "the game is not known"))
        process.known.add(job.rules)
        return answer

    async def once(self, process: Process, job: Job, tell: Tell | None) -> dict[str, Any]:
        """Send a job once and wait for the answer."""
        done: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        async with process.starting:
            await start(process)
        process.waiting[job.number] = Waiting(done, tell)
        try:
            await send(process, written(job))
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            if not done.done():
                with suppress(ThinkingFailed):
                    await send(process, written(Cancel(job.number)))
            raise
        finally:
            process.waiting.pop(job.number, None)

    async def close(self) -> None:
        """End all processes."""
        for process in self.processes:
            if process.running is not None:
                await end(process.running)
            if process.reader is not None:
                process.reader.cancel()


async def start(process: Process) -> None:
    """Start a process unless it runs."""
    if process.running is not None and process.running.returncode is None:
        return
    process.known.clear()
    try:
        process.running = await begin(WORKER, MAX_LINE)
    except OSError as error:
        raise ThinkingFailed(f"no process for thinking can be started: {error}") from error
    process.reader = asyncio.create_task(read_answers(process, process.running))


async def send(process: Process, line: bytes) -> None:
    """Write a line to a process.  Raises ThinkingFailed."""
    running = process.running
    try:
        assert running is not None and running.stdin is not None
        running.stdin.write(line)
        await running.stdin.drain()
    except OSError as error:
        raise ThinkingFailed("the thinking has ended unexpectedly") from error


async def read_answers(process: Process, running: asyncio.subprocess.Process) -> None:
    """Give the answers of a process to those who wait for them, until it ends."""
    assert running.stdout is not None
    with suppress(ValueError):  # a line that is too long: the process is of no use any more
        while line := await running.stdout.readline():
            data = json.loads(line)
            waiting = process.waiting.get(data.pop("number"))
            if waiting is None:
                continue
            if not data.pop("done", False):
                if waiting.tell is not None:
                    waiting.tell(data)
            elif not waiting.done.done():
                waiting.done.set_result(data)
    await end(running)
    for waiting in list(process.waiting.values()):
        if not waiting.done.done():
            waiting.done.set_exception(ThinkingFailed("the thinking has ended unexpectedly"))
