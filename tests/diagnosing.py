"""Helpers for tests of diagnostics: a rule text in, everything that is found in it out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from gdl import Diagnostic, Source
from gdl.limits import MAX_TRIED
from gdl.loader import read_source_rules
from interpreter.checking import check_with
from interpreter.library import library
from interpreter.reference.effort import Effort

GAMES = Path(__file__).parent.parent / "games"


def findings(
    text: str, name: str = "case.yaml", folder: Path = GAMES, **options: str
) -> tuple[Diagnostic, ...]:
    """All diagnostics of a text that is read as if it were a file of the folder."""
    rules = read_source_rules(Source(str(folder / name), text), library())
    return check_with(rules, options, Effort(MAX_TRIED))[1]


def plain_text(found: Iterable[Diagnostic]) -> str:
    """The rendered diagnostics, with files by their bare names."""
    text = "\n\n".join(d.render() for d in found) + "\n"
    for diagnostic in found:
        path = diagnostic.span.source.name
        text = text.replace(path, Path(path).name)
    return text


@cache
def bundled() -> dict[str, str]:
    """The texts of the bundled games by name."""
    library_ = library()
    return {name: library_.find(name).read_text("utf-8") for name in library_.names()}
