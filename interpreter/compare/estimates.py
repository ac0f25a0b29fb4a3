"""From the numbers of games to estimates and differences, each kind of metric in its way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from interpreter.compare.metrics import Games, Metric
from interpreter.compare.results import Difference, Estimate, Row
from interpreter.compare.sample import Sample
from interpreter.compare.statistics import (
    Comparison,
    Interval,
    holm,
    mean_difference,
    mean_interval,
    quantile_difference,
    quantile_interval,
    share_difference,
    wilson,
)


def sample_of(metric: Metric, games: Games) -> Sample:
    """The numbers of the games that give one."""
    numbers = metric.numbers(games)
    return Sample.of(numbers[~np.isnan(numbers)])


def estimate_of(metric: Metric, sample: Sample) -> Estimate | None:
    """The estimate of a metric; None without games."""
    if not sample.count:
        return None
    if metric.kind == "share":
        found: Interval | None = wilson(wins(sample), sample.count)
    elif metric.kind == "mean":
        found = mean_interval(sample)
    else:
        found = quantile_interval(sample, metric.q)
    value = sample.quantile(metric.q) if metric.kind == "quantile" else sample.mean
    if found is None:
        return None
    low, high = found.low, found.high
    if metric.unit == "%":  # a correction for skewness may lead out of what can be
        low, high = max(low, 0.0), min(high, 1.0)
    return Estimate(value, low, high, sample.count)


def interval_of(metric: Metric, games: Games) -> tuple[Interval, float] | None:
    """The interval of a metric and the scale of its width: 1 for shares, else the value."""
    found = estimate_of(metric, sample_of(metric, games))
    if found is None:
        return None
    return Interval(found.low, found.high), 1.0 if metric.unit == "%" else found.value


def wins(sample: Sample) -> int:
    """How many games of a share count."""
    return int(sample.counts[sample.values == 1].sum())


def comparison_of(metric: Metric, first: Sample, second: Sample) -> Comparison | None:
    """How far the second sample lies from the first."""
    if not first.count or not second.count:
        return None
    if metric.kind == "share":
        return share_difference(wins(second), second.count, wins(first), first.count)
    if metric.kind == "mean":
        return mean_difference(second, first)
    return quantile_difference(second, first, metric.q)


Half = tuple[Metric, list[Estimate | None], list[Comparison | None]]


def halves(metrics: Sequence[Metric], games: Sequence[Games]) -> list[Half]:
    """The rows of metrics that were measured and not always 0, their p-values not corrected yet."""
    found = []
    for metric in metrics:
        samples = [sample_of(metric, g) for g in games]
        if metric.group != "Result" and not any(s.values.any() for s in samples):
            continue  # what never happens says nothing, and would weaken the correction
        estimates = [estimate_of(metric, s) for s in samples]
        if any(e is not None for e in estimates):
            compared = [None, *(comparison_of(metric, samples[0], s) for s in samples[1:])]
            found.append((metric, estimates, compared))
    return found


def rows_of(parts: Sequence[Sequence[Half]]) -> list[tuple[Row, ...]]:
    """The rows of several tables, corrected for the number of all of them (Holm 1979)."""
    ps = [c.p for part in parts for _, _, compared in part for c in compared if c is not None]
    corrected = iter(holm(ps))

    def difference(c: Comparison | None) -> Difference | None:
        return None if c is None else Difference(c.value, c.low, c.high, c.p, next(corrected))

    return [
        tuple(
            Row(m.key, m.title, m.unit, m.group, tuple(estimates),
                tuple(difference(c) for c in compared))
            for m, estimates, compared in part
        )
        for part in parts
    ]  # fmt: skip
