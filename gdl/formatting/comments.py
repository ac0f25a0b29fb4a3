"""Finds the comments and the blank lines between the texts of a rule file.

In: the tree of a file.  Out: its texts in order, and a `Gap` before each and after the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gdl.source.spans import Source
from gdl.yaml.reader import List, Map, Node, Text

_COMMENT = re.compile(r"(?:^|(?<=[ \t\r\n\ufeff]))#[^\n]*", re.MULTILINE)
_BLOCK = re.compile(r"[|>]")
APART = 3  # blanks before a comment that stands in a column of its own


@dataclass(frozen=True)
class Comment:
    """A comment with its place; columns are counted from 0."""

    text: str
    line: int
    column: int
    after_blank_line: bool
    is_aligned: bool  # whether it stands further to the right than a comment must
    goes_on: bool  # whether it continues the comment above, which stands beside a rule


@dataclass(frozen=True)
class Gap:
    """What stands before a text: a comment beside the text before, and others on their own lines.

    `blank_line` says whether there is a blank line right before the text.  Of a text in a block,
    `block` is the `|` or `>`, and `head` a comment beside it that no other text is beside.
    """

    beside: Comment | None
    own: tuple[Comment, ...]
    blank_line: bool
    block: str | None
    head: Comment | None


def texts(root: Node) -> Iterator[Text]:
    """All texts of a tree in the order of the file, without recursion."""
    open_nodes: list[Node] = [root]
    while open_nodes:
        node = open_nodes.pop()
        if isinstance(node, Text):
            yield node
        elif isinstance(node, List):
            open_nodes += reversed(node.items)
        else:
            parts: list[Node] = [part for e in node.entries for part in (e.key, e.value)]
            open_nodes += reversed(parts)


def gaps(root: Map) -> list[Gap]:
    """The gap before each text of a file, and the one after the last text."""
    source = root.span.source
    found = []
    before, line = 0, 0  # where the last text ends
    for text in texts(root):
        found.append(gap(source, before, line, text.span.start))
        before = end_of(text)
        line = source.place(before)[0]
    found.append(gap(source, before, line, len(source.text)))
    return found


def end_of(text: Text) -> int:
    """Where a text ends, without blanks and line breaks at its end."""
    span = text.span
    return span.start + len(span.text.rstrip())


def gap(source: Source, start: int, line: int, end: int) -> Gap:
    """The gap between two offsets; `line` is where the text before it ends, 0 if there is none."""
    beside: Comment | None = None
    own: list[Comment] = []
    last_line = line
    before: Comment | None = None
    for match in _COMMENT.finditer(source.text, start, end):
        found = comment(source, match, last_line, before)
        if found.line == line:
            beside = found
        else:
            own.append(found)
        is_beside = found.line == line or found.goes_on
        before, last_line = (found if is_beside else None), found.line
    blank_line = has_blank_line(source, last_line, source.place(end)[0])
    block = _BLOCK.search(_COMMENT.sub(lambda m: "." * len(m[0]), source.text[start:end]))
    head = None
    if block and own and own[-1].line == source.place(start + block.start())[0]:
        head = own.pop()
    return Gap(beside, tuple(own), blank_line, block[0] if block else None, head)


def comment(
    source: Source, match: re.Match[str], last_line: int, before: Comment | None
) -> Comment:
    """The comment of a match; `before` is the one above it, if it stands beside a rule."""
    line, column = source.place(match.start())
    words = source.line(line)[: column - 1]
    return Comment(
        text=match[0].replace("\t", " ").rstrip(),
        line=line,
        column=column - 1,
        after_blank_line=has_blank_line(source, last_line, line),
        is_aligned=len(words) - len(words.rstrip()) >= APART,
        goes_on=before is not None and (before.line, before.column) == (line - 1, column - 1),
    )


def has_blank_line(source: Source, above: int, below: int) -> bool:
    """Whether a line between two lines is blank."""
    return any(not source.line(number).strip() for number in range(above + 1, below))
