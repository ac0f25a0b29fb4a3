"""Every suggestion, put in the place of the words that it is for, leaves less wrong than before.

The suggestions are those of all golden cases and of all pages of errors.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from support import doc_examples
from support.diagnosing import CASES, FEW, FILES, GAMES, findings, options

from gdl import Diagnostic


def files() -> Iterable[tuple[str, str, Path]]:
    """The name, the text and the folder of each file with mistakes."""
    for path in FILES:
        yield path.name, path.read_bytes().decode(), CASES
    for page in doc_examples.error_pages():
        parts = doc_examples.blocks(page.read_text("utf-8"))
        if parts and parts[0].kind == "yaml":
            yield f"{page.stem}.yaml", parts[0].text, GAMES


ALL = [pytest.param(*file, id=f"{file[2].name}-{file[0]}") for file in files()]


def applied(finding: Diagnostic) -> str:
    """The file with the suggestion in the place of the words that are marked."""
    text = finding.span.source.text
    return text[: finding.span.start] + (finding.suggestion or "") + text[finding.span.end :]


def wrong(diagnostics: Iterable[Diagnostic]) -> tuple[int, int]:
    """How many errors there are, and how many warnings."""
    errors = [d.is_error for d in diagnostics]
    return sum(errors), len(errors) - sum(errors)


@pytest.mark.parametrize(("name", "text", "folder"), ALL)
def test_a_suggestion_leaves_less_wrong(name: str, text: str, folder: Path) -> None:
    diagnostics = findings(text, name, folder, FEW, **options(text))
    for finding in diagnostics:
        if finding.suggestion is None or finding.span.source.text != text:
            continue
        after = findings(applied(finding), name, folder, FEW, **options(text))
        shown = "\n".join(d.render() for d in after)
        assert wrong(after) < wrong(diagnostics), f"{finding.render()}\n\nleads to\n\n{shown}"
