"""Tries what is suggested for a mistake.

Each suggestion is put in the place of the words that it stands for, and the file is checked again:
of several, the one with which least is wrong is kept.  So `groupss(mine)` is taken for `groups`,
since `group` wants one cell.  One that only leads to another mistake at the same place is dropped.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.source.diagnostics import Diagnostic, Report
from gdl.source.spans import Source
from gdl.vocabulary.builtins import BUILTINS

MAX_WORDS = 3  # findings of one file for which this is done
MAX_NAMES = 5  # candidates that are tried for each
SHORT = 4  # letters of a word that is near to a keyword by chance
GUESSES_A_CHARACTER = 20  # comparisons of letters; to check a character takes as long
Check = Callable[[Source], Report]


def choose_suggestions(source: Source, characters: int, check: Check, report: Report) -> None:
    """Give each finding with candidates the one with which `check` finds least, or none.

    `characters` says how much there is to check, each time.
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
    """Whether a suggestion leads on: less is wrong then, or as much but not where it stands."""
    now, _ = faults(after)
    if now != before:
        return now < before
    here = diagnostic.span
    if is_doubtful(diagnostic, name):
        return not any(d.is_error and d.span.line == here.line for d in after.diagnostics)
    return not any(
        d.is_error and here.start <= d.span.start < here.start + len(name)
        for d in after.diagnostics
    )


def is_doubtful(diagnostic: Diagnostic, name: str) -> bool:
    """Whether a word is taken for a misspelt keyword that may well be meant as it stands."""
    word = diagnostic.span.text
    is_word = word in BUILTINS or len(word) <= SHORT
    return diagnostic.code == "misspelt-keyword" and is_word and word.lower() != name


def replaced(diagnostic: Diagnostic, name: str) -> Source:
    """The file with a name in the place of the words that a finding marks."""
    span = diagnostic.span
    text = span.source.text
    return Source(span.source.name, text[: span.start] + name + text[span.end :])


def faults(report: Report) -> tuple[int, int]:
    """How much was found: errors, then warnings."""
    errors = sum(d.is_error for d in report.diagnostics)
    return errors, len(report.diagnostics) - errors
