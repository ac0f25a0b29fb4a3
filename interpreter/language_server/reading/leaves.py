"""The rule texts of a file, each with what it should be and what it is as far as it parses.

`gdl.syntax.outline` knows which text stands where.  `Reading` runs it over the tree of a file and
notes every text that it meets, so that nothing here repeats what is allowed under which heading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lark import Token

from gdl.source.diagnostics import Report
from gdl.source.spans import Source
from gdl.syntax.notation import Notations
from gdl.syntax.outline import PIECE_ENTRIES, Outline, heading, known_heading
from gdl.vocabulary.keywords import SHAPES
from gdl.vocabulary.notation import CELLS, FIELDS, WHITE
from gdl.yaml.reader import Entry, Map, Node, Text, read
from interpreter.language_server.reading.expecting import tokens_of
from interpreter.language_server.reading.lenient import read_leniently

PLAIN = frozenset(["game", "designer", "year", "notes"])  # headings whose texts are for people

PARAMETER = re.compile(r"([A-Za-z_]\w*)(?=\s*,[^(){}]*}\s*in\b|\s*}?\s*in\b)")


@dataclass(frozen=True)
class Leaf:
    """A rule text: the start symbol of its grammar, its syntax node if it parses, where it is."""

    text: Text
    start: str
    node: Any
    heading: str  # as a Python name: `after_turn`
    entry: int  # the number of the entry under the heading to which it belongs
    part: str = ""  # under `words`, `pieces` and `board`: what kind of entry this belongs to

    @property
    def first(self) -> int:
        """The offset at which the text begins."""
        return self.text.span.start

    @property
    def last(self) -> int:
        """The offset at which it ends."""
        return self.text.span.end

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens up to the first fault."""
        return tokens_of(self.text.value, self.start) if self.start in SHAPES else ()


class Recorder(Outline):
    """An outline that notes each rule text, and reports nothing to anybody."""

    def __init__(self) -> None:
        super().__init__(Report(guesses=0))
        self.leaves: list[Leaf] = []
        self.heading = ""
        self.entry = 0
        self.part = ""

    def leaf(self, node: Node, start: str) -> Any:
        made = super().leaf(node, start)
        if isinstance(node, Text):
            self.leaves.append(Leaf(node, start, made, self.heading, self.entry, self.part))
        return made

    def facts(self, node: Node) -> Any:
        self.part = "fact"
        made = super().facts(node)
        self.part = "word" if self.heading == "words" else ""
        return made

    def attributes(self, node: Node) -> Any:
        self.part = "attribute"
        made = super().attributes(node)
        self.part = "fact"
        return made

    def listed_words(self, node: Node) -> Any:
        self.part = "word"
        made = super().listed_words(node)
        self.part = ""
        return made

    def piece(self, name: Any, node: Node) -> Any:
        self.part = "fact"
        made = super().piece(name, node)
        self.part = ""
        return made

    def piece_entry(self, entry: Entry, present: set[str]) -> str:
        key = super().piece_entry(entry, present)
        if key in PIECE_ENTRIES:
            self.note(entry.key, "piece_entry")
        return key

    def board_entry(self, entry: Entry) -> str | None:
        name = super().board_entry(entry)
        self.part = name or ""
        self.note(entry.key, "board_entry")
        return name

    def end_line(self, item: Node) -> Any:
        made = super().end_line(item)
        if isinstance(item, Text):  # its `:` is yet to be typed
            self.leaf(item, "end_head")
        return made

    def note(self, key: Text, start: str) -> None:
        """Note a key that is one of a few words."""
        self.leaves.append(Leaf(key, start, None, self.heading, self.entry, self.part))

    def entries(self, node: Node, example: str) -> Any:
        for entry in super().entries(node, example):
            self.entry += 1
            yield entry


@dataclass(frozen=True)
class Reading:
    """A source as it was read."""

    source: Source
    is_lenient: bool = False  # read line by line, also where the whole makes no sense

    @cached_property
    def root(self) -> Map:
        """The tree of the file."""
        exact = None if self.is_lenient else read(self.source, Report(guesses=0))
        return exact or read_leniently(self.source)

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The rule texts in the order of the file."""
        recorder = Recorder()
        for entry in self.root.entries[: recorder.most(self.root.entries)]:
            name = heading_of(entry, recorder)
            if name is not None and name not in PLAIN:
                recorder.heading = name
                recorder.entry += 1
                recorder.part = ""
                if name == "looks":
                    looks(entry.value, recorder)
                elif name == "notation":
                    notation(entry.value, recorder, self.root)
                elif name == "extends":
                    recorder.leaf(entry.value, "extends")
                else:
                    getattr(recorder, name)(entry.value)
        return tuple(sorted(recorder.leaves, key=lambda leaf: (leaf.first, leaf.last)))

    def leaf_at(self, offset: int) -> Leaf | None:
        """The rule text at an offset; the innermost of several."""
        found = [leaf for leaf in self.leaves if leaf.first <= offset <= leaf.last]
        return min(found, key=lambda leaf: leaf.last - leaf.first, default=None)


def heading_of(entry: Entry, recorder: Recorder) -> str | None:
    """The heading of an entry of the file, or None if it is unknown."""
    name = known_heading(entry, {}, recorder)
    return heading(name) if name else None


def looks(node: Node, recorder: Recorder) -> None:
    """Note the names under `looks`, which no grammar describes: each as a name of its own."""
    for entry in recorder.entries(node, "Black: black"):
        recorder.leaf(entry.key, "name")


def notation(node: Node, recorder: Recorder, root: Map) -> None:
    """Note the names under `notation`, which no grammar describes either: those that have letters,
    the actions and their parameters, the words of positions, the definition for check, and options
    that tags stand for.
    """
    options = {key.value.strip() for key in keys_under(root, "options")}
    bound = {key.value.partition("(")[0].strip(): frozenset(PARAMETER.findall(key.value))
             for key in keys_under(root, "actions")}  # fmt: skip
    for entry in Notations(Report(guesses=0)).notation(node):
        key, is_move = entry.key.value.strip(), entry.path[-1:] == ("moves",)
        recorder.part = ""
        if is_move or entry.path[-1:] == ("letters",):
            recorder.leaf(entry.key, "name")
        recorder.part = key if is_move else ""
        is_named = key in ("check", WHITE) or (key == "cells" and entry.value.value not in CELLS)
        for word in re.finditer(r"[A-Za-z_]\w*+(?!\[)", entry.value.value):
            is_name = word[0] in bound.get(key, ()) if is_move else {
                (): key == "position" and word[0] not in FIELDS,
                ("sgf",): is_named or word[0] in options, ("pgn",): is_named or word[0] in options,
            }.get(entry.path, False)  # fmt: skip
            if is_name:
                span = entry.value.part(*word.span())
                offsets = entry.value.offsets[word.start() : word.end() + 1]
                recorder.leaf(Text(word[0], span, offsets), "name")


def keys_under(root: Map, heading: str) -> list[Text]:
    """The keys of the entries under a heading."""
    node = root.get(heading)
    return [entry.key for entry in node.entries] if isinstance(node, Map) else []
