"""Threads that evaluate rules, and the processes in which agents think."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

from interpreter.web.thinking.thinkers import Thinkers

if TYPE_CHECKING:
    from interpreter.api.game import Game

T = TypeVar("T")
MAX_THREADS = 16  # that evaluate rules
PLAYERS_LOOKS, WATCHERS_LOOKS = 4, 2  # threads that those who only look can take
SWITCH_SECONDS = 0.0005  # how long a thread keeps the others waiting


@dataclass(frozen=True)
class Packed:
    """A game, its text for other processes, and the hash of that."""

    game: Game
    text: str
    hash: str


class Threads:
    """Threads that never keep the program from ending, whatever they do.

    Those of a ThreadPoolExecutor would: Python waits for them when it ends.
    """

    def __init__(self, most: int, name: str):
        self.most, self.name = most, name
        self.jobs: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        self.started = 0

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Do something as soon as a thread is free."""
        future: Future[T] = Future()
        self.jobs.put((work, future))
        if self.started < self.most:
            self.started += 1
            name = f"{self.name}-{self.started}"
            threading.Thread(target=self.serve, name=name, daemon=True).start()
        return future

    def serve(self) -> None:
        """Do what waits, one after the other, until the threads are closed."""
        while (job := self.jobs.get()) is not None:
            work, future = job
            if future.set_running_or_notify_cancel():
                try:
                    result = work()
                except BaseException as error:  # it is raised for whoever waits for the result
                    future.set_exception(error)
                else:
                    future.set_result(result)
                    del result
            del job, work, future  # what is waited for is not kept meanwhile

    def close(self) -> None:
        """Cancel what waits, and let the threads end that do nothing."""
        with suppress(Empty):
            while (job := self.jobs.get_nowait()) is not None:
                job[1].cancel()
        for _ in range(self.started):
            self.jobs.put(None)


class Workers:
    """The threads and thinking processes of a server."""

    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        self.rules = Threads(MAX_THREADS, "rules")
        self.thinkers = Thinkers()
        self.players_gate = asyncio.Semaphore(PLAYERS_LOOKS)
        self.watchers_gate = asyncio.Semaphore(WATCHERS_LOOKS)

    async def run(self, work: Callable[[], T]) -> T:
        """Evaluate something that takes a moment."""
        return await asyncio.wrap_future(self.rules.submit(work))

    async def close(self) -> None:
        """Let the threads and processes end."""
        await self.thinkers.close()
        self.rules.close()
