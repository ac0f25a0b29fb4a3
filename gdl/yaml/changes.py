"""Changes by name: a map in place of a list of the base changes the lines of that list.

A line of `end`, or a statement, may begin with a name and a comma.  `NAME:` replaces the lines of
that name, `NAME: removed` takes them out, and `before NAME:`, `after NAME:`, `first:` and `last:`
add lines.  A replaced line keeps its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gdl.source.diagnostics import Report
from gdl.source.spans import Span
from gdl.vocabulary.keywords import BLOCK_WORDS, OF_ENDS, VERBS
from gdl.yaml.reader import Entry, List, Map, Node, Text

LISTS = ("end", "setup", "after turn")  # headings under which a list can be changed by name
ENTRIES = ("actions", "chance", "define")  # headings whose entries hold such lists
LABEL = re.compile(r"\s*(?:(before|after)\s+)?([A-Za-z_]\w*)\s*")
NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*,")
PLACES = ("first", "last")
EXAMPLES = {"end": "- when no empty: draw"}


@dataclass(frozen=True)
class Line:
    """An item of a list, with the name of the line."""

    name: str | None
    node: Node


def holds_lines(path: tuple[str, ...]) -> bool:
    """Whether a list at some headings can be changed by name."""
    return (len(path) == 1 and path[0] in LISTS) or (len(path) == 2 and path[0] in ENTRIES)


def is_change(node: Node) -> bool:
    """Whether a node is a map whose keys all say which line they are about."""
    return isinstance(node, Map) and bool(node.entries) and all(
        (label := LABEL.fullmatch(e.key.value)) and label[2] not in (*BLOCK_WORDS, *OF_ENDS, *VERBS)
        for e in node.entries
    )  # fmt: skip


def is_taken_out(item: Node) -> bool:
    """Whether an item of a list says that a line of the base is left out: `fifty: removed`."""
    return (
        isinstance(item, Map)
        and len(item.entries) == 1
        and is_change(item)
        and isinstance(item.entries[0].value, Text)
        and item.entries[0].value.value.strip() == "removed"
    )


def name_of(item: Node) -> tuple[str, Span] | None:
    """The name with which a line begins, and its place; None for a line without one."""
    if isinstance(item, Map) and item.entries:
        item = item.entries[0].key
    named = NAMED.match(item.value) if isinstance(item, Text) else None
    if named is None or not isinstance(item, Text):
        return None
    return named[1], item.part(*named.span(1))


def names_of(node: Node) -> tuple[str | None, ...]:
    """The name of each line of a list."""
    assert isinstance(node, List)
    if node.names is not None:
        return node.names
    return tuple(found[0] if (found := name_of(item)) else None for item in node.items)


def lines_of(node: Node) -> tuple[Line, ...]:
    """The lines of a list, or of a text that stands for a list of one."""
    if isinstance(node, Text):
        found = name_of(node)
        return (Line(found[0] if found else None, node),) if node.value.strip() else ()
    assert isinstance(node, List)
    return tuple(Line(n, item) for n, item in zip(names_of(node), node.items, strict=True))


def list_of(lines: list[Line], span: Span) -> List:
    """A list of lines with their names."""
    return List(tuple(line.node for line in lines), span, tuple(line.name for line in lines))


# ---- a map in place of a list -------------------------------------------------------------------


def changed(base: List | Text, variant: Map, heading: str, report: Report) -> List:
    """The list of the base, changed as a map says."""
    lines = list(lines_of(base))
    for entry in variant.entries:
        label = LABEL.fullmatch(entry.key.value)
        assert label is not None
        where, name = label[1], label[2]
        if where is None and name in PLACES:
            at = (0, 0) if name == "first" else (len(lines), len(lines))
        else:
            found = [n for n, line in enumerate(lines) if line.name == name]
            if not found:
                unknown(entry.key.part(*label.span(2)), name, lines, report)
                continue
            first, last = found[0], found[-1] + 1
            at = {"before": (first, first), "after": (last, last)}.get(where or "", (first, last))
        kept = name if at[0] < at[1] else None
        others = {line.name for line in (*lines[: at[0]], *lines[at[1] :])}
        new = []
        for line in new_lines(entry, kept, heading, report):
            if (own := name_of(line.node)) and own[0] in others:
                report.add("line-twice", own[1], word=own[0])
            else:
                new.append(line)
        lines[at[0] : at[1]] = new
    return list_of(lines, variant.span)


def new_lines(entry: Entry, name: str | None, heading: str, report: Report) -> Iterator[Line]:
    """The lines under an entry; those that replace others and have no name get theirs."""
    value = entry.value
    if isinstance(value, Map):
        example = EXAMPLES.get(heading, "- put stone on at")
        report.add("list-wanted", value.entries[0].key.span, example=example)
        return
    if isinstance(value, Text) and value.value.strip() == "removed":
        if name is None:
            report.add("nothing-to-remove", entry.key.span, word=entry.key.value.strip())
        return
    for line in lines_of(value):
        yield Line(line.name or name, line.node)


def unknown(span: Span, name: str, lines: list[Line], report: Report) -> None:
    """Report a name that no line has."""
    known = tuple(dict.fromkeys(line.name for line in lines if line.name))
    hint = f"the lines that have a name are {', '.join(known)}" if known else None
    report.add(
        "unknown-line", span, word=name, candidates=report.near(name, known), hint=hint
    )


# ---- a list in place of a list ------------------------------------------------------------------


def replaced(base: Node, variant: List | Text, key: Text, report: Report) -> Node:
    """The list of a variant in place of one of the base; warns of named lines that are lost."""
    if not isinstance(base, List):
        return variant
    before = list(dict.fromkeys(name for name in names_of(base) if name))
    items = variant.items if isinstance(variant, List) else (variant,)
    taken = [item.entries[0].key for item in items if isinstance(item, Map) and is_taken_out(item)]
    for text in taken:
        if text.value.strip() not in before:
            unknown(text.span, text.value.strip(), list(lines_of(base)), report)
    said = {text.value.strip() for text in taken}
    said |= {found[0] for item in items if (found := name_of(item))}
    lost = [name for name in before if name not in said]
    if lost:
        report.add(
            "lines-lost", key.span, names=", ".join(lost), example=f"- {lost[0]}: removed",
        )  # fmt: skip
    if not taken or not isinstance(variant, List):
        return variant
    return List(tuple(i for i in variant.items if not is_taken_out(i)), variant.span)
