"""Intervals in which numbers lie: what holds all of several, and products and quotients of ends."""

from __future__ import annotations

from math import inf

Interval = tuple[float, float]
ANY: Interval = (-inf, inf)
FROM_NOTHING: Interval = (0, inf)


def hull(intervals: list[Interval]) -> Interval:
    """The smallest interval around several; `ANY` for none."""
    if not intervals:
        return ANY
    return min(low for low, _ in intervals), max(high for _, high in intervals)


def times(a: float, b: float) -> float:
    """The product, where zero times infinity is zero."""
    return 0 if 0 in (a, b) else a * b


def combine(op: str, a: float, b: float) -> float:
    """The product or the whole quotient of two ends of intervals."""
    if op == "*":
        return times(a, b)
    if inf in (abs(a), abs(b)):
        return a if abs(a) == inf else 0
    return a // b


def is_bounded(interval: Interval) -> bool:
    """Whether both ends are known."""
    return inf not in map(abs, interval)
