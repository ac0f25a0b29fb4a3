"""The web socket of the workbench."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from interpreter.language_server.checks import Checker
from interpreter.web.wire.reading import BadMessage, json_object
from interpreter.web.workbench.session import Session

ADDRESS = "/api/workbench"
MAX_OPEN = 12  # workbenches at once: each has up to three processes
MAX_MESSAGE = 4_000_000  # characters
TOO_MANY, TOO_LARGE = 1013, 1009  # codes of closing


def workbench_routes(folder: Path, checker: Checker) -> list[BaseRoute]:
    """The route of the workbench for the rule files of a folder, which `checker` tries further.

    Whoever mounts it checks where requests come from.
    """
    opened: set[Session] = set()

    async def workbench(socket: WebSocket) -> None:
        await socket.accept()
        if len(opened) >= MAX_OPEN:
            await socket.close(TOO_MANY, "too many workbenches are open")
            return

        async def send(message: dict[str, Any]) -> None:
            await socket.send_text(json.dumps(message))

        async with Session(folder, send, checker) as session:
            opened.add(session)
            try:
                await serve(socket, session)
            except (WebSocketDisconnect, KeyError):
                pass  # the page was closed, or has sent bytes instead of text
            finally:
                opened.discard(session)

    return [WebSocketRoute(ADDRESS, workbench)]


async def serve(socket: WebSocket, session: Session) -> None:
    """Hand messages on until the socket is closed."""
    while True:
        text = await socket.receive_text()
        if len(text) > MAX_MESSAGE:
            await socket.close(TOO_LARGE, "the message is too large")
            return
        try:
            message = json_object(text, MAX_MESSAGE)
        except BadMessage as error:
            await session.refuse({}, "malformed", str(error))
        else:
            await session.take(message)
