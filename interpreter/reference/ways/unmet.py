"""Which condition stands in the way where a look ahead comes to no end.

Part of the look is tried again, with statements that count how often each `require` was asked and
how often it failed.  One that fails nearly always is the likely mistake: then the turn is not too
long, but cannot be completed at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from gdl.model import nodes as model
from gdl.model.analysis import longest_turn
from gdl.source.diagnostics import GdlError, Report
from gdl.source.limits import MAX_LOOKS, MAX_LOOKS_DEEP
from gdl.source.spans import Span
from gdl.source.wording import grouped
from interpreter.board.position import Pending, Position
from interpreter.reference.basis.functions import Frame
from interpreter.reference.effort import OutOfEffort
from interpreter.reference.rules import Rules
from interpreter.reference.statements import Effect, Outcome, Refusal, Statements
from interpreter.reference.ways.look import Look, TooManyLooks, Turns

SAMPLE = 2_000  # positions of a look that are tried again
MOSTLY = 0.5  # of the times that it was asked, a condition failed that is named


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


At = tuple[Position, Pending]
Make = Callable[[Rules, Statements], Turns]


def too_long(rules: Rules, make: Make | None, at: At | None) -> GdlError:
    """The error for a look-ahead that exceeds the limits, from a place if that is known."""
    report = Report()
    span = longest_turn(rules.model).span  # which is the likeliest to be too long
    failed = failed_most(rules, make, at, span) if make and at else ""
    most, deep = MAX_LOOKS.words, MAX_LOOKS_DEEP.words
    report.add("look-too-long", span, most=most, deep=deep, failed=failed)
    return GdlError(report.diagnostics)


def failed_most(rules: Rules, make: Make, at: At, span: Span) -> str:
    """What failed most often in the look from a place, as the beginning of a hint."""
    counted, is_stuck = Counted(rules), rules.is_stuck
    position, pending = at
    with suppress(TooManyLooks, OutOfEffort, GdlError):
        Look(make(rules, counted), asks_stuck=False, most=SAMPLE).find(position.changed(), pending)
    rules.is_stuck = is_stuck
    return counted.told(span)
