"""Draws, length and decisiveness: what they are in each variant, and whether they changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from interpreter.study.report.charts.numbers import decimals, number, unit_of_difference
from interpreter.study.report.verdict.finding import Answer, Finding, Topic
from interpreter.study.report.verdict.words import figure_text, more_games

if TYPE_CHECKING:
    from interpreter.study.plan.study import Stated
    from interpreter.study.results.results import Difference, PairingResult, Results, Row


@dataclass(frozen=True)
class Question:
    """A figure of the verdict, and the words for it."""

    topic: Topic
    metric: str
    before: str  # the figures of all variants
    behind: str  # the first of them
    more: str  # what a variant with a larger figure does
    less: str


QUESTIONS = (
    Question("draws", "draws", "Of the games,", "are drawn or shared", "is drawn more often than",
             "is drawn less often than"),
    Question("length", "turns", "A game lasts", "", "lasts longer than", "is shorter than"),
    Question("decisiveness", "settled", "The win is settled after", "of a game",
             "is settled later than", "is settled earlier than"),
)  # fmt: skip


def figures(results: Results, pairing: PairingResult, stated: Stated) -> Iterator[Finding]:
    """For each question the figures of all variants, and how each differs from the first."""
    rows = {row.metric: row for row in pairing.rows}
    for question in QUESTIONS:
        row = rows.get(question.metric)
        if row is None:
            continue
        known = [v for v, e in enumerate(row.estimates) if e is not None and isfinite(e.value)]
        if known:
            parts = [
                part(question, row, v, results.titles[v], stated, question.behind * (v == known[0]))
                for v in known
            ]
            text = f"{question.before} {', '.join(parts)}."
            yield Finding(question.topic, "told", text, tuple(known), pairing.title)
        for variant, apart in enumerate(row.differences):
            is_known = apart is not None and isfinite(apart.high - apart.low)
            if apart and is_known and not results.are_alike(0, variant):
                yield changed(question, results.titles, row, variant, apart, pairing, stated)


def part(
    question: Question, row: Row, variant: int, title: str, stated: Stated, behind: str
) -> str:
    """The figure of a variant: `9 turns in every game (3.0 minutes …) in size=4`."""
    figure = row.estimates[variant]
    assert figure is not None
    value = figure_text(figure, row.unit)
    if question.topic != "length":
        return " ".join(word for word in (value, behind, f"in {title}") if word)
    if figure.kind == "constant":
        value = f"{number(figure.value, 0)} {row.unit} in every game"
    minutes = figure.value * stated.pace / 60
    pace = f"{number(minutes, 0 if minutes >= 10 else 1)} minutes at {stated.pace:g} seconds a turn"
    return f"{value} ({pace}) in {title}"


def changed(
    question: Question, titles: list[str], row: Row, variant: int, apart: Difference,
    pairing: PairingResult, stated: Stated,
) -> Finding:  # fmt: skip
    """Whether a figure of a variant differs from the first variant's."""
    first, title, topic = row.estimates[0], titles[variant], question.topic
    assert first is not None
    is_share = row.unit == "%"
    margin = stated.margin if is_share else stated.part * abs(first.value)
    unit = unit_of_difference(row.unit)
    span = apart_text(apart, is_share, unit)
    if not apart.low <= 0 <= apart.high:
        answer: Answer = "no"
        verb = question.more if apart.value > 0 else question.less
        text = f"{title} {verb} {titles[0]}: by {span}."
    elif max(abs(apart.low), abs(apart.high)) <= margin:
        near = number(100 * margin if is_share else margin, 1)
        answer = "yes"
        text = f"{title} and {titles[0]} do not differ in {topic} by more than {near} {unit}."
    else:
        wanted = max(abs(apart.value), margin - abs(apart.value))
        games = min(e.count for e in (first, row.estimates[variant]) if e is not None)
        hint = more_games(games, (apart.high - apart.low) / 2, wanted)
        answer = "open"
        asked = f"Whether {title} and {titles[0]} differ in {topic}"
        text = f"{asked} is not known yet: the difference lies between {span}; {hint}."
    return Finding(topic, answer, text, (0, variant), pairing.title)


def apart_text(apart: Difference, is_share: bool, unit: str) -> str:
    """How far a figure is from the first: from least to most without a sign where that is known,
    else from one end of the interval to the other.
    """
    scale = 100 if is_share else 1
    low, high = apart.low * scale, apart.high * scale
    if low == high:
        return f"{number(abs(low), 0 if low.is_integer() else 2)} {unit} in every game"
    digits = decimals(apart.low, apart.high, "%" if is_share else unit)
    if low <= 0 <= high:
        return f"{number(low, digits)} and {number(high, digits)} {unit}"
    near, far = sorted((abs(low), abs(high)))
    return f"{number(near, digits)} to {number(far, digits)} {unit}"
