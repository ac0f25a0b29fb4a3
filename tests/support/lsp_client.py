"""A client of the language server that speaks to `gdl lsp` over its stdin and stdout."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

WAIT = 30  # seconds for an answer


class Client:
    """A session with a server."""

    def __init__(self, process: subprocess.Popen[bytes]):
        self.process = process
        self.number = 0
        self.messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.notes: list[dict[str, Any]] = []  # notifications that nobody has asked for yet
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        """Read messages until the server ends."""
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
                while stream.readline().strip():
                    pass
                self.messages.put(json.loads(stream.read(length)))
        self.messages.put(None)

    def send_bytes(self, body: bytes) -> None:
        """Send a body with its header."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.send_bytes(json.dumps({"jsonrpc": "2.0"} | message).encode())

    def notify(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self.send(method=method, params=params)

    def answer(self, number: int | None) -> dict[str, Any]:
        """The answer to a request; notifications before it are kept."""
        while True:
            message = self.messages.get(timeout=WAIT)
            assert message is not None, "the server has ended"
            if "method" not in message and message.get("id") == number:
                return message
            self.notes.append(message)

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request."""
        answer = self.request(method, **params)
        assert "error" not in answer, answer
        return answer["result"]

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        """The answer to a request, a result or an error."""
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        return self.answer(self.number)

    def initialize(self, **capabilities: Any) -> dict[str, Any]:
        """Begin the session; return what the server can do."""
        result: dict[str, Any] = self.ask(
            "initialize", processId=None, rootUri=None, capabilities=capabilities
        )["capabilities"]
        self.notify("initialized")
        return result

    def open(self, uri: str, text: str, version: int = 1) -> None:
        """Open a document."""
        item = {"uri": uri, "languageId": "gdl", "version": version, "text": text}
        self.notify("textDocument/didOpen", textDocument=item)

    def change(self, uri: str, text: str, version: int) -> None:
        """Replace a document's text."""
        document = {"uri": uri, "version": version}
        self.notify(
            "textDocument/didChange", textDocument=document, contentChanges=[{"text": text}]
        )

    def diagnostics(self, uri: str, version: int, seconds: float = 1.0) -> list[dict[str, Any]]:
        """The diagnostics of a version, once no more have come for some time."""
        found: list[dict[str, Any]] | None = None
        while True:
            message: dict[str, Any] | None = None
            if self.notes:
                message = self.notes.pop(0)
            else:
                try:
                    message = self.messages.get(timeout=WAIT if found is None else seconds)
                except queue.Empty:
                    assert found is not None, "no diagnostics came"
                    return found
            assert message is not None, "the server has ended"
            if message.get("method") == "textDocument/publishDiagnostics":
                params = message["params"]
                if params["uri"] == uri and params.get("version") == version:
                    found = params["diagnostics"]

    def close(self) -> int:
        """End the session; return the exit status."""
        self.ask("shutdown")
        self.notify("exit")
        return self.process.wait(WAIT)


@contextmanager
def session(*arguments: str, **options: Any) -> Iterator[Client]:
    """A client of a server that has just been started."""
    command = [sys.executable, "-m", "interpreter.cli", "lsp", *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    ) as process:
        try:
            yield Client(process)
        finally:
            process.kill()
