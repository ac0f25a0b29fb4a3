"""What `gdl tune` found: the best variants as a text, and all of them as a page and as data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from textwrap import wrap
from typing import Any

from markupsafe import Markup

from interpreter.process.files import write_file
from interpreter.study.plan.study import Study
from interpreter.study.report.charts.landscape import Spot, front_chart, landscape
from interpreter.study.report.charts.markup import macros
from interpreter.study.report.charts.numbers import interval_text, value_text
from interpreter.study.report.data import strict
from interpreter.study.report.html_table import Cell, Line, estimate_cell, table
from interpreter.study.report.page import Section, listed, page_of
from interpreter.study.report.verdict.words import exactly, figure_text, more_games
from interpreter.study.results.results import Estimate
from interpreter.study.run.front import layers
from interpreter.study.run.targets import INFINITE, Target
from interpreter.study.run.tune import Candidate, distances
from interpreter.study.statistics.simultaneous import wider

WIDTH = 100  # columns of a text
NAMED = 6  # variants in a sentence
CHOSEN_BY = (
    "The best of many looks better than it is: luck has helped to choose it. What is said of the "
    "targets is by games that were played after the choice."
)
ORDER = (
    "The best stand in the order of these fresh games: those that meet the most targets first, "
    "then those that miss the fewest, then the nearest."
)
MET = (
    "A target is met where the whole 95 % interval lies within its range, and missed where it lies "
    "outside; likely where the estimate alone lies within, open where it lies outside and the "
    "interval reaches into the range: more games would tell. Since the best is chosen by this, the "
    "intervals are first made so much wider that those of all that are shown hold together."
)
REMARKS = (CHOSEN_BY, ORDER, MET)


def title_of(study: Study) -> str:
    """What was tuned."""
    return study.title.removeprefix("tune ")


# ---- as a text ---------------------------------------------------------------------------------


def tuned_text(
    study: Study, targets: Sequence[Target], candidates: Sequence[Candidate], as_json: bool
) -> str:
    """The best variants and how far each is from the targets."""
    best = [c for c in candidates if c.fresh]
    if as_json:
        found = data(study, targets, candidates, best)
        return json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    tried = len(study.variants)
    lines = [f"{title_of(study)}: the best of {tried} variants, {study.pairings[0].title}", ""]
    lines += [*wrap(answer(study, targets, best), WIDTH), ""]
    for place, one in enumerate(best, 1):
        lines.append(f"{place}. {study.variants[one.variant].title} ({one.games:,} fresh games)")
        wide = max(len(t.text) for t in targets)
        for target, estimate in zip(targets, one.fresh, strict=True):
            unit = target.metric.unit
            shown = f"{value_text(estimate, unit)} {interval_text(estimate, unit)}".rstrip()
            shown += " %" if unit == "%" else ""
            standing = standing_text(target, estimate, len(best))
            lines.append(f"     {target.text:{wide}}  {shown}  {standing}")
    lines += ["", *(
        line for text in beside(study, targets, candidates) for line in wrap(text, WIDTH)
    )]  # fmt: skip
    lines += ["", "[95 % interval]", *(
        line for text in REMARKS for line in wrap(text, WIDTH)
    )]  # fmt: skip
    return "\n".join(lines) + "\n"


def standing_text(target: Target, estimate: Estimate | None, best: int) -> str:
    """What an estimate of one of the best, so many in all, says of a target, and how far outside
    it lies.
    """
    standing = target.standing(estimate, best)
    far = target.distance(estimate.value) if estimate else 0.0
    return f"{standing}: by {far:.1f} {target.outside_unit}" if far else standing


def beside(
    study: Study, targets: Sequence[Target], candidates: Sequence[Candidate]
) -> Iterator[str]:
    """What else is to be known of the variants: which were ruled out, and which no other beats."""
    out = [c for c in candidates if c.fate == "ruled out"]
    if out:
        yield (
            f"Ruled out early, as another variant is nearer to "
            f"{'every target' if len(targets) > 1 else 'the target'} by all that the intervals "
            f"allow: {named(study, out)}."
        )
    front = front_of(targets, candidates)
    if len(targets) > 1 and len({distances_of(targets, c) for c in front}) > 1:
        yield (
            f"By the fresh games, of {named(study, front)} none is nearer to every target than "
            "another one: what is gained in one target is lost in another."
        )
    elif len(targets) > 1:
        yield f"By the fresh games, nearest to every target: {named(study, front)}."


def answer(study: Study, targets: Sequence[Target], best: Sequence[Candidate]) -> str:
    """What was asked for: whether the first of the best is as it should be, with its figures, who
    played, and how many games would tell what is not known.
    """
    title, agent = study.variants[best[0].variant].title, study.pairings[0].title
    pairs = [*zip(targets, best[0].fresh, strict=True)]
    is_met = all(t.standing(e, len(best)) == "met" for t, e in pairs)
    wanted = "all targets" if len(targets) > 1 else "the target"
    parts = [answer_part(t, e, len(best)) for t, e in pairs]
    if is_met:
        return f"{title}, played by {agent}, meets {wanted}: {'; '.join(parts)}."
    return (
        f"No variant, played by {agent}, is sure to meet {wanted}. The nearest is {title}: "
        f"{'; '.join(parts)}."
    )


def answer_part(target: Target, estimate: Estimate | None, best: int) -> str:
    """A target with its figure and what that says; if it says too little, the games that would."""
    if estimate is None:
        return f"{target.text} is not measured"
    standing = target.standing(estimate, best)
    unit, is_same = target.metric.unit, estimate.kind == "constant"
    figure = exactly(estimate.value, unit) if is_same else figure_text(estimate, unit)
    text = f"{target.text} is {standing}, with {figure}"
    if standing not in ("likely", "open") or not isfinite(estimate.high - estimate.low):
        return text
    half = wider(best) * (estimate.high - estimate.low) / 2
    ends = [end for end in (target.low, target.high) if abs(end) < INFINITE]
    room = min(abs(estimate.value - end) for end in ends)
    return f"{text} ({more_games(estimate.count, half, room)})"


def named(study: Study, some: Sequence[Candidate]) -> str:
    """The titles of the first of some variants, and how many more there are."""
    titles = [study.variants[c.variant].title for c in some[:NAMED]]
    more = len(some) - len(titles)
    return ", ".join([*titles, *([f"{more} more"] if more else [])])


def front_of(targets: Sequence[Target], candidates: Sequence[Candidate]) -> list[Candidate]:
    """Of the best those that no other of them beats in every target, by the fresh games."""
    best = [c for c in candidates if c.fresh]
    places = layers([distances_of(targets, c) for c in best])
    return [c for c, place in zip(best, places, strict=True) if place == 0]


def distances_of(targets: Sequence[Target], one: Candidate) -> tuple[float, ...]:
    """How far a variant is from each target by the fresh games, if it has any, else by those that
    chose.
    """
    return distances(targets, one.fresh) if one.fresh else one.distances


# ---- as files ----------------------------------------------------------------------------------


def write_tuned(
    study: Study, targets: Sequence[Target], candidates: Sequence[Candidate], folder: Path
) -> Path:
    """Write report.html and report.json; the path of the page.  Raises OSError."""
    text = json.dumps(
        data(study, targets, candidates, candidates), ensure_ascii=False, allow_nan=False
    )
    write_file(folder / "report.json", f"{text}\n")
    path = folder / "report.html"
    write_file(path, page_of(study.title, list(sections(study, targets, candidates))))
    return path


def sections(
    study: Study, targets: Sequence[Target], candidates: Sequence[Candidate]
) -> Iterator[Section]:
    """The parts of the page."""
    best = [c for c in candidates if c.fresh]
    yield Section("answer", "Answer", listed([answer(study, targets, best)]))
    yield Section("best", "The best", fresh_table(study, targets, best) + listed(REMARKS))
    if told := [*beside(study, targets, candidates)]:
        yield Section("front", "Trade-offs", listed(told) + front_drawn(
            study, targets, candidates
        ))  # fmt: skip
    if charts := landscape(spots_of(study, candidates), targets):
        yield Section("landscape", "Over the values of the options", macros("parts.html").charts(
            charts
        ))  # fmt: skip
    yield Section("tried", "All that were tried", tried_table(study, targets, candidates))
    yield Section("repeat", "How to repeat this", listed([
        f"Seed {study.seed}; {study.pairings[0].title} on every seat; up to {study.games:,} games "
        f"of a variant to choose by, and as many fresh ones of the best."
    ]))  # fmt: skip


def front_drawn(study: Study, targets: Sequence[Target], candidates: Sequence[Candidate]) -> Markup:
    """Two targets against one another; nothing of one, or of more than two."""
    if len(targets) != 2:
        return Markup()
    pairs = [(first, second) for first, second in (distances_of(targets, c) for c in candidates)]
    front = front_of(targets, candidates)
    titles = [study.variants[c.variant].title for c in candidates]
    chart = front_chart(titles, pairs, [c in front for c in candidates], targets)
    markup: Markup = macros("parts.html").charts([chart] if chart else [])
    return markup


def spots_of(study: Study, candidates: Sequence[Candidate]) -> list[Spot]:
    """The variants as charts take them, in the order of the study."""
    return [
        Spot(study.variants[c.variant].title, study.variants[c.variant].game.options, c.estimates)
        for c in sorted(candidates, key=lambda c: c.variant)
    ]


def fresh_table(study: Study, targets: Sequence[Target], best: Sequence[Candidate]) -> Markup:
    """The best by fresh games, and what that says of each target."""
    lines = [
        line_of(study, one, [
            cell for t, e in zip(targets, one.fresh, strict=True)
            for cell in (estimate_cell(e, t.metric.unit), Cell(standing_text(t, e, len(best))))
        ]) for one in best
    ]  # fmt: skip
    heads = ["Variant", *(part for t in targets for part in (t.text, ""))]
    return table("Fresh games", [*map(Cell, heads)], [("", lines)])


def tried_table(study: Study, targets: Sequence[Target], candidates: Sequence[Candidate]) -> Markup:
    """All variants by the games that they were chosen by."""
    lines = [
        line_of(study, one, [Cell(f"{one.games:,}"), Cell(one.fate), *(
            estimate_cell(e, t.metric.unit) for t, e in zip(targets, one.estimates, strict=True)
        )]) for one in sorted(candidates, key=lambda c: c.rank)
    ]  # fmt: skip
    heads = ["Variant", "games", "", *(t.text for t in targets)]
    caption = "The games that they were chosen by, the best first"
    return table(caption, [*map(Cell, heads)], [("", lines)])


def line_of(study: Study, one: Candidate, cells: Sequence[Cell]) -> Line:
    """A line of a table."""
    return Cell(study.variants[one.variant].title), cells


# ---- as data -----------------------------------------------------------------------------------


def data(
    study: Study, targets: Sequence[Target], candidates: Sequence[Candidate],
    shown: Sequence[Candidate],
) -> dict[str, Any]:  # fmt: skip
    """The same for programs."""
    front, fresh = front_of(targets, candidates), sum(bool(c.fresh) for c in candidates)
    return {
        "game": title_of(study),
        "agents": study.pairings[0].title,
        "seed": study.seed,
        "tried": len(study.variants),
        "best": [
            {
                "variant": study.variants[one.variant].title,
                "options": study.variants[one.variant].game.options,
                "games": one.games,
                "fate": one.fate,
                "front": one in front,
                "distance": None if one.distance >= INFINITE else one.distance,
                "targets": by_target(targets, one.estimates, len(study.variants)),
                "fresh": by_target(targets, one.fresh, fresh) if one.fresh else None,
            }
            for one in shown
        ],
    }


def by_target(
    targets: Sequence[Target], estimates: Sequence[Estimate | None], best: int
) -> dict[str, dict[str, Any] | None]:
    """The estimate for each target, and what it says of it, as of the best of so many."""
    return {
        t.text: None if e is None else {**strict(asdict(e)), "verdict": t.standing(e, best)}
        for t, e in zip(targets, estimates, strict=True)
    }
