"""`gdl tune`: the option values whose games are most like what a designer wants.

All combinations of values play a few games; the better part goes on with more, and so on
(successive halving: Karnin, Koren & Somekh 2013; Jamieson & Talwalkar 2016).  How far a variant is
from the targets is the sum of how far each metric lies outside its range: in points for shares, in
per cent of the range's middle for others.  The games are those of a study, kept in its file.

The best of many looks better than it is, since luck helped to choose it.  So those that are shown
play as many games once more, which nobody has chosen by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from interpreter.study.plan import parsing
from interpreter.study.plan.metrics import Games, Metric, listed_metrics, metric_named
from interpreter.study.plan.parsing import published_values, varied
from interpreter.study.plan.study import Study, check_study, wrong
from interpreter.study.play.workers import Workers
from interpreter.study.results.estimates import estimate_of, sample_of
from interpreter.study.results.results import Estimate
from interpreter.study.run.run import Progress, Runner
from interpreter.study.store.store import Columns, Store

FIRST_GAMES = 50  # of each variant in the first round
FACTOR = 3  # a third of the variants goes on, with three times as many games
NUMBER = r"\d+(?:\.\d+)?"
TARGET = re.compile(
    r"(?P<metric>(?:action )?[^\s,<>=]+)\s*"
    rf"(?:(?P<sign><=|>=|<|>)\s*(?P<bound>{NUMBER})"
    rf"|[= ]\s*(?P<middle>{NUMBER})\s*(?:±|\+-)\s*(?P<margin>{NUMBER})"
    rf"|[= ]\s*(?P<low>{NUMBER})\s*\.\.\s*(?P<high>{NUMBER}))\s*(?P<percent>%?)"
)
INFINITE = 1e12
Verdict = Literal["met", "within, not certain", "outside, not certain", "missed", "not measured"]


@dataclass(frozen=True)
class Target:
    """A metric and the range that it should lie in."""

    metric: Metric
    low: float
    high: float
    text: str  # as it was given

    def distance(self, value: float) -> float:
        """How far a value lies outside: points of a share, else per cent of the range's middle."""
        outside = max(self.low - value, value - self.high, 0.0)
        if self.metric.unit == "%":
            return 100 * outside
        ends = [end for end in (self.low, self.high) if abs(end) < INFINITE]
        return 100 * outside / max(abs(sum(ends)) / len(ends), 1e-9)

    def verdict(self, estimate: Estimate | None) -> Verdict:
        """What an estimate says: with its whole interval within the range the target is met."""
        if estimate is None:
            return "not measured"
        is_within = self.low <= estimate.value <= self.high
        low, high = estimate.low, estimate.high
        if self.low <= low and high <= self.high:
            return "met"
        if high < self.low or low > self.high:
            return "missed"
        return "within, not certain" if is_within else "outside, not certain"


@dataclass(frozen=True)
class Candidate:
    """A variant after the last round that it played: its estimates, a target each.

    `fresh` are those of games that were played after the choice; none where there were no such.
    """

    variant: int
    games: int
    distance: float
    estimates: tuple[Estimate | None, ...]
    fresh: tuple[Estimate | None, ...] = ()

    @property
    def rank(self) -> tuple[int, float, int]:
        """The longer it was kept the better, then the nearer."""
        return -self.games, self.distance, self.variant


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


# ---- rounds ------------------------------------------------------------------------------------


class Round(Runner):
    """Plays the games of one round."""

    def __init__(
        self, study: Study, store: Store, progress: Progress, hire: Callable[[], Workers],
        variants: Sequence[int], games: int,
    ):  # fmt: skip
        super().__init__(study, store, progress, hire)
        self.kept, self.games = variants, games

    def wanted(self) -> Iterator[tuple[int, int, int]]:
        """So many games of the variants that are left."""
        for variant in self.kept:
            yield variant, 0, self.games


