"""How much stronger play wins, in Elo for a doubling of the budget, and in which variant more.

`results.elo` says what a share of the points stands for, and where it stands for no Elo.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isclose, isfinite, log2
from typing import TYPE_CHECKING

from interpreter.study.report.charts.numbers import brackets, number, value_text
from interpreter.study.report.verdict.figures import Question, changed, row_of
from interpreter.study.report.verdict.finding import Finding
from interpreter.study.report.verdict.words import figure_text
from interpreter.study.results.elo import UNIT, elo, even_share, has_elo

if TYPE_CHECKING:
    from interpreter.study.plan.study import Stated
    from interpreter.study.results.results import Estimate, Results, Row

BUDGET = re.compile(r"(\w+):(\d+(?:\.\d+)?)(x?)(?:,.*)?")
DEPTH = Question("depth", "", "", "", "gives the stronger agent more than",
                 "gives the stronger agent less than", "what the stronger agent gets")  # fmt: skip


def depth(results: Results, stated: Stated) -> Iterator[Finding]:
    """For each variant what the strongest rung of the ladder is worth, and the whole ladder; then
    how this rung differs from that of the base, if equal agents get the same in both: a share says
    nothing of a share beside another even one.  Without a ladder the last pairing of an agent with
    a weaker one counts as its rung.
    """
    rungs = [
        (agents, row, ratio) for agents, row in contests(results)
        if row is not None and (ratio := ratio_of(agents)) is not None
    ]  # fmt: skip
    if not rungs:
        return
    agents, row, ratio = rungs[-1]
    for variant, figure in enumerate(row.estimates):
        if figure is not None and isfinite(figure.high - figure.low):
            text = worth_text(results.titles[variant], row, variant, figure, log2(ratio))
            yield Finding("depth", "told", text, (variant,), agents)
    yield from heights(results)
    for variant, apart in enumerate(row.differences):
        is_known = apart is not None and isfinite(apart.high - apart.low)
        is_even = isclose(even_share(row, variant), even_share(row, results.base))
        if apart and is_known and is_even and not results.are_alike(results.base, variant):
            yield changed(DEPTH, results, row, variant, apart, agents, stated)


def contests(results: Results) -> Iterator[tuple[str, Row | None]]:
    """The agents that met, with what those named first got: of the ladder, if there is one."""
    if results.ladder:
        yield from ((row.title, row) for row in results.ladder)
    else:
        for pairing in results.pairings:
            if not pairing.is_mirror:
                yield pairing.title, row_of(pairing, "score-first")


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


def worth_text(title: str, row: Row, variant: int, figure: Estimate, doublings: float) -> str:
    """What a doubling of the budget is worth in a variant; where that is no Elo, what the stronger
    agent gets beside an even share.
    """
    gets = f"the stronger agent gets {figure_text(figure, row.unit)}"
    even = even_share(row, variant)
    if not has_elo(row, variant):
        gets += f", where an even share is {number(100 * even, 1)} %"
    if not figure.low > even:
        return f"That stronger play wins in {title} is not shown: {gets}."
    if not has_elo(row, variant):
        return f"Stronger play wins in {title}: {gets}."
    low, value, high = (elo(share) / doublings for share in (figure.low, figure.value, figure.high))
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

