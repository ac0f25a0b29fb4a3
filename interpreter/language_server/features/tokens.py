"""What each word of a file is, for colours in an editor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gdl.check.expressions.scope import WORDS
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.drawn import DRAWN
from gdl.vocabulary.keywords import KEYWORDS
from gdl.yaml.reader import Map, Node, Text
from interpreter.language_server.reading.leaves import PLAIN, Leaf
from interpreter.language_server.reading.names import GLOBAL, LINES, Occurrence
from interpreter.language_server.reading.project import Project

TYPES = (
    "keyword", "type", "function", "method", "variable", "parameter", "property", "enumMember",
    "number", "string", "comment", "operator", "namespace",
)  # fmt: skip
MODIFIERS = ("declaration", "defaultLibrary", "readonly")
DECLARATION, LIBRARY, READONLY = 1, 2, 4
BY_SORT = {
    "action": "method", "chance": "method", "question": "method", "part": "method",
    "definition": "function", "fact": "function", "variable": "property", "mark": "property",
    "attribute": "property",
    "colour": "type", "kind": "type", "word": "enumMember", "option": "enumMember",
    WORDS: "type", "cell": "enumMember", "direction": "enumMember",
}  # fmt: skip
PIECES = re.compile(r'"[^"]*"?|[A-Za-z_]\w*|\d+(?:\.\d+)?|[=!<>]=?|\.\.|[-+*|&]')
COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[^\r\n]*", re.MULTILINE)


@dataclass(frozen=True)
class Coloured:
    """Characters of a file: what they are, as an index of `TYPES`, and their modifiers."""

    start: int
    end: int
    type: int
    modifiers: int = 0


def coloured(project: Project) -> list[Coloured]:
    """What the words of a file are, in their order; none overlap."""
    found = [*keys(project.main.reading.root), *comments(project)]
    names = {n.start: n for n in project.main.names}
    for leaf in project.main.reading.leaves:
        found += words(project, leaf, names)
    ordered: list[Coloured] = []
    for token in sorted(found, key=lambda t: (t.start, -t.end)):
        if not ordered or token.start >= ordered[-1].end:
            ordered.append(token)
    return ordered


def keys(root: Map) -> Iterator[Coloured]:
    """The headings of the file, and the texts for people."""
    for entry in root.entries:
        yield Coloured(entry.key.span.start, entry.key.span.end, TYPES.index("namespace"))
        if entry.key.value.strip() in PLAIN:
            yield from plain(entry.value)
        elif entry.key.value.strip() == "board" and isinstance(entry.value, Map):
            for part in entry.value.entries:
                if part.key.value in DRAWN:
                    yield from plain(part.value)


def plain(node: Node) -> Iterator[Coloured]:
    """A text for people, line by line."""
    if isinstance(node, Text) and node.value:
        source = node.span.source
        for match in re.finditer(r"\S[^\r\n]*", source.text[node.span.start : node.span.end]):
            start = node.span.start
            yield Coloured(start + match.start(), start + match.end(), TYPES.index("string"))


def comments(project: Project) -> Iterator[Coloured]:
    """The comments; a `#` in a text or a message begins none."""
    reading = project.main.reading
    inside = [(leaf.first, leaf.last) for leaf in reading.leaves if "#" in leaf.text.value]
    for entry in reading.root.entries:
        if entry.key.value.strip() in PLAIN:
            inside.append((entry.value.span.start, entry.value.span.end))
    for match in COMMENT.finditer(project.main.source.text):
        if not any(first <= match.start() < last for first, last in inside):
            yield Coloured(match.start(), match.end(), TYPES.index("comment"))


def words(project: Project, leaf: Leaf, names: dict[int, Occurrence]) -> Iterator[Coloured]:
    """The words of a rule text."""
    value, offsets = leaf.text.value, leaf.text.offsets
    named = {t.start_pos for t in leaf.tokens if t.type == "NAME"}
    for match in PIECES.finditer(value):
        start, end = offsets[match.start()], offsets[match.end() - 1] + 1
        if end - start != match.end() - match.start():  # goes over the end of a line
            continue
        word = match[0]
        if word[0] == '"':
            yield Coloured(start, end, TYPES.index("string"))
        elif word[0].isdigit():
            yield Coloured(start, end, TYPES.index("number"))
        elif not word.isidentifier():
            yield Coloured(start, end, TYPES.index("operator"))
        elif leaf.start in ("piece_entry", "board_entry"):
            yield Coloured(start, end, TYPES.index("keyword"))
        elif leaf.start == "extends":
            yield Coloured(start, end, TYPES.index("string"))
        else:
            yield word_of(project, word, start, end, names.get(start), match.start() in named)


def word_of(
    project: Project, word: str, start: int, end: int, name: Occurrence | None, is_name: bool
) -> Coloured:
    """What a word of a rule is."""
    if word in KEYWORDS and not is_name:
        return Coloured(start, end, TYPES.index("keyword"))
    declares = DECLARATION if name is not None and name.declares else 0
    if name is not None and name.scope != GLOBAL:
        kind = "property" if name.scope.startswith(LINES) else "parameter"
        return Coloured(start, end, TYPES.index(kind), declares)
    place = project.declared.get(word)
    if place is not None:
        type = BY_SORT.get(place.name.sort, "variable")
        return Coloured(start, end, TYPES.index(type), declares)
    if word in BUILTINS:
        kind = "function" if BUILTINS[word].params else "variable"
        return Coloured(start, end, TYPES.index(kind), LIBRARY)
    return Coloured(start, end, TYPES.index("variable"))
