"""All findings of a study, the answers first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter.study.report.verdict.depth import depth
from interpreter.study.report.verdict.differences import differences
from interpreter.study.report.verdict.fairness import fairness
from interpreter.study.report.verdict.figures import figures
from interpreter.study.report.verdict.finding import Finding, Topic
from interpreter.study.report.verdict.rules import rules
from interpreter.study.report.verdict.use import use

if TYPE_CHECKING:
    from interpreter.study.plan.study import Stated
    from interpreter.study.results.results import PairingResult, Results


def findings(results: Results) -> tuple[Finding, ...]:
    """The verdict: for the strongest pairing of an agent with itself, the one named last.

    Whether the variants differ at all comes first, then which rule lines do, then fairness and
    whether it changes with the strength of play, then the other questions.
    """
    stated = results.stated
    mirrors = [pairing for pairing in results.pairings if pairing.is_mirror]
    found: list[Finding] = []
    if len(results.variants) > 1 and results.pairings:
        found += differences(results, (mirrors or results.pairings)[-1])
        found += rules(results)
    if mirrors:
        strongest = mirrors[-1]
        found += fairness(results, strongest, stated)
        found += with_strength(results, mirrors, stated)
        found += figures(results, strongest, stated)
        found += use(results, strongest)
    found += depth(results)
    return tuple(found)


def with_strength(
    results: Results, mirrors: Sequence[PairingResult], stated: Stated
) -> Iterator[Finding]:
    """For each variant whose fairness is answered otherwise by weaker agents: that it is."""
    *weaker, strongest = ([*fairness(results, pairing, stated)] for pairing in mirrors)
    agents = [pairing.title for pairing in mirrors]
    for place, title in enumerate(results.titles):
        now = answer_on(strongest, place)
        for who, earlier in zip(agents, weaker, strict=False):
            before = answer_on(earlier, place)
            if before and now and "open" not in (before, now) and before != now:
                text = (
                    f"That changes with the strength of play: between {who} "
                    f"{title} is {'fair' if before == 'yes' else 'not fair'}."
                )
                yield Finding("fairness", "told", text, (place,), who)


def answer_on(found: Sequence[Finding], variant: int) -> str | None:
    """Whether a variant was found to be fair."""
    return next((f.answer for f in found if f.variants == (variant,)), None)


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
