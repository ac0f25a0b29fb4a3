"""Reads texts, lists and maps of YAML, and parses every rule text in them."""

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
    """Reads what stands under one key; YAML of the wrong shape is reported."""

    def __init__(self, report: Report):
        self.report = report
        self.broken: set[str] = set()
        self.characters = 0  # of all rule texts so far

    def leaf(self, node: Node, start: str) -> Any:
        """The syntax node of a text, or None after reporting what is wrong."""
        what, example = SHAPES[start]
        text = self.text(node, what, example)
        made = None if text is None or self.is_too_much(text) else parse(text, start, self.report)
        if made is None and start in DECLARING:
            self.give_up(node)
        return made

    def is_too_much(self, text: Text) -> bool:
        """Whether the rule texts so far exceed `MAX_RULES` characters; reported once."""
        before, self.characters = self.characters, self.characters + len(text.value)
        if before <= MAX_RULES < self.characters:
            self.report.add("rules-too-long", text.span, most=grouped(MAX_RULES))
        return self.characters > MAX_RULES

    def text(self, node: Node, what: str, example: str) -> Text | None:
        """The node if it is a text, else None after reporting it."""
        if isinstance(node, Text):
            return node
        self.report.add("text-wanted", first_words(node), what=what, example=example)
        return None

    def give_up(self, node: Node) -> None:
        """Remember the words of a node that cannot be read: it may have declared them."""
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
        """The number of entries or items to read; more than that are reported."""
        if len(things) > MAX_ENTRIES:
            first = things[MAX_ENTRIES]
            span = first.key.span if isinstance(first, Entry) else first_words(first)
            self.report.add("too-many-entries", span, most=grouped(MAX_ENTRIES))
        return MAX_ENTRIES

    def entries(self, node: Node, example: str) -> Iterator[Entry]:
        """The entries of a map; any other node, except an empty text, is reported."""
        if isinstance(node, Map):
            for entry in node.entries[: self.most(node.entries)]:
                if not self.is_message(entry.key):
                    yield entry
        elif isinstance(node, Text) and (line := heading_line(node)):
            self.report.add("yaml-missing-colon", line, bare="")
            self.give_up(node)
        elif not (isinstance(node, Text) and not node.value):
            self.report.add(
                "map-wanted", first_words(node), example=example, hint=unquoted(node, "")
            )
            self.give_up(node)

    def is_message(self, key: Text) -> bool:
        """Whether a key is a rule that a `: ` in its message cut in two; if so, report it."""
        if key.value.count('"') % 2 == 0:
            return False
        end = key.span.end
        self.report.add("yaml-colon", Span(key.span.source, end, end + 1))
        return True

    def items(self, node: Node, example: str) -> Iterator[Node]:
        """The items of a list; any other node, except an empty text, is reported."""
        if isinstance(node, List):
            yield from node.items[: self.most(node.items)]
        elif not (isinstance(node, Text) and not node.value):
            self.report.add(
                "list-wanted", first_words(node), example=example, hint=unquoted(node, "- ")
            )
            self.give_up(node)

    def map_of(
        self, node: Node, head: str, value: Callable[[Node], T], example: str
    ) -> tuple[tuple[Any, T], ...]:
        """Pairs of the parsed key of an entry and what `value` returns for its value."""
        pairs = []
        for entry in self.entries(node, example):
            key, content = self.leaf(entry.key, head), value(entry.value)
            if key is not None and content is not None:
                pairs.append((key, content))
            elif content is None:
                self.give_up(entry.key)
        return tuple(pairs)

    def plain(self, node: Node) -> str:
        """The words of a text that is meant for people and is no rule."""
        text = self.text(node, "plain words", "White moves first.")
        return text.value.strip() if text else ""


def heading_line(text: Text) -> Span | None:
    """The first line of a text, if it was meant as a heading (a list follows it); else None."""
    source, start = text.span.source, text.span.start
    lines = source.text[start : text.span.end].split("\n")
    is_heading = len(lines) > 1 and re.fullmatch(r"\w+ *(\(.*\))? *\r?", lines[0])
    if not is_heading or not lines[1].lstrip().startswith("- "):
        return None
    return Span(source, start, start + len(lines[0].rstrip()))


def unquoted(node: Node, sign: str) -> str | None:
    """The hint for rules in quotes on the line of their heading; None for any other node."""
    if not isinstance(node, Text) or node.span.source.text[node.span.start - 1] not in "\"'":
        return None
    example = f"{sign}{' '.join(node.value.split())}"
    return f"rules stand without quotes, each on a line of its own below the heading: `{example}`"


def first_words(node: Node) -> Span:
    """The beginning of a node, short enough to mark in a message."""
    if isinstance(node, Text):
        return node.span
    if isinstance(node, Map) and node.entries:
        return node.entries[0].key.span
    if isinstance(node, List) and node.items:
        return first_words(node.items[0])
    return node.span
