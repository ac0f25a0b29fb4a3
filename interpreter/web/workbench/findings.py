"""Findings in a text that is being edited, as the editor of the page shows them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gdl.source.printable import printable
from gdl.source.wording import clip
from interpreter.language_server.features.fixes import fixes

MAX_MESSAGE = 600  # characters of a message
KEPT = ("code", "severity", "line", "column", "end_line", "end_column", "hint", "suggestion")
Finding = dict[str, Any]


def shown(findings: Iterable[Finding], name: str) -> list[Finding]:
    """Findings with their corrections, for the text of the file `name`.

    A file that it extends is called by its name alone, and `is_here` is false for what is there.
    """
    return [shown_one(found, name) for found in findings]


def shown_one(found: Finding, name: str) -> Finding:
    """One finding, with `fixes`: the texts that may stand in its place, the likeliest first."""
    file = str(found["file"])
    offered = fixes([found], name, found["start"], found["end"])
    return {
        **{key: found[key] for key in KEPT},
        "message": clip(printable(str(found["message"])), MAX_MESSAGE),
        "file": Path(file).name,
        "is_here": file == name,
        "fixes": [{"title": fix.title, "new": fix.new} for fix in offered],
    }


def together(first: Iterable[Finding], more: Iterable[Finding]) -> list[Finding]:
    """What was found at once and what was found by trying further, each finding once, in order."""
    by_place = {place_of(found): found for found in [*more, *first]}
    return sorted(by_place.values(), key=place_of)


def place_of(found: Finding) -> tuple[Any, ...]:
    """What tells findings apart: the file, the place and the code."""
    place = (found["line"], found["column"], found["end_line"], found["end_column"])
    return (found["file"], *place, found["code"])
