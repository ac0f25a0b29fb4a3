"""The outline of a file, and the lines of it that can be folded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gdl.check.expressions.scope import WORDS
from gdl.yaml.reader import Entry, Map
from interpreter.language_server.reading.leaves import Reading
from interpreter.language_server.reading.names import HEADS

HEADING_SORTS = HEADS | {
    "options": "option", "players": "colour", "pieces": "kind", "board": "entry", "sees": "entry",
    "words": WORDS, "looks": "entry", "notation": "entry",
}  # fmt: skip
MAX_LEVELS = 3


@dataclass(frozen=True)
class Symbol:
    """An entry of a file: its name, what it is, its characters and those of its name."""

    name: str
    sort: str
    detail: str
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple[Symbol, ...] = ()


def symbols(reading: Reading) -> tuple[Symbol, ...]:
    """The headings of a file, with the entries under each."""
    return tuple(symbol_of(entry, "heading", 1) for entry in reading.root.entries)


def symbol_of(entry: Entry, sort: str, level: int) -> Symbol:
    """An entry with those below it."""
    key = entry.key
    name, detail = head_of(key.value)
    children: tuple[Symbol, ...] = ()
    if isinstance(entry.value, Map) and level < MAX_LEVELS:
        heading = key.value.strip()
        inside = "word" if sort == WORDS else "fact"
        below = HEADING_SORTS.get(heading, "entry") if level == 1 else inside
        children = tuple(symbol_of(e, below, level + 1) for e in entry.value.entries)
    end = max([key.span.end, entry.value.span.end, *(c.end for c in children)])
    return Symbol(name, sort, detail, key.span.start, end, key.span.start, key.span.end, children)


def head_of(text: str) -> tuple[str, str]:
    """The name in a head, and what follows it."""
    match = re.match(r"[\w ]+", text.strip())
    name = match[0].strip() if match else text.strip()
    return name[:100] or "…", text.strip()[len(name) :].strip()[:200]


def folds(text: str) -> Iterator[tuple[int, int]]:
    """The first and the last line, counted from 0, of each part that is indented deeper."""
    open_lines: list[tuple[int, int]] = []  # indentation, number
    last = -1
    for number, line in enumerate(text.split("\n")):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip(" "))
        while open_lines and open_lines[-1][0] >= indent:
            _, first = open_lines.pop()
            if last > first:
                yield first, last
        open_lines.append((indent, number))
        last = number
    for _, first in open_lines:
        if last > first:
            yield first, last
