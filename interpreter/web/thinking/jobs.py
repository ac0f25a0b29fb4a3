"""What the server asks a thinking process for, and what it answers: lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

MAX_LINE = 8 << 20  # bytes


@dataclass(frozen=True)
class Job:
    """A search in a state of a match.

    `kind` is "move" (the move of an agent), "hint" (a move for a person) or "think" (thoughts until
    the time is up).  `rules` is the hash of a packed game, `packed` its text where the process does
    not have it yet.  `moves` are all moves of the match, then those of the line that is looked at.
    """

    number: int
    kind: str
    rules: str
    packed: str | None
    match: str
    moves: tuple[str, ...]
    seat: int
    agent: str
    luck: str  # what the chance of the search is made from
    seconds: float
    start: str | None = None  # the position in which the match began, as JSON, if it was set up


@dataclass(frozen=True)
class Cancel:
    """End a job; it still answers, with what it has."""

    number: int


def written(message: Job | Cancel) -> bytes:
    """A message as a line."""
    return json.dumps(asdict(message)).encode() + b"\n"


def read(line: bytes) -> Job | Cancel:
    """The message of a line."""
    data: Mapping[str, Any] = json.loads(line)
    if len(data) == 1:
        return Cancel(data["number"])
    return Job(**{**data, "moves": tuple(data["moves"])})
