"""Gives rule files of the folder to a process that reads and tries them, within a limit of time."""

from __future__ import annotations

from typing import Any

from interpreter.process.workers import Worker, WorkerLost
from interpreter.web.games.folder import NoGame

WORKER = "interpreter.web.games.worker"
SECONDS = 20.0  # for one job; compiling a game is the longest part of it


class Trials:
    """A process that answers one job at a time; it is started anew after it had to be ended."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.worker = Worker(WORKER)

    async def ask(self, job: dict[str, Any]) -> Any:
        """The data of an answer.  Raises NoGame, also for a file that takes too long."""
        try:
            told = await self.worker.ask(job, self.seconds)
        except WorkerLost as lost:
            code = "too-slow" if lost.is_late else "too-large"
            raise NoGame(str(lost), 422, code) from None
        if "message" in told:
            raise NoGame(told["message"], told["status"], told["code"])
        return told["data"]

    async def close(self) -> None:
        """End the process."""
        await self.worker.end()
