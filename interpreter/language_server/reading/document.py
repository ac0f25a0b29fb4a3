"""A text with the positions by which an editor speaks of it.

Positions of the protocol are a line and a column, whose unit (a byte, a UTF-16 unit or a
character) the client chooses; everything else in this package counts characters from the start.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

BOM = "\ufeff"
LINE_END = re.compile(r"\r\n|\n|\r")
UTF_8, UTF_16, UTF_32 = "utf-8", "utf-16", "utf-32"  # the units in which columns can be counted


@dataclass(frozen=True)
class Document:
    """One version of a text, as an editor holds it."""

    uri: str
    text: str = field(repr=False)
    version: int | None = None
    unit: str = UTF_16

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        return (0, *(match.end() for match in LINE_END.finditer(self.text)))

    @property
    def skipped(self) -> int:
        """How many characters at the start are no part of the rules: a byte order mark, or none."""
        return len(BOM) if self.text.startswith(BOM) else 0

    @property
    def rules(self) -> str:
        """The text of the rules."""
        return self.text[self.skipped :]

    def line(self, number: int) -> str:
        """A line, counted from 0, without its end."""
        start = self.starts[number]
        is_last = number + 1 == len(self.starts)
        return self.text[start : None if is_last else self.starts[number + 1]].rstrip("\r\n")

    def offset(self, line: int, column: int) -> int:
        """The offset of a position; one beyond its line or the text is moved to the end of it."""
        if line >= len(self.starts):
            return len(self.text)
        if line < 0:
            return 0
        return self.starts[line] + characters(self.line(line), max(column, 0), self.unit)

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, both counted from 0."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return line, units(self.text[self.starts[line] : offset], self.unit)

    def changed(self, start: int, end: int, new: str, version: int | None) -> Document:
        """The text with the characters from `start` to `end` replaced."""
        text = self.text[:start] + new + self.text[max(start, end) :]
        return Document(self.uri, text, version, self.unit)


def units(text: str, unit: str) -> int:
    """The length of a text in units."""
    if unit == UTF_32 or text.isascii():
        return len(text)
    if unit == UTF_8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def characters(line: str, column: int, unit: str) -> int:
    """How many whole characters of a line lie before a column."""
    if unit == UTF_32 or line.isascii():
        return min(column, len(line))
    passed = 0
    for count, char in enumerate(line):
        passed += units(char, unit)
        if passed > column:
            return count
    return len(line)
