"""The set `playing`, which a file has when its rules name it and declare nothing of that name.

It is a variable of the language: `playing: subsets(colours) = colours`, stored, shown and changed
like those of the file.  What it means is up to the engines, which pass over colours outside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from gdl.source.spans import Span
from gdl.syntax import nodes as syntax
from gdl.syntax.rule_file import RuleFile

PLAYING = "playing"


def playing_of(file: RuleFile) -> tuple[syntax.Head, syntax.Stored] | None:
    """The declaration of `playing`, as if it stood in the file; None for other files."""
    others = [getattr(file, f.name) for f in fields(file) if f.name != "sees"]
    uses = list(uses_in([*others, [shown for _, shown in file.sees]]))
    uses += [(head.name.span, False) for head, _ in file.sees if head.name.text == PLAYING]
    spans = [span for span, is_own in uses if not is_own]
    if not spans or any(is_own for _, is_own in uses):
        return None
    span = spans[0]
    colours = syntax.Word(span, "colours")
    domain = syntax.Call(span, syntax.Name(span, "subsets"), (colours,))
    stored = syntax.Stored(span, (domain,), False, colours, ())
    return syntax.Head(span, syntax.Name(span, PLAYING)), stored


def uses_in(value: Any) -> Iterator[tuple[Span, bool]]:
    """Where a part of a file has the word, and whether it names something of the file there."""
    if isinstance(value, syntax.Place):
        if value.name.text == PLAYING:
            yield value.name.span, False
        yield from uses_in(value.args)
    elif isinstance(value, syntax.Stored) and all_words(value.domain):
        yield from ((w.span, True) for w in value.domain if w.span.text == PLAYING)
        yield from uses_in([value.start, value.published])
    elif isinstance(value, syntax.Word):
        if value.text == PLAYING:
            yield value.span, False
    elif isinstance(value, syntax.Name):
        if value.text == PLAYING:
            yield value.span, True
    elif isinstance(value, tuple | list):
        for part in value:
            yield from uses_in(part)
    elif is_dataclass(value) and not isinstance(value, type | Span):
        yield from uses_in([getattr(value, f.name) for f in fields(value)])


def all_words(domain: tuple[Any, ...]) -> bool:
    """Whether a domain lists words, which are new ones."""
    return len(domain) > 1 and all(isinstance(item, syntax.Word) for item in domain)
