"""The language server over a web socket: the same answers, confined to one folder."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from support.diagnosing import GAMES

pytest.importorskip("starlette")

from starlette.websockets import WebSocket

from interpreter.language_server import language_socket
from interpreter.language_server.checks import Checker

WAIT = 30  # seconds for an answer


class Page:
    """A page that speaks to the server through the messages of a web socket."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.raw: list[str] = []
        self.number = 0
        self.session: asyncio.Task[None]

    async def take(self, message: Any) -> None:
        """Take a message of the server."""
        if message["type"] == "websocket.send":
            self.raw.append(message["text"])
            self.received.put_nowait(json.loads(message["text"]))

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.send_text(json.dumps({"jsonrpc": "2.0"} | message))

    def send_text(self, text: str) -> None:
        """Send any text."""
        self.sent.put_nowait({"type": "websocket.receive", "text": text})

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """The answer to a request."""
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        return await self.until(lambda m: m.get("id") == self.number and "method" not in m)

    async def until(self, wanted: Any) -> dict[str, Any]:
        """The next message that is wanted."""
        async with asyncio.timeout(WAIT):
            while not wanted(message := await self.received.get()):
                pass
        return message

    def open(self, uri: str, text: str) -> None:
        """Open a document."""
        item = {"uri": uri, "languageId": "gdl", "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": item})

    async def diagnostics(self, uri: str) -> list[dict[str, Any]]:
        """The next diagnostics of a document."""
        message = await self.until(
            lambda m: m.get("method", "").endswith("Diagnostics") and m["params"]["uri"] == uri
        )
        found: list[dict[str, Any]] = message["params"]["diagnostics"]
        return found


@asynccontextmanager
async def page(folder: Path, start: bool = True) -> AsyncIterator[Page]:
    """A page with a session of its own."""
    client, checker = Page(), Checker()
    socket = WebSocket({"type": "websocket"}, client.sent.get, client.take)
    client.sent.put_nowait({"type": "websocket.connect"})
    await socket.accept()
    client.session = asyncio.create_task(language_socket(socket, folder, checker))
    try:
        if start:
            await client.ask("initialize", processId=None, rootUri=None, capabilities={})
            client.send(method="initialized", params={})
        yield client
    finally:
        client.sent.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(client.session, WAIT)
        await checker.close()


def test_a_page_gets_diagnostics_of_a_file_of_the_folder(tmp_path: Path) -> None:
    async def run() -> None:
        uri = "file:///rules/mine.yaml"
        async with page(tmp_path) as client:
            client.open(uri, "extends: tic-tac-toe\nturn: plce\n")
            [found] = await client.diagnostics(uri)
            assert found["code"] == "unknown-action"
            assert found["range"]["start"] == {"line": 1, "character": 6}
            assert found["data"]["suggestion"] == "place"
            assert str(tmp_path) not in "".join(client.raw)

    asyncio.run(run())


def test_a_file_may_extend_others_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text((GAMES / "tic-tac-toe.yaml").read_text("utf-8"), "utf-8")

    async def run() -> None:
        uri = "file:///rules/mine.yaml"
        async with page(tmp_path) as client:
            client.open(uri, "extends: base\nturn: plce\n")
            [found] = await client.diagnostics(uri)
            assert found["code"] == "unknown-action"

    asyncio.run(run())


OUTSIDE = [
    "file:///etc/passwd.yaml", "file:///rules/../secret.yaml", "file:///rules/%2e%2e/secret.yaml",
    "file:///rules/link.yaml", "file:///rules/..%5csecret.yaml", "file://host/rules/a.yaml",
    "https://rules/a.yaml", "file:///rules/a.txt", "file:///rules", "file:///rules/%00.yaml",
    "file:///rules/folder/../../secret.yaml", "untitled:a.yaml", "", "file:///rules/" + "a" * 3000,
    "file:////rules/a.yaml", "file:///rules//etc/passwd.yaml",
]  # fmt: skip


@pytest.mark.parametrize("uri", OUTSIDE)
def test_nothing_else_is_read(tmp_path: Path, uri: str) -> None:
    folder = tmp_path / "served"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("game: Secret\n", "utf-8")
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")

    async def run() -> None:
        async with page(folder) as client:
            client.open(uri, "extends: secret\n")
            answer = await client.ask(
                "textDocument/completion", textDocument={"uri": uri},
                position={"line": 0, "character": 0},
            )  # fmt: skip
            assert answer["error"]["code"] == -32602
            assert "Secret" not in "".join(client.raw)

    asyncio.run(run())


def test_a_file_cannot_extend_one_outside(tmp_path: Path) -> None:
    folder = tmp_path / "served"
    folder.mkdir()
    (tmp_path / "secret.yaml").write_text("game: Secret\nplayers: Hidden, Word\n", "utf-8")
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")

    async def run() -> None:
        uri = "file:///rules/mine.yaml"
        async with page(folder) as client:
            for name in ("../secret", "link"):
                client.open(uri, f"extends: {name}\n")
                assert [d["code"] for d in await client.diagnostics(uri)] != []
                answer = await client.ask(
                    "textDocument/completion", textDocument={"uri": uri},
                    position={"line": 1, "character": 0},
                )  # fmt: skip
                assert "result" in answer
            assert "Hidden" not in "".join(client.raw)
            assert str(tmp_path) not in "".join(client.raw)

    asyncio.run(run())


def test_exit_ends_the_session_and_not_the_process(tmp_path: Path) -> None:
    async def run() -> None:
        async with page(tmp_path) as client:
            assert (await client.ask("shutdown"))["result"] is None
            client.send(method="exit")
            await asyncio.wait_for(asyncio.shield(client.session), WAIT)

    asyncio.run(run())
