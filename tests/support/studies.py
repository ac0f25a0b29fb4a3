"""Playing small studies in the process of a test, without workers that have to start."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any


class InThisProcess:
    """Workers that are a thread of this process, so that a study starts at once."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self) -> None:
        self.executor: Executor = ThreadPoolExecutor(1)

    def count(self) -> int:
        return 1

    def renew(self) -> None:
        raise AssertionError("a thread is not lost")

    def close(self, playing: Iterable[Future[Any]] = ()) -> None:
        self.executor.shutdown()


class Silent:
    """Tells nobody of the progress."""

    def show(self, done: int, total: int, seconds_left: float | None) -> None:
        pass
