"""From the games of a study to its results.

What comes out depends on the study and on the games that its goals ask for, not on who played them
or when; so the reports of the same study are the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from dataclasses import replace
from math import nan
from typing import Any

from gdl.model.analysis import has_secrets
from interpreter.agents import is_timed
from interpreter.checking.unused import hangs_on_an_option, has_act
from interpreter.drawing.scene.scene import board_scene
from interpreter.study.plan.metrics import (
    ALL,
    Games,
    Metric,
    asked_for,
    metric_named,
    metrics_of,
    score_first,
)
from interpreter.study.plan.recipe import recipe
from interpreter.study.plan.study import Pairing, Study, Variant
from interpreter.study.results.charts_data import Read, charts_of, histograms
from interpreter.study.results.derived import Derived
from interpreter.study.results.elo import elo_rows
from interpreter.study.results.estimates import Half, halves, pairs_of, rows_of
from interpreter.study.results.goals import goal_of, looks_at, tested_numbers
from interpreter.study.results.lines import unused_line_notes
from interpreter.study.results.openings import openings_of
from interpreter.study.results.records import samples_of
from interpreter.study.results.results import (
    Difference,
    PairingResult,
    Pairs,
    Results,
    Row,
    SequentialAnswer,
    VariantResult,
)
from interpreter.study.results.rules import rules_apart
from interpreter.study.results.whole import solved_halves, whole_rows
from interpreter.study.statistics.sequential import anytime_difference
from interpreter.study.store.columns import Columns
from interpreter.study.store.contents import Facts
from interpreter.study.store.faults import told
from interpreter.study.store.store import Store

INTERRUPTED = "after an interruption: the same command goes on"
STOPPED = (
    "the sequential test ended the study as soon as it had its answer, which is where chance has "
    "carried the difference far; figures of the tested metric, and of what goes with it, are too "
    "far from 0 on average, and their plain intervals cover the truth less often than 95 % of the "
    "time; the interval beside the answer of the test holds whenever a test ends"
)


class Summary:
    """Makes the results of one study."""

    def __init__(self, study: Study, store: Store):
        self.study = study
        self.columns = Columns(study, store)
        self.store, self.derived = store, Derived(study, store)
        self.goals = [goal_of(study, p, self.columns) for p in range(len(study.all_pairings))]

    def results(self) -> Results:
        """The results of the games that there are."""
        study = self.study
        read = [self.read(number) for number in range(len(study.all_pairings))]
        main, rungs = read[: len(study.pairings)], []
        for pairing in study.ladder:
            rungs.append(read[study.all_pairings.index(pairing)])
        parts = [
            self.halves(pairing, games)
            for pairing, (games, _) in zip(study.pairings, main, strict=True)
        ]
        parts.append(
            [self.rung(p, games) for p, (games, _) in zip(study.ladder, rungs, strict=True)]
        )
        parts.append(solved_halves(study, self.store) if study.solve else [])
        *tables, ladder, solved = rows_of(parts)
        pairings = tuple(
            self.pairing(number, table, *table_facts)
            for number, (table, table_facts) in enumerate(zip(tables, main, strict=True))
        )
        return Results(
            study.title, study.seed, self.stopped(), tuple(map(variant_result, study.variants)),
            pairings, ladder, solved, self.sequential_answer(),
            self.notes(pairings, main), study.stated, elo_rows(study.ladder, ladder),
            rules_apart(study), recipe(study),
            whole_rows(study, asked_for(study), main[-1][1], ladder, self.derived), study.base,
            self.pairs(parts), study.place, study.most_moves,
        )  # fmt: skip

    # ---- games ----

    def read(self, pairing: int) -> Read:
        """The games of a pairing for each variant, and the facts of those that were looked at."""
        games, facts = [], []
        for variant in range(len(self.study.variants)):
            count = self.columns.have(variant, pairing, self.goals[pairing].games)
            known = self.columns.facts(variant, pairing, count)
            games.append(self.columns.counted(variant, pairing, count, known))
            facts.append(known)
        return games, facts

    def halves(self, pairing: Pairing, games: Sequence[Games]) -> list[Half]:
        """The rows of a pairing."""
        actions = sorted({a for g in games for a in g.figures if a.startswith("action ")})
        wanted = asked_for(self.study)
        shown = [a for a in actions if a in wanted or any(is_choice(g, a) for g in games)]
        names = [a.removeprefix("action ") for a in shown]
        seats = max(variant.game.seats for variant in self.study.variants)
        metrics = [
            m for m in metrics_of(seats, names, pairing.is_mirror)
            if (m.key in wanted if wanted else not (is_repeated(m, games) or is_bare(m, games)))
        ]  # fmt: skip
        primary = wanted or [m.key for m in metrics if m.is_primary]
        return halves(metrics, games, primary, ALL in self.study.metrics, self.study.base)

    def rung(self, pairing: Pairing, games: Sequence[Games]) -> Half:
        """The row of a rung of the ladder."""
        metric = score_first(f"ladder {pairing.title}", pairing.title, "Ladder")
        rows = halves([metric], games, base=self.study.base)
        nothing = (None,) * len(games)
        return rows[0] if rows else Half(metric, nothing, nothing)

    # ---- results ----

    def pairs(self, parts: Sequence[Sequence[Half]]) -> Pairs | None:
        """How all variants differ from one another, in the games of the verdict."""
        pairings = self.study.pairings
        mirrors = [number for number, who in enumerate(pairings) if who.is_mirror]
        number = mirrors[-1] if mirrors else len(pairings) - 1
        rules = [variant.game.rules_hash for variant in self.study.variants]
        return pairs_of(parts[number], rules, pairings[number].title)

    def pairing(
        self, number: int, rows: tuple[Row, ...], games: list[Games],
        facts: list[dict[int, dict[str, Any]]],
    ) -> PairingResult:  # fmt: skip
        """What happened between the agents of a pairing."""
        who = self.study.pairings[number]
        charts = tuple(
            charts_of(variant.game, lengths, f)
            for variant, lengths, f in zip(
                self.study.variants, histograms(games), facts, strict=True
            )
        )
        openings = tuple(
            openings_of(variant.game, self.derived.symmetries(v), g, f)
            for v, (variant, g, f) in enumerate(zip(self.study.variants, games, facts, strict=True))
        )
        samples = tuple(
            sample
            for v, (g, f) in enumerate(zip(games, facts, strict=True))
            for sample in samples_of(self.study, v, who, g, f)
        )
        return PairingResult(
            who.title, who.agents, who.is_mirror, tuple(g.count for g in games),
            tuple(map(looked_at, games)), self.sampled(rows, games, facts), charts, samples,
            tuple(map(unused_actions, self.study.variants, games)), tuple(map(action_games, games)),
            openings, self.looks(who, games),
            tuple(map(unfinished, games)),
        )  # fmt: skip

    def sampled(
        self, rows: Sequence[Row], games: Sequence[Games], facts: Sequence[Sized]
    ) -> tuple[Row, ...]:
        """The rows, with of how many first games each is where there are more."""
        most = max(each.count for each in games)
        known = {
            "looks": max(map(looked_at, games)), "moves": max(map(len, facts)),
            "second": min(self.study.probes, most),
        }  # fmt: skip

        def sample(row: Row) -> int:
            metric = metric_named(row.metric)
            kind = ("second" if metric.needs_second_look else "moves" if metric.needs_moves
                    else "looks")  # fmt: skip
            return known[kind] if metric.needs_look and known[kind] < most else 0

        return tuple(replace(row, sample=sample(row)) for row in rows)

    def looks(self, who: Pairing, games: Sequence[Games]) -> tuple[int, ...]:
        """After how many games there was a report, before games were added; those of a sequential
        test may be added.
        """
        if self.study.question is not None:
            return ()
        return tuple(sorted({
            look for variant, each in enumerate(games)
            for look in looks_at(self.store, variant, who.title) if look < each.count
        }))  # fmt: skip

    def stopped(self) -> str:
        """Why the study ended."""
        if not all(goal.is_reached for goal in self.goals):
            return INTERRUPTED
        return "; ".join(dict.fromkeys(goal.why for goal in self.goals))

    def sequential_answer(self) -> SequentialAnswer | None:
        """What the sequential test found."""
        question, goal = self.study.question, self.goals[0]
        if question is None or goal.decision is None:
            return None
        d, metric = goal.decision, metric_named(question.metric)
        first, second = tested_numbers(
            self.study, [self.columns.games(v, 0, goal.games) for v in (0, 1)]
        )
        difference = anytime_difference(second[: d.games], first[: d.games])
        return SequentialAnswer(
            question.text, d.answer, d.llr, d.lower, d.upper, d.games, metric.unit,
            question.sprt, Difference(difference.value, difference.low, difference.high, nan, None),
            question.metric, goal.games < self.study.games,
        )  # fmt: skip

    def notes(self, pairings: Sequence[PairingResult], main: Sequence[Read]) -> tuple[str, ...]:
        """What a reader must know of the figures."""
        texts = [
            note
            for who, result, (games, facts) in zip(self.study.pairings, pairings, main, strict=True)
            for note in pairing_notes(self.study, who, result, games, facts)
        ]
        timed = [a for p in self.study.all_pairings for a in p.agents if is_timed(a)]
        wanted = asked_for(self.study)
        if not wanted or "unused-lines" in wanted:
            texts += unused_line_notes(self.derived, *main[-1])
        if timed:
            texts.append(f"{timed[0]} plays as its time allows, so this does not repeat exactly")
        if self.study.until is not None:
            texts.append(
                "the study stopped when its intervals were narrow, which makes them cover the "
                "truth a little less often than 95 % of the time"
            )
        if (goal := self.goals[0]).decision is not None and goal.games < self.study.games:
            texts.append(STOPPED)
        return tuple(texts)


def looked_at(games: Games) -> int:
    """How many games were looked at move by move, whether their moves are kept or not."""
    return max((games.figure(name).count for name in games.figures), default=0)


def unfinished(games: Games) -> int:
    """How many games were not finished."""
    rows = ~games.is_finished
    return int(rows.sum() if games.often is None else games.often[rows].sum())


def is_repeated(metric: Metric, games: Sequence[Games]) -> bool:
    """Whether a metric of moves only repeats that of turns."""
    return metric.key.startswith("moves") and all((g.moves == g.turns).all() for g in games)


OF_PIECES = ("coverage", "filled", "pieces", "pieces-most", "growth", "removals", "distance")


def is_bare(metric: Metric, games: Sequence[Games]) -> bool:
    """Whether a metric is of pieces on the board and no game ever has one."""
    return metric.key in OF_PIECES and not any(g.figure("pieces-most").values.any() for g in games)


def unused_actions(variant: Variant, games: Games) -> tuple[str, ...]:
    """The actions of the rules that no game has used, of those that were looked at; but for those
    that an option of the variant may have ruled out or that no turn has, and those of chance, which
    are not counted.
    """
    rules, found = variant.game.model, []
    turns = (*rules.opening, *(turn for _, turn in rules.turn))
    for name, action in rules.actions.items():
        shares = games.figure(f"action {name}")
        if not shares.count or shares.values.any():
            continue
        is_allowed = any(has_act(turn, name) for turn in turns)
        if is_allowed and not action.is_chance and not hangs_on_an_option(rules, action):
            found.append(name)
    return tuple(found)


def action_games(games: Games) -> dict[str, int]:
    """In how many of the games that were looked at each action was used."""
    shares = {name: games.figure(name) for name in games.figures if name.startswith("action ")}
    return {
        name.removeprefix("action "): int(sample.counts[sample.values > 0].sum())
        for name, sample in shares.items()
    }


def is_choice(games: Games, action: str) -> bool:
    """Whether an action is among others."""
    shares = games.figure(action).values
    return bool(((shares > 0) & (shares < 1)).any())


def variant_result(variant: Variant) -> VariantResult:
    """What a variant is."""
    game = variant.game
    return VariantResult(
        variant.title, game.name, game.title, variant.file, game.options, game.rules_hash,
        game.engine().name, tuple(game.players), board_scene(game), variant.label,
    )  # fmt: skip


def results_of(study: Study, store: Store) -> Results:
    """The results of a study from its file.

    Raises StudyError.
    """
    with told(store.path):
        return Summary(study, store).results()


# ---- notes ---------------------------------------------------------------------------------------


TENSION = ("lead", "lead-changes", "drama", "drama-shuffled", "settled")
SILENT = "the agents of {} do not say what they expect"
NO_GAME = "the first game of {} is not finished yet"
GIVEN_UP = "of {} no game came to an end"
HIDDEN = "{} plays a game that hides something, and there no search says what a seat may expect"
UNPROBED = "they are of second searches, and `--probes 0` asks for none"
ALWAYS_0 = "between {} they are 0 in every game"


def pairing_notes(
    study: Study, who: Pairing, result: PairingResult, games: Sequence[Games],
    facts: Sequence[Facts],
) -> Iterator[str]:  # fmt: skip
    """The notes on a pairing."""
    if any(result.games) and not any(result.detailed):
        yield f"{who.title}: no figures that need a look at every move, as `--detailed 0` asks"
    elif any(d < g for d, g in zip(result.detailed, result.games, strict=True)):
        yield (
            f"{who.title}: figures that need a look at every move are of the first "
            f"{max(result.detailed):,} games of each variant"
        )
    is_wanted = not asked_for(study) or any(key in study.metrics for key in TENSION)
    is_shown = any(row.group == "Tension" for row in result.rows)
    if is_wanted and not is_shown and any(v.game.seats == 2 for v in study.variants):
        yield f"no figures of tension: {why_no_tension(study, who, games, facts)}"
    yield from second_looks(study, who, result)


def why_no_tension(
    study: Study, who: Pairing, games: Sequence[Games], facts: Sequence[Facts]
) -> str:
    """Why a pairing has no figures of tension: the first of the reasons that holds."""
    duels = [i for i, variant in enumerate(study.variants) if variant.game.seats == 2]
    secrets = (has_secrets(study.variants[i].game.model) for i in duels)
    known = [fact for i in duels for fact in facts[i].values()]
    reasons = (
        (not any(games[i].count for i in duels), NO_GAME),
        (not who.is_random and all(secrets), HIDDEN),
        (not any(e is not None for fact in known for e in fact["expected"]), SILENT),
        (not study.probes, UNPROBED),
        (not any(games[i].is_finished.any() for i in duels), GIVEN_UP),
    )
    return next((text for holds, text in reasons if holds), ALWAYS_0).format(who.title)


def second_looks(study: Study, who: Pairing, result: PairingResult) -> Iterator[str]:
    """A note on figures of fewer games than were looked at."""
    is_shown = any(row.metric in ("spread", "lead") for row in result.rows)
    if is_shown and max(result.games) > study.probes:
        yield (
            f"{who.title}: what needs a second search (choice and tension) is of the first "
            f"{study.probes:,} games of each variant"
        )
