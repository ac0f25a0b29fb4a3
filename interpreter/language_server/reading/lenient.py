"""Reads the lines of a rule file that is being typed, so that none is lost to a mistake elsewhere.

In: a `Source`.  Out: a tree as `gdl.yaml.reader` builds it, for any text at all.  What a line is
follows from its indentation, its `- ` and its `:`; a line without `:` under a heading that holds
entries is an entry whose rule is yet to be typed.  Of a file without mistakes, both readers see the
same rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gdl.source.limits import MAX_BYTES, MAX_DEPTH
from gdl.source.spans import Source, Span
from gdl.yaml.reader import Entry, List, Map, Node, Text

HOLDS_ENTRIES = frozenset(  # headings whose lines, one level down, are entries
    (
        "looks options players words pieces state marks define chance actions sees questions board "
        "parts notation"
    ).split()
)
DEEP = frozenset(  # headings with entries at every level
    ["pieces", "players", "words", "board", "notation"]
)
MAX_LINES = 20_000
LINE = re.compile(r"([ \t]*)((?:-(?:[ \t]+|$))*)(.*)")
COMMENT = re.compile(r"(?:^|(?<=[ \t]))#.*$")
COLON = re.compile(r":(?=[ \t]|$)")
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'')
BLOCK = re.compile(r"[|>][-+0-9]*$")


@dataclass(frozen=True)
class Line:
    """One part of a line: a `-`, a key with or without `:`, or a text."""

    indent: int  # the column at which it stands
    start: int
    end: int
    kind: str  # "item", "key" or "text"
    value: tuple[int, int] = (0, 0)  # of a key: where its value begins and ends


def read_leniently(source: Source) -> Map:
    """The tree of any text; what cannot be understood becomes a text under what stands above it."""
    return Reader(source).root()


def lines_of(source: Source) -> list[Line]:
    """The parts of all lines that hold anything but comments and the texts of blocks."""
    text, parts, at = source.text[:MAX_BYTES], [], 0
    block: int | None = None  # the indentation of the key of a block text
    for row in text.split("\n")[:MAX_LINES]:
        line = LINE.match(row.rstrip("\r"))
        assert line is not None
        indent = len(line[1])
        if block is not None and (indent > block or not row.strip()):
            parts.append(Line(indent, at + indent, at + len(row.rstrip()), "text"))
        else:
            made = parts_of(line, at)
            block = None
            if made and made[-1].kind == "key":
                start, end = made[-1].value
                block = indent if BLOCK.match(text[start:end]) else None
            parts += made
        at += len(row) + 1
    return [part for part in parts if part.end > part.start]


def parts_of(line: re.Match[str], at: int) -> list[Line]:
    """The parts of one line that begins at an offset."""
    parts = [Line(line.start(2) + m.start(), at + line.start(2) + m.start(),
                  at + line.start(2) + m.start() + 1, "item")
             for m in re.finditer("-", line[2])]  # fmt: skip
    rest, column = line[3], line.start(3)
    hidden = QUOTED.sub(lambda m: "~" * len(m[0]), rest)
    comment = COMMENT.search(hidden)
    if comment:
        rest, hidden = rest[: comment.start()], hidden[: comment.start()]
    rest = rest.rstrip()
    colon = COLON.search(hidden[: len(rest)])
    start = at + column
    if not rest:
        return parts
    if colon is None:
        return [*parts, Line(column, start, start + len(rest), "text")]
    after = rest[colon.end() :]
    first = start + colon.end() + len(after) - len(after.lstrip())
    end = start + len(rest)
    key = Line(column, start, start + colon.start(), "key", (min(first, end), end))
    return [*parts, key] if key.end > key.start else parts


class Reader:
    """Builds the tree from the parts of lines."""

    def __init__(self, source: Source):
        self.source = source
        self.parts = lines_of(source)
        self.at = 0

    def root(self) -> Map:
        """The tree of the whole text."""
        entries: list[Entry] = []
        while self.at < len(self.parts):
            entries += self.entries(-1, "", 0)
            if self.at < len(self.parts):  # a `-` without a heading
                self.at += 1
        return Map(tuple(entries), Span(self.source, 0, len(self.source.text)))

    @property
    def next(self) -> Line | None:
        """The next part."""
        return self.parts[self.at] if self.at < len(self.parts) else None

    def entries(self, above: int, heading: str, depth: int) -> list[Entry]:
        """The entries that stand deeper than a column."""
        entries: list[Entry] = []
        column: int | None = None
        while (part := self.next) and part.indent > above and part.kind != "item":
            if column is not None and part.indent < column:
                column = part.indent
            column = part.indent if column is None else column
            self.at += 1
            key = self.text(part.start, part.end)
            if part.kind == "text":  # its `:` is yet to be typed
                part = replace(part, value=(part.end, part.end))
            entries.append(Entry(key, self.value(part, heading or key.value, depth + 1)))
        return entries

    def value(self, key: Line, heading: str, depth: int) -> Node:
        """What stands under a key: the rest of its line with the lines that go on, or a block."""
        start, end = key.value
        following = self.next
        is_top = depth == 1
        deeper = following is not None and following.indent > key.indent
        listed = (
            following is not None and following.kind == "item"
            and following.indent >= key.indent
        )  # fmt: skip
        if start < end and BLOCK.match(self.source.text[start:end]) and deeper:
            return self.block_text(key.indent)
        if start < end:
            text = self.long_text(start, end, key.indent)
            following = self.next
            if following is None or following.kind != "item" or following.indent <= key.indent:
                return text
            items = self.items(following.indent, heading, depth)
            return List((text, *items.items), text.span.to(items.span))
        if following is None or depth > MAX_DEPTH or not (deeper or listed):
            return self.text(start, end)
        if listed:
            return self.items(following.indent, heading, depth)
        holds = heading in DEEP or (is_top and heading in HOLDS_ENTRIES)
        if following.kind == "key" or holds:
            return self.map(key.indent, heading, depth)
        self.at += 1
        return self.long_text(following.start, following.end, key.indent)

    def map(self, above: int, heading: str, depth: int) -> Map:
        """The entries under a key, as a map."""
        first = self.parts[self.at].start
        entries = self.entries(above, heading, depth)
        return Map(tuple(entries), Span(self.source, first, self.parts[self.at - 1].end))

    def items(self, column: int, heading: str, depth: int) -> List:
        """The items whose `-` stands in a column."""
        first = self.parts[self.at].start
        items: list[Node] = []
        while (part := self.next) and part.kind == "item" and part.indent == column:
            self.at += 1
            inner = self.next
            on_line = inner is not None and inner.indent > column
            if inner is None or not on_line or depth > MAX_DEPTH:
                items.append(self.text(part.end + 1, part.end + 1))
            elif inner.kind == "key":
                items.append(self.map(column, heading, depth))
            elif inner.kind == "item":
                items.append(self.items(inner.indent, heading, depth + 1))
            else:
                self.at += 1
                items.append(self.long_text(inner.start, inner.end, column))
        return List(tuple(items), Span(self.source, first, self.parts[self.at - 1].end))

    def long_text(self, start: int, end: int, above: int) -> Text:
        """A text with the deeper lines that continue it."""
        pieces = [(start, end)]
        while (part := self.next) and part.kind == "text" and part.indent > above:
            pieces.append((part.start, part.end))
            self.at += 1
        offsets: list[int] = []
        for first, last in pieces:
            offsets += [first - 1] if offsets else []
            offsets += range(first, last)
        chars = [self.source.text[i] if self.source.text[i] not in "\r\n\t" else " "
                 for i in offsets]  # fmt: skip
        return Text("".join(chars), Span(self.source, start, pieces[-1][1]),
                    (*offsets, pieces[-1][1]))  # fmt: skip

    def block_text(self, above: int) -> Text:
        """The deeper lines under a `|`, each with what it is indented more than the first."""
        rows: list[Line] = []
        while (part := self.next) and part.kind == "text" and part.indent > above:
            rows.append(part)
            self.at += 1
        offsets: list[int] = []
        for row in rows:
            offsets += [row.start - 1] if offsets else []
            offsets += range(row.start - max(0, row.indent - rows[0].indent), row.end)
        chars = [self.source.text[i] for i in offsets]
        starts = {row.start - max(0, row.indent - rows[0].indent) for row in rows[1:]}
        value = "".join(
            "\n" if n + 1 < len(offsets) and offsets[n + 1] in starts else char.replace("\t", " ")
            for n, char in enumerate(chars)
        )
        first, last = rows[0].start, rows[-1].end
        return Text(value, Span(self.source, first, last), (*offsets, last))

    def text(self, start: int, end: int) -> Text:
        """A text on one line."""
        value = self.source.text[start:end].replace("\t", " ")
        return Text(value, Span(self.source, start, end), tuple(range(start, end + 1)))
