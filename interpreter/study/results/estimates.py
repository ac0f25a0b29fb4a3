"""From the numbers of games to estimates and differences, each kind of metric in its way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import isfinite, nan

from numpy.typing import ArrayLike

from interpreter.study.plan.metrics import SHARE, Games, Metric, Span
from interpreter.study.results.results import (
    Difference,
    Estimate,
    Kind,
    PairApart,
    Pairs,
    Row,
)
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
    least_p,
    mean_difference,
    mean_interval,
    quantile_difference,
    quantile_interval,
    within,
)

LEVEL = 0.05  # of the corrected p-value below which a difference is significant
MAX_PAIRED = 12  # variants of which all pairs are compared
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
    value = within(value, *possible(metric))
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
    return interval.within(*possible(metric))


def possible(metric: Metric) -> Span:
    """From the least to the most that a metric can be.  A share is between 0 and 1; the numbers of
    single games may leave that, as those of second searches, in which luck cancels out on average.
    """
    return SHARE if metric.unit == "%" else metric.span


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
    found = apart(metric, first, second)
    return found and replace(found, least_p=min(found.p, least_p(first, second)))


def apart(metric: Metric, first: Sample, second: Sample) -> Comparison | None:
    """The same without the least p-value that there could be; None without games."""
    if metric.kind == "share":
        return share_difference(wins(second), second.count, wins(first), first.count)
    is_constant = kind_of(metric, first) == kind_of(metric, second) == "constant"
    if is_bounded(metric) and not is_constant:
        return bounded_difference(second, first, *metric.span, possible(metric))
    if metric.kind == "mean":
        return mean_difference(second, first)
    return quantile_difference(second, first, metric.q)


def comparable(metric: Metric, first: int, second: int) -> bool:
    """Whether a metric means the same for so many seats: what one has depends on their number."""
    return not metric.depends_on_seats or first == second


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
    base: int = 0
    samples: tuple[Sample, ...] = ()  # of a primary row
    seats: tuple[int, ...] = ()  # of each variant


def halves(
    metrics: Sequence[Metric], games: Sequence[Games], primary: Collection[str] = (),
    has_details: bool = False, base: int = 0,
) -> list[Half]:  # fmt: skip
    """The rows of metrics that were measured and not always 0, their p-values not corrected yet;
    all are compared with the games of the number `base`.

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
                comparison_of(metric, samples[base], s)
                if i != base and comparable(metric, games[base].seats, g.seats) else None
                for i, (g, s) in enumerate(zip(games, samples, strict=True))
            )  # fmt: skip
            nulls = tuple(
                metric.null(g) if metric.null and e is not None else None
                for g, e in zip(games, estimates, strict=True)
            )
            is_detail = metric.is_detail and not has_details and metric.key not in primary
            is_primary = metric.key in primary
            kept = tuple(samples) if is_primary else ()
            seats = tuple(g.seats for g in games)
            made.append(Half(metric, estimates, compared, is_primary, nulls, is_detail, base, kept,
                             seats))  # fmt: skip
    return sorted(made, key=lambda half: not half.is_primary)


def rows_of(parts: Sequence[Sequence[Half]]) -> list[tuple[Row, ...]]:
    """The rows of several tables; the primary ones corrected for their number (`holm`)."""
    corrected = corrections(
        c for part in parts for half in part if half.is_primary for c in half.compared
    )
    return [tuple(row_of(half, corrected) for half in part) for part in parts]


def corrections(compared: Iterable[Comparison | None]) -> dict[int, float]:
    """The p-values of comparisons, corrected for their number, by the identity of each."""
    tested = [c for c in compared if c is not None and isfinite(c.p)]
    corrected = holm([c.p for c in tested], [c.least_p for c in tested])
    return dict(zip(map(id, tested), corrected, strict=True))


def row_of(half: Half, corrected: Mapping[int, float]) -> Row:
    """A row, with the corrected p-values of those that are primary."""
    m = half.metric
    differences = tuple(
        difference_of(half, (half.base, i), c, corrected) for i, c in enumerate(half.compared)
    )
    nulls = half.nulls if any(n is not None for n in half.nulls) else ()
    return Row(m.key, m.title, m.unit, m.group, half.estimates, differences,
               half.is_primary, nulls, half.is_detail)  # fmt: skip


def difference_of(
    half: Half, pair: tuple[int, int], c: Comparison | None, corrected: Mapping[int, float]
) -> Difference | None:
    """How far the second of a pair of variants lies from the first."""
    if c is None:
        return None
    p = corrected.get(id(c))
    is_nothing = half.metric.needs_second_look and all(holds_0(half.estimates[i]) for i in pair)
    is_marked = p is not None and p < LEVEL and not c.low <= 0 <= c.high and not is_nothing
    return Difference(c.value, c.low, c.high, c.p, p, is_marked, c.least_p)


def holds_0(estimate: Estimate | None) -> bool:
    """Whether a figure may be 0 by what is known of it."""
    return estimate is None or not (estimate.low > 0 or estimate.high < 0)


# ---- all pairs ---------------------------------------------------------------------------------


def pairs_of(rows: Sequence[Half], rules: Sequence[str], agents: str) -> Pairs | None:
    """All pairs of variants whose rules, given by their hashes, differ, compared in the primary
    metrics; None where there are no more than two variants, or too many for a table.
    """
    primary = [half for half in rows if half.is_primary]
    if not 2 < len(rules) <= MAX_PAIRED or not primary:
        return None
    pairs = [(i, j) for i, j in combinations(range(len(rules)), 2) if rules[i] != rules[j]]
    compared = {pair: [compared_pair(half, pair) for half in primary] for pair in pairs}
    corrected = corrections(c for each in compared.values() for c in each)
    apart = tuple(
        PairApart(*pair, tuple(difference_of(half, pair, c, corrected)
                               for half, c in zip(primary, each, strict=True)))
        for pair, each in compared.items()
    )  # fmt: skip
    return Pairs(agents, tuple(half.metric.key for half in primary), apart)


def compared_pair(half: Half, pair: tuple[int, int]) -> Comparison | None:
    """How far the second of a pair lies from the first in a primary metric."""
    first, other = pair
    if not comparable(half.metric, half.seats[first], half.seats[other]):
        return None
    return comparison_of(half.metric, half.samples[first], half.samples[other])
