"""Formats rule files, and makes sure that only their form changes."""

from __future__ import annotations

from typing import Any

from gdl.formatting.comments import gaps, texts
from gdl.formatting.rule_texts import tokens
from gdl.formatting.writer import Writer
from gdl.source.diagnostics import GdlError, Report
from gdl.source.spans import Source
from gdl.syntax.outline import Outline, read_outline
from gdl.yaml.changes import is_taken_out
from gdl.yaml.extends import WHOLE, is_removed
from gdl.yaml.reader import Entry, List, Map, Node, Text, read

OF_THE_BASE = ("missing-heading", "nothing-to-change")  # what only the base can decide


def format_text(text: str) -> str:
    """The same rules and comments in the form in which rule files are written.

    Raises GdlError, with the diagnostics, if the text cannot be read.
    """
    return format_source(Source("the text", text))


def format_source(source: Source) -> str:
    """The text of a rule file in the form in which rule files are written.

    A file so large that it would exceed a limit when formatted is returned as it is.  Raises
    GdlError, with the diagnostics, if it cannot be read.
    """
    root, starts = parsed(source)
    formatted = Source(source.name, Writer(root, starts).write())
    try:
        again = parsed(formatted)
    except GdlError:
        return source.text
    if content(*again) != content(root, starts):
        raise AssertionError("formatting would change the rules")
    return formatted.text


class Recorder(Outline):
    """Reads the sections of a file and records the start symbol of each rule text."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.starts: dict[int, str] = {}

    def leaf(self, node: Node, start: str) -> Any:
        """The syntax node of a text, whose start symbol is recorded."""
        if isinstance(node, Text):
            self.starts[node.span.start] = start
        return super().leaf(node, start)


def parsed(source: Source) -> tuple[Map, dict[int, str]]:
    """The tree of a file, and the start symbol of each rule text by its offset.

    The file need not be complete and its base is not read.  Raises GdlError.
    """
    report = Report()
    root = read(source, report)
    recorder = Recorder(report)
    if root is not None:
        read_outline(without_removed(root), report, recorder)
    errors = [d for d in report.diagnostics if d.is_error and d.code not in OF_THE_BASE]
    if errors or root is None:
        raise GdlError(errors)
    return root, recorder.starts


def without_removed(node: Map) -> Map:
    """A map without the entries that delete those of a base, and items that delete lines of it."""
    kept = []
    for entry in node.entries:
        value = entry.value
        if is_removed(value):
            continue
        if isinstance(value, Map) and entry.key.value not in WHOLE:
            value = without_removed(value)
        elif isinstance(value, List):
            items = tuple(item for item in value.items if not is_taken_out(item))
            value = List(items, value.span)
        kept.append(Entry(entry.key, value))
    return Map(tuple(kept), node.span)


def content(root: Map, starts: dict[int, str]) -> tuple[Any, ...]:
    """What formatting must keep: the shape of a file, its words and its comments."""
    said = [words_of(text, starts) for text in texts(root)]
    found = [c.text for g in gaps(root) for c in (g.beside, *g.own, g.head) if c]
    return shape(root), said, sorted(found)


def shape(node: Node) -> Any:
    """The maps and lists of a tree."""
    if isinstance(node, Text):
        return None
    if isinstance(node, List):
        return [shape(item) for item in node.items]
    return {n: shape(entry.value) for n, entry in enumerate(node.entries)}


def words_of(text: Text, starts: dict[int, str]) -> Any:
    """The tokens of a rule text; the words of any other."""
    start = starts.get(text.span.start)
    if start is not None and text.value:
        return [(token.type, str(token)) for token in tokens(text.value, start)]
    return text.value.split()
