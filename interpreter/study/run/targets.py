"""The targets of `gdl tune`: metrics, the ranges that they should lie in, and what games say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from typing import Literal

from interpreter.study.plan.metrics import Metric, listed_metrics, metric_named
from interpreter.study.plan.study import wrong
from interpreter.study.results.estimates import possible
from interpreter.study.results.results import Estimate
from interpreter.study.statistics.simultaneous import among, unseen_share

NUMBER = r"\d+(?:\.\d+)?"
TARGET = re.compile(
    r"(?P<metric>(?:action )?[^\s,<>=]+)\s*"
    rf"(?:(?P<sign><=|>=|<|>)\s*(?P<bound>{NUMBER})"
    rf"|[= ]\s*(?P<middle>{NUMBER})\s*(?:±|\+-)\s*(?P<margin>{NUMBER})"
    rf"|[= ]\s*(?P<low>{NUMBER})\s*\.\.\s*(?P<high>{NUMBER}))\s*(?P<percent>%?)"
)
INFINITE = 1e12
Standing = Literal["met", "likely", "open", "missed", "not measured"]
"""Of a target: the whole 95 % interval lies within the range; the estimate alone does; the interval
reaches into the range, but the estimate lies outside; the whole interval lies outside.

A figure that was the same in every game has no interval: it meets or misses a target for sure once
the games are so many that others are at most `UNSEEN` of all."""
UNSEEN = 0.02


@dataclass(frozen=True)
class Target:
    """A metric and the range that it should lie in."""

    metric: Metric
    low: float
    high: float
    text: str  # as it was given

    def distance(self, value: float) -> float:
        """How far a value lies outside: points of a share, else per cent of the range's middle."""
        return self.scale * max(self.low - value, value - self.high, 0.0)

    @property
    def scale(self) -> float:
        """What a distance of 1 in the unit of the metric counts."""
        if self.metric.unit == "%":
            return 100.0
        ends = [end for end in (self.low, self.high) if abs(end) < INFINITE]
        return 100 / max(abs(sum(ends)) / len(ends), 1e-9)

    @property
    def outside_unit(self) -> str:
        """What distances are counted in."""
        return "points" if self.metric.unit == "%" else "%"

    def reach(self, estimate: Estimate | None, looks: int) -> tuple[float, float]:
        """The least and the most that the distance can be, by an interval that holds together with
        those of so many looks; anything where there is none: of a figure that was the same in
        every game, games tell nothing of what else could be.
        """
        if (
            estimate is None
            or estimate.kind in ("few", "constant")
            or not isfinite(estimate.high - estimate.low)
        ):
            return 0.0, INFINITE
        low, high = among(estimate, looks, *possible(self.metric))
        least = self.scale * max(self.low - high, low - self.high, 0.0)
        return least, max(self.distance(low), self.distance(high))

    def standing(self, estimate: Estimate | None, best: int = 1) -> Standing:
        """What an estimate says, where the best of so many is taken by what is said."""
        if estimate is None:
            return "not measured"
        is_within = self.low <= estimate.value <= self.high
        low, high = self.interval(estimate, best)
        if is_within:
            return "met" if self.low <= low and high <= self.high else "likely"
        return "missed" if high < self.low or low > self.high else "open"

    def interval(self, estimate: Estimate, best: int) -> tuple[float, float]:
        """The interval of an estimate, made wider so that those of so many hold together."""
        if estimate.kind == "constant":
            is_sure = unseen_share(estimate.count, best) <= UNSEEN
            return (estimate.value, estimate.value) if is_sure else possible(self.metric)
        return among(estimate, best, *possible(self.metric))


def target_of(text: str) -> Target:
    """The target of a text such as `win-1=50±1%`, `draws<=5%` or `turns=30..60`.

    Raises StudyError.
    """
    match = TARGET.fullmatch(text.strip())
    if match is None:
        raise wrong(
            f"`{text}` is no target: write for example `win-1=50±1%`, `draws<=5%`, `turns=30..60`"
        )
    (key,) = listed_metrics(match["metric"])
    if key.endswith("-first"):
        raise wrong(f"`{key}` cannot be a target, since one agent plays on all seats")
    metric = metric_named(key)
    scale = 100 if match["percent"] or (metric.unit == "%") else 1
    if match["sign"]:
        bound = float(match["bound"]) / scale
        is_most = match["sign"].startswith("<")
        return Target(metric, -INFINITE if is_most else bound, bound if is_most else INFINITE, text)
    if match["middle"]:
        middle, margin = float(match["middle"]) / scale, float(match["margin"]) / scale
        return Target(metric, middle - margin, middle + margin, text)
    return Target(metric, float(match["low"]) / scale, float(match["high"]) / scale, text)
