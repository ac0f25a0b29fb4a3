"""Checks texts in other processes, with limits on time and on how many run at once.

A check that nobody waits for any more is told so, and its process is ended if it does not stop
soon; so is one that takes too long.  The processes are kept for the next check.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from interpreter.process.workers import begin, end, kill

MAX_WORKERS = 2
MAX_SECONDS = 20.0  # that a check may take
GRACE = 2.0  # seconds that a cancelled check may take to stop
MAX_LINE = 2**24  # bytes of an answer
MODULE = "interpreter.language_server.worker"


class NotChecked(Exception):
    """A check came to no end; the message is for a person."""


class TooLong(NotChecked):
    """A check took longer than it may, and was stopped."""


@dataclass
class Checking:
    """A process that checks one text at a time."""

    process: Process

    @property
    def is_alive(self) -> bool:
        """Whether the process can take another text."""
        return self.process.returncode is None

    def send(self, data: dict[str, Any]) -> None:
        """Write a request."""
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self.process.stdin.write(json.dumps(data).encode() + b"\n")

    async def answer(self) -> dict[str, Any]:
        """The next answer.  Raises NotChecked if the process has ended, or answers too much."""
        assert self.process.stdout is not None
        try:
            data: dict[str, Any] = json.loads(await self.process.stdout.readline())
        except (OSError, ValueError) as error:  # a line that is none, too long, or half of one
            why = "the check ended before it was done, perhaps for want of memory"
            raise NotChecked(why) from error
        return data

    def kill(self) -> None:
        """End the process."""
        kill(self.process)

    async def end(self) -> None:
        """End the process, and wait until it has ended."""
        await end(self.process)


@dataclass
class Checker:
    """A few processes that check texts, started when they are needed."""

    max_workers: int = MAX_WORKERS
    max_seconds: float = MAX_SECONDS
    idle: list[Checking] = field(default_factory=list)
    started: list[Checking] = field(default_factory=list)
    numbers: Any = field(default_factory=count)
    room: asyncio.Semaphore | None = None
    ending: set[asyncio.Task[None]] = field(default_factory=set)

    async def check(self, name: str, text: str) -> AsyncIterator[tuple[list[Any], bool]]:
        """What is found in a text, more with each step, and whether that is everything.

        Raises NotChecked if the check takes longer than it may, ends early or cannot be started.
        """
        self.room = self.room or asyncio.Semaphore(self.max_workers)
        await self.room.acquire()
        number, worker, is_done = next(self.numbers), None, False
        try:
            worker = await self.worker()
            worker.send({"id": number, "name": name, "text": text})
            async with asyncio.timeout(self.max_seconds):
                while not is_done:
                    answer = await worker.answer()
                    if answer["id"] == number:
                        is_done = answer["done"]
                        yield answer["findings"], is_done
        except TimeoutError as error:
            if worker:
                worker.kill()
            why = f"the check took longer than {self.max_seconds:g} seconds, so it was stopped"
            raise TooLong(why) from error
        finally:
            self.release(worker, number, is_done)

    async def worker(self) -> Checking:
        """A process that is not busy.  Raises NotChecked if none can be started."""
        while self.idle:
            worker = self.idle.pop()
            if worker.is_alive:
                return worker
        try:
            begun = Checking(await begin(MODULE, MAX_LINE, nice=0, stderr=DEVNULL))
        except OSError as error:
            raise NotChecked(f"the check cannot be started: {error.strerror or error}") from error
        self.started = [*(one for one in self.started if one.is_alive), begun]
        return begun

    def release(self, worker: Checking | None, number: int, is_done: bool) -> None:
        """Keep a process for the next check, once it has stopped with this one."""
        assert self.room is not None
        if worker is None or is_done or not worker.is_alive:
            if worker is not None and worker.is_alive:
                self.idle.append(worker)
            self.room.release()
            return
        task = asyncio.get_running_loop().create_task(self.stop(worker, number))
        self.ending.add(task)
        task.add_done_callback(self.ending.discard)

    async def stop(self, worker: Checking, number: int) -> None:
        """Wait for a cancelled check to stop, not long."""
        assert self.room is not None
        try:
            worker.send({"cancel": number})
            async with asyncio.timeout(GRACE):
                while not (answer := await worker.answer())["done"] or answer["id"] != number:
                    pass
            self.idle.append(worker)
        except (TimeoutError, NotChecked):
            await worker.end()
        except asyncio.CancelledError:
            await worker.end()
            raise
        finally:
            self.room.release()

    async def warm(self) -> None:
        """Start a process, so that the first check need not wait for it."""
        async for _ in self.check("warm-up.yaml", "game: A\n"):
            pass

    async def close(self) -> None:
        """End all processes."""
        for task in list(self.ending):
            task.cancel()
        await asyncio.gather(*self.ending, return_exceptions=True)
        for worker in self.started:
            await worker.end()
        self.started.clear()
        self.idle.clear()
