"""Which answers of the verdict change with the strength of play.

Agents of different strength are compared where both have an answer; what one of them leaves open is
no other answer.  Two answers may differ although the truth is the same, as one of them has more
games or more luck: so a change is told only where the figures themselves differ, by intervals that
hold together for all weaker agents and variants.  Of several weaker agents only the strongest that
answers otherwise is told of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.study.report.verdict.differences import effect
from interpreter.study.report.verdict.fairness import fairness
from interpreter.study.report.verdict.figures import QUESTIONS, Question, row_of
from interpreter.study.report.verdict.finding import Finding, Topic
from interpreter.study.report.verdict.relation import margin_of, relation_of
from interpreter.study.report.verdict.use import newly_unused
from interpreter.study.report.verdict.words import figure_text
from interpreter.study.statistics.simultaneous import Figure, are_apart

if TYPE_CHECKING:
    from interpreter.study.plan.study import Stated
    from interpreter.study.results.results import PairingResult, Results, Row

Claim = tuple[int, str]  # a variant, and what weaker agents say of it
Claims = Callable[["PairingResult"], Iterator[Claim]]
MAX_CLAIMS = 3  # in a sentence


def changes(
    topic: Topic, claims: Claims, weaker: Sequence[PairingResult]
) -> Iterator[Finding]:  # fmt: skip
    """The sentence of a topic, if any weaker agents have claims; `weaker` rise in strength."""
    for pairing in reversed(weaker):
        made = [*claims(pairing)]
        if not made:
            continue
        texts = [text for _, text in made[:MAX_CLAIMS]]
        if rest := len(made) - len(texts):
            texts.append(f"and so for {rest} more")
        changed = "That changes with the strength of play"
        text = f"{changed}: between {pairing.title} {'; '.join(texts)}."
        yield Finding(topic, "told", text, tuple(v for v, _ in made), pairing.title)
        return


# ---- fairness ----------------------------------------------------------------------------------


def fairness_changes(
    results: Results, mirrors: Sequence[PairingResult], stated: Stated
) -> Iterator[Finding]:
    """Whether variants are fair."""
    now = answers(results, mirrors[-1], stated)
    scores = [row for row in mirrors[-1].rows if row.metric.startswith("score-")]

    def claims(pairing: PairingResult) -> Iterator[Claim]:
        for variant, before in answers(results, pairing, stated).items():
            changed = any(
                are_changed(figure_of(row_of(pairing, row.metric), variant),
                            figure_of(row, variant), looks_of(results, mirrors))
                for row in scores
            )
            if {before, now.get(variant)} == {"yes", "no"} and changed:
                is_fair = "fair" if before == "yes" else "not fair"
                yield variant, f"{results.titles[variant]} is {is_fair}"

    yield from changes("fairness", claims, mirrors[:-1])


def are_changed(before: Figure | None, now: Figure | None, looks: int) -> bool:
    """Whether a figure differs between weaker and stronger agents, of so many looked at."""
    return before is not None and now is not None and are_apart(before, now, looks)


def looks_of(results: Results, mirrors: Sequence[PairingResult]) -> int:
    """How many weaker agents and variants are looked at, each of which may look changed by luck."""
    return max((len(mirrors) - 1) * len(results.variants), 1)


def figure_of(row: Row | None, variant: int) -> Figure | None:
    """The figure of a variant, if there is one."""
    return None if row is None else row.estimates[variant]


def difference_of(row: Row | None, variant: int) -> Figure | None:
    """The difference of a variant from the base, if there is one."""
    return None if row is None else row.differences[variant]


def answers(results: Results, pairing: PairingResult, stated: Stated) -> dict[int, str]:
    """For each variant whether it was found to be fair."""
    found = fairness(results, pairing, stated)
    return {f.variants[0]: f.answer for f in found if len(f.variants) == 1}


# ---- draws, length, decisiveness ---------------------------------------------------------------


def figure_changes(
    results: Results, question: Question, mirrors: Sequence[PairingResult], stated: Stated
) -> Iterator[Finding]:
    """How a figure of each variant stands to that of the base; of one variant alone, the figure."""
    now = row_of(mirrors[-1], question.metric)
    base, titles = results.base, results.titles

    def claims(pairing: PairingResult) -> Iterator[Claim]:
        before = row_of(pairing, question.metric)
        if len(titles) == 1:
            yield from levels(pairing)
        for variant in results.others:
            is_now = relation_of(now, variant, base, stated)
            was = relation_of(before, variant, base, stated)
            if "open" in (is_now, was) or is_now == was or results.are_alike(base, variant):
                continue
            both = difference_of(before, variant), difference_of(now, variant)
            if not are_changed(*both, looks_of(results, mirrors)):
                continue
            if was == "equal":
                yield variant, f"{titles[variant]} and {titles[base]} do not differ in " \
                               f"{question.topic}"
            else:
                verb = question.more if was == "more" else question.less
                yield variant, f"{titles[variant]} {verb} {titles[base]}"

    def levels(pairing: PairingResult) -> Iterator[Claim]:
        before = row_of(pairing, question.metric)
        if before is None or now is None:
            return
        one, other = before.estimates[0], now.estimates[0]
        if one is not None and other is not None:
            far = abs(one.value - other.value) > margin_of(now, 0, stated)
            if far and are_changed(one, other, looks_of(results, mirrors)):
                yield 0, f"it is {figure_text(one, before.unit)}"

    yield from changes(question.topic, claims, mirrors[:-1])


# ---- whether variants differ at all ------------------------------------------------------------


def difference_changes(
    results: Results, mirrors: Sequence[PairingResult], stated: Stated
) -> Iterator[Finding]:
    """Whether variants play differently from the base, and whether a seat gets more or less."""
    strongest, base, titles = mirrors[-1], results.base, results.titles

    def claims(pairing: PairingResult) -> Iterator[Claim]:
        for variant in results.others:
            if results.are_alike(base, variant):
                continue
            title = titles[variant]
            was, is_now = (differs(results, p, variant, stated) for p in (pairing, strongest))
            is_changed = any(
                are_changed(difference_of(row_of(pairing, row.metric), variant),
                            difference_of(row, variant), looks_of(results, mirrors))
                for row in strongest.rows if row.is_primary
            ) or bool({*newly_unused(results, pairing, variant)}
                      ^ {*newly_unused(results, strongest, variant)})  # fmt: skip
            if (was, is_now) == (True, False) and is_changed:
                yield variant, f"{title} plays differently from {titles[base]}"
            elif (was, is_now) == (False, True) and is_changed:
                yield variant, f"{title} plays as {titles[base]} does, within the margin"
            elif texts := turned(results, pairing, strongest, variant, stated):
                yield variant, f"in {title}, compared with {titles[base]}, {' and '.join(texts)}"

    yield from changes("difference", claims, mirrors[:-1])


def differs(
    results: Results, pairing: PairingResult, variant: int, stated: Stated
) -> bool | None:  # fmt: skip
    """Whether a variant plays differently from the base: in any primary metric, or in none of them
    by more than the margin; None where that is not known.
    """
    base = results.base
    found = {
        relation_of(row, variant, base, stated) for row in pairing.rows
        if row.is_primary and row.differences[variant] is not None
    }  # fmt: skip
    if found & {"more", "less"} or any(newly_unused(results, pairing, variant)):
        return True
    return False if found == {"equal"} else None


def turned(
    results: Results, weaker: PairingResult, strongest: PairingResult, variant: int, stated: Stated
) -> list[str]:
    """The primary metrics in which a variant differs the other way round between weaker agents, but
    for those that have a topic of their own.
    """
    own, base = {question.metric for question in QUESTIONS}, results.base
    texts = []
    for row in weaker.rows:
        apart = row.differences[variant]
        if not row.is_primary or row.metric in own or apart is None:
            continue
        both = {relation_of(r, variant, base, stated) for r in (row, row_of(strongest, row.metric))}
        if both == {"more", "less"}:
            texts.append(effect(row, apart))
    return texts
