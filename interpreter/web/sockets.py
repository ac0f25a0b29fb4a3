"""One browser at one table: a web socket, its queue of what is sent, and its limits."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.web.tables.company import refusal
from interpreter.web.tables.recovery import StoreFailed
from interpreter.web.tables.requests import handle
from interpreter.web.tables.table import Table
from interpreter.web.tables.viewpoints import Viewer
from interpreter.web.wire.messages import received
from interpreter.web.wire.reading import BadMessage

MAX_QUEUED = 500  # messages that wait for a browser which does not read them
SLOW_SECONDS = 60.0  # that one message may take until the browser reads on
CLOSE_SECONDS = 5.0  # that a browser which does not read has, to be told why it is cut off
RATE = 40.0  # messages a second, on average: who sends more has to wait
BURST = 200.0  # messages at once
CLOSED_SLOW = 4408
GONE = (WebSocketDisconnect, RuntimeError)  # what Starlette raises when a browser is gone
SLOW = "the browser does not read what it is sent"


class Connection:
    """A browser that is connected to a table."""

    def __init__(self, socket: WebSocket, table: Table, seats: frozenset[int]):
        self.socket, self.table, self.seats = socket, table, seats
        self.shown: Viewer | None = None
        self.mark: object = None
        self.ply = 0
        self.told: object = None
        self.about: dict[str, Any] | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.looks: set[str] = set()  # drawings of pieces that it has had
        self.queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.is_ending = False  # nothing more is queued
        self.sender: asyncio.Task[None] | None = None
        self.cutting: asyncio.Task[None] | None = None  # what cuts off a browser that does not read
        self.is_cut: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.credit, self.at = BURST, time.monotonic()

    # ---- sending ---------------------------------------------------------------------------------

    def send(self, data: dict[str, Any]) -> None:
        """Queue a message; drawings that the browser has had are left out.  It forgets them where
        it is passed on to somebody else.
        """
        if data.get("curtain"):
            self.looks.clear()
        if "symbols" in data:
            fresh = {k: v for k, v in data["symbols"].items() if k not in self.looks}
            self.looks |= fresh.keys()
            data = data | {"symbols": fresh}
        if self.is_ending:
            return
        self.queue.put_nowait(data)
        if self.queue.qsize() > MAX_QUEUED:
            self.cut()

    def end(self) -> None:
        """Close the connection when what is queued has been sent."""
        if not self.is_ending:
            self.is_ending = True
            self.queue.put_nowait(None)

    def cut(self) -> None:
        """Close the connection at once: the browser does not read."""
        self.is_ending = True
        if self.cutting is None:
            self.cutting = asyncio.create_task(self.cut_off())

    async def cut_off(self) -> None:
        """Forget what is queued, leave the table and close the web socket, read or not."""
        if self.sender is not None:
            self.sender.cancel()
        self.queue = asyncio.Queue()
        self.table.company.leave(self)
        with suppress(TimeoutError, *GONE):
            await asyncio.wait_for(self.socket.close(CLOSED_SLOW, SLOW), CLOSE_SECONDS)
        self.is_cut.set_result(None)

    async def deliver(self) -> None:
        """Send what is queued."""
        try:
            while (data := await self.queue.get()) is not None:
                text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
                sendable = text.encode("utf-8", "replace").decode()
                await asyncio.wait_for(self.socket.send_text(sendable), SLOW_SECONDS)
            await asyncio.wait_for(self.socket.close(), SLOW_SECONDS)
        except TimeoutError:
            self.cut()
        except GONE:
            pass  # `text` meets it too

    # ---- receiving -------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Speak with the browser until it goes."""
        self.sender = asyncio.create_task(self.deliver())
        try:
            await self.table.join(self)
            while (text := await self.text()) is not None:
                await self.one(text)
        finally:
            if self.thinking is not None:
                self.thinking.cancel()
            self.table.company.leave(self)
            self.sender.cancel()

    async def text(self) -> str | None:
        """The next message; None if the browser is gone, is cut off, or has sent bytes."""
        reading = asyncio.create_task(self.socket.receive_text())
        either: set[asyncio.Future[Any]] = {reading, self.is_cut}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return reading.result() if reading.done() else None
        except (*GONE, KeyError):
            return None
        finally:
            reading.cancel()

    async def one(self, text: str) -> None:
        """Answer one message."""
        if not self.may_speak():
            await asyncio.sleep(1 / RATE)
        try:
            message = received(text)
        except BadMessage as error:
            self.send(refusal(error.code, str(error), error.id))
            return
        try:
            await handle(self.table, self, message)
        except StoreFailed as error:
            self.send(refusal("not-stored", str(error), message.id))
            self.end()

    def may_speak(self) -> bool:
        """Whether the browser has not sent too many messages lately."""
        now = time.monotonic()
        self.credit = min(BURST, self.credit + (now - self.at) * RATE) - 1
        self.at = now
        return self.credit > 0
