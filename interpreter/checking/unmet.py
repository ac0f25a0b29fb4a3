"""Which condition stands in the way where a look at the first turn comes to no end.

Part of the look is tried again, with statements that count how often each `require` was asked and
how often it failed.  One that fails nearly always is the likely mistake: then the turn is not too
long, but cannot be completed at all.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from gdl.model import nodes as model
from gdl.source.diagnostics import Diagnostic, GdlError, Report
from gdl.source.limits import MAX_TRIED
from gdl.source.spans import Span
from gdl.source.wording import grouped
from interpreter.board.position import Position
from interpreter.checking.one_turn import after_first_turn
from interpreter.reference.basis.functions import Frame
from interpreter.reference.effort import Effort, OutOfEffort
from interpreter.reference.engine import Reference
from interpreter.reference.rules import Rules
from interpreter.reference.statements import Effect, Outcome, Refusal, Statements

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
    made: list[Counted] = []

    def counted(rules: Rules) -> Counted:
        made.append(Counted(rules))
        return made[-1]

    try:
        engine = Reference(game, Report(), Effort(MAX_COUNTED), counted)
        after_first_turn(engine, random.Random(1))
    except (OutOfEffort, GdlError):
        return made[-1].told(span) if made else ""
    return ""


class Counted(Statements):
    """Statements that count how often each `require` was asked, and how often it failed."""

    def __init__(self, rules: Rules):
        super().__init__(rules)
        self.asked: Counter[model.Require] = Counter()
        self.failed: Counter[model.Require] = Counter()

    def make_require(self, node: model.Require) -> Effect:
        """The function of a `require`, counted."""
        plain = super().make_require(node)

        def counted(position: Position, frame: Frame) -> Outcome:
            result = plain(position, frame)
            self.asked[node] += 1
            self.failed[node] += isinstance(result, Refusal)
            return result

        return counted

    def told(self, span: Span) -> str:
        """What failed most often, as the beginning of a hint at a place; empty if nothing did."""
        for node, failed in self.failed.most_common(1):
            if failed > MOSTLY * self.asked[node]:
                condition = " ".join(node.condition.span.text.split())
                return (
                    f"`{condition}` in {node.span.line_for(span.source)} failed most often, "
                    f"{grouped(failed)} of {grouped(self.asked[node])} times: see whether it can "
                    "hold at all; if so, "
                )
        return ""
