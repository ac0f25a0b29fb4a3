"""Whether the variants play differently from the base, and in what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import TYPE_CHECKING

from interpreter.api.wording import plural
from interpreter.study.report.charts.numbers import (
    apart_text,
    decimals,
    is_significant,
    number,
    signed_text,
    unit_of_difference,
    value_text,
)
from interpreter.study.report.verdict.finding import Answer, Finding
from interpreter.study.report.verdict.use import newly_unused
from interpreter.study.report.verdict.words import exactly
from interpreter.study.results.estimates import LEVEL
from interpreter.study.statistics.simultaneous import among
from interpreter.study.statistics.statistics import holm

if TYPE_CHECKING:
    from interpreter.study.results.results import Difference, PairingResult, Results, Row


MAX_NAMED = 3  # metrics that were not the question and differ


@dataclass(frozen=True)
class Words:
    """How a change of a metric is told: what stands before the number, and behind it."""

    before: str
    more: str
    less: str


WORDS = {
    "draws": Words("games are drawn or shared", "more often", "less often"),
    "unfinished": Words("games are not finished", "more often", "less often"),
    "turns": Words("a game is", "longer", "shorter"),
    "settled": Words("the win is settled", "later", "earlier"),
    "score-first": Words("the agent named first gets", "more", "less"),
}


def differences(results: Results, pairing: PairingResult) -> Iterator[Finding]:
    """For each other variant whether it plays differently from the base in any primary metric."""
    base = results.titles[results.base]
    for variant in results.others:
        title = results.titles[variant]
        rows = [row for row in pairing.rows if row.is_primary]
        known = [(row, apart) for row in rows if (apart := row.differences[variant]) is not None]
        marked = [effect(row, apart) for row, apart in known if is_significant(apart)]
        marked += newly_unused(results, pairing, variant)
        answer: Answer
        if results.are_alike(results.base, variant):
            answer, text = "no", alike(results, variant)
        elif marked:
            answer, text = "yes", f"{title} plays differently from {base}: {'; '.join(marked)}."
        elif known:
            found = nothing_found(title, base, known)
            answer, text = "open", " ".join([found, *other_metrics(pairing, variant)])
        else:
            continue
        yield Finding("difference", answer, text, (results.base, variant), pairing.title)


def alike(results: Results, variant: int) -> str:
    """That two variants are known to play alike, and why."""
    title, base = results.titles[variant], results.titles[results.base]
    proof = next((apart.said for apart in results.rules if apart.variant == variant), "")
    why = proof or "their rules are the same, and at most titles and other texts differ"
    return (
        f"No difference between {title} and {base}: {why}; so whatever differs between their "
        "games is chance."
    )


def effect(row: Row, apart: Difference) -> str:
    """A difference that was found, as in `a game is 3.1 turns [2.8, 3.4] longer`."""
    metric, _, seat = row.metric.partition("-")
    words = WORDS.get(row.metric)
    if metric in ("score", "win") and seat.isdigit():
        verb, often = ("gets", "") if metric == "score" else ("wins", " often")
        words = Words(f"seat {seat} {verb}", f"more{often}", f"less{often}")
    unit = unit_of_difference(row.unit)
    if words is None or not isfinite(apart.value):
        parts = [row.title, signed_text(apart, row.unit), unit, apart_text(apart, row.unit)]
        return " ".join(part for part in parts if part)
    size = without_sign(apart)
    if apart.low == apart.high:
        shown = exactly(size.value, row.unit)
    else:
        interval = apart_text(size, row.unit)
        shown = " ".join(part for part in (value_text(size, row.unit), unit, interval) if part)
    behind = words.more if apart.value > 0 else words.less
    return " ".join(part for part in (words.before, shown, behind) if part)


def without_sign(apart: Difference) -> Difference:
    """How large a difference is."""
    if apart.value >= 0:
        return apart
    return type(apart)(-apart.value, -apart.high, -apart.low, apart.p, apart.corrected)


def nothing_found(title: str, base: str, known: Sequence[tuple[Row, Difference]]) -> str:
    """That no difference was found, and how large each can still be."""
    sure = [(row, apart) for row, apart in known if isfinite(apart.high - apart.low)]
    varied = [(row, apart) for row, apart in sure if (apart.low, apart.high) != (0, 0)]
    most = [largest(row, apart, len(varied)) for row, apart in varied]
    same = [row.title for row, apart in sure if (apart.low, apart.high) == (0, 0)]
    text = f"No difference between {title} and {base} was found in the figures"
    if most:
        text += f": if there is one, it is at most {', '.join(most)}"
    if same:
        text += f"; the same in all games of both: {', '.join(same)}"
    return f"{text}."


def other_metrics(pairing: PairingResult, variant: int) -> Iterator[str]:
    """Which metrics that are not primary differ from the base after Holm's correction for all that
    were compared: a sentence, if there are any.
    """
    compared = [
        (row, apart) for row in pairing.rows
        if not row.is_primary and (apart := row.differences[variant]) is not None
        and isfinite(apart.p)
    ]  # fmt: skip
    corrected = holm([apart.p for _, apart in compared],
                     [apart.least_p for _, apart in compared])  # fmt: skip
    sure = sorted((p, place) for place, p in enumerate(corrected) if p < LEVEL)
    if not sure:
        return
    named = [effect(*compared[place]) for _, place in sure[:MAX_NAMED]]
    named += [f"and {len(sure) - MAX_NAMED} more"] if len(sure) > MAX_NAMED else []
    differ = "1 differs" if len(sure) == 1 else f"{len(sure)} differ"
    were = "was" if len(compared) == 1 else "were"
    yield (
        f"Of {plural(len(compared), 'other metric')}, which {were} not the question, {differ} "
        f"after Holm’s correction for all of them: {'; '.join(named)}."
    )


def largest(row: Row, apart: Difference, count: int) -> str:
    """How large the difference of a row may be, of so many rows together."""
    farthest = 1.0 if row.unit == "%" else inf
    low, high = among(apart, count, -farthest, farthest)
    most = max(abs(low), abs(high))
    digits = 1 if row.unit == "%" else decimals(low, high, row.unit)
    size = number(most * (100 if row.unit == "%" else 1), digits)
    unit = unit_of_difference(row.unit)
    return f"{size} {unit} in {row.title}" if unit else f"{size} in {row.title}"
