"""How much stronger play wins, in Elo for a doubling of the budget.

A share s of the points stands for 400 · log10(s / (1 − s)) Elo (Elo 1978).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf, isfinite, log2, log10
from typing import TYPE_CHECKING

from interpreter.study.report.charts.numbers import number
from interpreter.study.report.verdict.finding import Finding
from interpreter.study.report.verdict.words import figure_text

if TYPE_CHECKING:
    from interpreter.study.results.results import Estimate, Results, Row

BUDGET = re.compile(r"(\w+):(\d+)(?:,.*)?")
SCALE = 400.0  # Elo for ten times as many points


def depth(results: Results) -> Iterator[Finding]:
    """For each variant what the strongest rung of the ladder is worth."""
    rungs = [(row, ratio) for row in results.ladder if (ratio := ratio_of(row.title)) is not None]
    if not rungs:
        return
    row, ratio = rungs[-1]
    for variant, figure in enumerate(row.estimates):
        if figure is not None and isfinite(figure.high - figure.low):
            text = told(results.titles[variant], row, figure, log2(ratio))
            yield Finding("depth", "told", text, (variant,), row.title)


def told(title: str, row: Row, figure: Estimate, doublings: float) -> str:
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
    (kind, first), (other, second) = ((m[1], int(m[2])) for m in agents if m)
    return first / second if kind == other and first > second > 0 else None


def elo(share: float) -> float:
    """Elo of a share of the points."""
    if share <= 0 or share >= 1:
        return -inf if share <= 0 else inf
    return SCALE * log10(share / (1 - share))
