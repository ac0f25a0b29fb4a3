"""The interval of a difference contains 0 where its p-value is 0.05 or more, and nowhere else."""

from __future__ import annotations

from math import isfinite

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.quick import each

from interpreter.study.plan.metrics import Metric, metric_named
from interpreter.study.results.estimates import FEW, comparison_of
from interpreter.study.statistics.statistics import Comparison, Sample

# One or more of each method: a share, a mean within bounds, another mean, a quantile.
KEYS = ("win-1", "draws", "score-1", "settled", "lead", "turns", "branching", "turns-median",
        "moves-q3")  # fmt: skip
LEVEL = 0.05
BORDER = 1e-6  # of p, where either is right


def agrees(found: Comparison | None) -> bool:
    """Whether both say the same; few games say nothing."""
    if found is None or not isfinite(found.p) or abs(found.p - LEVEL) < BORDER:
        return True
    return (found.low <= 0 <= found.high) == (found.p >= LEVEL)


def scaled(metric: Metric, parts: np.ndarray, is_whole: bool) -> Sample:
    """Parts of the whole as numbers of a metric."""
    low, high = metric.span
    if metric.kind == "share":
        return Sample.of(parts > 0.5)
    if isfinite(high) and isfinite(low):
        return Sample.of(low + (high - low) * (parts.round(1) if is_whole else parts))
    return Sample.of((60 * parts).round() if is_whole else 60 * parts)


@pytest.mark.parametrize("key", each(3, KEYS))
def test_the_interval_and_p_agree(key: str) -> None:
    metric, luck, both = metric_named(key), np.random.default_rng(len(key)), set()
    for study in range(120):
        counts = luck.choice([10, 11, 14, 30, 90, 400], 2)
        shape, shift = luck.choice([0.05, 0.4, 2.0]), luck.choice([1.0, 1.2, 1.6])
        first = luck.beta(shape, 2 * shape, counts[0])
        second = luck.beta(shape * shift, 2 * shape, counts[1])
        samples = (scaled(metric, parts, study % 2 == 0) for parts in (first, second))
        found = comparison_of(metric, *samples)
        assert found is not None and agrees(found), found
        both.add(found.p >= LEVEL)
    assert both == {True, False}


@given(
    st.sampled_from(KEYS),
    st.lists(st.integers(0, 4), min_size=FEW, max_size=40),
    st.lists(st.integers(0, 4), min_size=FEW, max_size=40),
)
def test_the_interval_and_p_agree_of_a_few_values(key: str, one: list[int], two: list[int]) -> None:
    metric = metric_named(key)
    samples = [scaled(metric, np.array(numbers) / 4, False) for numbers in (one, two)]
    found = comparison_of(metric, *samples)
    assert agrees(found), found
    swapped = comparison_of(metric, *reversed(samples))
    assert found and swapped and swapped.p == pytest.approx(found.p, abs=1e-6)
