"""All findings of a study, the answers first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.study.report.charts.numbers import number
from interpreter.study.report.verdict.depth import depth
from interpreter.study.report.verdict.differences import differences
from interpreter.study.report.verdict.fairness import fairness, no_mirror, unmeasured
from interpreter.study.report.verdict.figures import QUESTIONS, figure_findings
from interpreter.study.report.verdict.finding import Finding, Topic
from interpreter.study.report.verdict.pairs import pairs
from interpreter.study.report.verdict.rules import rules
from interpreter.study.report.verdict.strength import (
    difference_changes,
    fairness_changes,
    figure_changes,
)
from interpreter.study.report.verdict.use import use

if TYPE_CHECKING:
    from interpreter.study.results.results import PairingResult, Results


def findings(results: Results) -> tuple[Finding, ...]:
    """The verdict: for the strongest pairing of an agent with itself, the one named last.

    That games did not end comes first, then whether the variants differ at all, which rule lines
    do, then fairness and the other questions; each is followed by whether its answer changes with
    the strength of play.
    """
    if not results.pairings:
        return tuple(depth(results, results.stated))
    stated, found = results.stated, list[Finding]()
    mirrors = [pairing for pairing in results.pairings if pairing.is_mirror]
    strongest = (mirrors or results.pairings)[-1]
    if len(results.variants) > 1:
        found += differences(results, strongest)
        if mirrors:
            found += difference_changes(results, mirrors, stated)
        found += pairs(results)
        found += rules(results)
    if mirrors:
        found += fairness(results, strongest, stated)
        found += fairness_changes(results, mirrors, stated)
        for question in QUESTIONS:
            found += figure_findings(results, question, strongest, stated)
            found += figure_changes(results, question, mirrors, stated)
    elif any(map(strongest.finished, range(len(results.variants)))):
        found.append(unmeasured(results, strongest.title, no_mirror(strongest)))
    found += use(results, strongest)
    found += depth(results, stated)
    for finding in (*extended(found, strongest), *stopped(found, results, strongest)):
        last = max(place for place, f in enumerate(found) if f.topic == finding.topic)
        found.insert(last + 1, finding)
    return (*ends(results, strongest), *found)


# ---- where games did not end -------------------------------------------------------------------

FEW = 0.95  # the share of finished games below which a reader should know before all else
NONE = (
    "Of {games} games of {name} none ended within {moves} moves, so nothing is known of who wins "
    "or how long a game lasts."
)
SOME = (
    "Only {share} % of {games} games of {name} ended within {moves} moves, and who wins and how "
    "long a game lasts is known of these alone."
)
HINT = (
    "Allow more with `--moves`; if that does not help, these agents seldom bring about what the "
    "section `end` asks for."
)


def ends(results: Results, pairing: PairingResult) -> Iterator[Finding]:
    """For each variant that many games did not end, and what to do about it."""
    found = list[int]()
    for variant, name in enumerate(results.titles):
        games, share = pairing.games[variant], pairing.finished(variant)
        if not games or share >= FEW:
            continue
        found.append(variant)
        text = (SOME if share else NONE).format(
            share=number(100 * share, 1), games=f"{games:,}", name=name,
            moves=f"{results.most_moves:,}",
        )  # fmt: skip
        yield Finding("ends", "told", text, (variant,), pairing.title)
    if found:
        yield Finding("ends", "told", HINT, tuple(found), pairing.title)


# ---- where games were not counted beforehand ---------------------------------------------------

TESTED: Mapping[str, Topic] = {"draws": "draws", "turns": "length"}
"""The topic of a metric that a sequential test is about, where it is not fairness."""


def extended(found: Sequence[Finding], pairing: PairingResult) -> Iterator[Finding]:
    """That games were added after a report had been seen, beside the first answers."""
    if not (pairing.looks and found):
        return
    *rest, last = (f"{look:,}" for look in pairing.looks)
    seen = f"reports on {', '.join(rest)} and {last}" if rest else f"report on {last}"
    text = (
        f"Games were added after the {seen} games had been seen: whoever adds games until an "
        "answer appears is wrong more often than once in twenty, and the intervals here and below "
        "do not allow for that. Confirm what matters in games of another seed."
    )
    yield Finding(found[0].topic, "told", text, found[0].variants, pairing.title)


def stopped(
    found: Sequence[Finding], results: Results, pairing: PairingResult
) -> Iterator[Finding]:
    """That a sequential test has stopped the games, beside what is said of the metric tested."""
    test = results.test
    if test is None or not test.has_stopped or pairing is not results.pairings[0]:
        return
    about = TESTED.get(test.metric, "fairness")
    kinds = {finding.topic for finding in found}
    for topic in (topic for topic in ("difference", about) if topic in kinds):
        text = (
            f"The sequential test ({test.question}) has stopped the study where chance had carried "
            "the difference far: these figures are on average too far from 0, and their intervals "
            "hold less often than 95 %; the interval beside the answer of the test holds."
        )
        yield Finding(topic, "told", text, (0, 1), pairing.title)


HEADINGS: Mapping[Topic, str] = {
    "ends": "Unfinished", "difference": "Difference", "rules": "Rules", "fairness": "Fairness",
    "draws": "Draws", "length": "Length", "decisiveness": "Decisiveness", "use": "Never used",
    "depth": "Depth",
}  # fmt: skip


def by_topic(found: Sequence[Finding]) -> list[tuple[str, list[str]]]:
    """The sentences under the heading of their topic, with the agents whose games these are."""
    topics = []
    for topic, members in groupby(found, key=lambda finding: finding.topic):
        those = list(members)
        agents = those[0].agents
        heading = HEADINGS[topic]
        topics.append((f"{heading} ({agents})" if agents else heading, [f.text for f in those]))
    return topics
