"""Charts of rows: results as bars, actions and the ladder as points with their intervals.

The metrics `win-…` and `draws` are shares of the finished games; the bars show all games, so these
parts are as much smaller as games were not finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from interpreter.compare.report.figures import INK, Chart, look, new_chart, short
from interpreter.compare.report.numbers import DRAWS, WINS, interval_text, number, value_text
from interpreter.compare.results import Estimate

if TYPE_CHECKING:
    from interpreter.compare.results import Row

ACTIONS = "Actions"  # the group of rows that are drawn as the shares of actions
FIRST_WINS, UNFINISHED = "win-first", "unfinished"
TONES = ("#595959", "#bdbdbd", "#8c8c8c", "#e0e0e0")  # of seats: no colours, which are variants
NOBODYS = {DRAWS: "#ece3c3", UNFINISHED: "#ffffff"}
LINE = 0.46  # inches of a bar or a row of points
AROUND = 1.3  # inches of title, legend and axis
NARROW = 8  # per cent of a bar below which it has no room for its number

Titles = Sequence[str]


def result_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows that are the parts of a bar: wins by seat, else by agent; draws; not finished."""
    found = [row for row in rows if WINS.fullmatch(row.metric)]
    found = found or [row for row in rows if row.metric == FIRST_WINS]
    found += [row for key in (DRAWS, UNFINISHED) for row in rows if row.metric == key]
    return [row for row in found if any(row.estimates)]


def of_all_games(parts: Sequence[Row], variant: int) -> list[Estimate | None]:
    """The estimates of a variant as shares of all its games."""
    given_up = [row.estimates[variant] for row in parts if row.metric == UNFINISHED]
    rest = 1 - (given_up[0].value if given_up and given_up[0] else 0)
    return [
        found if found is None or row.metric == UNFINISHED
        else Estimate(found.value * rest, found.low * rest, found.high * rest, found.count)
        for row in parts for found in [row.estimates[variant]]
    ]  # fmt: skip


def result_bars(rows: Sequence[Row], titles: Titles) -> str | None:
    """A bar for each variant: who won how often, with the interval below the end of each part."""
    parts = result_rows(rows)
    if not parts:
        return None
    height = AROUND + LINE * 1.2 * len(titles)
    with new_chart("Results", "share of all games, % (lines: 95 % intervals)", "", height) as chart:
        for i in range(len(titles)):
            add_bar(chart, parts, i)
        name_lines(chart, titles)
        chart.axes.set_xlim(0, 100.5)
        chart.axes.grid(axis="y", visible=False)
        chart.add_legend()
        return chart.svg(in_words(parts, titles))


def add_bar(chart: Chart, parts: Sequence[Row], variant: int) -> None:
    """The parts of one bar, one behind another."""
    start = 0.0
    for k, (row, found) in enumerate(zip(parts, of_all_games(parts, variant), strict=True)):
        fill = NOBODYS.get(row.metric, TONES[k % len(TONES)])
        wide = 100 * found.value if found else 0.0
        chart.axes.barh(
            variant, wide, left=start, height=0.5, facecolor=fill,
            edgecolor="#777777", linewidth=0.6, label=short(row.title) if variant == 0 else "_",
        )  # fmt: skip
        if wide > NARROW:
            box = {"facecolor": fill, "edgecolor": "none", "pad": 1}
            chart.axes.text(
                start + wide / 2, variant, number(wide, 1), ha="center", va="center", fontsize=9,
                color="white" if fill == TONES[0] else "black", bbox=box,
            )  # fmt: skip
        if found and wide and start + wide < 100 - 1e-6:
            add_interval(chart, found, start + wide, variant + 0.36)
        start += wide


def add_interval(
    chart: Chart, found: Estimate, x: float, y: float, colour: str = INK, marker: str = "",
    label: str = "_",
) -> None:  # fmt: skip
    """A line from end to end of an interval in per cent, with a mark at x."""
    ends = [max(found.value - found.low, 0), max(found.high - found.value, 0)]
    spans = [[100 * end if isfinite(end) else 0] for end in ends]
    chart.axes.errorbar(
        x, y, xerr=spans, capsize=3, linewidth=1.5, linestyle="none", color=colour, marker=marker,
        label=label,
    )  # fmt: skip


def action_shares(rows: Sequence[Row], titles: Titles) -> str | None:
    """How often each action was used."""
    shown = [row for row in rows if row.group == ACTIONS and row.unit == "%"]
    named = [replace(row, title=row.metric.removeprefix("action ")) for row in shown]
    return points("Actions", "share of decisions, % (lines: 95 % intervals)", named, titles)


def ladder(rows: Sequence[Row], titles: Titles) -> str | None:
    """The share of the stronger agent on each rung; at half they are equally strong."""
    shown = [row for row in rows if row.unit == "%"]
    label = "share of the stronger agent, % (lines: 95 % intervals)"
    return points("Ladder", label, shown, titles, middle=50)


def points(
    title: str, label: str, rows: Sequence[Row], titles: Titles, middle: float | None = None
) -> str | None:
    """A line for each row, and on it a point with its interval for each variant."""
    if not any(found for row in rows for found in row.estimates):
        return None
    height = AROUND + (0.25 + 0.14 * len(titles)) * len(rows)
    with new_chart(title, label, "", height) as chart:
        for i in range(len(titles)):
            add_points(chart, rows, i, titles)
        name_lines(chart, [row.title for row in rows])
        chart.axes.set_xlim(left=min(0, chart.axes.get_xlim()[0]))
        if middle is not None:
            chart.axes.set_xlim(0, 100)
            chart.axes.axvline(middle, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
        chart.add_legend()
        return chart.svg(in_words(rows, titles))


def add_points(chart: Chart, rows: Sequence[Row], variant: int, titles: Titles) -> None:
    """The points of a variant, as far beside the middle of their rows as it is in the order."""
    style, label = look(variant), short(titles[variant])
    beside = 0.7 * ((variant + 1) / (len(titles) + 1) - 0.5)
    for k, row in enumerate(rows):
        found = row.estimates[variant]
        if found:
            add_interval(chart, found, 100 * found.value, k + beside,
                         style.colour, style.marker, label)  # fmt: skip
            label = "_"  # once in the legend


def name_lines(chart: Chart, names: Sequence[str]) -> None:
    """The names of bars or rows, the first on top."""
    chart.axes.set_yticks(range(len(names)), [short(name) for name in names])
    chart.axes.set_ylim(len(names) - 0.4, -0.6)


def in_words(rows: Sequence[Row], titles: Titles) -> str:
    """The figures of a chart for those who do not see it."""
    return "; ".join(
        f"{title}: {', '.join(f'{row.title} {figure(row, i)}' for row in rows)}"
        for i, title in enumerate(titles)
    )


def figure(row: Row, variant: int) -> str:
    """A figure with its unit and interval."""
    found = row.estimates[variant]
    unit = f" {row.unit}" if row.unit and found else ""
    return f"{value_text(found, row.unit)}{unit} {interval_text(found, row.unit)}".rstrip()
