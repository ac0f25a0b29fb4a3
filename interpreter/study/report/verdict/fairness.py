"""Whether a variant is fair to its seats, and which of two is fairer.

A variant counts as fair if the whole 95 % interval of what every seat gets lies within the stated
margin of an even share: a test of equivalence by two one-sided tests (Schuirmann 1987), each at
2.5 %.  That it is unfair is said where the interval of some seat leaves out an even share.  Of
several variants or seats each has an interval so much wider that all in a report hold together with
95 % (Bonferroni), so that in at most one study of twenty anything wrong is said of fairness.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING

from interpreter.study.report.charts.numbers import number
from interpreter.study.report.verdict.finding import Finding
from interpreter.study.report.verdict.words import (
    figure_text,
    more_games,
    points_text,
    range_text,
    seat_text,
)
from interpreter.study.statistics.simultaneous import among, wider

if TYPE_CHECKING:
    from interpreter.study.plan.study import Stated
    from interpreter.study.results.results import PairingResult, Results, VariantResult


@dataclass(frozen=True)
class Lead:
    """What one seat gets above an even share, with its 95 % interval."""

    seat: int
    value: float
    low: float
    high: float
    games: int
    text: str  # what the seat gets, as a share
    even: float  # the share of each seat if all get the same

    @property
    def is_one_sided(self) -> bool:
        """Whether the interval leaves out an even share."""
        return not self.low <= 0 <= self.high

    @property
    def most(self) -> float:
        """The end of the interval that is farther from an even share."""
        return max(abs(self.low), abs(self.high))

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def among(self, count: int) -> Lead:
        """The same with an interval that holds together with those of others, so many in all."""
        low, high = among(self, count, -self.even, 1 - self.even)
        return replace(self, low=low, high=high)


def fairness(results: Results, pairing: PairingResult, stated: Stated) -> Iterator[Finding]:
    """For each other variant whether it or the base is fairer, and for each whether it is fair."""
    base = results.base
    if not any(map(pairing.finished, range(len(results.variants)))):
        return
    if pairing.rows and not any(row.metric.startswith("score-") for row in pairing.rows):
        yield unmeasured(results, pairing.title, not_named(results))
        return
    known = {
        number: leads
        for number in range(len(results.variants)) if (leads := leads_of(pairing, number))
    }  # fmt: skip
    count = sum(independent(results.variants[number], leads) for number, leads in known.items())
    title = pairing.title
    pairs = [
        compared(results, (base, number), (known[base], known[number]), count, title, stated)
        for number in known
        if number != base and base in known and not results.are_alike(base, number)
    ]  # fmt: skip
    yield from (found for found in pairs if found.answer != "open")
    for variant, leads in known.items():
        yield judged(results, variant, title, leads, (len(known), count), stated)
    yield from together(results, [found for found in pairs if found.answer == "open"])


def unmeasured(results: Results, agents: str, why: str) -> Finding:
    """That nothing is known of fairness, why, and what to add."""
    text = f"Whether the seats are treated fairly was not measured, since {why}"
    return Finding("fairness", "told", text, tuple(range(len(results.variants))), agents)


def no_mirror(pairing: PairingResult) -> str:
    """That agents of unequal strength met, and what to add."""
    return (
        "no agent plays against itself, and agents of unequal strength tell little of the seats: "
        f"add `{pairing.agents[0]}` alone to `--agents`."
    )


def not_named(results: Results) -> str:
    """That `--metrics` has left fairness out, and what to add to it."""
    seats = max(len(variant.colours) for variant in results.variants)
    keys = ",".join(f"score-{seat}" for seat in range(1, seats + 1 if seats > 2 else 2))
    return (
        f"`--metrics` does not name what they get: add `{keys}` to it. No game is played again for "
        "that."
    )


def together(results: Results, found: list[Finding]) -> Iterator[Finding]:
    """Comparisons without an answer, several of them as one sentence."""
    if len(found) < 2:
        yield from found
        return
    numbers = tuple(finding.variants[1] for finding in found)
    *titles, last = (results.titles[number] for number in numbers)
    base = results.titles[results.base]
    text = f"Whether {', '.join(titles)} or {last} is fairer than {base} is not known yet."
    yield Finding("fairness", "open", text, (results.base, *numbers), found[0].agents)


def leads_of(pairing: PairingResult, variant: int) -> list[Lead]:
    """What each measured seat of a variant gets above an even share."""
    leads = []
    for row in pairing.rows:
        kind, _, seat = row.metric.partition("-")
        if kind != "score" or not seat.isdigit() or not row.nulls:
            continue
        figure, even = row.estimates[variant], row.nulls[variant]
        if figure is None or even is None or not isfinite(figure.high - figure.low):
            continue
        text = figure_text(figure, "%")
        leads.append(
            Lead(int(seat) - 1, figure.value - even, figure.low - even, figure.high - even,
                 figure.count, text, even)
        )  # fmt: skip
    return leads


def judged(
    results: Results, number: int, agents: str, leads: list[Lead], counts: tuple[int, int],
    stated: Stated,
) -> Finding:  # fmt: skip
    """Whether a variant is fair; `counts` are the variants that are judged, any of which may be
    called fair by luck, and the intervals of their seats, any of which may leave out an even share.
    """
    variant, name = results.variants[number], results.titles[number]
    within = f"within {points_text(stated.margin)} points"
    variants, intervals = counts
    apart = [lead for each in leads if (lead := each.among(intervals)).is_one_sided]
    if all(lead.among(variants).most <= stated.margin for lead in leads):
        text = f"{name} is fair {within}: {gets_text(variant, farthest(leads))}."
        return Finding("fairness", "yes", text, (number,), agents)
    if apart:
        worst = farthest(apart)
        text = f"{name} {favours(variant, worst)}: {gets_text(variant, worst)}."
        return Finding("fairness", "no", text, (number,), agents)
    most = max(leads, key=lambda lead: lead.most)
    odd, left = abs(most.value), stated.margin - abs(most.value)
    half = most.among(intervals if odd > left else variants).half
    hint = more_games(most.games, half, max(odd, left))
    one_sided = [lead for lead in leads if lead.is_one_sided]
    gets = gets_text(variant, farthest(one_sided or leads))
    luck = f", which may be luck, as one of {intervals} such intervals" if one_sided else ""
    text = f"Whether {name} is fair {within} is not known yet: {gets}{luck}; {hint}."
    return Finding("fairness", "open", text, (number,), agents)


def farthest(leads: list[Lead]) -> Lead:
    """The one whose figure is farthest from an even share."""
    return max(leads, key=lambda lead: abs(lead.value))


def gets_text(variant: VariantResult, lead: Lead) -> str:
    """What a seat gets, beside an even share where that is not plainly a half; draws make it more
    than one part of the seats, since each of them gets a half.
    """
    text = f"{seat_text(variant, lead.seat)} gets {lead.text}"
    seats = len(variant.colours)
    if seats == 2:
        return text
    share, undrawn = number(100 * lead.even, 1), number(100 / seats, 1)
    reason = "" if share == undrawn else ", as a draw gives each a half"
    return f"{text}, where an even share for {seats} seats is {share} %{reason}"


def independent(variant: VariantResult, leads: list[Lead]) -> int:
    """How many intervals can be wrong: of two seats one gets what the other does not."""
    return 1 if len(variant.colours) == 2 else len(leads)


def favours(variant: VariantResult, lead: Lead) -> str:
    """Whom a variant favours, and by how much."""
    span = range_text(lead.low, lead.high)
    if len(variant.colours) == 2:
        seat = lead.seat if lead.value > 0 else 1 - lead.seat
        return f"favours {seat_text(variant, seat)} by {span}"
    whom = seat_text(variant, lead.seat)
    if lead.value > 0:
        return f"favours {whom} by {span}"
    return f"puts {whom} at a disadvantage of {span}"


def compared(
    results: Results, pair: tuple[int, int], leads: tuple[list[Lead], list[Lead]], count: int,
    agents: str, stated: Stated,
) -> Finding:  # fmt: skip
    """Which of two variants is fairer: the one whose farthest seat is nearer to an even share, by
    intervals that hold together with those of all seats of the study, so many; or that both are
    fair.
    """
    names = [results.titles[number] for number in pair]
    spans = [unfairness(each, count) for each in leads]
    for fairer, other in ((0, 1), (1, 0)):
        if spans[fairer][1] < spans[other][0]:
            low, high = spans[other][0] - spans[fairer][1], spans[other][1] - spans[fairer][0]
            text = f"{names[fairer]} is fairer than {names[other]}, by {range_text(low, high)}."
            return Finding("fairness", "told", text, pair, agents)
    if all(span[1] <= stated.margin for span in spans):
        within = f"{points_text(stated.margin)} points"
        text = f"{names[0]} and {names[1]} are equally fair: both are within {within} of even."
        return Finding("fairness", "told", text, pair, agents)
    worst = [farthest(each) for each in leads]
    games, half = min(lead.games for lead in worst), sum(lead.half for lead in worst)
    far = [abs(lead.value) for lead in worst]
    wanted = max(abs(far[0] - far[1]), 2 * (stated.margin - max(far)))
    hint = more_games(games, wider(count) * half, wanted)
    text = f"Which of {names[0]} and {names[1]} is fairer is not known yet: {hint}."
    return Finding("fairness", "open", text, pair, agents)


def unfairness(leads: list[Lead], count: int) -> tuple[float, float]:
    """From the least to the most that the farthest seat can be from an even share, by intervals
    that hold together with those of others, so many in all.
    """
    wide = [lead.among(count) for lead in leads]
    least = max(max(0.0, lead.low, -lead.high) for lead in wide)
    return least, max(lead.most for lead in wide)
