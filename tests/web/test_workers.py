"""Worker processes leave nothing behind, however those who have started them end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from interpreter.language_server.checks import Checker
from interpreter.process.workers import to_the_end
from interpreter.web.workbench.session import Session

pytestmark = pytest.mark.usefixtures("in_time")


async def nothing(message: dict[str, Any]) -> None:
    """Send nothing."""


async def cancel(task: asyncio.Task[Any]) -> None:
    """Cancel a task again and again until it is over, as a server does that has no more time."""
    while not task.done():
        task.cancel()
        await asyncio.sleep(0)


def test_a_workbench_that_is_cancelled_ends_its_processes(tmp_path: Path) -> None:
    async def work() -> None:
        session = Session(tmp_path, nothing, Checker())
        is_open = asyncio.Event()

        async def opened() -> None:
            async with session:
                await session.playing.start()
                await session.sampling.start()
                is_open.set()
                await asyncio.Event().wait()

        task = asyncio.create_task(opened())
        await is_open.wait()
        running = [session.playing.process, session.sampling.process]
        await cancel(task)
        assert task.cancelled()
        assert all(one is not None and one.returncode is not None for one in running)

    asyncio.run(work())


def test_a_checker_that_is_closed_has_no_process_left() -> None:
    """Not even one whose check nobody waits for any more."""

    async def work() -> None:
        checker = Checker()
        check = checker.check("file.yaml", "game: A\n" + "#" * 1000)
        task = asyncio.ensure_future(anext(check))  # type: ignore[arg-type]
        while not checker.started:
            await asyncio.sleep(0)
        started = [one.process for one in checker.started]
        await cancel(task)
        await check.aclose()
        await checker.close()
        assert started and all(one.returncode is not None for one in started)

    asyncio.run(work())


def test_what_is_done_to_the_end_tells_of_its_mistakes() -> None:
    async def wrong() -> None:
        await asyncio.sleep(0)
        raise ValueError("wrong")

    async def work() -> None:
        task = asyncio.create_task(to_the_end(wrong()))
        await asyncio.sleep(0)
        await cancel(task)
        assert isinstance(task.exception(), ValueError)

    asyncio.run(work())
