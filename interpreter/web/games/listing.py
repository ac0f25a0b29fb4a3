"""The files of the folder as the gallery lists them: each is tried, several at once, meanwhile.

Whoever asks gets what is known at once.  Every file first gets a short time, so that files which
take forever hold up the others no longer than that; those that took too long get the whole time
afterwards, as far as the time for all of them goes.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from typing import Any

from interpreter.web.games.data import bare_entry
from interpreter.web.games.folder import NoGame
from interpreter.web.games.trials import AGAIN_SECONDS, COSTLY, PROCESSES, Trials

NICE = 19  # how much this gives way to files that somebody asks for
QUICK_SECONDS = 3.0  # for a file at first
TOTAL_SECONDS = 120.0  # for all those together that take longer, until they are tried again
MAX_ENTRIES = 1_000  # that are kept

Key = str


class Listing:
    """The entries of rule files, under keys that change with the files; `trials` are its own."""

    def __init__(self) -> None:
        self.trials = Trials(NICE)
        self.quick = QUICK_SECONDS
        self.entries: OrderedDict[Key, tuple[float, dict[str, Any]]] = OrderedDict()
        self.new: deque[Key] = deque()
        self.slow: deque[Key] = deque()
        self.jobs: dict[Key, dict[str, Any]] = {}  # of the files that wait or are being tried
        self.left, self.until = TOTAL_SECONDS, 0.0
        self.tasks: set[asyncio.Task[None]] = set()

    def entry(self, key: Key, job: dict[str, Any]) -> dict[str, Any]:
        """What is known of a file, which is tried if that is nothing yet."""
        until, known = self.entries.get(key, (0.0, None))
        if known is not None and time.monotonic() < until:
            return known
        if key not in self.jobs:
            self.jobs[key] = job
            self.new.append(key)
        self.wake()
        return bare_entry(job, None)

    def wake(self) -> None:
        """Have files tried, if they are not."""
        if time.monotonic() > self.until:
            self.left, self.until = TOTAL_SECONDS, time.monotonic() + AGAIN_SECONDS
        if not self.new and not self.slow:
            return
        while sum(not task.done() for task in self.tasks) < PROCESSES:
            task = asyncio.create_task(self.work())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def work(self) -> None:
        """Try one file after the other, until none is left."""
        while self.new or self.slow:
            if self.new:
                await self.first(self.new.popleft())
            else:
                await self.again(self.slow.popleft())

    async def first(self, key: Key) -> None:
        """Give a file a short time."""
        error = await self.tried(key, self.quick)
        if error is not None and error.code == "too-slow":
            self.slow.append(key)
        elif error is not None:
            self.found(key, bare_entry(self.jobs[key], error.message), error.code in COSTLY)

    async def again(self, key: Key) -> None:
        """Give a file the whole time, if there is any left for such files."""
        begun, seconds = time.monotonic(), self.trials.seconds
        message = f"this took longer than {self.quick:g} seconds, so it was stopped"
        if self.left < seconds:
            short = NoGame(message, 422, "too-slow")
            message = (await self.trials.with_line(short, self.jobs[key])).message
        else:
            self.left -= seconds
            error = await self.tried(key, None)
            self.left += max(0.0, seconds - (time.monotonic() - begun))
            if error is None:
                return
            message = error.message
        self.found(key, bare_entry(self.jobs[key], message), True)

    async def tried(self, key: Key, seconds: float | None) -> NoGame | None:
        """Try a file, and keep its entry; what is wrong with it."""
        try:
            self.found(key, await self.trials.ask(self.jobs[key], seconds), False)
        except NoGame as error:
            return error
        except Exception as error:  # of this file alone: the others are tried all the same
            told = f"this could not be tried: {type(error).__name__}: {error}"
            return NoGame(told, 500, "not-tried")
        return None

    def found(self, key: Key, entry: dict[str, Any], is_costly: bool) -> None:
        """Keep the entry of a file; what took too long may take less at another time."""
        del self.jobs[key]
        self.entries[key] = time.monotonic() + AGAIN_SECONDS if is_costly else float("inf"), entry
        self.entries.move_to_end(key)
        if len(self.entries) > MAX_ENTRIES:
            self.entries.popitem(last=False)

    async def close(self) -> None:
        """Try no more files."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.trials.close()
