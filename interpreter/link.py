"""What can be checked only on the board itself: sets that are always empty, cells that were cut
out.
"""

from __future__ import annotations

from gdl import model
from gdl.analysis import free_slots
from gdl.diagnostics import Report
from gdl.types import CELL
from gdl.usage import everything
from interpreter.reference.rules import Rules

REGIONS = (
    "lines", "blocks", "row", "column", "links", "sides", "corners", "directions", "orthogonal",
    "diagonal",
)  # fmt: skip


def check_linked(game: model.Game, rules: Rules, report: Report) -> None:
    """Report regions that are empty and cells that the board does not have."""
    for part in everything(game):
        if isinstance(part, model.Ask) and part.name in REGIONS:
            if not free_slots(part) and not rules.reads.of(part):
                check_region(part, rules, report)
        elif isinstance(part, model.Value) and part.type == CELL and part.value is not None:
            if part.value not in rules.topology.index:
                report.add("hole-used", part.span, word=part.value)


def check_region(part: model.Ask, rules: Rules, report: Report) -> None:
    """Report a region of the board that is empty, or has an empty set in it."""
    region, word = rules.fixed(part), part.span.text
    if region and frozenset() not in region:
        return
    hint = None
    if region:
        hint = f"one of its sets has lost all its cells; list those of `{word}` that you mean"
    elif not part.args:
        hint = f"this board has no {word}; list the cells or directions that you mean"
    report.add("no-such-set", part.span, word=word, hint=hint)
