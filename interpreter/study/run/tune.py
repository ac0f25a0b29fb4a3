"""`gdl tune`: the option values whose games are most like what a designer wants.

All combinations of values play a few games; the better part goes on with more, and so on
(successive halving: Karnin, Koren & Somekh 2013; Jamieson & Talwalkar 2016).  A variant that
another one certainly beats in every target is ruled out at once, however many are to go on (racing:
Maron & Moore 1994).  How far a variant is from a target is how far its metric lies outside the
range: in points for shares, in per cent of the range's middle for others; several targets are
weighed by the sum, and by which variants no other beats in all of them (`front`).  The games are
those of a study, kept in its file.

The best of many looks better than it is, since luck helped to choose it.  So those that are shown
play as many games once more, which nobody has chosen by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from interpreter.study.plan import parsing
from interpreter.study.plan.metrics import Games
from interpreter.study.plan.parsing import published_values, varied
from interpreter.study.plan.study import Study, check_study, wrong
from interpreter.study.play.workers import Workers
from interpreter.study.results.estimates import estimate_of, sample_of
from interpreter.study.results.results import Estimate
from interpreter.study.run.front import layers
from interpreter.study.run.run import Progress, Runner
from interpreter.study.run.targets import INFINITE, Target
from interpreter.study.store.columns import Columns
from interpreter.study.store.store import Store

FIRST_GAMES = 50  # of each variant in the first round
FACTOR = 3  # a third of the variants goes on, with three times as many games
Fate = Literal["kept", "left behind", "ruled out"]
"""Of a variant: it played all games; others looked better after fewer; another one is certainly
better in every target."""


@dataclass(frozen=True)
class Candidate:
    """A variant after the last round that it played: its estimates, and how far each lies outside,
    a target each.

    `fresh` are estimates of games that were played after the choice; none where there were no such.
    """

    variant: int
    games: int
    distances: tuple[float, ...]
    estimates: tuple[Estimate | None, ...]
    fresh: tuple[Estimate | None, ...] = ()
    fate: Fate = "kept"

    @property
    def distance(self) -> float:
        """How far it is from all targets together."""
        return sum(self.distances)

    @property
    def rank(self) -> tuple[bool, int, float, int]:
        """What is ruled out comes last; else the longer it was kept the better, then the nearer."""
        return self.fate == "ruled out", -self.games, self.distance, self.variant


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
    candidates = searched(study, targets, store, progress, hire)
    ranked = sorted(candidates, key=lambda c: c.rank)
    chosen = [c for c in ranked if c.fate != "ruled out"][:best]
    Round(study, store, progress, hire, [c.variant for c in chosen], 2 * study.games).run()
    judged = [
        replace(c, fresh=estimates_of(targets, games_of(
            study, targets, store, c.variant, study.games, 2 * study.games
        )))
        for c in chosen
    ]  # fmt: skip
    others = [c for c in ranked if c not in chosen]
    return [*sorted(judged, key=lambda c: fresh_rank(targets, c, len(judged))), *others]


def searched(
    study: Study, targets: Sequence[Target], store: Store, progress: Progress,
    hire: Callable[[], Workers],
) -> list[Candidate]:  # fmt: skip
    """All variants, each with what it had when it was left or at the end."""
    candidates: dict[int, Candidate] = {}
    left, plan = list(range(len(study.variants))), list(rounds(study))
    looks = len(plan) * len(left) * len(targets)
    for number, (_, games) in enumerate(plan):
        Round(study, store, progress, hire, left, games).run()
        played = [candidate(study, targets, store, variant, games) for variant in left]
        candidates |= {c.variant: c for c in played}
        for out in hopeless(targets, played, looks):
            candidates[out] = replace(candidates[out], fate="ruled out")
            left.remove(out)
        if number + 1 < len(plan):
            order = best_first([candidates[variant] for variant in left])
            count = plan[number + 1][0]
            for variant in order[count:]:
                candidates[variant] = replace(candidates[variant], fate="left behind")
            left = order[:count]
    return list(candidates.values())


def best_first(candidates: Sequence[Candidate]) -> list[int]:
    """Variants in the order in which they may go on: those that no other beats in every target,
    then those that only these beat, and so on; among equals the nearest first.
    """
    found = layers([c.distances for c in candidates])
    ranked = sorted(zip(found, candidates, strict=True), key=lambda pair: (pair[0], pair[1].rank))
    return [c.variant for _, c in ranked]


def hopeless(
    targets: Sequence[Target], candidates: Sequence[Candidate], looks: int
) -> list[int]:
    """The variants that another one is nearer than in every target, by all that intervals allow
    which hold together with those of so many looks.
    """
    reaches = {
        c.variant: [t.reach(e, looks) for t, e in zip(targets, c.estimates, strict=True)]
        for c in candidates
    }
    return [
        variant for variant, own in reaches.items()
        if any(
            all(most < least for (_, most), (least, _) in zip(other, own, strict=True))
            for other in reaches.values()
        )
    ]  # fmt: skip


def fresh_rank(
    targets: Sequence[Target], one: Candidate, best: int
) -> tuple[int, int, float, int]:
    """The more targets the fresh games meet the better; then the fewer they miss, then the nearer
    they are.  So many are judged by fresh games.
    """
    standings = [t.standing(e, best) for t, e in zip(targets, one.fresh, strict=True)]
    unmet, missed = len(standings) - standings.count("met"), standings.count("missed")
    return unmet, missed, sum(distances(targets, one.fresh)), one.variant


def candidate(
    study: Study, targets: Sequence[Target], store: Store, variant: int, count: int
) -> Candidate:
    """How far a variant is from the targets by so many games."""
    games = games_of(study, targets, store, variant, 0, count)
    estimates = estimates_of(targets, games)
    is_played = bool(games.is_finished.any())  # without finished games nothing is farther
    outside = distances(targets, estimates) if is_played else (INFINITE,) * len(targets)
    return Candidate(variant, count, outside, estimates)


def games_of(
    study: Study, targets: Sequence[Target], store: Store, variant: int, first: int, end: int
) -> Games:
    """The games of a variant from a number up to another one, with what the targets need."""
    columns = Columns(study, store)
    games = columns.games(variant, 0, end)
    if any(t.metric.needs_look for t in targets):
        games = columns.with_figures(variant, 0, games, columns.facts(variant, 0, end))
    return games.since(first)


def estimates_of(targets: Sequence[Target], games: Games) -> tuple[Estimate | None, ...]:
    """The estimate for each target."""
    return tuple(estimate_of(t.metric, sample_of(t.metric, games)) for t in targets)


def distances(targets: Sequence[Target], estimates: Sequence[Estimate | None]) -> tuple[float, ...]:
    """How far each estimate lies from its target; nothing is farther than what was not measured."""
    return tuple(
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
