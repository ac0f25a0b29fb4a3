"""The language server for a page: one session for each web socket, one JSON message a frame."""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.language_server.checks import Checker
from interpreter.language_server.files import ServedFiles
from interpreter.language_server.protocol import RulesProtocol
from interpreter.language_server.requests import make_server

MAX_WAITING = 1000  # messages that a client has not taken yet
TOO_SLOW = 1008  # the code for closing


class Frames:
    """Sends messages in order, without holding up what makes them."""

    def __init__(self, socket: WebSocket):
        self.socket = socket
        self.waiting: asyncio.Queue[str] = asyncio.Queue(MAX_WAITING)
        self.is_full = asyncio.Event()

    def write(self, data: bytes) -> None:
        """Send one message later; a client that takes none loses its session."""
        try:
            self.waiting.put_nowait(data.decode())
        except asyncio.QueueFull:
            self.is_full.set()

    def close(self) -> None:
        """Nothing: the caller closes the socket."""

    async def send(self) -> None:
        """Send messages for as long as the session lasts."""
        while True:
            await self.socket.send_text(await self.waiting.get())


async def language_socket(
    socket: WebSocket, folder: Path, checker: Checker | None, pages: str | None = None
) -> None:
    """Speak the protocol over a web socket that has been accepted, until it is closed.

    Documents have addresses such as `file:///rules/my-game.yaml`, which stand for files of
    `folder`.  `checker` is shared by all sessions of a server, which closes it at its end; without
    one no diagnostics are sent.
    """
    server = make_server(ServedFiles(folder), checker, pages)
    frames = Frames(socket)
    server.protocol.set_writer(frames, include_headers=False)
    tasks = {
        asyncio.create_task(receive(socket, server.protocol)),
        asyncio.create_task(frames.send()), asyncio.create_task(frames.is_full.wait()),
    }  # fmt: skip
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            if (error := task.exception()) and not is_lost(error):
                raise error
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.end()
    if frames.is_full.is_set():
        await socket.close(TOO_SLOW)


async def receive(socket: WebSocket, protocol: RulesProtocol) -> None:
    """Handle messages until the client ends the session or goes."""
    while not protocol.is_ended:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        body = message.get("text")
        protocol.receive(message.get("bytes") or b"" if body is None else body)
        await asyncio.sleep(0)  # let what was asked begin before the next message changes it


def is_lost(error: BaseException) -> bool:
    """Whether an error only says that the client is gone."""
    return isinstance(error, WebSocketDisconnect | ConnectionError)
