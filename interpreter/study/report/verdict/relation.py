"""How a figure of a variant stands to that of the base, as far as the games tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from interpreter.study.report.charts.numbers import is_significant

if TYPE_CHECKING:
    from interpreter.study.plan.study import Stated
    from interpreter.study.results.results import Difference, Row

Relation = Literal["more", "less", "equal", "open"]
"""Larger, smaller, the same within the stated margin, or not known yet."""


def margin_of(row: Row, base: int, stated: Stated) -> float:
    """The difference up to which figures of a row count as the same."""
    figure = row.estimates[base]
    if row.unit == "%":
        return stated.margin
    return 0.0 if figure is None else stated.part * abs(figure.value)


def relation(row: Row, apart: Difference, base: int, stated: Stated) -> Relation:
    """How the figure that lies so far from that of the base stands to it."""
    is_apart = not apart.low <= 0 <= apart.high
    if is_significant(apart) or (is_apart and apart.corrected is None):
        return "more" if apart.value > 0 else "less"
    if max(abs(apart.low), abs(apart.high)) <= margin_of(row, base, stated):
        return "equal"
    return "open"


def relation_of(row: Row | None, variant: int, base: int, stated: Stated) -> Relation:
    """The same for a variant by its number; open where there is nothing to compare."""
    apart = None if row is None else row.differences[variant]
    return "open" if row is None or apart is None else relation(row, apart, base, stated)