def rounds(study: Study) -> Iterator[tuple[int, int]]:
    """How many variants play how many games, round by round; the last plays all of them."""
    variants, games = len(study.variants), min(FIRST_GAMES, study.games)
    while True:
        yield variants, games
        if games == study.games:
            return
        variants = max(min(variants, 3), -(-variants // FACTOR))
        games = min(games * FACTOR, study.games)


def tuned(
    study: Study, targets: Sequence[Target], store: Store, progress: Progress,
    hire: Callable[[], Workers], best: int,
) -> list[Candidate]:  # fmt: skip
    """All variants, the best first, each with what it had when it was left or at the end; so many
    of the best with estimates of fresh games, and in the order of these.

    Raises StudyError, and KeyboardInterrupt for Ctrl-C; what was played is kept.
    """
    candidates: dict[int, Candidate] = {}
    left = list(range(len(study.variants)))  # the best first, as soon as they have played
    for count, games in rounds(study):
        left = left[:count]
        Round(study, store, progress, hire, left, games).run()
        for variant in left:
            candidates[variant] = candidate(study, targets, store, variant, games)
        left.sort(key=lambda variant: candidates[variant].rank)
    ranked = sorted(candidates.values(), key=lambda c: c.rank)
    chosen = [c.variant for c in ranked[:best]]
    Round(study, store, progress, hire, chosen, 2 * study.games).run()
    judged = [
        replace(c, fresh=estimates_of(targets, games_of(
            study, targets, store, c.variant, study.games, 2 * study.games
        )))
        for c in ranked[:best]
    ]  # fmt: skip
    return [*sorted(judged, key=lambda c: fresh_rank(targets, c)), *ranked[best:]]


def fresh_rank(targets: Sequence[Target], one: Candidate) -> tuple[int, int, float, int]:
    """The more targets the fresh games meet the better; then the fewer they miss, then the nearer
    they are.
    """
    verdicts = [t.verdict(e) for t, e in zip(targets, one.fresh, strict=True)]
    unmet, missed = len(verdicts) - verdicts.count("met"), verdicts.count("missed")
    return unmet, missed, total_distance(targets, one.fresh), one.variant


def candidate(
    study: Study, targets: Sequence[Target], store: Store, variant: int, count: int
) -> Candidate:
    """How far a variant is from the targets by so many games."""
    games = games_of(study, targets, store, variant, 0, count)
    estimates = estimates_of(targets, games)
    return Candidate(variant, count, distance(targets, estimates, games), estimates)


def games_of(
    study: Study, targets: Sequence[Target], store: Store, variant: int, first: int, end: int
) -> Games:
    """The games of a variant from a number up to another one, with what the targets need."""
    columns = Columns(study, store)
    games = columns.games(variant, 0, end)
    if any(t.metric.needs_look for t in targets):
        games = columns.with_figures(variant, games, columns.facts(variant, 0, end))
    return games.since(first)


def estimates_of(targets: Sequence[Target], games: Games) -> tuple[Estimate | None, ...]:
    """The estimate for each target."""
    return tuple(estimate_of(t.metric, sample_of(t.metric, games)) for t in targets)


def distance(
    targets: Sequence[Target], estimates: Sequence[Estimate | None], games: Games
) -> float:
    """The sum over all targets; without finished games nothing is farther."""
    if not games.is_finished.any():
        return INFINITE
    return total_distance(targets, estimates)


def total_distance(targets: Sequence[Target], estimates: Sequence[Estimate | None]) -> float:
    """The sum over all targets; nothing is farther than what was not measured."""
    return sum(
        INFINITE if e is None else t.distance(e.value)
        for t, e in zip(targets, estimates, strict=True)
    )


def tuning_study(
    game: str, vary: tuple[str, ...], options: dict[str, str], agents: str, count: str, seed: str,
    targets: Sequence[Target],
) -> Study:  # fmt: skip
    """The study whose variants are all combinations of values.

    Games are looked at as closely as the targets need it.  Raises StudyError, and GdlError for
    rules that cannot be played.
    """
    values = varied(vary) or published_values(game, options)
    games = parsing.whole("games", count, 1000)
    pairings = parsing.pairings_of([agents], runs_programs=True)
    study = Study(
        f"tune {game}", parsing.variants_of([game], values, options), pairings,
        games=games, seed=parsing.whole("seed", seed, 1, least=0),
        detailed=2 * games if any(target.metric.needs_look for target in targets) else 0,
        probes=2 * games if any(target.metric.needs_second_look for target in targets) else 0,
    )  # fmt: skip
    check_study(study)
    if len(study.pairings) != 1 or not study.pairings[0].is_mirror:
        raise wrong("`--agents` of `tune` is one agent, which plays on all seats")
    return study
