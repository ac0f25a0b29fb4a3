"""Texts, lists and maps of YAML, with every rule text in them parsed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_ENTRIES, MAX_RULES
from gdl.source.spans import Span
from gdl.source.wording import grouped
from gdl.syntax.parser import parse
from gdl.vocabulary.keywords import SHAPES
from gdl.yaml.reader import Entry, List, Map, Node, Text

T = TypeVar("T")
WORD = re.compile(r"[A-Za-z_]\w*")
DECLARING = (  # start symbols of texts that declare names
    "name", "names", "players", "player", "stored", "definition", "path", "action_head",
    "define_head", "stored_head",
)  # fmt: skip


class Leaves:
    """Reads what stands below one key; what has another shape is reported."""

    def __init__(self, report: Report):
        self.report = report
        self.broken: set[str] = set()
        self.characters = 0  # of all rule texts so far

    def leaf(self, node: Node, start: str) -> Any:
        """The syntax node of a text."""
        what, example = SHAPES[start]
        text = self.text(node, what, example)
        made = None if text is None or self.is_too_much(text) else parse(text, start, self.report)
        if made is None and start in DECLARING:
            self.give_up(node)
        return made

    def is_too_much(self, text: Text) -> bool:
        """Whether more rule texts stand here than are read; it is reported once."""
        before, self.characters = self.characters, self.characters + len(text.value)
        if before <= MAX_RULES < self.characters:
            self.report.add("rules-too-long", text.span, most=grouped(MAX_RULES))
        return self.characters > MAX_RULES

    def text(self, node: Node, what: str, example: str) -> Text | None:
        """The node as a text."""
        if isinstance(node, Text):
            return node
        self.report.add("text-wanted", first_words(node), what=what, example=example)
        return None

    def give_up(self, node: Node) -> None:
        """Remember the words of what cannot be read: they may have been declared by it."""
        if isinstance(node, Text):
            self.broken |= set(WORD.findall(node.value))
        elif isinstance(node, List):
            for item in node.items:
                self.give_up(item)
        else:
            for entry in node.entries:
                self.give_up(entry.key)
                self.give_up(entry.value)

    def most(self, things: tuple[Entry, ...] | tuple[Node, ...]) -> int:
        """How many entries or items are read; more are reported."""
        if len(things) > MAX_ENTRIES:
            first = things[MAX_ENTRIES]
            span = first.key.span if isinstance(first, Entry) else first_words(first)
            self.report.add("too-many-entries", span, most=grouped(MAX_ENTRIES))
        return MAX_ENTRIES

    def entries(self, node: Node, example: str) -> Iterator[Entry]:
        """The entries of a map."""
        if isinstance(node, Map):
            for entry in node.entries[: self.most(node.entries)]:
                if not self.is_message(entry.key):
                    yield entry
        elif isinstance(node, Text) and (line := heading_line(node)):
            self.report.add("yaml-missing-colon", line)
            self.give_up(node)
        elif not (isinstance(node, Text) and not node.value):
            self.report.add("map-wanted", first_words(node), example=example)
            self.give_up(node)

    def is_message(self, key: Text) -> bool:
        """Whether a key is a rule that was cut in two by a `: ` in its message; it is reported."""
        if key.value.count('"') % 2 == 0:
            return False
        end = key.span.end
        self.report.add("yaml-colon", Span(key.span.source, end, end + 1))
        return True

    def items(self, node: Node, example: str) -> Iterator[Node]:
        """The items of a list."""
        if isinstance(node, List):
            yield from node.items[: self.most(node.items)]
        elif not (isinstance(node, Text) and not node.value):
            self.report.add("list-wanted", first_words(node), example=example)
            self.give_up(node)

    def map_of(
        self, node: Node, head: str, value: Callable[[Node], T], example: str
    ) -> tuple[tuple[Any, T], ...]:
        """Pairs of a parsed key and what `value` makes of what stands under it."""
        pairs = []
        for entry in self.entries(node, example):
            key, content = self.leaf(entry.key, head), value(entry.value)
            if key is not None and content is not None:
                pairs.append((key, content))
            elif content is None:
                self.give_up(entry.key)
        return tuple(pairs)

    def plain(self, node: Node) -> str:
        """Text for people, not rules."""
        text = self.text(node, "plain words", "White moves first.")
        return text.value.strip() if text else ""


def heading_line(text: Text) -> Span | None:
    """The first line of a text where it was meant as a heading: a list follows it."""
    source, start = text.span.source, text.span.start
    lines = source.text[start : text.span.end].split("\n")
    is_heading = len(lines) > 1 and re.fullmatch(r"\w+ *(\(.*\))? *\r?", lines[0])
    if not is_heading or not lines[1].lstrip().startswith("- "):
        return None
    return Span(source, start, start + len(lines[0].rstrip()))


def first_words(node: Node) -> Span:
    """Where a node begins, short enough to point at."""
    if isinstance(node, Text):
        return node.span
    if isinstance(node, Map) and node.entries:
        return node.entries[0].key.span
    if isinstance(node, List) and node.items:
        return first_words(node.items[0])
    return node.span
