"""How strong the agents of a ladder are, as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

from markupsafe import Markup

from interpreter.study.report.charts.charts import Titles, in_words
from interpreter.study.report.charts.style import Chart, in_legend, new_chart, short, style_of

if TYPE_CHECKING:
    from interpreter.study.results.results import Estimate, Row

WIDE = 0.5  # of the room between two agents, in which the variants stand side by side
OPEN = 0.18  # of the height of the chart: an arrow where an interval has no upper end


def strength(rows: Sequence[Row], titles: Titles) -> Markup | None:
    """The Elo of every agent above the weakest one, the weakest on the left: for each variant a
    line through points with their intervals.  An arrow stands for an end that is not known.
    """
    if not any(known(rows, variant) for variant in range(len(titles))):
        return None
    up = f"Elo above {short(rows[0].title)}"
    with new_chart("Strength", "agents of the ladder", up) as chart:
        for variant, title in enumerate(titles):
            beside = WIDE * ((variant + 0.5) / len(titles) - 0.5)
            add_line(chart, known(rows, variant), variant, in_legend(title), beside)
        add_arrows(chart, rows, titles)
        chart.axes.set_xticks(
            range(len(rows)), [short(row.title) for row in rows], rotation=35, ha="right",
            rotation_mode="anchor",
        )  # fmt: skip
        chart.axes.set_xlim(-0.6, len(rows) - 0.4)
        chart.add_legend()
        return chart.svg(in_words(rows, titles))


def known(rows: Sequence[Row], variant: int) -> list[tuple[int, Estimate]]:
    """The places and figures of the agents above the weakest one, as far as they are known."""
    estimates = [(place, row.estimates[variant]) for place, row in enumerate(rows)]
    found = [(place, e) for place, e in estimates if e is not None and isfinite(e.value)]
    return found if len(found) > 1 else []


def add_line(
    chart: Chart, points: Sequence[tuple[int, Estimate]], variant: int, title: str, beside: float
) -> None:
    """The line of a variant, with the ends of the intervals that are known."""
    if not points:
        return
    style = style_of(variant)
    ends = [
        [max(e.value - e.low, 0) if isfinite(e.low) else 0 for _, e in points],
        [max(e.high - e.value, 0) if isfinite(e.high) else 0 for _, e in points],
    ]
    chart.axes.errorbar(
        [place + beside for place, _ in points], [e.value for _, e in points], yerr=ends,
        color=style.colour, marker=style.marker, linestyle=style.dash, linewidth=1.5, capsize=3,
        label=title,
    )  # fmt: skip


def add_arrows(chart: Chart, rows: Sequence[Row], titles: Titles) -> None:
    """An arrow from each point whose interval has no upper or no lower end."""
    low, high = chart.axes.get_ylim()
    for variant in range(len(titles)):
        beside = WIDE * ((variant + 0.5) / len(titles) - 0.5)
        for place, e in known(rows, variant):
            for end, sign in ((e.high, 1), (e.low, -1)):
                if not isfinite(end):
                    tip = e.value + sign * OPEN * (high - low)
                    chart.axes.annotate(
                        "", (place + beside, tip), (place + beside, e.value),
                        arrowprops={"arrowstyle": "->", "color": style_of(variant).colour,
                                    "linewidth": 1.5},
                    )  # fmt: skip
                    chart.axes.set_ylim(min(low, chart.axes.get_ylim()[0], tip),
                                        max(high, chart.axes.get_ylim()[1], tip))  # fmt: skip
