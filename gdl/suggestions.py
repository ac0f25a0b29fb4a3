"""Chooses among several suggestions for a mistake by trying each of them.

Each candidate replaces the words that its diagnostic marks, and the file is checked again; the one
that leaves the fewest errors is kept.  So `groupss(mine)` is taken for `groups`, since `group`
takes one cell.  A candidate that only leads to another error at the same place is dropped.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.source.diagnostics import Diagnostic, Report
from gdl.source.spans import Source
from gdl.vocabulary.builtins import BUILTINS

MAX_WORDS = 3  # diagnostics of one file whose candidates are tried
MAX_NAMES = 5  # candidates tried for each
SHORT = 4  # letters; a word this short may resemble a keyword by chance
GUESSES_A_CHARACTER = 20  # letter comparisons that take as long as checking a character
Check = Callable[[Source], Report]


def choose_suggestions(source: Source, characters: int, check: Check, report: Report) -> None:
    """Give each diagnostic the candidate with which `check` finds the fewest errors, or none.

    `characters` is the length of all rule texts; the cost of one check follows from it.
    """
    before = faults(report)[0]
    doubtful = [d for d in report.diagnostics if d.candidates and d.span.source == source]
    for diagnostic in doubtful[:MAX_WORDS]:
        names = diagnostic.candidates[:MAX_NAMES]
        cost = GUESSES_A_CHARACTER * (characters + len(source.text) // 2)
        if not report.may_guess(cost * len(names)):
            return
        tried = {name: check(replaced(diagnostic, name)) for name in names}
        best = min(tried, key=lambda name: faults(tried[name]))
        report.advise(diagnostic, best if helps(diagnostic, best, before, tried[best]) else None)


def helps(diagnostic: Diagnostic, name: str, before: int, after: Report) -> bool:
    """Whether a suggestion helps: it leaves fewer errors, or as many but none at its own place."""
    now, _ = faults(after)
    if now != before:
        return now < before
    here = diagnostic.span
    if is_doubtful(diagnostic, name):
        return not any(d.is_error and d.span.line == here.line for d in after.diagnostics)
    first = here.start if only_joins(diagnostic, name) else 0
    return not any(
        d.is_error and first <= d.span.start < here.start + len(name) and here.start < d.span.end
        for d in after.diagnostics
    )


def only_joins(diagnostic: Diagnostic, name: str) -> bool:
    """Whether a suggestion is the words themselves, so that what is wrong around them is another
    mistake."""
    return "_".join(diagnostic.span.text.replace("-", " ").split()) == name


def is_doubtful(diagnostic: Diagnostic, name: str) -> bool:
    """Whether a word reported as a misspelt keyword may well be meant as it is written."""
    word = diagnostic.span.text
    is_word = word in BUILTINS or len(word) <= SHORT
    return diagnostic.code == "misspelt-keyword" and is_word and word.lower() != name


def replaced(diagnostic: Diagnostic, name: str) -> Source:
    """The file with `name` in place of the words that a diagnostic marks."""
    span = diagnostic.span
    text = span.source.text
    return Source(span.source.name, text[: span.start] + name + text[span.end :])


def faults(report: Report) -> tuple[int, int]:
    """The number of errors, and the number of all other diagnostics."""
    errors = sum(d.is_error for d in report.diagnostics)
    return errors, len(report.diagnostics) - errors
