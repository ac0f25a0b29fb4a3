"""Hover says something about every word of the language and every name of a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.diagnosing import GAMES, bundled
from support.quick import each

from gdl.source.spans import Source
from gdl.syntax.outline import HEADINGS
from gdl.vocabulary.builtins import BUILTINS
from gdl.vocabulary.keywords import KEYWORDS
from gdl.vocabulary.meanings import (
    ENTRY_MEANINGS,
    HEADING_MEANINGS,
    KEYWORD_MEANINGS,
    Meaning,
    builtin_section,
)
from interpreter.api.library import library
from interpreter.language_server.features.hover import hover
from interpreter.language_server.features.words import about_word
from interpreter.language_server.reading.knowledge import known
from interpreter.language_server.reading.leaves import Reading
from interpreter.language_server.reading.project import read_project

DOCS = Path(__file__).parents[2] / "docs"
MEANINGS = {
    **HEADING_MEANINGS, **KEYWORD_MEANINGS,
    **{f"{h} {e}": m for h, entries in ENTRY_MEANINGS.items() for e, m in entries.items()},
}  # fmt: skip


def test_every_keyword_and_every_heading_has_a_meaning() -> None:
    assert set(KEYWORD_MEANINGS) == set(KEYWORDS)
    assert {name.replace(" ", "_") for name in HEADING_MEANINGS} == set(HEADINGS)


def test_the_headings_mean_what_the_specification_says() -> None:
    page = (DOCS / "language.md").read_text("utf-8")
    table = page[page.index("## 2. The file") : page.index("`game`, `players`, `turn` and `end`")]
    for names, meaning, example in re.findall(r"^\| (`.*?) \| (.*?) \| `(.*?)` \|$", table, re.M):
        for name in re.findall(r"`(.*?)`", names):
            assert (HEADING_MEANINGS[name].text, HEADING_MEANINGS[name].example) == (
                meaning, example,
            )  # fmt: skip


def slug(title: str) -> str:
    """The anchor that a heading of a page gets."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


SECTIONS = {m.section for m in MEANINGS.values()} | {builtin_section(name) for name in BUILTINS}


@pytest.mark.parametrize("section", sorted(SECTIONS))
def test_every_link_leads_to_a_section(section: str) -> None:
    page, _, anchor = section.partition("#")
    titles = re.findall(r"^#+ (.*)$", (DOCS / page).read_text("utf-8"), re.M)
    assert anchor in map(slug, titles)


@pytest.mark.parametrize("word", [*BUILTINS, *KEYWORDS])
def test_every_word_of_the_language_has_a_text_with_a_link(word: str) -> None:
    text = about_word(word, "https://example.org/docs")
    assert text and "](https://example.org/docs/" in text


@pytest.mark.parametrize("meaning", MEANINGS.values(), ids=MEANINGS.keys())
def test_meanings_are_sentences_without_a_full_stop(meaning: Meaning) -> None:
    assert meaning.text and not meaning.text.endswith(".") and meaning.example


@pytest.mark.parametrize("name", each(4, bundled()))
def test_every_word_of_a_bundled_game_has_a_hover(name: str) -> None:
    source = Source(str(GAMES / f"{name}.yaml"), bundled()[name])
    project, knowledge = read_project(source, library().base), known(source, library())
    silent = []
    for leaf in Reading(source).leaves:
        for match in re.finditer(r'"[^"]*"|[A-Za-z_]\w*', leaf.text.value):
            at = leaf.text.offsets[match.start()]
            if match[0][0] != '"' and leaf.start not in ("extends", "letters"):  # marks of drawings
                found = hover(project, at, knowledge, None)
                if found is None or not found.text:
                    silent.append(f"{match[0]} at {source.place(at)}")
    assert not silent


def shown(text: str, name: str = "case.yaml") -> str:
    """The hover at the `|` of a text."""
    cursor = text.index("|")
    source = Source(str(GAMES / name), text[:cursor] + text[cursor + 1 :])
    found = hover(read_project(source, library().base), cursor, known(source, library()), None)
    return found.text if found else ""


BASE = "extends: tic-tac-toe\n"


def test_a_name_shows_its_type_and_its_definition() -> None:
    text = shown(
        f"{BASE}define:\n  lead(p): count(pieces(p))\nend:\n  - when |lead(mover) = 3: draw\n"
    )
    assert "(colour) → number" in text and "lead(p): count(pieces(p))" in text


def test_a_name_of_the_extended_file_says_where_it_is_from() -> None:
    assert "tic-tac-toe.yaml" in shown(f"{BASE}turn: |place\n")


def test_a_broken_file_still_has_hovers() -> None:
    text = shown(
        'players: A, B\nactions:\n  place(at in empty): put ((\nturn: |place\nend:\n - "\n'
    )
    assert "place(at in empty)" in text
    assert "cells without a piece" in shown("turn: )) (\nend:\n  - when no |empty\n foo\n")


@pytest.mark.parametrize("text", ["|", "\n|\n", "game: T|his\n", "# a comm|ent\n", "12|3"])
def test_there_is_nothing_to_say_about_other_text(text: str) -> None:
    assert shown(text) == ""


def test_markup_in_a_file_stays_code() -> None:
    text = shown('define:\n  na|me: "```\\n<script>alert(1)</script>\u202e"\nturn: name\n')
    assert "\u202e" not in text
    assert text.count("````") == 2


def test_what_a_file_extends_is_known_before_its_rules_are_parsed() -> None:
    """So the outline of a very long file does not wait for that."""
    read: list[str] = []
    source = Source("a.yaml", "extends: tic-tac-toe\nturn: place else pass\n")
    project = read_project(source, lambda name, _: read.append(name))
    assert read == ["tic-tac-toe"]
    assert "leaves" not in vars(project.main.reading)
