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

PATTERNS = ("lines", "blocks", "row", "column", "links", "sides", "corners")


def check_linked(game: model.Game, rules: Rules, report: Report) -> None:
    """Report patterns that fit nowhere and cells that the board does not have."""
    for part in everything(game):
        if isinstance(part, model.Ask) and part.name in PATTERNS:
            if part.args and not free_slots(part) and not rules.reads.of(part):
                if not rules.fixed(part):
                    report.add("no-such-set", part.span, word=part.span.text)
        elif isinstance(part, model.Value) and part.type == CELL and part.value is not None:
            if part.value not in rules.topology.index:
                report.add("hole-used", part.span, word=part.value)
