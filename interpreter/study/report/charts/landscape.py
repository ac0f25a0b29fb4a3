"""The charts of `gdl tune`: each target over the values of each option, and two targets against one
another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup
from matplotlib.ticker import MaxNLocator

from gdl.model.fold import Scalar
from interpreter.api.wording import options_text
from interpreter.study.report.charts.numbers import interval_text, scaled, value_text
from interpreter.study.report.charts.style import (
    COLOURS,
    INK,
    Chart,
    in_legend,
    new_chart,
    short,
    style_of,
)
from interpreter.study.run.targets import INFINITE

if TYPE_CHECKING:
    from interpreter.study.results.results import Estimate
    from interpreter.study.run.targets import Target

BESIDE = 0.6  # of the room between two values: what the points of one value take
BAND = "#009E73"
FAINT = 0.12


class Spot(NamedTuple):
    """A variant on a chart: the values of its options, and its estimates, one a target."""

    title: str
    options: Mapping[str, Scalar]
    estimates: Sequence[Estimate | None]


def varied_options(spots: Sequence[Spot]) -> list[str]:
    """The options that have several values among the variants."""
    return [
        name for name in (spots[0].options if spots else ())
        if len({spot.options.get(name) for spot in spots}) > 1
    ]  # fmt: skip


def landscape(spots: Sequence[Spot], targets: Sequence[Target]) -> list[Markup]:
    """A chart for each target and option: the estimates over the values, beside the range."""
    names = varied_options(spots)
    return [
        chart for i, target in enumerate(targets) for name in names
        if (chart := over_values(spots, target, i, name, names))
    ]  # fmt: skip


def over_values(
    spots: Sequence[Spot], target: Target, place: int, name: str, names: Sequence[str]
) -> Markup | None:
    """One target over the values of one option; the other option, where there is one other, tells
    the points of one value apart.
    """
    shown = [spot for spot in spots if spot.estimates[place] is not None]
    if not shown:
        return None
    values = in_order({spot.options[name] for spot in spots})
    others = [other for other in names if other != name]
    kinds = in_order({spot.options[others[0]] for spot in spots}) if len(others) == 1 else []
    kinds = kinds if 1 < len(kinds) <= len(COLOURS) else []
    unit = target.metric.unit
    up = f"{target.metric.title}, {unit}" if unit else target.metric.title
    with new_chart(f"{target.text} by {name}", name, up) as chart:
        for spot in shown:
            kind = kinds.index(spot.options[others[0]]) if kinds else 0
            alike = [s for s in shown if s.options[name] == spot.options[name]]
            order = kind if kinds else alike.index(spot)
            count = len(kinds) or len(alike)
            beside = BESIDE * ((order + 1) / (count + 1) - 0.5)
            add_estimate(chart, values.index(spot.options[name]) + beside, spot, place, unit, kind)
        chart.axes.set_xticks(
            range(len(values)),
            [short(options_text({name: value}).partition("=")[2]) for value in values],
        )
        chart.axes.set_xlim(-0.5, len(values) - 0.5)
        add_range(chart, target)
        for i, kind_value in enumerate(kinds):
            style = style_of(i)
            chart.axes.plot([], [], style.marker, color=style.colour,
                            label=in_legend(options_text({others[0]: kind_value})))  # fmt: skip
        chart.add_legend()
        return chart.svg("; ".join(in_words(spot, place, unit) for spot in shown))


def add_estimate(chart: Chart, x: float, spot: Spot, place: int, unit: str, kind: int) -> None:
    """A point with its interval."""
    estimate, style = spot.estimates[place], style_of(kind)
    assert estimate is not None
    ends = [estimate.value - estimate.low, estimate.high - estimate.value]
    spans = [[scaled(max(end, 0), unit) if isfinite(end) else 0] for end in ends]
    chart.axes.errorbar(
        x, scaled(estimate.value, unit), yerr=spans, capsize=3, linewidth=1.5, linestyle="none",
        color=style.colour, marker=style.marker,
    )  # fmt: skip


def add_range(chart: Chart, target: Target) -> None:
    """A band over the range of a target, as far as the chart goes."""
    low, high = chart.axes.get_ylim()
    unit = target.metric.unit
    ends = [scaled(end, unit) for end in (target.low, target.high) if abs(end) < INFINITE]
    low, high = min(low, *ends), max(high, *ends)
    room = 0.04 * (high - low)
    low, high = low - room, high + room
    foot, top = max(scaled(target.low, unit), low), min(scaled(target.high, unit), high)
    chart.axes.axhspan(foot, top, color=BAND, alpha=FAINT, linewidth=0, label="the target")
    chart.axes.set_ylim(low, high)


def in_words(spot: Spot, place: int, unit: str) -> str:
    """A point for those who do not see it."""
    estimate = spot.estimates[place]
    return f"{spot.title}: {value_text(estimate, unit)} {interval_text(estimate, unit)}".rstrip()


def in_order(values: set[Scalar]) -> list[Scalar]:
    """Values in a fixed order: numbers by size, then words."""
    return sorted(values, key=lambda v: (isinstance(v, str), v if not isinstance(v, str) else 0,
                                         str(v)))  # fmt: skip


def front_chart(
    titles: Sequence[str], distances: Sequence[tuple[float, float]], front: Sequence[bool],
    targets: Sequence[Target],
) -> Markup | None:  # fmt: skip
    """Two targets against one another: how far each variant is from either, and which of them no
    other beats in both.
    """
    shown = [i for i, pair in enumerate(distances) if max(pair) < INFINITE]
    if not shown:
        return None
    across, up = (f"outside {target.text}, {target.outside_unit}" for target in targets)
    with new_chart("Two targets", across, up) as chart:
        for is_front, who in ((True, "none"), (False, "another")):
            these = [i for i in shown if front[i] == is_front]
            style = style_of(0 if is_front else 1)
            chart.axes.plot(
                [distances[i][0] for i in these], [distances[i][1] for i in these], style.marker,
                color=style.colour, alpha=1 if is_front else 0.5, linestyle="none",
                label=f"{who} is nearer to both" if these else "_",
            )  # fmt: skip
            for i in these if is_front else ():
                chart.axes.annotate(
                    short(titles[i]), distances[i], xytext=(5, 4), textcoords="offset points",
                    fontsize=9, color=INK,
                )  # fmt: skip
        for axis in (chart.axes.xaxis, chart.axes.yaxis):
            axis.set_major_locator(MaxNLocator(min_n_ticks=1))
        chart.axes.margins(0.12)
        chart.add_legend()
        return chart.svg("; ".join(
            f"{titles[i]}: {distances[i][0]:.1f} and {distances[i][1]:.1f}" for i in shown
        ))  # fmt: skip
