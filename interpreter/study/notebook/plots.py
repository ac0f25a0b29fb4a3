"""Figures of a report for matplotlib, to be changed or saved by whoever asked for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from gdl.source.printable import printable
from interpreter.study.report.charts.style import style_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from interpreter.study.results.results import Curve, Estimate, PairingResult, Results, Row


def figures_of(results: Results) -> dict[str, Figure]:
    """All figures, by name."""
    return dict(named_figures(results))


def named_figures(results: Results) -> Iterator[tuple[str, Figure]]:
    """Of each pairing the shares, the lengths of games, the moves and the expected result by turn;
    of a ladder the strength of its agents.
    """
    titles = [plain(title) for title in results.titles]
    for pairing in results.pairings:
        name = pairing.title
        shares = [row for row in pairing.rows if row.unit == "%" and row.is_primary]
        if shares:
            yield f"{name}: shares", share_figure(shares, titles, name)
        yield f"{name}: lengths", length_figure(pairing, titles)
        for key, word in (("branching", "legal moves"), ("advantage", "expected for seat 1")):
            curves = [getattr(charts, key) for charts in pairing.charts]
            if any(curves):
                yield f"{name}: {key}", curve_figure(curves, titles, name, word)
    if results.elo:
        yield "elo", elo_figure(results.elo, titles)


def blank(title: str, across: str, up: str) -> tuple[Figure, Axes]:
    """A figure with one pair of axes."""
    figure = Figure(figsize=(6.4, 3.6), layout="constrained")
    axes = figure.add_subplot()
    axes.set(title=plain(title), xlabel=plain(across), ylabel=plain(up))
    return figure, axes


def plain(text: str) -> str:
    """A text that is shown as it stands: a dollar begins no formula, a line has no controls."""
    return printable(text).replace("$", r"\$")


def points(
    axes: Axes, rows: Sequence[Row], titles: Sequence[str], scale: float = 1, line: str = ""
) -> None:
    """Points with their intervals, those of each variant in its colour, on a line of some style."""
    for variant, title in enumerate(titles):
        beside = 0.15 * (variant - (len(titles) - 1) / 2)
        known = [(x, e) for x, row in enumerate(rows) if (e := row.estimates[variant]) is not None]
        style = style_of(variant)
        axes.errorbar(
            [x + beside for x, _ in known], [scale * e.value for _, e in known],
            yerr=[[scale * below(e) for _, e in known], [scale * above(e) for _, e in known]],
            fmt=f"{style.marker}{line}", linewidth=1, color=style.colour, label=title, capsize=2,
        )  # fmt: skip
    axes.set_xticks(range(len(rows)), [plain(row.title) for row in rows], rotation=20, ha="right")
    axes.legend()


def below(estimate: Estimate) -> float:
    """How far the interval reaches down; 0 where it has no end."""
    return max(0.0, estimate.value - estimate.low) if isfinite(estimate.low) else 0.0


def above(estimate: Estimate) -> float:
    """How far the interval reaches up; 0 where it has no end."""
    return max(0.0, estimate.high - estimate.value) if isfinite(estimate.high) else 0.0


def share_figure(rows: Sequence[Row], titles: Sequence[str], agents: str) -> Figure:
    """The shares of primary metrics with their intervals."""
    figure, axes = blank(agents, "", "% (95 % intervals)")
    points(axes, rows, titles, 100)
    return figure


def elo_figure(rows: Sequence[Row], titles: Sequence[str]) -> Figure:
    """The strength of the agents of a ladder, with intervals."""
    figure, axes = blank("Strength", "", f"Elo above {rows[0].title} (95 % intervals)")
    points(axes, rows, titles, line="-")
    return figure


def length_figure(pairing: PairingResult, titles: Sequence[str]) -> Figure:
    """How many games had which length, as a share of the games of their variant."""
    figure, axes = blank(pairing.title, "length of a game, turns", "games, %")
    for variant, (charts, title) in enumerate(zip(pairing.charts, titles, strict=True)):
        bins, total = charts.lengths, sum(charts.lengths.counts)
        if total:
            axes.stairs(
                [100 * count / total for count in bins.counts],
                [*bins.starts, bins.starts[-1] + bins.width],
                color=style_of(variant).colour, label=title,
            )  # fmt: skip
    axes.legend()
    return figure


def curve_figure(
    curves: Sequence[Curve | None], titles: Sequence[str], agents: str, word: str
) -> Figure:
    """A mean by turn, with its intervals."""
    figure, axes = blank(agents, "turn", word)
    for variant, (curve, title) in enumerate(zip(curves, titles, strict=True)):
        if curve is not None:
            colour = style_of(variant).colour
            axes.plot(curve.turns, curve.means, color=colour, label=title)
            axes.fill_between(curve.turns, curve.lows, curve.highs, color=colour, alpha=0.15)
    axes.legend()
    return figure
