"""The inside of a worker process, which `workers` starts: jobs enter by stdin, answers leave."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

try:
    import resource
except ImportError:  # Windows, where the limits of time remain
    resource = None  # type: ignore[assignment]

MEMORY = 4 << 30  # bytes of addresses; much of it is what the libraries reserve


def answer_jobs(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer one job after the other until stdin is closed; an empty answer says it has begun."""
    answers = answer_stream()
    send(answers, {})
    for line in sys.stdin.buffer:
        send(answers, answer(json.loads(line)))


def answer_stream() -> BinaryIO:
    """What was stdout; what is printed goes to stderr from now on, and is not taken for answers."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def send(answers: BinaryIO, answer: dict[str, Any]) -> None:
    """Write an answer as a line."""
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def limit_memory(most: int = MEMORY) -> None:
    """Limit the addresses of this process, where the system can and has no lower limit."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
