"""Threads that evaluate rules, and the ones in which agents think."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from interpreter.board.values import Move
    from interpreter.matches.match import Match

T = TypeVar("T")
MAX_THREADS = 16  # that evaluate rules
MAX_THINKERS = max(2, os.cpu_count() or 1)


class Workers:
    """The threads of a server."""

    def __init__(self) -> None:
        self.rules = ThreadPoolExecutor(MAX_THREADS, "rules")
        self.thinkers = ThreadPoolExecutor(MAX_THINKERS, "thinker")

    async def run(self, work: Callable[[], T]) -> T:
        """Evaluate something that takes a moment."""
        return await asyncio.get_running_loop().run_in_executor(self.rules, work)

    async def decide(self, match: Match) -> Move | None:
        """What chance or an agent decides in the current state of a match."""
        is_quick = match.state.is_chance
        pool = self.rules if is_quick else self.thinkers
        return await asyncio.get_running_loop().run_in_executor(pool, match.decision)

    def close(self) -> None:
        """Let the threads end."""
        self.rules.shutdown(wait=False, cancel_futures=True)
        self.thinkers.shutdown(wait=False, cancel_futures=True)
