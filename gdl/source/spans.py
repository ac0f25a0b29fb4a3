"""Source texts and places in them.

A `Source` is one rule file as read.  A `Span` is a half-open range of its characters; every node of
every later stage carries one, so that a message can mark the exact words it is about.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath


@dataclass(frozen=True)
class Source:
    """One rule file: the name it is shown under and its whole text."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        return (0, *(i + 1 for i, c in enumerate(self.text) if c == "\n"))

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line break."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return (self.text[start:] if end < 0 else self.text[start:end]).rstrip("\r")

    def place(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1


@dataclass(frozen=True)
class Span:
    """The characters of a source from `start` up to but not including `end` (offsets)."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The words that the span covers."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The first line, counted from 1."""
        return self.source.place(self.start)[0]

    def line_for(self, source: Source) -> str:
        """The first line as a message about a source names it: with the file if it is another."""
        file = "" if self.source == source else f" of {PurePath(self.source.name).name}"
        return f"line {self.line}{file}"

    @property
    def column(self) -> int:
        """The column at which the span begins, counted from 1."""
        return self.source.place(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of the position after the last character."""
        return self.source.place(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of the position after the last character."""
        return self.source.place(self.end)[1]

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """The smallest span that covers this one and another of the same source."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))
