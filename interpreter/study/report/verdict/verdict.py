"""All findings of a study, the answers first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import isfinite
from typing import TYPE_CHECKING

from interpreter.study.report.charts.numbers import (
    apart_text,
    is_significant,
    number,
    signed_text,
    unit_of_difference,
)
from interpreter.study.report.verdict.depth import depth
from interpreter.study.report.verdict.fairness import fairness
from interpreter.study.report.verdict.figures import figures
from interpreter.study.report.verdict.finding import Answer, Finding, Topic

if TYPE_CHECKING:
    from interpreter.study.plan.study import Stated
    from interpreter.study.results.results import Difference, PairingResult, Results, Row

def findings(results: Results) -> tuple[Finding, ...]:
    """The verdict: for the strongest pairing of an agent with itself, the one named last.

    Whether the variants differ at all comes first, then fairness and whether it changes with the
    strength of play, then the other questions.
    """
    stated = results.stated
    mirrors = [pairing for pairing in results.pairings if pairing.is_mirror]
    found: list[Finding] = []
    if len(results.variants) > 1 and results.pairings:
        found += differences(results, mirrors or results.pairings)
    if mirrors:
        strongest = mirrors[-1]
        found += fairness(results, strongest, stated)
        found += with_strength(results, mirrors, stated)
        found += figures(results, strongest, stated)
    found += depth(results)
    return tuple(found)


def with_strength(
    results: Results, mirrors: Sequence[PairingResult], stated: Stated
) -> Iterator[Finding]:
    """For each variant whose fairness is answered otherwise by weaker agents: that it is."""
    *weaker, strongest = ([*fairness(results, pairing, stated)] for pairing in mirrors)
    agents = [pairing.title for pairing in mirrors]
    for place, variant in enumerate(results.variants):
        now = answer_on(strongest, place)
        for title, earlier in zip(agents, weaker, strict=False):
            before = answer_on(earlier, place)
            if before and now and "open" not in (before, now) and before != now:
                text = (
                    f"That changes with the strength of play: between {title} "
                    f"{variant.shown} is {'fair' if before == 'yes' else 'not fair'}."
                )
                yield Finding("fairness", "told", text, (place,), title)


def answer_on(found: Sequence[Finding], variant: int) -> str | None:
    """Whether a variant was found to be fair."""
    return next((f.answer for f in found if f.variants == (variant,)), None)


def differences(results: Results, pairings: Sequence[PairingResult]) -> Iterator[Finding]:
    """For each variant after the first whether it plays differently in any primary metric."""
    strongest = pairings[-1]
    first = results.titles[0]
    for variant, title in enumerate(results.titles):
        rows = [row for row in strongest.rows if row.is_primary]
        known = [(row, apart) for row in rows if (apart := row.differences[variant]) is not None]
        marked = [part_text(row, apart) for row, apart in known if is_significant(apart)]
        answer: Answer
        if not variant:
            continue
        if results.are_alike(0, variant):
            answer, text = "no", f"{title} and {first} have the same rules: {ALIKE}."
        elif marked:
            answer, text = "yes", f"{title} plays differently from {first}: {'; '.join(marked)}."
        elif known:
            answer, text = "open", nothing_found(title, first, known)
        else:
            continue
        yield Finding("difference", answer, text, (0, variant), strongest.title)


ALIKE = (
    "at most titles and other texts differ, so they play alike, and whatever differs between their "
    "games is chance"
)


def part_text(row: Row, apart: Difference) -> str:
    """A difference that was found: `drawn or shared −16.5 points [−23.4, −9.7]`."""
    words = [row.title, signed_text(apart, row.unit), unit_of_difference(row.unit)]
    return " ".join(word for word in (*words, apart_text(apart, row.unit)) if word)


def nothing_found(title: str, first: str, known: Sequence[tuple[Row, Difference]]) -> str:
    """That no difference was found, and how large each can still be."""
    most = [
        f"{row.title} by more than {number(max(abs(apart.low), abs(apart.high)) * scale, 1)} {unit}"
        for row, apart in known
        for scale, unit in [(100, "points") if row.unit == "%" else (1, row.unit)]
        if isfinite(apart.high - apart.low)
    ]  # fmt: skip
    text = f"No difference between {title} and {first} was found."
    return f"{text} Excluded is a difference in {'; in '.join(most)}." if most else text


HEADINGS: Mapping[Topic, str] = {
    "difference": "Difference", "fairness": "Fairness", "draws": "Draws", "length": "Length",
    "decisiveness": "Decisiveness", "depth": "Depth",
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
