"""Tries what a misspelt word may stand for.

Where several names are near, each is put in the place of the word and the file is checked again:
the one with which least is wrong is suggested.  So `groupss(mine)` is taken for `groups`, since
`group` wants one cell.
"""

from __future__ import annotations

from collections.abc import Callable

from gdl.diagnostics import Diagnostic, Report
from gdl.source import Source

MAX_WORDS = 3  # misspelt words of one file for which this is done
MAX_NAMES = 5  # near names that are tried for each
GUESSES_A_CHARACTER = 20  # comparisons of letters; to check a character takes as long


def choose_suggestions(
    source: Source, characters: int, check: Callable[[Source], Report], report: Report
) -> None:
    """Give each finding with several candidates the one with which `check` finds least.

    `characters` says how much there is to check, each time.
    """
    doubtful = [d for d in report.diagnostics if len(d.candidates) > 1 and d.span.source == source]
    for diagnostic in doubtful[:MAX_WORDS]:
        tried = diagnostic.candidates[:MAX_NAMES]
        cost = GUESSES_A_CHARACTER * (characters + len(source.text) // 2)
        if not report.may_guess(cost * len(tried)):
            return
        best = min(tried, key=lambda name: faults(check(replaced(diagnostic, name))))
        report.advise(diagnostic, best)


def replaced(diagnostic: Diagnostic, name: str) -> Source:
    """The file with a name in the place of the words that a finding marks."""
    span = diagnostic.span
    text = span.source.text
    return Source(span.source.name, text[: span.start] + name + text[span.end :])


def faults(report: Report) -> tuple[int, int]:
    """How much was found: errors, then warnings."""
    errors = sum(d.is_error for d in report.diagnostics)
    return errors, len(report.diagnostics) - errors
