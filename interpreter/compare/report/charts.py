"""The charts of a pairing, as SVG texts; None where there is nothing to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from interpreter.compare.report.bars import action_shares, result_bars
from interpreter.compare.report.figures import look, new_chart, short
from interpreter.compare.report.numbers import number
from interpreter.wording import plural

if TYPE_CHECKING:
    from interpreter.compare.results import Charts, Curve, Histogram, PairingResult

Titles = Sequence[str]
MOST_POINTS = 40  # of a curve; a screen shows no more


def pairing_charts(pairing: PairingResult, titles: Titles) -> list[tuple[str, str]]:
    """The charts of a pairing that there are: their titles and SVG texts."""
    drawn = {
        "Results": result_bars(pairing.rows, titles),
        "Game length": length_histogram(pairing.charts, titles),
        "Branching": branching_curves(pairing.charts, titles),
        "Advantage": advantage_curves(pairing.charts, titles),
        "Actions": action_shares(pairing.rows, titles),
    }
    return [(title, text) for title, text in drawn.items() if text]


def length_histogram(charts: Sequence[Charts], titles: Titles) -> str | None:
    """How long games were: the share of games in each bin, an outline for each variant."""
    shown = [(i, c.lengths) for i, c in enumerate(charts) if sum(c.lengths.counts)]
    if not shown:
        return None
    widths = {histogram.width for _, histogram in shown}
    bins = plural(min(widths), "turn") if len(widths) == 1 else "1 turn"
    means = (f"{titles[i]}: {spread(histogram)}" for i, histogram in shown)
    up = f"share of games in {bins}, %"
    with new_chart("Game length", "length of a game, turns", up) as chart:
        for i, histogram in shown:
            shares, edges = outline(histogram, 1 if len(widths) == 1 else histogram.width)
            style = look(i)
            if len(shown) <= 2:
                chart.axes.stairs(shares, edges, fill=True, color=style.colour, alpha=0.18)
            chart.axes.stairs(
                shares, edges, color=style.colour, linestyle=style.dash, linewidth=1.8,
                label=short(titles[i]),
            )  # fmt: skip
        chart.axes.set_ylim(bottom=0)
        chart.axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        chart.add_legend()
        return chart.svg("; ".join(means))


def outline(histogram: Histogram, per: int) -> tuple[list[float], list[float]]:
    """The share of games in per cent of every bin from the first to the last, and the edges, which
    lie half way between two lengths.
    """
    counts = dict(zip(histogram.starts, histogram.counts, strict=True))
    starts = range(min(counts), max(counts) + 1, histogram.width)
    total = sum(histogram.counts)
    edges = [start - 0.5 for start in (*starts, starts[-1] + histogram.width)]
    return [100 * counts.get(start, 0) / total / per for start in starts], edges


def spread(histogram: Histogram) -> str:
    """From where to where the lengths go."""
    pairs = zip(histogram.starts, histogram.counts, strict=True)
    starts = [start for start, count in pairs if count]
    return f"{min(starts)} to {max(starts) + histogram.width - 1} turns"


def branching_curves(charts: Sequence[Charts], titles: Titles) -> str | None:
    """Legal moves by turn, with a band of the 95 % interval."""
    return curves("Branching", "legal moves, mean", [c.branching for c in charts], titles, 1)


def advantage_curves(charts: Sequence[Charts], titles: Titles) -> str | None:
    """What the agents expect for seat 1 by turn, with a band of the 95 % interval."""
    label = "expected share of seat 1, %"
    return curves("Advantage", label, [c.advantage for c in charts], titles, 100)


def curves(
    title: str, label: str, all_curves: Sequence[Curve | None], titles: Titles, factor: float
) -> str | None:
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
            style, each = look(i), max(1, -(-len(curve.turns) // MOST_POINTS))
            turns = curve.turns[::each]
            parts = (curve.lows, curve.highs, curve.means)
            lows, highs, means = ([factor * v for v in part[::each]] for part in parts)
            chart.axes.fill_between(
                turns, lows, highs, color=style.colour, alpha=0.18, linewidth=0
            )
            chart.axes.plot(
                turns, means, color=style.colour, linestyle=style.dash, linewidth=1.8,
                marker=style.marker, markersize=4, markevery=max(1, len(means) // 12),
                label=short(titles[i]),
            )  # fmt: skip
        chart.add_legend()
        return chart.svg("; ".join(ends))
