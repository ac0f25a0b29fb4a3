"""All findings of a study, the answers first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.study.report.verdict.depth import depth
from interpreter.study.report.verdict.differences import differences
from interpreter.study.report.verdict.fairness import fairness
from interpreter.study.report.verdict.figures import QUESTIONS, figures
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
    from interpreter.study.results.results import Results


def findings(results: Results) -> tuple[Finding, ...]:
    """The verdict: for the strongest pairing of an agent with itself, the one named last.

    Whether the variants differ at all comes first, then which rule lines do, then fairness and the
    other questions; each is followed by whether its answer changes with the strength of play.
    """
    if not results.pairings:
        return tuple(depth(results))
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
            found += figures(results, question, strongest, stated)
            found += figure_changes(results, question, mirrors, stated)
    found += use(results, strongest)
    found += depth(results)
    return tuple(found)


HEADINGS: Mapping[Topic, str] = {
    "difference": "Difference", "rules": "Rules", "fairness": "Fairness", "draws": "Draws",
    "length": "Length", "decisiveness": "Decisiveness", "use": "Never used", "depth": "Depth",
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
