"""What can be typed at a place, the likeliest first.

The word at the cursor is replaced by a mark, and the file is read line by line with it: so the mark
says under which heading it stands and in which rule text, and the grammar says what may stand
there.  Nothing depends on the rest of the file being right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from gdl.source.spans import Source
from gdl.syntax.outline import HEADINGS
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.keywords import VERBS
from gdl.vocabulary.meanings import HEADING_MEANINGS
from gdl.vocabulary.types import Type
from gdl.yaml.reader import List, Map, Node, Text
from interpreter.drawing.colours import FILLS
from interpreter.language_server.features.candidates import Candidate, Names
from interpreter.language_server.features.likely import rank
from interpreter.language_server.features.words import (
    about_builtin,
    about_entry,
    about_heading,
    about_keyword,
)
from interpreter.language_server.reading.expecting import Expecting, expecting
from interpreter.language_server.reading.knowledge import Knowledge
from interpreter.language_server.reading.leaves import Leaf
from interpreter.language_server.reading.names import GLOBAL, Finder
from interpreter.language_server.reading.project import Project

MARK = "cursor_is_here"
BEFORE = re.compile(r"\w+\Z")
AFTER = re.compile(r"\w*")
HEADING_LINE = re.compile(r"[A-Za-z ]*")
MAX_ITEMS = 1000


@dataclass(frozen=True)
class Item:
    """A word that is offered; it replaces the characters from `start` to `end`."""

    label: str
    sort: str  # "keyword", "heading", "built-in", "action" …
    start: int
    end: int
    detail: str = ""
    documentation: str | None = None
    insert: str | None = None  # what is typed if it is not the label


@dataclass(frozen=True)
class Asked:
    """A text and the place in it where something is typed."""

    source: Source
    start: int  # of the word at the cursor
    cursor: int
    end: int  # of the word

    @property
    def marked(self) -> Source:
        """The text with the mark in place of the word."""
        text = self.source.text
        return Source(self.source.name, f"{text[: self.start]}{MARK}{text[self.end :]}")

    @property
    def line(self) -> str:
        """The line before the word."""
        return self.source.text[self.source.text.rfind("\n", 0, self.start) + 1 : self.start]


def asked(source: Source, cursor: int) -> Asked:
    """The place at an offset of a text."""
    before = BEFORE.search(source.text[max(0, cursor - 100) : cursor])
    after = AFTER.match(source.text, cursor)
    start = cursor - (len(before[0]) if before else 0)
    return Asked(source, start, cursor, after.end() if after else cursor)


def complete(
    at: Asked,
    read: Callable[[Source], Project],
    knowledge: Knowledge,
    files: Iterable[str] = (),
    pages: str | None = None,
) -> list[Item]:
    """What can stand at a place; `read` reads a text, `files` can be extended.

    `knowledge` is what is known of the file without the mark, or of an earlier version.
    """
    make = Maker(at, pages)
    if HEADING_LINE.fullmatch(at.line) and not at.line.startswith(" "):
        return make.headings()
    project = read(at.marked)
    leaf = next((x for x in project.main.reading.leaves if MARK in x.text.value), None)
    if leaf is None:
        return make.plain(value_above(project.main.reading.root, MARK))
    beginning = leaf.text.value.partition(MARK)[0]
    if beginning.count('"') % 2:
        return []
    if leaf.heading == "extends":
        return [make.item(name, "file") for name in sorted(set(files))]
    finder = Finder(project.main.reading)
    for other in project.main.reading.leaves:
        if other.first <= leaf.first:
            finder.take(other)
    types = local_types(read(at.source), knowledge)
    names = Names(project, leaf, MARK, knowledge, finder.locals, types)
    is_entry = leaf.start in ("piece_entry", "board_entry")
    expected = Expecting((), "entry", ()) if is_entry else expecting(beginning, leaf.start)
    return make.rule(names, expected, beginning)


def local_types(project: Project, knowledge: Knowledge) -> dict[str, Type]:
    """The types of the local names of a file, as far as they are known."""
    types: dict[str, Type] = {}
    for name in project.main.names:
        if name.scope != GLOBAL:
            type = knowledge.type_at(name.start, name.end)
            if type is not None:
                types[name.name] = type
    return types


class Maker:
    """Makes the items for one place."""

    def __init__(self, at: Asked, pages: str | None):
        self.at = at
        self.pages = pages

    def item(self, label: str, sort: str, about: str | None = None, detail: str = "") -> Item:
        """An item that replaces the word at the cursor."""
        return Item(label, sort, self.at.start, self.at.cursor, detail, about)

    def headings(self) -> list[Item]:
        """The headings that the file does not have yet, then the others."""
        start = self.at.start - len(self.at.line)
        have = set(re.findall(r"^([a-z ]+):", self.at.source.text, re.MULTILINE))
        names = sorted(HEADING_MEANINGS, key=lambda n: (n in have, order_of(n)))
        has_colon = self.at.source.text[self.at.end :].lstrip(" ").startswith(":")
        return [
            replace(
                self.item(name, "heading", about_heading(name, self.pages)),
                start=start, insert=name if has_colon else f"{name}: ",
            )
            for name in names
        ]  # fmt: skip

    def plain(self, heading: str | None) -> list[Item]:
        """What stands where no rule does: the screen colours under `looks`."""
        if heading != "looks":
            return []
        return [self.item(name, "colour of the screen") for name in FILLS]

    def rule(self, names: Names, expected: Expecting, beginning: str) -> list[Item]:
        """What can stand in a rule text."""
        found = list(self.keywords(names.leaf, expected, beginning))
        if expected.role is not None:
            found += names.with_role(expected.role)
        first: dict[str, Candidate] = {}
        for candidate in found:
            first.setdefault(candidate.name, candidate)
        uses = Counter(name.name for file in names.project.files for name in file.names)
        order = rank(first.values(), names, expected, uses)
        return [self.candidate(c, names) for c in order[:MAX_ITEMS]]

    def keywords(self, leaf: Leaf, expected: Expecting, beginning: str) -> Iterator[Candidate]:
        """The keywords, with those that only the lines of a file make possible."""
        yield from (Candidate(word, "keyword") for word in expected.keywords)
        if beginning.strip() or not expected.is_certain:
            return
        extra: tuple[str, ...] = ()
        if leaf.start == "statement":
            extra = ("if", "for", "repeat", "else")
        elif leaf.start == "block":
            extra = VERBS
        elif leaf.start == "turn" and leaf.heading == "turn":
            extra = ("if", "else")
        if len(leaf.text.value) == len(MARK) and self.extends and leaf.start != "label":
            extra = (*extra, "removed")
        yield from (Candidate(word, "keyword") for word in extra)

    @property
    def extends(self) -> bool:
        """Whether the file extends another."""
        return re.search(r"^extends:", self.at.source.text, re.MULTILINE) is not None

    def candidate(self, candidate: Candidate, names: Names) -> Item:
        """The item of a candidate."""
        name, sort = candidate.name, candidate.sort
        if sort in ("built-in", "move") and name in BUILTINS:
            row = BUILTINS[name]
            return self.item(name, sort, about_builtin(row, self.pages), row.signature)
        if sort in ("keyword", "listener"):
            return self.item(name, sort, about_keyword(name, self.pages))
        if sort == "entry":
            return self.item(name, sort, about_entry(names.leaf.heading, name, self.pages))
        place = names.project.declared.get(name)
        type = names.knowledge.type_of(name)
        detail = f"{sort}, {type}" if type is not None else sort
        if place is None or place.name.leaf is None or sort in ("parameter", "cell"):
            return self.item(name, sort, detail=detail)
        return self.item(name, sort, place.name.leaf.text.value[:200], detail)


def order_of(heading: str) -> int:
    """The place of a heading in the order that reads best."""
    return HEADINGS.index(heading.replace(" ", "_"))


def value_above(root: Node, word: str) -> str | None:
    """The heading under which a word stands in a text for people; None if it stands elsewhere."""
    if not isinstance(root, Map):
        return None
    return next((e.key.value for e in root.entries if holds(e.value, word)), None)


def holds(node: Node, word: str) -> bool:
    """Whether a text of a node holds a word."""
    if isinstance(node, Text):
        return word in node.value
    if isinstance(node, List):
        return any(holds(item, word) for item in node.items)
    return any(holds(entry.value, word) for entry in node.entries)
