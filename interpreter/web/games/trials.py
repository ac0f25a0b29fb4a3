"""Gives rule files of the folder to processes that read and try them, within a limit of time."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from typing import Any
from weakref import WeakValueDictionary

from interpreter.process.workers import Worker, WorkerLost
from interpreter.web.games.folder import NoGame

WORKER = "interpreter.web.games.worker"
SECONDS = 20.0  # for one job; compiling a game is the longest part of it
PROCESSES = 2
AGAIN_SECONDS = 300.0  # after which a file that took too long is tried again
MAX_REMEMBERED = 1_000  # files that took too long
COSTLY = ("too-slow", "too-large")  # what is wrong with a file that is not tried each time


class Trials:
    """A few processes that answer jobs, one each; one that had to be ended is started anew.

    `nice` is how much they give way to others.  The jobs of one file wait for each other, so that
    it never takes more than one process.
    """

    def __init__(self, nice: int) -> None:
        self.seconds = SECONDS
        self.workers = [Worker(WORKER, nice=nice) for _ in range(PROCESSES)]
        self.free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()  # the last one knows most
        for worker in self.workers:
            self.free.put_nowait(worker)
        self.files: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.failed: OrderedDict[str, tuple[float, NoGame]] = OrderedDict()

    async def ask(self, job: dict[str, Any], seconds: float | None = None) -> Any:
        """The data of an answer, within `seconds` or else the usual limit.

        Raises NoGame, also for a file that takes too long.  One that took longer than the usual
        limit, or too much memory, is not tried anew each time that somebody looks at it.
        """
        lock = self.files.setdefault(job["path"], asyncio.Lock())
        async with lock:
            key = json.dumps([job["path"], job["stamp"], job["options"]], sort_keys=True)
            until, error = self.failed.get(key, (0.0, None))
            if error is not None and time.monotonic() < until:
                raise NoGame(error.message, error.status, error.code)
            try:
                return await self.answer(job, seconds or self.seconds)
            except NoGame as error:
                if error.code in COSTLY and seconds is None:
                    self.failed[key] = time.monotonic() + AGAIN_SECONDS, error
                    if len(self.failed) > MAX_REMEMBERED:
                        self.failed.popitem(last=False)
                raise

    async def answer(self, job: dict[str, Any], seconds: float) -> Any:
        """The data of an answer of the next process that is free.  Raises NoGame."""
        worker = await self.free.get()
        try:
            told = await worker.ask(job, seconds)
        except WorkerLost as lost:
            code = "too-slow" if lost.is_late else "too-large"
            raise NoGame(str(lost), 422, code) from None
        finally:
            self.free.put_nowait(worker)
        if "message" in told:
            raise NoGame(told["message"], told["status"], told["code"])
        return told["data"]

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(worker.end() for worker in self.workers))
