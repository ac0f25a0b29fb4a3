"""The charts of a pairing, as SVG; None where there is nothing to draw."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from markupsafe import Markup
from matplotlib.ticker import MaxNLocator

from gdl.source.wording import names_as_words
from interpreter.study.report.charts.numbers import DRAWS, WINS, interval_text, number, value_text
from interpreter.study.report.charts.style import (
    INK,
    Chart,
    beside_axis,
    in_legend,
    new_chart,
    style_of,
)
from interpreter.study.results.results import Estimate

if TYPE_CHECKING:
    from interpreter.study.results.results import Charts, Curve, Histogram, PairingResult, Row

Titles = Sequence[str]
MAX_POINTS = 40  # of a curve; a screen shows no more


def pairing_charts(
    pairing: PairingResult, titles: Titles, without: Sequence[str] = ()
) -> list[tuple[str, Markup]]:
    """The charts of a pairing that there are, without some titles: their titles and SVG."""
    charts: dict[str, Callable[[], Markup | None]] = {
        "Results": lambda: result_bars(pairing.rows, titles),
        "Game length": lambda: length_histogram(pairing.charts, titles),
        "Branching": lambda: branching_curves(pairing.charts, titles),
        "Advantage": lambda: advantage_curves(pairing.charts, titles),
        "Actions": lambda: action_shares(pairing.rows, titles),
    }
    drawn = ((title, draw()) for title, draw in charts.items() if title not in without)
    return [(title, text) for title, text in drawn if text]


def length_histogram(charts: Sequence[Charts], titles: Titles) -> Markup | None:
    """How long games were: the share of games in each bin, an outline for each variant."""
    shown = [(i, c.lengths) for i, c in enumerate(charts) if sum(c.lengths.counts)]
    if not shown:
        return None
    width = shown[0][1].width
    means = (f"{titles[i]}: {spread(histogram)}" for i, histogram in shown)
    up = "games, %" if width == 1 else f"games in bins of {width:,} turns, %"
    with new_chart("Game length", "length of a game, turns", up) as chart:
        for i, histogram in shown:
            shares, edges = outline(histogram)
            style = style_of(i)
            if len(shown) <= 2:
                chart.axes.stairs(shares, edges, fill=True, color=style.colour, alpha=0.18)
            chart.axes.stairs(
                shares, edges, color=style.colour, linestyle=style.dash, linewidth=1.8,
                label=in_legend(titles[i]),
            )  # fmt: skip
        chart.axes.set_ylim(bottom=0)
        chart.axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        chart.add_legend()
        return chart.svg("; ".join(means))


def outline(histogram: Histogram) -> tuple[list[float], list[float]]:
    """The share of games in per cent of every bin from the first to the last, and the edges, which
    lie half way between two lengths.
    """
    counts = dict(zip(histogram.starts, histogram.counts, strict=True))
    starts = range(min(counts), max(counts) + 1, histogram.width)
    total = sum(histogram.counts)
    edges = [start - 0.5 for start in (*starts, starts[-1] + histogram.width)]
    return [100 * counts.get(start, 0) / total for start in starts], edges


def spread(histogram: Histogram) -> str:
    """From where to where the lengths go."""
    pairs = zip(histogram.starts, histogram.counts, strict=True)
    starts = [start for start, count in pairs if count]
    return f"{min(starts)} to {max(starts) + histogram.width - 1} turns"


def branching_curves(charts: Sequence[Charts], titles: Titles) -> Markup | None:
    """Legal moves by turn, with a band of the 95 % interval."""
    return curves("Branching", "legal moves, mean", [c.branching for c in charts], titles, 1)


def advantage_curves(charts: Sequence[Charts], titles: Titles) -> Markup | None:
    """What the agents expect for seat 1 by turn, with a band of the 95 % interval."""
    label = "expected share of seat 1, %"
    return curves("Advantage", label, [c.advantage for c in charts], titles, 100)


def curves(
    title: str, label: str, all_curves: Sequence[Curve | None], titles: Titles, factor: float
) -> Markup | None:
    """A line and a band for each variant that has a curve."""
    shown = [(i, curve) for i, curve in enumerate(all_curves) if curve and curve.turns]
    if not shown:
        return None
    ends = (
        f"{titles[i]}: from {number(factor * c.means[0], 1)} to {number(factor * c.means[-1], 1)}"
        for i, c in shown
    )
    with new_chart(f"{title} by turn", "turn", label) as chart:
        for i, curve in shown:
            style, each = style_of(i), max(1, -(-len(curve.turns) // MAX_POINTS))
            turns = curve.turns[::each]
            parts = (curve.lows, curve.highs, curve.means)
            lows, highs, means = ([factor * v for v in part[::each]] for part in parts)
            chart.axes.fill_between(
                turns, lows, highs, color=style.colour, alpha=0.18, linewidth=0
            )
            chart.axes.plot(
                turns, means, color=style.colour, linestyle=style.dash, linewidth=1.8,
                marker=style.marker, markersize=4, markevery=max(1, len(means) // 12),
                label=in_legend(titles[i]),
            )  # fmt: skip
        chart.add_legend()
        return chart.svg("; ".join(ends))


# ---- bars ----------------------------------------------------------------------------------------
#
# The metrics `win-…` and `draws` are shares of the finished games; the bars show all games, so
# these parts are as much smaller as games were not finished.

ACTIONS = "Actions"  # the group of rows that are drawn as the shares of actions
SCORES = re.compile(r"score-[0-9]+")  # what a seat gets
FIRST_WINS, UNFINISHED = "win-first", "unfinished"
TONES = ("#595959", "#bdbdbd", "#8c8c8c", "#e0e0e0")  # of seats: no colours, which are variants
NOBODYS = {DRAWS: "#ece3c3", UNFINISHED: "#ffffff"}
LINE = 0.46  # inches of a bar or a row of points
AROUND = 1.4  # inches of title, legend and axis
NARROW = 9  # per cent of a bar below which it has no room for its number


def result_rows(rows: Sequence[Row]) -> list[Row]:
    """The rows that are the parts of a bar: wins by seat, else by agent; draws; not finished."""
    parts = [row for row in rows if WINS.fullmatch(row.metric)]
    parts = parts or [row for row in rows if row.metric == FIRST_WINS]
    parts += [row for key in (DRAWS, UNFINISHED) for row in rows if row.metric == key]
    return [row for row in parts if any(row.estimates)]


def of_all_games(parts: Sequence[Row], variant: int) -> list[Estimate | None]:
    """The estimates of a variant as shares of all its games."""
    given_up = [row.estimates[variant] for row in parts if row.metric == UNFINISHED]
    rest = 1 - (given_up[0].value if given_up and given_up[0] else 0)
    return [
        part if part is None or row.metric == UNFINISHED
        else Estimate(part.value * rest, part.low * rest, part.high * rest, part.count)
        for row in parts for part in [row.estimates[variant]]
    ]  # fmt: skip


def result_bars(rows: Sequence[Row], titles: Titles) -> Markup | None:
    """A bar for each variant: who won how often, with the interval below the end of each part."""
    parts = result_rows(rows)
    if not parts:
        return None
    height = AROUND + LINE * 1.2 * len(titles)
    with new_chart("Results", "share of all games, %", "", height) as chart:
        for i in range(len(titles)):
            add_bar(chart, parts, i)
        name_lines(chart, titles)
        chart.axes.set_xlim(0, 100.5)
        chart.axes.grid(axis="y", visible=False)
        chart.add_legend()
        return chart.svg(in_words(parts, titles))


def fairness(rows: Sequence[Row], titles: Titles, margin: float) -> Markup | None:
    """What seat 1 gets in each variant, with an even share and what counts as even around it; in
    games for three and more what each seat gets, since there one does not tell of the others.
    """
    scores = [row for row in rows if SCORES.fullmatch(row.metric) and row.nulls]
    shown = [(row, i) for i in range(len(titles)) for row in scores if row.estimates[i]]
    if not shown:
        return None
    is_one, height = len(scores) == 1, AROUND + LINE * len(shown)
    of = "seat 1" if is_one else "each seat"
    with new_chart(f"Fairness: what {of} gets", "%; dashed: an even share", "", height) as chart:
        ends = []
        for place, (row, i) in enumerate(shown):
            estimate, even = row.estimates[i], row.nulls[i]
            if estimate is None or even is None:
                continue
            low, high = 100 * (even - margin), 100 * (even + margin)
            up, down = place - 0.5, place + 0.5
            chart.axes.fill_betweenx([up, down], low, high, color="#009E73", alpha=0.25,
                                     linewidth=0)  # fmt: skip
            chart.axes.plot([100 * even] * 2, [up, down], color=INK, linewidth=1,
                            linestyle=(0, (4, 3)))  # fmt: skip
            style = style_of(i)
            value = 100 * estimate.value
            add_interval(chart, estimate, value, place, style.colour, style.marker)
            chart.axes.text(value, place - 0.16, number(value, 1), ha="center", va="bottom")
            ends += [low - 3, high + 3, 100 * estimate.low - 1, 100 * estimate.high + 1]
        name_lines(chart, [
            titles[i] if is_one else seat_of(row, titles[i]) for row, i in shown
        ])  # fmt: skip
        finite = [end for end in ends if isfinite(end)]
        chart.axes.set_xlim(max(min(finite), -1), min(max(finite), 101))
        chart.axes.grid(axis="y", visible=False)
        return chart.svg(in_words(scores, titles))


def seat_of(row: Row, title: str) -> str:
    """A seat of a variant, as the name of a line."""
    return f"{title}, seat {row.metric.removeprefix('score-')}"


def add_bar(chart: Chart, parts: Sequence[Row], variant: int) -> None:
    """The parts of one bar, one behind another."""
    start = 0.0
    for k, (row, estimate) in enumerate(zip(parts, of_all_games(parts, variant), strict=True)):
        fill = NOBODYS.get(row.metric, TONES[k % len(TONES)])
        wide = 100 * estimate.value if estimate else 0.0
        chart.axes.barh(
            variant, wide, left=start, height=0.5, facecolor=fill,
            edgecolor="#777777", linewidth=0.6, label=in_legend(row.title) if variant == 0 else "_",
        )  # fmt: skip
        if wide > NARROW:
            box = {"facecolor": fill, "edgecolor": "none", "pad": 1}
            chart.axes.text(
                start + wide / 2, variant, number(wide, 1), ha="center", va="center", fontsize=10,
                color="white" if fill == TONES[0] else "black", bbox=box,
            )  # fmt: skip
        if estimate and wide and start + wide < 100 - 1e-6:
            add_interval(chart, estimate, start + wide, variant + 0.36)
        start += wide


def add_interval(
    chart: Chart, estimate: Estimate, x: float, y: float, colour: str = INK, marker: str = "",
    label: str = "_",
) -> None:  # fmt: skip
    """A line from end to end of an interval in per cent, with a mark at x."""
    ends = [max(estimate.value - estimate.low, 0), max(estimate.high - estimate.value, 0)]
    spans = [[100 * end if isfinite(end) else 0] for end in ends]
    chart.axes.errorbar(
        x, y, xerr=spans, capsize=3, linewidth=1.5, linestyle="none", color=colour, marker=marker,
        label=label,
    )  # fmt: skip


def action_shares(rows: Sequence[Row], titles: Titles) -> Markup | None:
    """How often each action was used."""
    shown = [row for row in rows if row.group == ACTIONS and row.unit == "%"]
    names = [names_as_words(row.metric.removeprefix("action ")) for row in shown]
    named = [replace(row, title=name) for row, name in zip(shown, names, strict=True)]
    return points("Actions", "share of decisions, %", named, titles)


def ladder(rows: Sequence[Row], titles: Titles) -> Markup | None:
    """The share of the stronger agent on each rung; at half they are equally strong."""
    shown = [row for row in rows if row.unit == "%"]
    label = "share of the stronger agent, %"
    return points("Ladder", label, shown, titles, middle=50)


def points(
    title: str, label: str, rows: Sequence[Row], titles: Titles, middle: float | None = None
) -> Markup | None:
    """A line for each row, and on it a point with its interval for each variant."""
    if not any(estimate for row in rows for estimate in row.estimates):
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
    style, label = style_of(variant), in_legend(titles[variant])
    beside = 0.7 * ((variant + 1) / (len(titles) + 1) - 0.5)
    for k, row in enumerate(rows):
        estimate = row.estimates[variant]
        if estimate:
            add_interval(chart, estimate, 100 * estimate.value, k + beside,
                         style.colour, style.marker, label)  # fmt: skip
            label = "_"  # once in the legend


def name_lines(chart: Chart, names: Sequence[str]) -> None:
    """The names of bars or rows, the first on top."""
    chart.axes.set_yticks(range(len(names)), [beside_axis(name) for name in names])
    chart.axes.set_ylim(len(names) - 0.4, -0.6)


def in_words(rows: Sequence[Row], titles: Titles) -> str:
    """The figures of a chart for those who do not see it."""
    return "; ".join(
        f"{title}: {', '.join(f'{row.title} {figure(row, i)}' for row in rows)}"
        for i, title in enumerate(titles)
    )


def figure(row: Row, variant: int) -> str:
    """A figure with its unit and interval."""
    estimate = row.estimates[variant]
    unit = f" {row.unit}" if row.unit and estimate else ""
    return f"{value_text(estimate, row.unit)}{unit} {interval_text(estimate, row.unit)}".rstrip()
