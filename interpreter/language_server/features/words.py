"""What is known about a word: its meaning, an example, and where to read more.

In: a word of the language, or a name of the file with its project.  Out: text in Markdown.
"""

from __future__ import annotations

from gdl.source.printable import printable
from gdl.vocabulary.builtins import BUILTINS, Builtin
from gdl.vocabulary.meanings import (
    ALL_AS_WORD,
    BOARD_AS_WORD,
    ENTRY_MEANINGS,
    HEADING_MEANINGS,
    KEYWORD_MEANINGS,
    REMOVED,
    Meaning,
    builtin_section,
)

# words that mean something at some places
OTHERS = {"removed": REMOVED, "board": BOARD_AS_WORD, "all": ALL_AS_WORD}
MAX_SHOWN = 400  # characters shown of a rule


def about_builtin(builtin: Builtin, pages: str | None) -> str:
    """The meaning of a built-in name."""
    meaning = Meaning(builtin.meaning, builtin.example, builtin_section(builtin.name))
    return page_of(builtin.signature, meaning, pages)


def about_heading(name: str, pages: str | None) -> str | None:
    """The meaning of a heading, or None."""
    meaning = HEADING_MEANINGS.get(name)
    return page_of(f"{name}:", meaning, pages) if meaning else None


def about_entry(heading: str, name: str, pages: str | None) -> str | None:
    """The meaning of an entry that the language names, such as `supply` of a piece; or None."""
    meaning = ENTRY_MEANINGS.get(heading, {}).get(name)
    return page_of(f"{name}:", meaning, pages) if meaning else None


def about_keyword(word: str, pages: str | None) -> str | None:
    """The meaning of a keyword, or None."""
    meaning = OTHERS.get(word) or KEYWORD_MEANINGS.get(word)
    return page_of(word, meaning, pages) if meaning else None


def about_word(word: str, pages: str | None) -> str | None:
    """The meaning of a keyword or a built-in name, or None."""
    builtin = BUILTINS.get(word)
    return about_builtin(builtin, pages) if builtin else about_keyword(word, pages)


def page_of(title: str, meaning: Meaning, pages: str | None) -> str:
    """The text for a meaning; `pages` is the address of the documentation, if it has one."""
    page, _, section = meaning.section.partition("#")
    words = section.lstrip("0123456789-").replace("-", " ")
    shown = f"docs/{page}, “{words}”"
    more = f"[{shown}]({pages.rstrip('/')}/{meaning.section})" if pages else shown
    return f"{code(title)}\n\n{meaning.text}\n\n{code(meaning.example)}\n\n{more}"


def code(text: str) -> str:
    """A text as a block of rules, which nothing in it can end."""
    clipped = text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]} …"
    shown = "\n".join(printable(line) for line in clipped.splitlines())
    fence = "```"
    while fence in shown:
        fence += "`"
    return f"{fence}gdl\n{shown}\n{fence}"
