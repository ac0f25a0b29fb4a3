"""Which condition stands in the way where a look at the first turn comes to no end.

Part of the look is tried again, with statements that count how often each was reached and carried
out.  A `require` that fails nearly always is the likely mistake: then the turn is not too long, but
cannot be completed at all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from gdl.model import nodes as model
from gdl.source.diagnostics import Diagnostic, GdlError, Report
from gdl.source.limits import MAX_TRIED
from gdl.source.spans import Span
from gdl.source.wording import grouped
from interpreter.checking.one_turn import after_first_turn
from interpreter.coverage.watched import Counts, WatchedStatements
from interpreter.reference.effort import Effort, OutOfEffort
from interpreter.reference.engine import Reference

ENDLESS = ("look-too-long", "start-not-tried")
"""The messages of a look that comes to no end."""
MAX_COUNTED = MAX_TRIED // 5  # rounds of effort to see which condition fails
MOSTLY = 0.5  # of the times that it was asked, a condition failed that is named


def with_failed(found: Iterable[Diagnostic], game: model.Game) -> Iterator[Diagnostic]:
    """The same findings; those of a look without end name the condition that failed most often."""
    for diagnostic in found:
        told = failed_at_start(game, diagnostic.span) if diagnostic.code in ENDLESS else ""
        yield replace(diagnostic, hint=f"{told}{diagnostic.hint}") if told else diagnostic


def failed_at_start(game: model.Game, span: Span) -> str:
    """What failed most often in the first turn, as the beginning of a hint at a place; empty if
    nothing failed as a rule, or if the first turn can be completed.
    """
    counts = Counts()
    watched = partial(WatchedStatements, counts=counts)
    try:
        engine = Reference(game, Report(), Effort(MAX_COUNTED), watched)
        after_first_turn(engine, random.Random(1))
    except (OutOfEffort, GdlError):
        return told(counts, span)
    return ""


def told(counts: Counts, span: Span) -> str:
    """The `require` that failed most often, as the beginning of a hint at a place; empty if none
    failed as a rule.
    """
    failed = Counter({
        node: asked - counts.used[node]
        for node, asked in counts.reached.items() if isinstance(node, model.Require)
    })  # fmt: skip
    for node, times in failed.most_common(1):
        asked = counts.reached[node]
        if times > MOSTLY * asked:
            condition = " ".join(node.condition.span.text.split())
            return (
                f"`{condition}` in {node.span.line_for(span.source)} failed most often, "
                f"{grouped(times)} of {grouped(asked)} times: see whether it can hold at all; if "
                "so, "
            )
    return ""
