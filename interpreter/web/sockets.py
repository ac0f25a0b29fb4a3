"""One browser at one table: a web socket, its queue of what is sent, and its limits."""

from __future__ import annotations

import asyncio
import json
import time
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
RATE = 40.0  # messages a second, on average
BURST = 200.0  # messages at once
CLOSED_SLOW, CLOSED_FAST = 4408, 4429


class Connection:
    """A browser that is connected to a table."""

    def __init__(self, socket: WebSocket, table: Table, seats: frozenset[int]):
        self.socket, self.table, self.seats = socket, table, seats
        self.shown: Viewer | None = None
        self.mark: object = None
        self.told: object = None
        self.about: dict[str, Any] | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.looks: set[str] = set()  # drawings of pieces that it has had
        self.queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self.credit, self.at = BURST, time.monotonic()

    # ---- sending ---------------------------------------------------------------------------------

    def send(self, data: dict[str, Any]) -> None:
        """Queue a message; drawings that the browser has had are left out."""
        if "symbols" in data:
            fresh = {k: v for k, v in data["symbols"].items() if k not in self.looks}
            self.looks |= fresh.keys()
            data = data | {"symbols": fresh}
        if self.queue.qsize() > MAX_QUEUED:
            self.end()
        else:
            self.queue.put_nowait(data)

    def end(self) -> None:
        """Close the connection when what is queued has been sent."""
        self.queue.put_nowait(None)

    async def deliver(self) -> None:
        """Send what is queued."""
        while (data := await self.queue.get()) is not None:
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            await self.socket.send_text(text.encode("utf-8", "replace").decode())
        await self.socket.close()

    # ---- receiving -------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Speak with the browser until it goes."""
        sender = asyncio.create_task(self.deliver())
        try:
            await self.table.join(self)
            while (text := await self.text()) is not None:
                await self.one(text)
        finally:
            if self.thinking is not None:
                self.thinking.cancel()
            self.table.company.leave(self)
            sender.cancel()

    async def text(self) -> str | None:
        """The next message; None if the browser is gone, or has sent bytes instead of text."""
        try:
            return await self.socket.receive_text()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return None

    async def one(self, text: str) -> None:
        """Answer one message."""
        if not self.may_speak():
            await asyncio.sleep(1 / RATE)
        try:
            message = received(text)
        except BadMessage as error:
            self.send(refusal(error.code, str(error)))
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
