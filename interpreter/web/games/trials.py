"""Gives rule files of the folder to a process that reads and tries them, within a limit of time."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from interpreter.web.games.folder import NoGame
from interpreter.web.processes import begin, end

WORKER = "interpreter.web.games.trial"
MAX_ANSWER = 64 << 20  # bytes
SECONDS = 20.0  # for one job; compiling a game is the longest part of it


class Trials:
    """A process that answers one job at a time; it is started anew after it had to be ended."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.running: asyncio.subprocess.Process | None = None
        self.turn = asyncio.Lock()

    async def ask(self, job: dict[str, Any]) -> Any:
        """The data of an answer.  Raises NoGame, also for a file that takes too long."""
        async with self.turn:
            try:
                async with asyncio.timeout(self.seconds):
                    told = await self.exchange(job)
            except TimeoutError:
                await self.close()
                message = f"this file takes longer than {self.seconds:g} seconds to read or to try"
                raise NoGame(message, 422, "too-slow") from None
            except (OSError, ValueError):
                await self.close()
                message = "these rules need more memory than the page gives them"
                raise NoGame(message, 422, "too-large") from None
            except asyncio.CancelledError:
                await self.close()
                raise
        if "message" in told:
            raise NoGame(told["message"], told["status"], told["code"])
        return told["data"]

    async def exchange(self, job: dict[str, Any]) -> dict[str, Any]:
        """Send a job and read its answer.  Raises OSError and ValueError if there is none."""
        if self.running is None or self.running.returncode is not None:
            self.running = await begin(WORKER, MAX_ANSWER)
        running = self.running
        assert running.stdin is not None and running.stdout is not None
        running.stdin.write(json.dumps(job).encode() + b"\n")
        await running.stdin.drain()
        answer: dict[str, Any] = json.loads(await running.stdout.readline())
        return answer

    async def close(self) -> None:
        """End the process."""
        running, self.running = self.running, None
        if running is not None:
            with suppress(ProcessLookupError):
                await end(running)
