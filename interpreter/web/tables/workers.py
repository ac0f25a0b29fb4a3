"""Threads that evaluate rules, and the processes in which agents think."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

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


class Workers:
    """The threads and thinking processes of a server."""

    def __init__(self) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        self.rules = ThreadPoolExecutor(MAX_THREADS, "rules")
        self.thinkers = Thinkers()
        self.players_gate = asyncio.Semaphore(PLAYERS_LOOKS)
        self.watchers_gate = asyncio.Semaphore(WATCHERS_LOOKS)

    async def run(self, work: Callable[[], T]) -> T:
        """Evaluate something that takes a moment."""
        return await asyncio.get_running_loop().run_in_executor(self.rules, work)

    async def close(self) -> None:
        """Let the threads and processes end."""
        await self.thinkers.close()
        self.rules.shutdown(wait=False, cancel_futures=True)
