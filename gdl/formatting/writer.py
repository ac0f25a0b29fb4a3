"""Writes the tree of a rule file as lines, with its comments and blank lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

from gdl.formatting.comments import APART, Comment, Gap, gaps, texts
from gdl.formatting.lines import WIDTH, after_head, broken, joined
from gdl.formatting.rule_texts import Piece, pieces
from gdl.formatting.scalars import as_rows, block_rows, is_plain, quoted, words, written
from gdl.yaml.extends import is_removed
from gdl.yaml.reader import Entry, List, Map, Node, Text

STEP = 2  # blanks for each level
MAX_KEY = 1_000  # characters; a longer key keeps its blanks, as YAML allows few more


@dataclass(frozen=True)
class Level:
    """A map or a list: the columns of its entries in the file and as they are written."""

    before: int
    after: int


def start_of(node: Map | List) -> int:
    """The column at which a map or a list begins, counted from 0."""
    return node.span.column - 1


class Writer:
    """Writes one file.  `starts` holds the start symbol of each rule text, by its offset."""

    def __init__(self, root: Map, starts: Mapping[int, str]) -> None:
        self.root = root
        self.starts = starts
        self.gaps = gaps(root)
        self.numbers = {id(text): n for n, text in zip(count(), texts(root))}
        self.lines: list[str] = []
        self.levels: list[Level] = []  # around what is being written
        self.last_levels: list[Level] = []  # around the text before
        self.column = 0  # of the last comment beside a rule

    def write(self) -> str:
        """The text of the file."""
        level = Level(start_of(self.root), 0)
        self.levels.append(level)
        self.write_map(self.root, level)
        self.write_own(self.gaps[-1])
        return "\n".join(self.lines) + "\n"

    def gap(self, text: Text, further: int = 0) -> Gap:
        """The gap before a text, or before one that follows it."""
        return self.gaps[self.numbers[id(text)] + further]

    # ---- nodes ----

    def write_map(self, node: Map, level: Level, dash: str = "") -> None:
        """The entries of a map; what stands before the first has been written if it has a dash."""
        for entry in node.entries:
            self.write_entry(entry, level, dash)
            dash = ""

    def write_entry(self, entry: Entry, level: Level, dash: str) -> None:
        key, value = entry.key, entry.value
        indent = " " * (level.after - len(dash)) + dash
        if not dash:
            self.write_before(key)
        head = f"{indent}{self.key(key)}:"
        self.last_levels = list(self.levels)
        if isinstance(value, Text):
            self.write_hoisted(value, level.after - len(dash))
            self.write_text(head, value, level.after, self.beside(value))
        else:
            self.write_line(head, self.gap(key, 1).beside)
            self.write_children(value, level.after + STEP)

    def write_children(self, node: Map | List, column: int) -> None:
        level = Level(start_of(node), column)
        self.levels.append(level)
        if isinstance(node, Map):
            self.write_map(node, level)
        else:
            for item in node.items:
                self.write_item(item, level)
        self.levels.pop()

    def write_item(self, item: Node, level: Level) -> None:
        self.write_before(first_text(item))
        if isinstance(item, Map):
            inner = Level(start_of(item), level.after + STEP)
            self.levels.append(inner)
            self.write_map(item, inner, "- ")
            self.levels.pop()
        elif isinstance(item, Text):
            self.last_levels = list(self.levels)
            head, beside = " " * level.after + "-", self.gap(item).head or self.gap(item, 1).beside
            self.write_text(head, item, level.after + STEP, beside)

    # ---- texts ----

    def key(self, key: Text) -> str:
        """A heading or the head of an entry, on one line."""
        start = self.starts.get(key.span.start)
        if start is None:
            return written(key.value, is_key=True)
        head = joined(pieces(key.value, start))
        head = head if len(head) <= MAX_KEY else " ".join(key.value.split())
        return head if is_plain(head) else quoted(head)

    def write_text(self, head: str, text: Text, column: int, beside: Comment | None) -> None:
        """A text after its heading or its dash; its own or its heading's column is `column`."""
        start = self.starts.get(text.span.start) if text.value else None
        if start is None:
            self.write_for_people(head, text, column, beside)
            return
        parts = pieces(text.value, start)
        line = joined(parts)
        if "\n" in line or "\t" in line:  # in a message
            self.write_line(f"{head} {quoted(line)}", beside)
        elif not is_plain(line):
            indent = column + STEP if head.endswith(":") else column
            self.write_block(f"{head} >-", broken(parts, indent, indent), indent, beside)
        elif head.endswith(":"):
            self.write_wrapped(head, after_head(parts, len(head), column + STEP), column, beside)
        else:
            self.write_wrapped(head, broken(parts, len(head) + 1, column + STEP), column, beside)

    def write_for_people(self, head: str, text: Text, column: int, beside: Comment | None) -> None:
        """A text that is no rule."""
        value = text.value.strip()
        style = None if is_removed(text) else self.block_style(text)
        rows = block_rows(text) if style else as_rows(value) if "\n" in value else None
        line = written(value)
        if rows and (style != ">" or len(rows) > 1 or line != value):
            digit = str(STEP) if rows[0].startswith(" ") else ""
            self.write_block(f"{head} {style or '|'}{digit}", rows, column + STEP, beside)
            return
        parts = words(line) if line == value else [Piece(line)]
        self.write_wrapped(head, broken(parts, len(head) + 1, column + STEP), column, beside)

    def block_style(self, text: Text) -> str | None:
        """`|` or `>` if a text that is not empty stands in such a block, else None."""
        number = self.numbers[id(text)]
        return self.gaps[number].block if number and text.value.strip() else None

    # ---- lines ----

    def write_line(self, line: str, beside: Comment | None, may_align: bool = True) -> None:
        """A line, and the comment beside it."""
        line = line.rstrip()
        if beside:
            self.column = len(line) + APART - 1
            ends_early = beside.column + len(beside.text) <= WIDTH
            if may_align and beside.is_aligned and ends_early:
                self.column = max(self.column, beside.column)
            line = line.ljust(self.column) + beside.text
        self.lines.append(line)

    def write_wrapped(
        self, head: str, rows: list[str], column: int, beside: Comment | None
    ) -> None:
        """The rows of one text, the later ones indented, with the comment beside the last."""
        first, *others = rows
        lines = [f"{head} {first}".rstrip(), *(" " * (column + STEP) + row for row in others)]
        self.lines += lines[:-1]
        self.write_line(lines[-1], beside, may_align=not others)

    def write_block(self, head: str, rows: list[str], column: int, beside: Comment | None) -> None:
        """The rows of a block, with the comment beside its head."""
        self.write_line(head, beside)
        self.lines += [f"{' ' * column}{row}".rstrip() for row in rows]

    # ---- comments ----

    def beside(self, value: Text) -> Comment | None:
        """The comment beside a heading and its text: the one at the end, if there are two."""
        before = self.gap(value)
        return self.gap(value, 1).beside or (None if before.own else before.beside)

    def write_hoisted(self, value: Text, column: int) -> None:
        """The comments between a heading and its text, which go above both."""
        before = self.gap(value)
        if before.beside and (before.own or self.gap(value, 1).beside):
            self.lines.append(" " * column + before.beside.text)
        own = (*before.own, before.head) if before.head else before.own
        self.lines += [" " * column + comment.text for comment in own]

    def write_before(self, text: Text) -> None:
        """The comments and the blank line before the line of a text."""
        gap = self.gap(text)
        self.write_own(gap)
        if gap.blank_line and (gap.own or not self.is_first):
            self.lines.append("")

    def write_own(self, gap: Gap) -> None:
        """The comments that stand on lines of their own, each at the level where it belongs."""
        for number, comment in enumerate(gap.own):
            if comment.goes_on:
                self.lines.append(" " * self.column + comment.text)
                continue
            if comment.after_blank_line and (number or not self.is_first):
                self.lines.append("")
            self.lines.append(" " * self.column_of(comment) + comment.text)

    @property
    def is_first(self) -> bool:
        """Whether nothing has been written at this level yet."""
        return len(self.levels) > len(self.last_levels)

    def column_of(self, comment: Comment) -> int:
        """Where a comment on its own line begins: at the innermost level that it may belong to."""
        own = self.levels[-1]
        ended = [own] if self.is_first else self.last_levels[len(self.levels) - 1 :]
        fitting = [level for level in ended if level.before <= comment.column]
        innermost = max(fitting, key=lambda level: level.before, default=own)
        return innermost.after


def first_text(node: Node) -> Text:
    """The first text of a node."""
    return next(texts(node))
