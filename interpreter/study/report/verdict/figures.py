"""Draws, length and decisiveness: what they are in each variant, and whether they changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from interpreter.api.wording import plural
from interpreter.study.report.charts.numbers import (
    decimals,
    is_significant,
    number,
    unit_of_difference,
)
from interpreter.study.report.verdict.finding import Finding, Topic
from interpreter.study.report.verdict.relation import margin_of, relation
from interpreter.study.report.verdict.words import exactly, figure_text, more_games

if TYPE_CHECKING:
    from interpreter.study.plan.study import Stated
    from interpreter.study.results.results import Difference, Estimate, PairingResult, Results, Row


@dataclass(frozen=True)
class Question:
    """A figure of the verdict, and the words for it."""

    topic: Topic
    metric: str
    before: str  # the figures of all variants
    behind: str  # the first of them
    more: str  # what a variant with a larger figure does
    less: str
    noun: str = ""  # what may differ, unless that is the topic


QUESTIONS = (
    Question("draws", "draws", "Of the games,", "are drawn or shared", "is drawn more often than",
             "is drawn less often than"),
    Question("length", "turns", "A game lasts", "", "lasts longer than", "is shorter than"),
    Question("decisiveness", "settled", "The win is settled after", "of a game",
             "is settled later than", "is settled earlier than"),
)  # fmt: skip


def row_of(pairing: PairingResult, metric: str) -> Row | None:
    """The row of a metric; None where it was not measured."""
    return next((row for row in pairing.rows if row.metric == metric), None)


def figure_findings(
    results: Results, question: Question, pairing: PairingResult, stated: Stated
) -> Iterator[Finding]:
    """The figures of all variants for a question, and how each differs from that of the base."""
    row, base = row_of(pairing, question.metric), results.base
    if row is None:
        return
    known = [v for v, e in enumerate(row.estimates) if e is not None and isfinite(e.value)]
    if known:
        has_ended = all(pairing.finished(v) == 1 for v in known)
        text = known_text(question, row, known, results.titles, stated, has_ended)
        yield Finding(question.topic, "told", text, tuple(known), pairing.title)
    for variant, apart in enumerate(row.differences):
        is_known = apart is not None and isfinite(apart.high - apart.low)
        is_told = len(results.variants) > 2 and is_significant(apart)  # in what differs
        if apart and is_known and not is_told and not results.are_alike(base, variant):
            yield changed(question, results, row, variant, apart, pairing.title, stated)


def known_text(
    question: Question, row: Row, known: Sequence[int], titles: Sequence[str], stated: Stated,
    has_ended: bool,
) -> str:  # fmt: skip
    """The figures of all variants in one sentence; where not every game `has_ended`, a length is
    only of those that did.
    """
    figures = [figure for v in known if (figure := row.estimates[v]) is not None]
    if question.topic == "length":
        is_same = all(figure.kind == "constant" for figure in figures)
        lengths = [length_text(f, row.unit, stated, is_same, not i) for i, f in enumerate(figures)]
        before = "Every game lasts" if is_same else question.before
        before = before if has_ended else before.replace("game", "finished game")
        if is_same and len({figure.value for figure in figures}) == 1:
            return f"{before} {lengths[0]}."
        return f"{before} {', '.join(named(lengths, known, titles))}."
    if question.topic == "draws" and not any(figure.value for figure in figures):
        shares = [none_text(figure, is_first=not i) for i, figure in enumerate(figures)]
        return f"No game was drawn or shared: {', '.join(named(shares, known, titles))}."
    parts = [
        figure_text(figure, row.unit) if figure.value or question.topic != "draws"
        else none_text(figure, is_first=True, of="")
        for figure in figures
    ]  # fmt: skip
    parts[0] += f" {question.behind}"
    return f"{question.before} {', '.join(named(parts, known, titles))}."


def none_text(figure: Estimate, is_first: bool, of: str = "game") -> str:
    """That no game counts, and how often others may; in full for the first of several.

    `of` is "" where the sentence has said that it is of games.
    """
    most = number(100 * figure.high, decimals(0.0, figure.high, "%"))
    bound = f"with 95 % confidence fewer than {most} %" if is_first else f"fewer than {most} %"
    count = plural(figure.count, of) if of else f"{figure.count:,}"
    return f"none of {count} ({bound})"


def named(texts: Sequence[str], known: Sequence[int], titles: Sequence[str]) -> list[str]:
    """Texts of variants with their names, which a study of one does not need."""
    if len(titles) == 1:
        return list(texts)
    return [f"{text} in {titles[v]}" for text, v in zip(texts, known, strict=True)]


def length_text(figure: Estimate, unit: str, stated: Stated, is_same: bool, is_first: bool) -> str:
    """A length: `9 turns (3.0 minutes at 20 seconds a turn)`, the pace where it is the first."""
    value = figure_text(figure, unit)
    if figure.kind == "constant":
        exact = exactly(figure.value, unit)
        value = exact.removeprefix("exactly ") if is_same else exact
    minutes = figure.value * stated.pace / 60
    pace = f" at {stated.pace:g} seconds a turn" if is_first else ""
    return f"{value} ({number(minutes, 0 if minutes >= 10 else 1)} minutes{pace})"


def changed(
    question: Question, results: Results, row: Row, variant: int, apart: Difference, agents: str,
    stated: Stated,
) -> Finding:  # fmt: skip
    """Whether a figure of a variant differs from that of the base."""
    base, topic, unit = results.base, question.topic, unit_of_difference(row.unit)
    title, title_of_base = results.titles[variant], results.titles[base]
    about, span = (base, variant), apart_text(apart, row.unit == "%", unit)
    margin, how = margin_of(row, base, stated), relation(row, apart, base, stated)
    noun = question.noun or topic
    is_more = how == "more" or (how != "less" and apart.low > 0)
    told = f"{title} {question.more if is_more else question.less} {title_of_base}"
    if how in ("more", "less"):
        return Finding(topic, "no", f"{told}: by {span}.", about, agents)
    if how == "equal":
        size = number(100 * margin if row.unit == "%" else margin, 1)
        near = f" by more than {size} {unit}" * (apart.low != apart.high)
        text = f"{title} and {title_of_base} do not differ in {noun}{near}."
        return Finding(topic, "yes", text, about, agents)
    wanted = max(abs(apart.value), margin - abs(apart.value))
    games = min(e.count for e in (row.estimates[v] for v in about) if e is not None)
    hint = more_games(games, (apart.high - apart.low) / 2, wanted)
    asked = f"Whether {title} and {title_of_base} differ in {noun}"
    is_signed = not apart.low <= 0 <= apart.high  # but not surely enough, or too little to matter
    far = f"perhaps {told}, by {span}" if is_signed else f"the difference lies between {span}"
    text = f"{asked} is not known yet: {far}; {hint}."
    return Finding(topic, "open", text, about, agents)


def apart_text(apart: Difference, is_share: bool, unit: str) -> str:
    """How far a figure is from another: from least to most without a sign where that is known,
    else from one end of the interval to the other.
    """
    scale = 100 if is_share else 1
    low, high = apart.low * scale, apart.high * scale
    if low == high:
        return exactly(abs(low), unit)
    digits = decimals(apart.low, apart.high, "%" if is_share else unit)
    if low <= 0 <= high:
        return f"{number(low, digits)} and {number(high, digits)} {unit}"
    near, far = sorted((abs(low), abs(high)))
    return f"{number(near, digits)} to {number(far, digits)} {unit}"
