"""The language server on stdin and stdout, as editors start it."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from typing import BinaryIO

from interpreter.language_server.checks import Checker
from interpreter.language_server.files import EditorFiles
from interpreter.language_server.protocol import MAX_MESSAGE
from interpreter.language_server.requests import make_server

LENGTH = re.compile(rb"content-length: *(\d{1,12})\s*", re.IGNORECASE)
MAX_HEADER = 8192  # bytes of one line
CHUNK = 65536


class Output:
    """Writes messages to a stream at once."""

    def __init__(self, stream: BinaryIO):
        self.stream = stream

    def write(self, data: bytes) -> None:
        """Write one message."""
        self.stream.write(data)
        self.stream.flush()

    def close(self) -> None:
        """Nothing: the stream ends with the process."""


def serve_stdio(pages: str | None = None) -> int:
    """Speak the protocol on stdin and stdout until the client ends it; return the exit status.

    Whatever else is printed goes to stderr.
    """
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return asyncio.run(serve(sys.stdin.buffer, output, pages))


async def serve(stdin: BinaryIO, stdout: BinaryIO, pages: str | None) -> int:
    """Speak the protocol on two streams; return the exit status."""
    checker = Checker()
    server = make_server(EditorFiles(), checker, pages)
    server.protocol.set_writer(Output(stdout))
    loop = asyncio.get_running_loop()
    warming = loop.create_task(checker.warm())
    try:
        while not server.protocol.is_ended:
            body = await loop.run_in_executor(None, next_message, stdin)
            if body is None:
                break
            server.protocol.receive(body)
            await asyncio.sleep(0)  # let what was asked begin before the next message changes it
    except BrokenPipeError:
        pass
    finally:
        warming.cancel()
        await server.end()
        await checker.close()
    return 0 if server.protocol.is_shut_down or not server.protocol.is_ended else 1


def next_message(stream: BinaryIO) -> bytes | None:
    """The body of the next message; None at the end.

    One that is too large is read to its end, and what is returned is too large as well.
    """
    length = None
    while True:
        line = stream.readline(MAX_HEADER)
        if not line:
            return None
        match = LENGTH.fullmatch(line)
        if match:
            length = int(match[1])
        elif not line.strip() and length is not None:
            break
    if length <= MAX_MESSAGE:
        body = stream.read(length)
        return body if len(body) == length else None
    while length > 0:
        chunk = stream.read(min(length, CHUNK))
        if not chunk:
            return None
        length -= len(chunk)
    return b" " * (MAX_MESSAGE + 1)
