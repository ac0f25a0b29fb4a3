"""From the numbers of games to estimates and differences, each kind of metric in its way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite, nan

from numpy.typing import ArrayLike

from interpreter.study.plan.metrics import Games, Metric
from interpreter.study.results.results import Difference, Estimate, Kind, Row
from interpreter.study.statistics.bounded import (
    bounded_difference,
    bounded_interval,
    share_difference,
    share_interval,
)
from interpreter.study.statistics.statistics import (
    Comparison,
    Interval,
    Sample,
    holm,
    mean_difference,
    mean_interval,
    quantile_difference,
    quantile_interval,
)

LEVEL = 0.05  # of the corrected p-value below which a difference is significant
FEW = 10  # games below which a figure is marked, and no variant is compared with another


def sample_of(metric: Metric, games: Games) -> Sample:
    """The numbers of the games that give one."""
    return games.sample(metric.numbers(games), metric.key)


# ---- one variant -------------------------------------------------------------------------------


def estimate_of(metric: Metric, sample: Sample) -> Estimate | None:
    """The estimate of a metric; None without games."""
    if not sample.count:
        return None
    value = sample.quantile(metric.q) if metric.kind == "quantile" else sample.mean
    interval = interval_of(metric, sample)
    kind = kind_of(metric, sample)
    if kind == "sampled" and not isfinite(interval.high - interval.low):
        kind = "few"
    return Estimate(value, interval.low, interval.high, sample.count, kind)


def mean_share(shares: ArrayLike) -> Estimate | None:
    """The mean of some shares; None without any."""
    sample = Sample.of(shares)
    interval = bounded_interval(sample, 0.0, 1.0)
    if interval is None:
        return None
    kind: Kind = "few" if sample.count < FEW else "sampled"
    return Estimate(sample.mean, interval.low, interval.high, sample.count, kind)


def interval_of(metric: Metric, sample: Sample) -> Interval:
    """The interval of a metric; its ends are not finite where the games are too few for one."""
    low, high = metric.span
    interval: Interval | None
    if metric.kind == "share":
        interval = share_interval(wins(sample), sample.count)
    elif is_bounded(metric):
        interval = bounded_interval(sample, low, high)
    elif sample.count < FEW:
        interval = None
    elif metric.kind == "mean":
        interval = mean_interval(sample)
    else:
        interval = quantile_interval(sample, metric.q)
    if interval is None or not isfinite(interval.high - interval.low):
        return Interval(nan, nan)
    return Interval(max(interval.low, low), min(interval.high, high))


def is_bounded(metric: Metric) -> bool:
    """Whether its numbers have a least and a most, and its mean is wanted."""
    return metric.kind == "mean" and all(map(isfinite, metric.span))


def kind_of(metric: Metric, sample: Sample) -> Kind:
    """How sure a figure is."""
    if sample.count < FEW:
        return "few"
    if metric.group == "Actions" and set(sample.values) <= {0.0, 1.0}:
        return "sampled"  # never or always chosen so far: how often else, its interval says
    is_open = metric.kind != "share" and not is_bounded(metric)
    return "constant" if (is_open or metric.is_counted) and len(sample.values) == 1 else "sampled"


def wins(sample: Sample) -> int:
    """How many games of a share count."""
    return int(sample.counts[sample.values == 1].sum())


# ---- two variants ------------------------------------------------------------------------------


def comparison_of(metric: Metric, first: Sample, second: Sample) -> Comparison | None:
    """How far the second sample lies from the first; None where one has less than ten games."""
    if min(first.count, second.count) < FEW:
        return None
    if metric.kind == "share":
        return share_difference(wins(second), second.count, wins(first), first.count)
    if is_bounded(metric):
        return bounded_difference(second, first, *metric.span)
    if metric.kind == "mean":
        return mean_difference(second, first)
    return quantile_difference(second, first, metric.q)


def comparable(metric: Metric, first: Games, second: Games) -> bool:
    """Whether a metric means the same in both: what a seat has depends on how many there are."""
    return not metric.depends_on_seats or first.seats == second.seats


# ---- rows --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Half:
    """A row whose p-values are not corrected yet."""

    metric: Metric
    estimates: tuple[Estimate | None, ...]
    compared: tuple[Comparison | None, ...]
    is_primary: bool = False
    nulls: tuple[float | None, ...] = ()
    is_detail: bool = False


def halves(
    metrics: Sequence[Metric], games: Sequence[Games], primary: Collection[str] = (),
    has_details: bool = False,
) -> list[Half]:  # fmt: skip
    """The rows of metrics that were measured and not always 0, their p-values not corrected yet.

    `primary` are the keys of the primary ones, which come first.  Details are marked as such unless
    they were asked for, each by its key or all with `has_details`.
    """
    made = []
    for metric in metrics:
        samples = [sample_of(metric, g) for g in games]
        if metric.group != "Result" and not any(s.values.any() for s in samples):
            continue  # what never happens says nothing
        estimates = tuple(estimate_of(metric, s) for s in samples)
        if any(e is not None for e in estimates):
            compared = tuple(
                comparison_of(metric, samples[0], s) if i and comparable(metric, games[0], g)
                else None
                for i, (g, s) in enumerate(zip(games, samples, strict=True))
            )  # fmt: skip
            nulls = tuple(
                metric.null(g) if metric.null and e is not None else None
                for g, e in zip(games, estimates, strict=True)
            )
            is_detail = metric.is_detail and not has_details and metric.key not in primary
            made.append(Half(metric, estimates, compared, metric.key in primary, nulls, is_detail))
    return sorted(made, key=lambda half: not half.is_primary)


def rows_of(parts: Sequence[Sequence[Half]]) -> list[tuple[Row, ...]]:
    """The rows of several tables; the primary ones corrected for their number (Holm 1979)."""
    tested = [
        c for part in parts for half in part if half.is_primary
        for c in half.compared if c is not None and isfinite(c.p)
    ]  # fmt: skip
    corrected = dict(zip(map(id, tested), holm([c.p for c in tested]), strict=True))
    return [tuple(row_of(half, corrected) for half in part) for part in parts]


def row_of(half: Half, corrected: dict[int, float]) -> Row:
    """The row of a half, with the corrected p-values by the ids of comparisons."""
    m, differences = half.metric, list[Difference | None]()
    for estimate, c in zip(half.estimates, half.compared, strict=True):
        if c is None:
            differences.append(None)
            continue
        p = corrected.get(id(c))
        is_nothing = m.needs_second_look and holds_0(half.estimates[0]) and holds_0(estimate)
        is_marked = p is not None and p < LEVEL and not c.low <= 0 <= c.high and not is_nothing
        differences.append(Difference(c.value, c.low, c.high, c.p, p, is_marked))
    nulls = half.nulls if any(n is not None for n in half.nulls) else ()
    return Row(m.key, m.title, m.unit, m.group, half.estimates, tuple(differences),
               half.is_primary, nulls, half.is_detail)  # fmt: skip


def holds_0(estimate: Estimate | None) -> bool:
    """Whether a figure may be 0 by what is known of it."""
    return estimate is None or not (estimate.low > 0 or estimate.high < 0)
