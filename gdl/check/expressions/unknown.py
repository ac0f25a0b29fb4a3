"""Unknown words, and the names that may be meant by them.

The checker collects them and goes on.  At the end, when it is known which names are used, `settle`
reports each at its place, with similar names; but if it stands in several places and resembles a
name that is declared and never used, once at that declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from gdl.source.diagnostics import Report
from gdl.source.limits import MAX_ERRORS
from gdl.source.spans import Span
from gdl.syntax.nodes import Name
from gdl.vocabulary.synonyms import said, synonyms

DECLARE = {  # where a name is declared, by the brackets that follow it
    "word": "declare it: words under `words`, variables under `state`, anything else under "
    "`define`; or use a name that there is",
    "call": "declare it under `define`, or use a name that there is",
    "lookup": "declare it under `state`, or use a name that there is",
}

FEWEST_LETTERS = 3  # of a word that begins another, to take them for the same


class Declared(Protocol):
    """A declared name, or a variable of a rule."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def span(self) -> Span:
        """Where it is declared."""


@dataclass(frozen=True)
class Unknown:
    """An unknown word, with its message and the names that could be meant."""

    name: Name
    code: str
    hint: str | None  # for when no name is near
    groups: tuple[tuple[str, ...], ...]  # names that could stand here, the likeliest first
    variables: tuple[Declared, ...]  # of the rule
    values: dict[str, Any]


class Unknowns:
    """The unknown words of one file."""

    def __init__(self, report: Report, broken: frozenset[str]):
        self.report = report
        self.broken = set(broken)  # names of faulty declarations, which are not unknown
        self.words: dict[Span, Unknown] = {}

    def add(
        self,
        name: Name,
        code: str,
        *groups: Iterable[str],
        variables: tuple[Declared, ...] = (),
        hint: str | None = None,
        **values: Any,
    ) -> None:
        """Remember an unknown word; the groups hold names that could be meant, the likeliest first.

        Only the first `MAX_ERRORS` words are kept.
        """
        if name.text not in self.broken and len(self.words) < MAX_ERRORS:
            lists = tuple(tuple(group) for group in groups)
            self.words[name.span] = Unknown(name, code, hint, lists, variables, values)

    @property
    def is_full(self) -> bool:
        """Whether no more unknown words are kept."""
        return len(self.words) >= MAX_ERRORS

    def settle(self, unused: tuple[Declared, ...], used: set[Span]) -> None:
        """Report all; `unused` are names that no rule uses, `used` the places of used variables."""
        by_word: dict[str, list[Unknown]] = {}
        for unknown in self.words.values():
            by_word.setdefault(unknown.name.text, []).append(unknown)
        for word, uses in by_word.items():
            declared = self.declaration(word, uses, unused, used)
            if declared is not None and len(uses) > 1:
                self.report.add(
                    "misspelt-declaration", declared.span, word=declared.name, right=word,
                    times=len(uses), candidates=(word,),
                )  # fmt: skip
                continue
            for unknown in uses:
                self.report_one(unknown, declared)

    def declaration(
        self, word: str, uses: list[Unknown], unused: tuple[Declared, ...], used: set[Span]
    ) -> Declared | None:
        """The name that is declared, never used, and may be a misspelling of the word."""
        idle = [
            v for v in uses[0].variables
            if v.span not in used and all(v in u.variables for u in uses)
        ]  # fmt: skip
        fewest = 2 if uses[0].code == "unknown-cell" else 1  # a letter is near a cell by chance
        names = {v.name: v for v in (*unused, *idle) if len(v.name) >= fewest}
        nearby = self.report.near(word, names) or begun_alike(word, unused)
        if nearby:
            return names[nearby[0]]
        single = [v for v in idle if len(v.name) == 1 == len(word)]
        return single[-1] if single else None

    def report_one(self, unknown: Unknown, declared: Declared | None) -> None:
        """Report a word at its place."""
        word = unknown.name.text
        candidates = self.report.near(word, *unknown.groups)
        if len(word) == 1:
            candidates = tuple(dict.fromkeys((*letters(unknown), *candidates)))
        if declared is not None:
            candidates = tuple(dict.fromkeys((declared.name, *candidates)))
        candidates = tuple(dict.fromkeys((*synonyms(word), *candidates)))
        self.report.add(
            unknown.code, unknown.name.span, word=word, candidates=candidates,
            hint=said(word) or unknown.hint, **unknown.values,
        )  # fmt: skip


def begun_alike(word: str, names: Iterable[Declared]) -> list[str]:
    """The names of some that begin a word or that it begins, as where one was renamed: `lay` of
    `laying`; those of few letters tell nothing.
    """
    pairs = [(each.name, sorted((word, each.name), key=len)) for each in names]
    return [name for name, (short, long) in pairs
            if len(short) >= FEWEST_LETTERS and long.startswith(short)]  # fmt: skip


def letters(unknown: Unknown) -> list[str]:
    """The variables of one letter: those absent from the line first, inner before outer."""
    line = unknown.name.span.source.line(unknown.name.span.line)
    spoken = set(re.findall(r"\w+", line))
    names = [v.name for v in reversed(unknown.variables) if len(v.name) == 1]
    return sorted(names, key=lambda name: name in spoken)
