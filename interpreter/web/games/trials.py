"""Gives rule files of the folder to processes that read and try them, within a limit of time."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from interpreter.process.workers import Worker, WorkerLost
from interpreter.web.games.folder import NoGame

WORKER = "interpreter.web.games.worker"
SECONDS = 20.0  # for one job; compiling a game is the longest part of it
LINE_SECONDS = 6.0  # to count what the lines of one that took longer have to do
PROCESSES = 2
FIRST_WAIT = 10.0  # seconds until a file that took too long is tried again; twice as long each time
AGAIN_SECONDS = 300.0  # but no longer than this
MAX_REMEMBERED = 1_000  # files that took too long
COSTLY = ("too-slow", "too-large", "crashed")  # of a file that is not tried each time


@dataclass(frozen=True)
class Failure:
    """What was wrong with a file, how long it is not tried again, and until when."""

    error: NoGame
    wait: float
    until: float


class Trials:
    """A few processes that answer jobs, one each; one that had to be ended is started anew.

    `nice` is how much they give way to others.  The jobs of one file wait for each other, so that
    it never takes more than one process.
    """

    def __init__(self, nice: int) -> None:
        self.seconds, self.first_wait = SECONDS, FIRST_WAIT
        self.workers = [Worker(WORKER, nice=nice) for _ in range(PROCESSES)]
        self.free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()  # the last one knows most
        for worker in self.workers:
            self.free.put_nowait(worker)
        self.files: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.failed: OrderedDict[str, Failure] = OrderedDict()

    async def ask(self, job: dict[str, Any], seconds: float | None = None) -> Any:
        """The data of an answer, within `seconds` or else the usual limit.

        Raises NoGame, also for a file that takes too long.  One that took longer than the usual
        limit, or too much memory, is not tried anew each time that somebody looks at it, but after
        a while: a machine has less to do at another time, and what was compiled stays.  One that
        can be read but not played in time is read all the same.
        """
        lock = self.files.setdefault(job["path"], asyncio.Lock())
        async with lock:
            whole = json.dumps([job["path"], job["stamp"], job["options"]], sort_keys=True)
            played = f"try {whole}"
            keys = (whole, played) if job["kind"] == "try" else (whole,)
            for key in keys:
                self.meet(self.failed.get(key))
            try:
                made = await self.answer(job, seconds or self.seconds)
            except NoGame as error:
                if error.code not in COSTLY or seconds is not None:
                    raise
                told = await self.with_line(error, job)
                self.meet(self.fail(keys[-1], told))
                raise told from error
            self.failed.pop(keys[-1], None)
            return made

    async def with_line(self, error: NoGame, job: dict[str, Any]) -> NoGame:
        """What is wrong with a file, with the line that has the most to do if it is too slow and
        that can be counted.
        """
        if error.code != "too-slow":
            return error
        try:
            why = await self.answer({**job, "kind": "late"}, LINE_SECONDS)
        except NoGame:
            return error
        return NoGame(f"{error.message}; {why}", error.status, error.code) if why else error

    def fail(self, key: str, error: NoGame) -> Failure:
        """Keep what has failed; each time it is left alone for twice as long."""
        known = self.failed.pop(key, None)
        wait = min(2 * known.wait if known else self.first_wait, AGAIN_SECONDS)
        self.failed[key] = failure = Failure(error, wait, time.monotonic() + wait)
        if len(self.failed) > MAX_REMEMBERED:
            self.failed.popitem(last=False)
        return failure

    def meet(self, failure: Failure | None) -> None:
        """Raise NoGame for what is not tried again yet."""
        left = 0.0 if failure is None else failure.until - time.monotonic()
        if failure is not None and left > 0:
            told = f"{failure.error.message}; it can be tried again in {math.ceil(left)} seconds"
            raise NoGame(told, failure.error.status, failure.error.code)

    async def answer(self, job: dict[str, Any], seconds: float) -> Any:
        """The data of an answer of the next process that is free.  Raises NoGame."""
        worker = await self.free.get()
        try:
            told = await worker.ask(job, seconds)
        except WorkerLost as lost:
            code = "too-slow" if lost.is_late else "crashed"
            raise NoGame(str(lost), 422, code) from None
        finally:
            self.free.put_nowait(worker)
        if "message" in told:
            raise NoGame(told["message"], told["status"], told["code"])
        return told["data"]

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(worker.end() for worker in self.workers))
