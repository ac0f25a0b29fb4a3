"""What a study found, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING

from interpreter.api.wording import plural
from interpreter.study.report.charts.numbers import (
    apart_text,
    is_significant,
    number,
    p_text,
    scaled,
    signed_text,
    unit_of_difference,
    value_text,
)

if TYPE_CHECKING:
    from interpreter.study.results.results import Difference, Results, Row, SequentialAnswer

LEVEL = 0.05  # of p-values that are counted as small
MAX_SENTENCES = 12  # about differences; the table has all


def differing(results: Results) -> tuple[str, ...]:
    """A sentence for each significant difference, the largest first, or that there is none; and
    what the exploratory rows may hold.
    """
    titles = results.titles
    if len(titles) < 2:
        return ("One variant was played, so there is nothing to compare it with.",)
    alike = same_rules(results)
    differences: list[tuple[float, str]] = []
    for where, row in all_rows(results):
        for i, apart in enumerate(row.differences):
            if apart is not None and is_significant(apart):
                pair = results.base, i
                text = sentence(where, row, apart, titles, pair)
                differences.append((size(row, apart, pair), text))
    if not differences:
        return (*alike, *nothing_found(results), *explored(results))
    ordered = sorted(differences, key=lambda pair: -pair[0])[:MAX_SENTENCES]
    rest = len(differences) - len(ordered)
    more = (f"And {rest} more, which the tables mark with *.",) if rest else ()
    return (*alike, *(text for _, text in ordered), *more, *explored(results))


def nothing_found(results: Results) -> Iterator[str]:
    """That no primary metric differs, if one was measured."""
    if any(
        apart is not None and (row.is_primary or apart.corrected is not None)
        for _, row in all_rows(results) for apart in row.differences
    ):  # fmt: skip
        yield "Nothing in the primary metrics was found to differ (after Holm’s correction)."
    else:
        yield "No primary metric was measured in two variants, so none was compared."


def same_rules(results: Results) -> tuple[str, ...]:
    """A sentence for each set of variants that have the same rules."""
    groups: dict[str, list[str]] = {}
    for place, variant in enumerate(results.variants):
        groups.setdefault(results.rules_key(place), []).append(f"`{variant.shown}`")
    return tuple(
        f"{', '.join(titles[:-1])} and {titles[-1]} have the same rules, or rules that were proved "
        "to play alike, so whatever differs between their games is chance."
        for titles in groups.values() if len(titles) > 1
    )  # fmt: skip


def explored(results: Results) -> tuple[str, ...]:
    """How many of the exploratory differences, also those of details, have a small p-value, and
    what chance alone gives; of those whose games leave room for one.
    """
    ps = [
        apart.p for _, row in all_rows(results) for apart in row.differences
        if apart is not None and apart.corrected is None and isfinite(apart.p)
        and apart.least_p < LEVEL
    ]  # fmt: skip
    if not ps:
        return ()
    small, usual = sum(p < LEVEL for p in ps), LEVEL * len(ps)
    chance = f"where chance alone gives about {number(usual, 0 if usual >= 10 else 1)}"
    every = plural(len(ps), "exploratory difference")
    if not small:
        return (f"Of {every} none has p < {LEVEL:g}, {chance}.",)
    have, say = ("has", "it says") if small == 1 else ("have", "they say")
    return (
        f"Of {every} {small} {have} p < {LEVEL:g}, {chance}: {say} where to look, in games of "
        "another seed.",
    )


def all_rows(results: Results) -> list[tuple[str, Row]]:
    """Every row with where it was measured."""
    rows = [(pairing.title, row) for pairing in results.pairings for row in pairing.rows]
    rows += [("ladder", row) for row in results.ladder]
    return rows + [("best play", row) for row in results.solved]


def size(row: Row, apart: Difference, pair: tuple[int, int]) -> float:
    """How large a difference is, to order by: of shares as it is, else in proportion."""
    if row.unit == "%":
        return abs(apart.value)
    ends = [row.estimates[i] for i in pair]
    largest = max((abs(end.value) for end in ends if end), default=0.0)
    return abs(apart.value) / largest if largest and isfinite(apart.value) else 0.0


def sentence(
    where: str, row: Row, apart: Difference, titles: list[str], pair: tuple[int, int]
) -> str:
    """The difference of a variant from the base, which comes first in the pair, in words."""
    first, other = (row.estimates[i] for i in pair)
    base, title_of_other = (titles[i] for i in pair)
    unit = f" {row.unit}" if row.unit else ""
    unit_apart = f" {unit_of_difference(row.unit)}" if row.unit else ""
    p = p_text(apart.p if apart.corrected is None else apart.corrected)
    interval = apart_text(apart, row.unit)
    title = f"{row.title[:1].upper()}{row.title[1:]}"
    return (
        f"{title} ({where}): {value_text(first, row.unit)}{unit} in {base}, "
        f"{value_text(other, row.unit)}{unit} in {title_of_other}; "
        f"{signed_text(apart, row.unit)}{unit_apart}, "
        f"{f'95 % interval {interval}' if interval else 'each the same in every game'}, "
        f"p {p.replace('<', '< ') if '<' in p else f'= {p}'}."
    )


def sequential_text(answer: SequentialAnswer, whose: str = "") -> str:
    """What the sequential test has decided and what it has not, with its error rates, its log
    likelihood ratio and the bounds of that ratio; `whose` tells which difference it is of.
    """
    bounds = ", ".join(number(bound, 2) for bound in (answer.lower, answer.upper))
    apart, unit = answer.difference, answer.unit
    interval = apart_text(apart, unit)
    holding = f", 95 % interval {interval}, which holds whenever a test ends" if interval else ""
    rates = dict.fromkeys(f"{100 * rate:g} %" for rate in (answer.test.alpha, answer.test.beta))
    was = f"{signed_text(apart, unit)} {unit_of_difference(unit)}"
    return (
        f"{answer.question} – {decided(answer)} (error rates {' and '.join(rates)}) after "
        f"{plural(answer.games, 'game')} of each variant "
        f"(log likelihood ratio {number(answer.llr, 2)}, bounds {bounds}); the difference "
        f"{whose}was then {was}{holding}"
        f"{reach(answer) if interval else ''}"
    )


def tested_text(results: Results) -> str:
    """Which difference a sequential test is of, unless it is that of the tables: always that of the
    second variant from the first, since the games that were played depend on it.
    """
    return f"{results.titles[1]} less {results.titles[0]} " if results.base else ""


def decided(answer: SequentialAnswer) -> str:
    """What the test has accepted: that the difference is not h0, or that it is not h1."""
    test, unit = answer.test, answer.unit
    h0, h1 = bound(test.h0, unit), bound(test.h1, unit)
    beyond = "or more" if test.h1 > test.h0 else "or less"
    if answer.answer == "no difference":
        if test.is_two_sided:
            large = bound(abs(test.h1), unit)
            return f"no difference of {large} or more, either way, is taken as shown by the test"
        return f"no difference of {h1} {beyond} is taken as shown by the test"
    if answer.answer == "difference":
        if test.is_two_sided:
            return "that there is a difference is taken as shown by the test, not how large it is"
        side = "above" if test.h1 > test.h0 else "below"
        shown = f"a difference {side} {h0} is taken as shown by the test"
        return f"{shown}, not that it is {h1} {beyond}"
    return "the test has no answer yet"


def reach(answer: SequentialAnswer) -> str:
    """A remark if the interval contains a value that the test has rejected, or an empty text."""
    test, apart = answer.test, answer.difference
    if answer.answer == "open":
        return ""
    excluded = test.h1 if answer.answer == "no difference" else test.h0
    is_two_sided = test.is_two_sided and answer.answer == "no difference"
    values = (excluded, -excluded) if is_two_sided else (excluded,)
    held = [bound(v, answer.unit) for v in values if apart.low <= v <= apart.high]
    if not held:
        return ""
    if answer.answer == "difference":
        return f"; this interval still holds {held[0]}"
    return f"; this interval still reaches to {' and '.join(held)} and beyond"


def bound(value: float, unit: str) -> str:
    """A difference that a test asks about."""
    text = f"{scaled(value, unit):g}".replace("-", "−")
    return f"{text} {unit_of_difference(unit)}".rstrip()


def result_text(result: tuple[float, ...] | None) -> str:
    """Who won a game."""
    if result is None:
        return "not finished"
    if 1.0 in result:
        return f"seat {result.index(1.0) + 1} wins"
    if len(set(result)) == 1:
        return "a draw"
    return f"shares by seat: {', '.join(f'{share:g}' for share in result)}"
