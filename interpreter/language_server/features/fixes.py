"""Findings as plain data, and the corrections that they offer, as edits.

In: diagnostics, or findings as the checker sends them.  Out: fixes, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gdl.source.diagnostics import Diagnostic

MAX_CHOICES = 5  # corrections offered for one mistake
MAX_SHOWN = 60  # characters of a correction in its title


@dataclass(frozen=True)
class Fix:
    """Characters from `start` to `end` that are replaced; `is_first` for the likeliest one."""

    title: str
    start: int
    end: int
    new: str
    finding: int  # the number of the finding
    is_first: bool = True


def finding(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as `gdl check --json` shows it, with offsets and all its candidates."""
    span = diagnostic.span
    more = {"start": span.start, "end": span.end, "candidates": list(diagnostic.candidates)}
    return diagnostic.as_json() | more


def fixes(findings: Iterable[dict[str, Any]], name: str, start: int, end: int) -> list[Fix]:
    """The corrections for the findings in a file that meet a range."""
    made: list[Fix] = []
    for number, found in enumerate(findings):
        if found["file"] != name or found["start"] > end or found["end"] < start:
            continue
        first = found["suggestion"]
        if first is None:
            continue
        choices = list(dict.fromkeys([first, *found["candidates"]]))[:MAX_CHOICES]
        for choice in choices:
            title = title_of(choice, found["start"] == found["end"])
            is_first = choice == first
            made.append(Fix(title, found["start"], found["end"], choice, number, is_first))
    return made


def all_at_once(findings: Iterable[dict[str, Any]], name: str) -> list[Fix]:
    """The likeliest correction for each mistake of a file, none touching another."""
    chosen: list[Fix] = []
    for fix in fixes(findings, name, 0, 10**9):
        if fix.is_first and all(fix.start >= f.end or fix.end <= f.start for f in chosen):
            chosen.append(fix)
    return chosen


def title_of(new: str, is_insertion: bool) -> str:
    """What a fix does."""
    shown = " ".join(new.split())
    shown = shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]} …"
    if not shown:
        return "indent with blanks" if new else "delete this"
    return f"insert `{shown}`" if is_insertion else f"change to `{shown}`"
