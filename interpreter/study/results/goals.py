"""How many games of a pairing are enough.

A goal is found from the games that there are, in the order of their numbers; so it is the same
whoever played them, and for a study that was interrupted.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from interpreter.study.plan.metrics import Games, Numbers, asked_for, metric_named, metrics_of
from interpreter.study.plan.study import Study
from interpreter.study.results.estimates import interval_of, sample_of
from interpreter.study.statistics.sequential import Decision, checkpoints, decide, is_narrow_enough
from interpreter.study.store.columns import Columns
from interpreter.study.store.contents import is_whole, require
from interpreter.study.store.faults import told
from interpreter.study.store.store import Store

USUAL = ("draws", "turns")  # what `until` looks at besides the wins, where no metrics are asked for


@dataclass(frozen=True)
class Goal:
    """So many games of each variant are needed; whether that is the end, or only to be seen."""

    games: int
    is_reached: bool
    why: str = ""  # the study stopped, such as "1000 games each"
    decision: Decision | None = None


def goal_of(study: Study, pairing: int, columns: Columns, seen: int = 0) -> Goal:
    """The goal of a pairing, from the games that there are.

    A goal of `seen` games was not the end yet, so fewer need not be looked at again.
    """
    is_tested = study.question is not None and pairing == 0
    if study.until is None and not is_tested:
        return Goal(study.games, is_complete(study, pairing, columns, study.games),
                    f"{study.games:,} games each")  # fmt: skip
    games: list[Games] = []
    for number in (n for n in checkpoints(study.games) if n >= seen):
        if not is_complete(study, pairing, columns, number):
            return Goal(number, False)
        if is_tested:
            games = [columns.games(v, pairing, number) for v in range(len(study.variants))]
        reached = tested(study, games) if is_tested else narrowed(study, pairing, columns, number)
        if reached is not None:
            return reached
    return Goal(study.games, True, f"{study.games:,} games each, the most that were allowed",
                open_decision(study, games) if is_tested else None)  # fmt: skip


def is_complete(study: Study, pairing: int, columns: Columns, number: int) -> bool:
    """Whether all variants have the first games up to a number."""
    return all(columns.have(v, pairing, number) == number for v in range(len(study.variants)))


def tested(study: Study, games: list[Games]) -> Goal | None:
    """The goal of a sequential test that has come to an end."""
    decision = open_decision(study, games)
    if decision.answer == "open":
        return None
    return Goal(games[0].count, True, f"the test ended after {decision.games:,} games each",
                decision)  # fmt: skip


def open_decision(study: Study, games: list[Games]) -> Decision:
    """What the sequential test says of the games so far."""
    assert study.question is not None
    first, second = tested_numbers(study, games)
    return decide(study.question.sprt, second, first)


def tested_numbers(study: Study, games: list[Games]) -> tuple[Numbers, Numbers]:
    """The numbers of both variants that are tested, pair by pair."""
    assert study.question is not None
    metric = metric_named(study.question.metric)
    first, second = (metric.numbers(g) for g in games)
    is_known = ~(np.isnan(first) | np.isnan(second))
    return first[is_known], second[is_known]


def narrowed(study: Study, pairing: int, columns: Columns, number: int) -> Goal | None:
    """The goal of a study whose intervals are all narrow enough after so many games."""
    assert study.until is not None
    seats = max(variant.game.seats for variant in study.variants)
    is_mirror = study.all_pairings[pairing].is_mirror
    asked = asked_for(study)
    actions = [key.removeprefix("action ") for key in asked if key.startswith("action ")]
    wanted = [
        m for m in metrics_of(seats, actions, is_mirror)
        if (m.key in asked if asked else m.key in USUAL or m.key.startswith("win-"))
    ]  # fmt: skip
    needs_look = any(m.needs_look for m in wanted)
    games = [
        columns.counted(v, pairing, number, columns.facts(v, pairing, number) if needs_look else {})
        for v in range(len(study.variants))
    ]
    samples = [(m, sample_of(m, g)) for m in wanted for g in games]
    known = [
        (interval_of(m, s), 1.0 if m.unit == "%" else s.mean) for m, s in samples if s.count
    ]
    if not known or not is_narrow_enough(known, study.until):
        return None
    return Goal(number, True, f"{number:,} games each: all intervals are narrow")


# ---- what was reported on before -----------------------------------------------------------------

LOOKS = "looks"  # what is kept of a variant: after how many games it was reported on


def keep_look(study: Study, store: Store) -> None:
    """Keep that a report of the whole study was written, so that later ones can tell whether games
    were added after it had been seen.

    Raises StudyError.
    """
    columns = Columns(study, store)
    for number, pairing in enumerate(study.all_pairings):
        goal = goal_of(study, number, columns)
        for variant in range(len(study.variants)) if goal.is_reached else ():
            known = looks_at(store, variant, pairing.title)
            if goal.games not in known:
                looks = sorted({*known, goal.games})
                store.keep_derived(variant, LOOKS, pairing.title, looks)


def looks_at(store: Store, variant: int, pairing: str) -> list[int]:
    """After how many games of a variant under a pairing there was a report.

    Raises StudyError for a file that is damaged.
    """
    looks = store.derived(variant, LOOKS, pairing)
    with told(store.path):
        is_list = looks is None or isinstance(looks, list)
        require(is_list and all(map(is_whole, looks or ())), "looks at a study")
    return looks or []
