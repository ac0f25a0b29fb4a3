"""What a word means: of the language its meaning, of a name of the file its type and definition."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gdl.source.spans import Span
from gdl.source.wording import number_of
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.keywords import KEYWORDS
from interpreter.language_server.features.words import (
    OTHERS,
    about_entry,
    about_heading,
    about_keyword,
    about_word,
    code,
)
from interpreter.language_server.reading.knowledge import Knowledge
from interpreter.language_server.reading.leaves import Leaf
from interpreter.language_server.reading.names import GLOBAL, Occurrence
from interpreter.language_server.reading.project import Place, Project

WORD = re.compile(r"[A-Za-z_]\w*")
HEADING = re.compile(r"([a-z]+(?: [a-z]+)?)[ \t]*(?=:|$)", re.MULTILINE)
MAX_LINES = 12  # of a definition that is shown


@dataclass(frozen=True)
class Hover:
    """A text in Markdown, and the characters that it is about."""

    text: str
    start: int
    end: int


def hover(project: Project, offset: int, knowledge: Knowledge, pages: str | None) -> Hover | None:
    """What is known of the word at an offset; None if there is none."""
    text = project.main.source.text
    word = word_at(text, offset)
    if word is None:
        return None
    start, end = word
    line_start = text.rfind("\n", 0, start) + 1
    heading = HEADING.match(text, line_start)
    if heading and heading.start() <= start < heading.end():
        about = about_heading(heading[1], pages)
        return None if about is None else Hover(about, line_start, heading.end(1))
    leaf = project.main.reading.leaf_at(start)
    if leaf is None or in_quotes(leaf, start):
        return None
    about = about_place(project, leaf, start, end, knowledge, pages)
    return None if about is None else Hover(about, start, end)


def about_place(
    project: Project, leaf: Leaf, start: int, end: int, knowledge: Knowledge, pages: str | None
) -> str | None:
    """What is known of a word in a rule text."""
    word = project.main.source.text[start:end]
    if leaf.start in ("piece_entry", "board_entry", "seen_head"):
        about = about_entry(leaf.heading, word, pages)
        if about is not None:
            return about
    is_name = any(
        str(t) == word and t.type == "NAME" and leaf.text.offsets[t.start_pos or 0] == start
        for t in leaf.tokens
    )
    name = project.at(start)
    is_declared = name is not None and bool(project.declarations(name))
    if name is not None and is_declared:
        return about_name(project, name, knowledge)
    if (word in KEYWORDS or word in OTHERS) and not is_name:
        return about_keyword(word, pages)
    if word in BUILTINS:
        about = about_word(word, pages)
        type = knowledge.type_at(start, end) or knowledge.starts.get(start)
        return f"{about}\n\nhere: {type}" if about and type else about
    if name is not None and word in knowledge.symbols:
        symbol = knowledge.symbols[word]
        return code(f"{word}: {symbol.sort}")
    return about_word(word, pages)


def about_name(project: Project, name: Occurrence, knowledge: Knowledge) -> str:
    """What a name of the file is, its type, and its declaration."""
    place = project.declarations(name)[0]
    type = type_of(project, name, knowledge)
    sort = place.name.sort or "name"
    lines = [f"{sort} `{name.name}`" + (f": {type}" if type and type != sort else "")]
    lines.append(declaration(place))
    if place.file is not project.main:
        stem = re.split(r"[/\\]", place.file.source.name)[-1]
        lines.append(f"from {code_word(stem)}")
    count = sum(1 for p in project.same(name) if not p.name.declares)
    lines += [f"used {number_of(count, 'time')}"] if count else []
    return "\n\n".join(lines)


def type_of(project: Project, name: Occurrence, knowledge: Knowledge) -> str | None:
    """The type of a name in words."""
    if name.scope == GLOBAL:
        type = knowledge.type_of(name.name)
        parameters = knowledge.parameters.get(name.name)
        if parameters:
            given = ", ".join(map(str, parameters))
            return f"({given}) → {type or 'statements'}"
        return None if type is None else str(type)
    for place in project.same(name):
        if place.file is project.main:
            found = knowledge.type_at(place.name.start, place.name.end)
            if found is not None:
                return str(found)
    return None


def declaration(place: Place) -> str:
    """The lines that declare a name."""
    source, leaf = place.file.source, place.name.leaf
    assert leaf is not None
    first = leaf.first if place.name.scope == GLOBAL else place.name.start
    if place.name.scope != GLOBAL:
        return code(source.line(source.place(first)[0]).strip())
    return code(entry_lines(Span(source, leaf.first, leaf.last)))


def entry_lines(span: Span) -> str:
    """The line of a span with the deeper lines below it, without their indentation."""
    source = span.source
    lines = source.text.split("\n")
    first = span.line - 1
    indent = len(lines[first]) - len(lines[first].lstrip())
    shown = [lines[first]]
    for line in lines[first + 1 : first + MAX_LINES]:
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        shown.append(line)
    return "\n".join(line[indent:].rstrip() for line in shown).strip()


def word_at(text: str, offset: int) -> tuple[int, int] | None:
    """Where the word at an offset begins and ends; the one before it if it ends there."""
    start = max(0, offset - 200)
    for match in WORD.finditer(text, start, min(len(text), offset + 200)):
        if match.start() <= offset <= match.end() and (
            offset < match.end() or not WORD.match(text, offset)
        ):
            return match.span()
    return None


def in_quotes(leaf: Leaf, offset: int) -> bool:
    """Whether an offset lies in a message of a rule text."""
    before = [c for c, at in zip(leaf.text.value, leaf.text.offsets) if at < offset]
    return before.count('"') % 2 == 1


def code_word(text: str) -> str:
    """A short text as code within a line."""
    return f"`{text.replace('`', '')}`"
