"""The text of SGF: trees of nodes with properties, of which the main lines are kept.

The grammar is that of FF[4]; older files, whose properties have small letters in their names, are
read, too.  Nothing is read by calling itself, so that nothing can be nested too deeply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from gdl.source.printable import in_one_line
from gdl.source.wording import clip
from interpreter.exchange.faults import MAX_GAMES, fault
from interpreter.process.arguments import MAX_MOVES

IDENTIFIER = re.compile(r"[A-Za-z]+")
VALUE = re.compile(r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
START = re.compile(r"\(\s*;")
ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
BLANKS = re.compile(r"\s*")
WIDE = 78  # characters of a line that is written


@dataclass(frozen=True)
class Property:
    """A property of a node: its values, and where it stands."""

    name: str
    values: tuple[str, ...]
    offset: int


Node = dict[str, Property]


def read_trees(text: str) -> Iterator[tuple[Node, ...]]:
    """The nodes of the main line of each game of a text; what stands between games is skipped.

    Raises ExchangeError, with the place.
    """
    match, count = START.search(text), 0
    start = match.start() if match else text.find("(")
    if start < 0:
        raise fault(text, 0, "this is no SGF: it begins with `(;`")
    while start >= 0:
        count += 1
        if count > MAX_GAMES:
            raise fault(text, start, f"a file has at most {MAX_GAMES:,} games")
        nodes, end = read_tree(text, start)
        yield nodes
        match = START.search(text, end)
        start = match.start() if match else -1


def read_tree(text: str, start: int) -> tuple[tuple[Node, ...], int]:
    """The nodes of the main line of the game that begins at a `(`, and where it ends."""
    nodes: list[Node] = []
    at, depth, ended = start, 0, 0  # `ended`: how deep it was where the main line ended, or 0
    while True:
        at = blanks(text, at)
        sign = text[at : at + 1]
        is_main = not ended
        if sign == "(":
            depth, at = depth + 1, at + 1
        elif sign == ")":
            ended = ended or depth
            depth, at = depth - 1, at + 1
            if not depth:
                break
        elif sign == ";":
            node, at = read_node(text, at + 1)
            if is_main:
                nodes.append(node)
        elif not sign:
            raise fault(text, len(text), "the text ends before its `)`: something is missing")
        else:
            raise fault(text, at, f"`{clip(sign)}` does not belong here: a node begins with `;`")
        if len(nodes) > MAX_MOVES:
            raise fault(text, at, f"a game has at most {MAX_MOVES:,} nodes")
    if not nodes:
        raise fault(text, start, "there is no node in this game: one begins with `;`")
    return tuple(nodes), at


def read_node(text: str, at: int) -> tuple[Node, int]:
    """The properties of a node, and where it ends.

    Some programs repeat a property, where several of its values should stand after one another.
    """
    values: dict[str, list[str]] = {}
    places: dict[str, int] = {}
    while match := IDENTIFIER.match(text, at := blanks(text, at)):
        name = re.sub(r"[a-z]", "", match[0])
        after = blanks(text, match.end())
        before = len(values.setdefault(name, []))
        while value := VALUE.match(text, after):
            values[name].append(ESCAPE.sub(unescaped, value[1]))
            after = blanks(text, value.end())
        if text.startswith("[", after):
            raise fault(text, after, f"the `[` of {clip(match[0])} has no `]`")
        if len(values[name]) == before:
            raise fault(text, at, f"{clip(match[0])} has no value: one stands in `[` and `]`")
        places.setdefault(name, at)
        at = after
    return {name: Property(name, tuple(values[name]), places[name]) for name in places}, at


def blanks(text: str, at: int) -> int:
    """The next place that is no blank."""
    match = BLANKS.match(text, at)
    return match.end() if match else at


def unescaped(match: re.Match[str]) -> str:
    """What a `\\` and what follows stand for: a line break is left out."""
    return "" if match[1][0] in "\r\n" else match[1]


def write_tree(nodes: Iterable[Mapping[str, Iterable[str]]]) -> str:
    """The text of a game without variations."""
    lines = ["("]
    for node in nodes:
        text = ";" + "".join(
            name + "".join(f"[{escaped(value)}]" for value in values)
            for name, values in node.items()
        )
        if len(lines[-1]) + len(text) > WIDE:
            lines.append("")
        lines[-1] += text
    return "\n".join(lines) + ")\n"


def escaped(text: str) -> str:
    """A text as it stands in `[` and `]`."""
    return in_one_line(text).replace("\\", "\\\\").replace("]", "\\]")
