"""The words of the rule language, with which the editor colours a file."""

from __future__ import annotations

from gdl.syntax.outline import HEADINGS
from gdl.vocabulary.builtins import BUILTINS, DIRECTION_NAMES
from gdl.vocabulary.keywords import KEYWORDS, VERBS


def vocabulary() -> dict[str, list[str]]:
    """The headings, the statements, the other keywords and the built-in names."""
    return {
        "headings": sorted(HEADINGS),
        "verbs": sorted(VERBS),
        "keywords": sorted({*KEYWORDS} - {*VERBS}),
        "builtins": sorted({*BUILTINS, *DIRECTION_NAMES} - {*KEYWORDS}),
    }
