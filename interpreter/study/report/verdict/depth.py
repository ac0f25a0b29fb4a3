"""How much stronger play wins, in Elo for a doubling of the budget.

`results.elo` says what a share of the points stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite, log2
from typing import TYPE_CHECKING

from interpreter.study.report.charts.numbers import brackets, number, value_text
from interpreter.study.report.verdict.finding import Finding
from interpreter.study.report.verdict.words import figure_text
from interpreter.study.results.elo import UNIT, elo

if TYPE_CHECKING:
    from interpreter.study.results.results import Estimate, Results, Row

BUDGET = re.compile(r"(\w+):(\d+(?:\.\d+)?)(x?)(?:,.*)?")


def depth(results: Results) -> Iterator[Finding]:
    """For each variant what the strongest rung of the ladder is worth, and the whole ladder."""
    rungs = [(row, ratio) for row in results.ladder if (ratio := ratio_of(row.title)) is not None]
    if not rungs:
        return
    row, ratio = rungs[-1]
    for variant, figure in enumerate(row.estimates):
        if figure is not None and isfinite(figure.high - figure.low):
            text = worth_text(results.titles[variant], row, figure, log2(ratio))
            yield Finding("depth", "told", text, (variant,), row.title)
    yield from heights(results)


def heights(results: Results) -> Iterator[Finding]:
    """For each variant how far the strongest agent of a ladder of several rungs stands above the
    weakest one.
    """
    if len(results.elo) < 3:
        return
    (weakest, *_, strongest) = results.elo
    for variant, figure in enumerate(strongest.estimates):
        if figure is not None and isfinite(figure.low):
            text = (
                f"From {weakest.title} to {strongest.title} play gains {value_text(figure, UNIT)} "
                f"Elo {brackets(figure, UNIT)} in {results.titles[variant]}."
            )
            yield Finding("depth", "told", text, (variant,), results.ladder[-1].title)


def worth_text(title: str, row: Row, figure: Estimate, doublings: float) -> str:
    """What a doubling of the budget is worth in a variant."""
    low, value, high = (elo(share) / doublings for share in (figure.low, figure.value, figure.high))
    if not low > 0:
        return (
            f"That stronger play wins in {title} is not shown: the stronger agent gets "
            f"{figure_text(figure, row.unit)}."
        )
    most = f"{number(high, 0)}" if isfinite(high) else "more than can be told"
    worth = number(value, 0) if isfinite(value) else f"at least {number(low, 0)}"
    return (
        f"Stronger play wins in {title}: a doubling is worth {worth} Elo "
        f"[{number(low, 0)}, {most}]."
    )


def ratio_of(title: str) -> float | None:
    """How many times the budget of the second agent the first one has; None where that is not
    told by numbers.
    """
    agents = [BUDGET.fullmatch(part.strip()) for part in re.split(r" vs | against ", title)]
    if len(agents) != 2 or None in agents:
        return None
    (kind, first), (other, second) = (((m[1], m[3]), float(m[2])) for m in agents if m)
    return first / second if kind == other and first > second > 0 else None

