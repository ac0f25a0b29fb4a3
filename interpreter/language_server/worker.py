"""Checks rule files in a process of its own, so that no file can hold up an editor.

Requests come as lines of JSON on stdin: `{"id", "name", "text"}` checks a text, `{"cancel": id}`
says that nobody waits for it any more.  Answers go as lines to stdout: findings, more with each,
the last one with `"done": true`.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import Any, BinaryIO

from gdl.source.diagnostics import Diagnostic
from gdl.source.spans import Source
from interpreter.api.library import library
from interpreter.checking.check import check_source
from interpreter.language_server.features.fixes import finding
from interpreter.process.working import answer_stream, limit_memory, send


class RequestLoop:
    """Answers requests one after the other."""

    def __init__(self, requests: BinaryIO, answers: BinaryIO):
        self.input = requests
        self.output = answers
        self.requests: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self.cancelled: set[int] = set()

    def run(self) -> None:
        """Answer requests until their stream ends."""
        threading.Thread(target=self.listen, daemon=True).start()
        while (request := self.requests.get()) is not None:
            self.check(request)

    def listen(self) -> None:
        """Read requests while others are answered."""
        for line in self.input:
            request = json.loads(line)
            if "cancel" in request:
                self.cancelled.add(request["cancel"])
            else:
                self.requests.put(request)
        self.requests.put(None)

    def check(self, request: dict[str, Any]) -> None:
        """Check a text, and say what was found as soon as it is known."""
        number = request["id"]
        found: tuple[Diagnostic, ...] = ()
        shown: tuple[Diagnostic, ...] | None = None
        for found in check_source(Source(request["name"], request["text"]), library()):
            if number in self.cancelled:
                break
            if found != shown:
                self.answer(number, found, False)
            shown = found
        self.cancelled.discard(number)
        self.answer(number, found, True)

    def answer(self, number: int, found: tuple[Diagnostic, ...], is_done: bool) -> None:
        """Send what was found."""
        data = {"id": number, "done": is_done, "findings": [finding(d) for d in found]}
        send(self.output, data)


def main() -> None:
    """Answer the requests on stdin."""
    limit_memory()
    try:
        RequestLoop(sys.stdin.buffer, answer_stream()).run()
    except (BrokenPipeError, KeyboardInterrupt):  # nobody listens any more
        os._exit(0)


if __name__ == "__main__":
    main()
