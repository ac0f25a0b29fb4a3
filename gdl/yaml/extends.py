"""Merges a file with its base, the file that it extends, into one map.

Maps are merged entry by entry, recursively; an entry is identified by its key up to `(` or `[`.
A text or a list replaces the one of the base, and the text `removed` deletes the entry; a map in
place of a list of lines changes these by their names (see `changes`).  Entries keep the order of
the base and new ones follow, but a variant that has all of them has them in its own order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath

from gdl.source.diagnostics import Report
from gdl.source.library import OutOfReach
from gdl.source.limits import MAX_BYTES, MAX_EXTENDED
from gdl.source.spans import Source
from gdl.source.wording import grouped
from gdl.vocabulary.keywords import KEYWORDS
from gdl.yaml import changes
from gdl.yaml.reader import Entry, List, Map, Node, Text, read

Finder = Callable[[str, Source], "Source | None"]  # takes a file name and the file that names it
CREDITS = ("designer", "year", "notes")
WHOLE = ("turn",)  # replaced as a whole although it may be a map: its cases belong together


def entry_name(key: str) -> str:
    """The part of a key that identifies its entry."""
    return re.split(r"[(\[]", key, maxsplit=1)[0].strip()


def read_extended(
    source: Source, find: Finder, known: Callable[[], tuple[str, ...]], report: Report
) -> Map | None:
    """The map of a rule file with its bases merged in; None after an error that is reported.

    `find` returns a base by its name, or None, or raises OutOfReach; `known` returns the names
    that can be suggested.
    """
    chain: list[tuple[Source, Map]] = []
    while True:
        root = read(source, report)
        if root is None:
            return None
        chain.append((source, root))
        base = base_name(root, known, report)
        if base is None:
            break
        word = base.value.strip()
        try:
            extended = find(word, source)
        except OutOfReach:
            report.add("out-of-reach", base.span, word=word)
            return None
        if extended is None:
            report.add("unknown-file", base.span, word=word, candidates=report.near(word, known()))
            return None
        if is_too_much([s for s, _ in chain], extended, base, report):
            return None
        if any(extended.name == s.name for s, _ in chain):
            passed = [*(s for s, _ in chain), extended]
            names = " extends ".join(PurePath(s.name).stem for s in passed)
            report.add("extends-itself", base.span, chain=names)
            return None
        source = extended
    merged = chain[-1][1]
    for _, variant in reversed(chain[:-1]):
        merged = merge(without_credits(merged), variant, report)
    return merged


def is_too_much(chain: list[Source], extended: Source, base: Text, report: Report) -> bool:
    """Whether too many or too large files extend one another; if so, report it."""
    what = None
    if len(chain) >= MAX_EXTENDED:
        what = f"more than {MAX_EXTENDED} files extend one another"
    elif sum(map(size_of, (*chain, extended))) > MAX_BYTES:
        what = f"files that extend one another hold more than {grouped(MAX_BYTES)} bytes"
    if what:
        report.add("extends-too-much", base.span, what=what)
    return what is not None


def size_of(source: Source) -> int:
    """The size of a file in bytes."""
    return len(source.text.encode("utf-8", "surrogatepass"))


def without_credits(base: Map) -> Map:
    """A base without its designer, year and notes, which hold for no file that extends it."""
    kept = (e for e in base.entries if e.key.value not in CREDITS)
    return Map(span=base.span, entries=tuple(kept))


def base_name(root: Map, known: Callable[[], tuple[str, ...]], report: Report) -> Text | None:
    """The text that names the base of a file, also under a misspelt heading; None without one."""
    for entry in root.entries:
        key, value = entry.key, entry.value
        if key.value == "extends" and isinstance(value, Text):
            return value
        if not isinstance(value, Text) or not report.near(key.value, ("extends",)):
            continue
        if value.value in known():
            report.add("unknown-heading", key.span, word=key.value, candidates=("extends",))
            return value
    return None


def merge(base: Map, variant: Map, report: Report, path: tuple[str, ...] = ()) -> Map:
    """The entries of the base, changed or deleted as `variant` says, then its new ones."""
    new = {entry_name(e.key.value): e for e in variant.entries}
    order = {name: place for place, name in enumerate(new)}
    kept: list[Entry] = []
    for entry in base.entries:
        changed = new.pop(entry_name(entry.key.value), None)
        if changed is None:
            kept.append(entry)
        elif not is_removed(changed.value) and not nearly_removed(changed.value, report):
            kept.append(Entry(changed.key, merge_value(entry, changed, report, path)))
    for entry in new.values():
        if is_removed(entry.value):
            names = [entry_name(e.key.value) for e in base.entries]
            word = entry_name(entry.key.value)
            report.add(
                "nothing-to-remove", entry.key.span, word=word, candidates=report.near(word, names)
            )
        else:
            kept.append(entry)
    names = [entry_name(e.key.value) for e in kept]
    if all(name in order for name in names):
        kept.sort(key=lambda e: order[entry_name(e.key.value)])
    return Map(span=variant.span, entries=tuple(kept))


def merge_value(base: Entry, variant: Entry, report: Report, path: tuple[str, ...]) -> Node:
    """The value of an entry that both files have, under the headings of `path`."""
    path = (*path, entry_name(variant.key.value))
    if changes.holds_lines(path):
        return merge_lines(base.value, variant, path[0], report)
    maps = isinstance(base.value, Map) and isinstance(variant.value, Map)
    if maps and variant.key.value not in WHOLE:
        assert isinstance(base.value, Map) and isinstance(variant.value, Map)
        return merge(base.value, variant.value, report, path)
    return variant.value


def merge_lines(base: Node, variant: Entry, heading: str, report: Report) -> Node:
    """A list of lines: changed by name, or replaced."""
    value = variant.value
    is_list = isinstance(base, List) or (isinstance(base, Text) and heading != "define")
    if isinstance(value, Map):
        if is_list and changes.is_change(value):
            assert isinstance(base, List | Text)
            return changes.changed(base, value, heading, report)
        return value
    return changes.replaced(base, value, variant.key, report)


def is_removed(node: Node) -> bool:
    """Whether this value of an entry deletes the entry of the base."""
    return isinstance(node, Text) and node.value.strip() == "removed"


def nearly_removed(node: Node, report: Report) -> bool:
    """Whether a text is a misspelt `removed`; if so, report it."""
    word = node.value.strip() if isinstance(node, Text) else ""
    nearby = () if word in KEYWORDS else report.near(word, ("removed",))
    if nearby:
        report.add("misspelt-keyword", node.span, word=word, candidates=nearby)
    return bool(nearby)
