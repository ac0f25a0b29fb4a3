"""Writes a rule file that `extends` another: only what an edited text changes, and the options.

The lines are those of the edited text as they stand there.  Whether the result says the same as the
edited text is for the caller to test: not every change can be said by extending.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from gdl.model import nodes as model
from gdl.source.diagnostics import Report
from gdl.source.spans import Source, Span
from gdl.yaml.extends import CREDITS, WHOLE, entry_name
from gdl.yaml.reader import Entry, List, Map, Node, Text, read

OWN = ("game", "extends")  # headings that every file writes for itself


def base_name(file: str, save_as: str) -> str:
    """What a file that is saved under an id writes after `extends` for one of another id."""
    path, folder = PurePosixPath(file).with_suffix(""), PurePosixPath(save_as).parent
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else path.name


def variant_text(title: str, base: str, saved: Source, edited: Source) -> str | None:
    """The text of a file that extends `base`, whose saved text is given, as `edited` changes it.

    None if one of the texts cannot be read.
    """
    old, new = read(saved, Report()), read(edited, Report())
    if old is None or new is None:
        return None
    kept = [e for e in old.entries if entry_name(e.key.value) not in OWN]
    left = {entry_name(e.key.value) for e in new.entries}
    kept = [e for e in kept if e.key.value in left or e.key.value not in CREDITS]  # not inherited
    lines = changed_lines(Map(tuple(kept), old.span), new, "")
    return "\n".join([f"game: {written(title)}", f"extends: {base}", *lines, ""])


def written(title: str) -> str:
    """A title as YAML, in quotes where it needs them."""
    plain = " ".join(title.split())
    is_plain = re.fullmatch(r"[^\W\d_][\w ,.()+'-]*", plain) and not re.fullmatch(
        r"(?i)yes|no|true|false|on|off|null|removed", plain
    )
    escaped = plain.replace("'", "''")
    return plain if is_plain else f"'{escaped}'"


def changed_lines(old: Map, new: Map, indent: str) -> Iterator[str]:
    """The lines of the entries of `new` that `old` has not, or has otherwise; then the removed."""
    known = {entry_name(e.key.value): e for e in old.entries}
    for entry in new.entries:
        name = entry_name(entry.key.value)
        before = known.pop(name, None)
        if not indent and name in OWN:
            continue
        if before is not None and meaning(before) == meaning(entry):
            continue
        yield from entry_lines(before, entry, indent)
    yield from (f"{indent}{name}: removed" for name in known)


def entry_lines(before: Entry | None, entry: Entry, indent: str) -> Iterator[str]:
    """The lines of a changed entry: of a map, only the entries that changed."""
    old, new = None if before is None else before.value, entry.value
    is_block = isinstance(new, Map) and not new.span.text.startswith("{")
    if isinstance(old, Map) and isinstance(new, Map) and is_block:
        if entry.key.value not in WHOLE:
            yield source_lines(entry.key.span)[0].rstrip()
            yield from changed_lines(old, new, indent + "  ")
            return
    yield from source_lines(entry.key.span.to(last_span(new)))


def source_lines(span: Span) -> list[str]:
    """The whole lines that a span touches."""
    end = span.source.place(max(span.start, span.end - 1))[0]
    return [span.source.line(number) for number in range(span.line, end + 1)]


def last_span(node: Node) -> Span:
    """The span of the last text in a node: that of a map may reach to the next heading."""
    if isinstance(node, Map) and node.entries:
        return last_span(node.entries[-1].value)
    if isinstance(node, List) and node.items and not node.span.text.startswith("["):
        return last_span(node.items[-1])
    end = node.span.start + max(len(node.span.text.rstrip()), 1)
    return Span(node.span.source, node.span.start, min(end, node.span.end))


def meaning(node: Node | Entry) -> Any:
    """What tells two entries apart: their words, not how they are laid out."""
    match node:
        case Entry(key=key, value=value):
            return " ".join(key.value.split()), meaning(value)
        case Map(entries=entries):
            return [meaning(entry) for entry in entries]
        case List(items=items):
            return [[meaning(item)] for item in items]
        case Text(value=value):
            return " ".join(value.split())


# ---- options and set-up -------------------------------------------------------------------------


def with_defaults(edited: Source, game: model.Game, values: Mapping[str, Any]) -> Source:
    """The text with the values of options as their defaults; those of a base get a line here."""
    text = edited.text
    added: list[str] = []
    chosen = [o for o in game.declared if o.name in values and values[o.name] != o.default]
    for option in sorted(chosen, key=lambda o: -o.span.start):
        start, end = domain_place(option.span)
        line = option_text(option.span.source.text[start:end], values[option.name])
        if option.span.source.name == edited.name:
            text = text[:start] + line + text[end:]
        else:
            added.insert(0, f"  {option.name}: {line}")
    if not added:
        return Source(edited.name, text)
    heading = re.search(r"(?m)^options:[^\S\n]*(#.*)?$\n?", text)
    if heading is None:
        joined = text if text.endswith("\n") else f"{text}\n"
        return Source(edited.name, joined + "\n".join(["options:", *added, ""]))
    at = heading.end()
    return Source(edited.name, text[:at] + "\n".join([*added, text[at:]]))


def domain_place(name: Span) -> tuple[int, int]:
    """Where the text of an option begins and ends, after its name and before a comment."""
    found = re.compile(r"['\"]?\s*:\s*(.*?)\s*(?=\s#|$)", re.M).match(name.source.text, name.end)
    return (name.end, name.end) if found is None else found.span(1)


def option_text(text: str, value: Any) -> str:
    """The text of an option with another default."""
    before, comma, published = text.partition(", published")
    domain = before.partition("=")[0].strip()
    word = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{domain} = {word}{comma}{published}"


def with_heading(edited: Source, name: str, lines: list[str] | None) -> Source:
    """The text with the lines under a heading instead of what stands there; None: without it."""
    root = read(edited, Report())
    entries = () if root is None else root.entries
    own = next((e for e in entries if e.key.value == name), None)
    rows = edited.text.split("\n")
    new = [] if lines is None else [f"{name}:", *lines]
    if own is None:
        at = heading_row(entries, rows)
        rows[at:at] = new
    else:
        first = own.key.span.line - 1
        count = len(source_lines(own.key.span.to(last_span(own.value))))
        rows[first : first + count] = new
    return Source(edited.name, "\n".join(rows))


def heading_row(entries: tuple[Entry, ...], rows: list[str]) -> int:
    """Where a new heading goes: before the actions, else at the end."""
    for entry in entries:
        if entry.key.value == "actions":
            return entry.key.span.line - 1
    return len(rows) - (rows[-1] == "")
