"""What the charts of a report show: figures by turn, lengths, and figures by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any

import numpy as np

from interpreter.study.plan.metrics import Games
from interpreter.study.play.measure import by_turns, levelled
from interpreter.study.results.results import Charts, Curve, Histogram
from interpreter.study.statistics.bounded import NORMAL, spread_interval
from interpreter.study.statistics.statistics import Interval, Sample
from interpreter.study.store.contents import Facts

if TYPE_CHECKING:
    from interpreter.api.game import Game

Read = tuple[list[Games], list[dict[int, dict[str, Any]]]]
"""The games of a pairing for each variant, and the facts of those that were looked at."""
MAX_BINS = 40
LEAST_GAMES = 10  # that reached a turn, for it to be shown


def charts_of(game: Game, lengths: Histogram, facts: Facts) -> Charts:
    """The charts of one variant under one pairing."""
    looked = facts.values()
    won = [fact for fact in looked if fact["won"]]
    return Charts(
        lengths,
        curve(branching(fact) for fact in looked),
        curve((advantage(fact) for fact in looked), of_shares=True),
        cell_shares(game, [fact["first"] for fact in looked]),
        cell_shares(game, [fact["used"] for fact in looked]),
        cell_shares(game, [fact["won"] for fact in won]),
        len(looked),
    )


def histograms(variants: Sequence[Games]) -> list[Histogram]:
    """For each variant how many finished games took how many turns, in the same bins."""
    samples = [g.sample(np.where(g.is_finished, g.turns, np.nan)) for g in variants]
    ends = [int(s.values[end]) for s in samples if s.count for end in (0, -1)]
    low, high = min(ends, default=0), max(ends, default=0)
    width = -(-(high - low + 1) // MAX_BINS)
    return [histogram(sample, low, width) for sample in samples]


def histogram(turns: Sample, low: int, width: int) -> Histogram:
    """How many games fell into bins of a width, of which one begins at `low`; those between the
    shortest game and the longest.
    """
    if not turns.count:
        return Histogram((), width, ())
    places = (turns.values.astype(np.int64) - low) // width
    first = int(places[0])
    counts = np.bincount(places - first, turns.counts)
    return Histogram(tuple(low + (first + i) * width for i in range(len(counts))), width,
                     tuple(int(n) for n in counts))  # fmt: skip


# ---- by turn -----------------------------------------------------------------------------------


def branching(fact: Mapping[str, Any]) -> Mapping[int, float]:
    """The legal moves of a game by turn; those of chance are none."""
    return by_turns(fact["turns"], [n or None for n in fact["legal"]])


def advantage(fact: Mapping[str, Any]) -> Mapping[int, float]:
    """The share that the agents expect for seat 1, by turn."""
    return levelled(by_turns(fact["turns"], fact["expected"]))


def curve(games: Iterable[Mapping[int, float]], of_shares: bool = False) -> Curve | None:
    """The means of games by turn; None where there is no turn that enough games reached."""
    by_turn: dict[int, list[float]] = {}
    for game in games:
        for turn, value in game.items():
            by_turn.setdefault(turn + 1, []).append(value)
    shown = sorted(turn for turn, values in by_turn.items() if len(values) >= LEAST_GAMES)
    if not shown:
        return None
    known = [by_turn[turn] for turn in shown]
    around = spread_interval if of_shares else usual_interval
    intervals = [around(fmean(each), variance(each), len(each)) for each in known]
    return Curve(
        tuple(shown), tuple(map(fmean, known)), tuple(i.low for i in intervals),
        tuple(i.high for i in intervals), tuple(map(len, known)),
    )  # fmt: skip


def usual_interval(mean: float, variance: float, count: int) -> Interval:
    """The interval of a mean of many numbers without bounds."""
    error = NORMAL * sqrt(variance / count)
    return Interval(mean - error, mean + error)


# ---- by cell -----------------------------------------------------------------------------------


def cell_shares(game: Game, lists: Sequence[Sequence[int]]) -> dict[str, float]:
    """For every cell the share of games whose list names it; empty without games."""
    if not lists:
        return {}
    counts = Counter(cell for cells in lists for cell in cells)
    return {name: counts[i] / len(lists) for i, name in enumerate(game.board.cells)}
