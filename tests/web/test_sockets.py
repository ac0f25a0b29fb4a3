"""The web socket of a table: a browser that does not read is cut off, one that floods waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from interpreter.web import sockets
from interpreter.web.sockets import BURST, CLOSED_SLOW, MAX_QUEUED, RATE, Connection

pytestmark = pytest.mark.usefixtures("in_time")
MESSAGE = {"type": "gone"}


class FakeSocket:
    """A web socket whose browser reads so many messages; None: all of them."""

    def __init__(self, reads: int | None = None, is_stuck: bool = False):
        self.reads, self.is_stuck = reads, is_stuck
        self.sent: list[str] = []
        self.closed: list[int] = []
        self.told: asyncio.Queue[str | None] = asyncio.Queue()

    async def send_text(self, text: str) -> None:
        """Take a message, or wait for ever."""
        if self.reads is not None and len(self.sent) >= self.reads:
            await asyncio.Event().wait()
        self.sent.append(text)

    async def receive_text(self) -> str:
        """What the browser says."""
        text = await self.told.get()
        if text is None:
            raise WebSocketDisconnect(1000)
        return text

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Note the code, or wait for ever."""
        if self.is_stuck:
            await asyncio.Event().wait()
        self.closed.append(code)


class FakeTable:
    """A table that notes who comes and goes."""

    def __init__(self) -> None:
        self.company, self.browsers = self, list[Any]()

    async def join(self, browser: Any) -> None:
        """Let a browser come."""
        self.browsers.append(browser)

    def leave(self, browser: Any) -> None:
        """Let it go."""
        if browser in self.browsers:
            self.browsers.remove(browser)


Served = Callable[[Connection, FakeSocket, FakeTable], Coroutine[Any, Any, None]]


def connected(socket: FakeSocket, work: Served) -> None:
    """Do something with a browser at a table, and see that its connection ends."""

    async def run() -> None:
        table = FakeTable()
        made = Connection(socket, table, frozenset())  # type: ignore[arg-type]
        serving = asyncio.create_task(made.serve())
        while not table.browsers:
            await asyncio.sleep(0)
        await work(made, socket, table)
        await serving
        assert not table.browsers

    asyncio.run(run())


def test_a_browser_that_reads_gets_all_that_it_is_told() -> None:
    async def work(made: Connection, socket: FakeSocket, table: FakeTable) -> None:
        for _ in range(MAX_QUEUED):
            made.send(MESSAGE)
        made.end()
        made.send(MESSAGE)  # too late
        while not socket.closed:
            await asyncio.sleep(0)
        assert len(socket.sent) == MAX_QUEUED and socket.closed == [1000]
        socket.told.put_nowait(None)

    connected(FakeSocket(), work)


@pytest.mark.parametrize("is_stuck", [False, True])
def test_a_browser_that_does_not_read_is_cut_off(
    is_stuck: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that has stopped reading in the middle of a message, and can be told nothing."""
    monkeypatch.setattr(sockets, "CLOSE_SECONDS", 0.01)

    async def work(made: Connection, socket: FakeSocket, table: FakeTable) -> None:
        made.send(MESSAGE)
        made.send(MESSAGE)
        while not socket.sent:
            await asyncio.sleep(0)
        for _ in range(MAX_QUEUED - 1):
            made.send(MESSAGE)
        assert made.cutting is None and table.browsers
        for _ in range(3 * MAX_QUEUED):
            made.send(MESSAGE)
        assert made.cutting is not None and made.queue.qsize() <= MAX_QUEUED + 1
        await made.cutting
        assert made.queue.empty() and not table.browsers
        assert socket.closed == ([] if is_stuck else [CLOSED_SLOW]) and len(socket.sent) == 1

    connected(FakeSocket(1, is_stuck), work)


@pytest.mark.parametrize("reads", [0, 1])
def test_a_message_that_is_not_read_for_long_ends_the_connection(
    reads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "SLOW_SECONDS", 0.01)

    async def work(made: Connection, socket: FakeSocket, table: FakeTable) -> None:
        for _ in range(reads + 1):
            made.send(MESSAGE)
        made.end()  # as where a table is deleted

    socket = FakeSocket(reads)
    connected(socket, work)
    assert socket.closed == [CLOSED_SLOW]


def test_a_browser_that_floods_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [1000.0], list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(sockets.time, "monotonic", lambda: now[0])

    async def work(made: Connection, socket: FakeSocket, table: FakeTable) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(sockets.asyncio, "sleep", sleep)
            for _ in range(int(BURST) - 1):
                await made.one("[]")
            assert not slept, "a burst is answered at once"
            begun, more = now[0], 400
            for _ in range(more):
                await made.one("[]")
            assert set(slept) == {1 / RATE}
            assert (more - 1) / RATE <= now[0] - begun <= (more + 1) / RATE
            now[0] += 2 * BURST / RATE  # and once it was still, it may send a burst again
            slept.clear()
            for _ in range(int(BURST) - 1):
                await made.one("[]")
            assert not slept
        while made.queue.qsize():
            await asyncio.sleep(0)
        socket.told.put_nowait(None)

    monkeypatch.setattr(sockets, "MAX_QUEUED", 10_000)
    connected(FakeSocket(), work)
