"""Worker processes leave nothing behind, however those who have started them end."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.commands import ROOT, environment

from gdl.source.spans import Source
from interpreter.language_server import checks
from interpreter.language_server.checks import Checker
from interpreter.process.workers import to_the_end
from interpreter.web.tables.workers import Threads
from interpreter.web.workbench import session as sessions
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


NEVER_ENDING = """
import asyncio, threading
from interpreter.web.tables.workers import MAX_THREADS, Workers

async def work():
    workers, begun = Workers(), threading.Semaphore(0)

    def never():
        begun.release()
        threading.Event().wait()

    tasks = [asyncio.create_task(workers.run(never)) for _ in range(MAX_THREADS + 3)]
    await asyncio.sleep(0)
    for _ in range(MAX_THREADS):
        begun.acquire()
    await workers.close()

asyncio.run(work())
print("over")
"""


def test_nothing_that_takes_for_ever_keeps_the_server_from_ending() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NEVER_ENDING], cwd=ROOT, env=environment(), text=True,
        capture_output=True, timeout=120,
    )  # fmt: skip
    assert (done.stdout, done.stderr, done.returncode) == ("over\n", "", 0)


def test_threads_give_results_and_mistakes_and_cancel_what_waits() -> None:
    async def work() -> None:
        threads, go_on = Threads(1, "test"), threading.Event()
        assert await asyncio.wrap_future(threads.submit(lambda: 7)) == 7
        with pytest.raises(ZeroDivisionError):
            await asyncio.wrap_future(threads.submit(lambda: 1 // 0))
        running, waiting = threads.submit(go_on.wait), threads.submit(lambda: 1)
        while not running.running():
            await asyncio.sleep(0)
        threads.close()
        assert waiting.cancelled()
        go_on.set()
        assert await asyncio.wrap_future(running)

    asyncio.run(work())


# ---- rules that cannot be tried to the end ----


async def cannot_begin(*words: Any, **more: Any) -> Any:
    raise OSError(11, "Resource temporarily unavailable")


class Mistaken(Checker):
    """A checker with a mistake in it."""

    async def check(self, name: str, text: str) -> AsyncIterator[tuple[list[Any], bool]]:
        raise KeyError(name)
        yield [], True


def said_of_trying(folder: Path, checker: Checker) -> dict[str, Any]:
    """The one message about rules that a checker could not try."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def work() -> None:
        session = Session(folder, send, checker)
        await session.try_further(Source("own.yaml", "game: A\n"), 3, [])
        await checker.close()

    asyncio.run(work())
    (message,) = sent
    assert (message["type"], message["version"], message["diagnostics"]) == ("findings", 3, [])
    return message


def test_rules_that_cannot_be_tried_are_answered_with_one_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "FURTHER", 0)
    late = said_of_trying(tmp_path, Checker(max_seconds=0.001))
    assert late["lost"] == "the check took longer than 0.001 seconds, so it was stopped"
    wrong = said_of_trying(tmp_path, Mistaken())
    assert wrong["lost"] == "something went wrong here (KeyError)"
    with monkeypatch.context() as patch:
        patch.setattr(checks, "MODULE", "interpreter.no_such_module")
        ended = said_of_trying(tmp_path, Checker())
    assert ended["lost"] == "the check ended before it was done, perhaps for want of memory"
    monkeypatch.setattr(checks, "begin", cannot_begin)
    none = said_of_trying(tmp_path, Checker())
    assert none["lost"] == "the check cannot be started: Resource temporarily unavailable"
