"""What `gdl tune` found: the best variants as a text, and all of them as a page and as data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import wrap
from typing import Any

from markupsafe import Markup

from interpreter.process.files import write_file
from interpreter.study.plan.study import Study
from interpreter.study.report.charts.numbers import interval_text, value_text
from interpreter.study.report.data import strict
from interpreter.study.report.html_table import Cell, Line, estimate_cell, table
from interpreter.study.report.page import Section, listed, page_of
from interpreter.study.results.results import Estimate
from interpreter.study.run.tune import INFINITE, Candidate, Target

WIDTH = 100  # columns of a text
CHOSEN_BY = (
    "The best of many looks better than it is: luck has helped to choose it. What is said of the "
    "targets is by games that were played after the choice."
)
ORDER = (
    "The best stand in the order of these fresh games: those that meet the most targets first, "
    "then those that miss the fewest, then the nearest."
)
MET = (
    "A target is met where the whole 95 % interval lies within its range; an estimate within the "
    "range alone is not certain: more games would tell."
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
    if as_json:
        return json.dumps(data(study, targets, candidates), indent=2, ensure_ascii=False) + "\n"
    tried = len(study.variants)
    lines = [f"{title_of(study)}: the best of {tried} variants, {study.pairings[0].title}", ""]
    for place, one in enumerate(candidates, 1):
        lines.append(f"{place}. {study.variants[one.variant].title} ({one.games:,} fresh games)")
        wide = max(len(t.text) for t in targets)
        for target, estimate in zip(targets, one.fresh, strict=True):
            unit = target.metric.unit
            shown = f"{value_text(estimate, unit)} {interval_text(estimate, unit)}".rstrip()
            shown += " %" if unit == "%" else ""
            lines.append(f"     {target.text:{wide}}  {shown}  {told(target, estimate)}")
    lines += ["", "[95 % interval]", *(
        line for text in REMARKS for line in wrap(text, WIDTH)
    )]  # fmt: skip
    return "\n".join(lines) + "\n"


def told(target: Target, estimate: Estimate | None) -> str:
    """What an estimate says of a target, and how far outside it lies."""
    verdict = target.verdict(estimate)
    far = target.distance(estimate.value) if estimate else 0.0
    unit = "points" if target.metric.unit == "%" else "%"
    return f"{verdict}: by {far:.1f} {unit}" if far else verdict


# ---- as files ----------------------------------------------------------------------------------


def write_tuned(
    study: Study, targets: Sequence[Target], candidates: Sequence[Candidate], folder: Path
) -> Path:
    """Write report.html and report.json; the path of the page.  Raises OSError."""
    text = json.dumps(data(study, targets, candidates), ensure_ascii=False, allow_nan=False)
    write_file(folder / "report.json", f"{text}\n")
    path = folder / "report.html"
    write_file(path, page_of(study.title, list(sections(study, targets, candidates))))
    return path


def sections(
    study: Study, targets: Sequence[Target], candidates: Sequence[Candidate]
) -> Iterator[Section]:
    """The parts of the page."""
    best = [c for c in candidates if c.fresh]
    yield Section("best", "The best", fresh_table(study, targets, best) + listed(REMARKS))
    yield Section("tried", "All that were tried", tried_table(study, targets, candidates))
    yield Section("repeat", "How to repeat this", listed([
        f"Seed {study.seed}; {study.pairings[0].title} on every seat; up to {study.games:,} games "
        f"of a variant to choose by, and as many fresh ones of the best."
    ]))  # fmt: skip


def fresh_table(study: Study, targets: Sequence[Target], best: Sequence[Candidate]) -> Markup:
    """The best by fresh games, and what that says of each target."""
    lines = [
        line_of(study, one, [
            cell for t, e in zip(targets, one.fresh, strict=True)
            for cell in (estimate_cell(e, t.metric.unit), Cell(told(t, e)))
        ]) for one in best
    ]  # fmt: skip
    heads = ["Variant", *(part for t in targets for part in (t.text, ""))]
    return table("Fresh games", [*map(Cell, heads)], [("", lines)])


def tried_table(study: Study, targets: Sequence[Target], candidates: Sequence[Candidate]) -> Markup:
    """All variants by the games that they were chosen by."""
    lines = [
        line_of(study, one, [Cell(f"{one.games:,}"), *(
            estimate_cell(e, t.metric.unit) for t, e in zip(targets, one.estimates, strict=True)
        )]) for one in sorted(candidates, key=lambda c: c.rank)
    ]  # fmt: skip
    heads = ["Variant", "games", *(t.text for t in targets)]
    caption = "The games that they were chosen by, the best first"
    return table(caption, [*map(Cell, heads)], [("", lines)])


def line_of(study: Study, one: Candidate, cells: Sequence[Cell]) -> Line:
    """A line of a table."""
    return Cell(study.variants[one.variant].title), cells


# ---- as data -----------------------------------------------------------------------------------


def data(
    study: Study, targets: Sequence[Target], candidates: Sequence[Candidate]
) -> dict[str, Any]:
    """The same for programs."""
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
                "distance": None if one.distance >= INFINITE else one.distance,
                "targets": by_target(targets, one.estimates),
                "fresh": by_target(targets, one.fresh) if one.fresh else None,
            }
            for one in candidates
        ],
    }


def by_target(
    targets: Sequence[Target], estimates: Sequence[Estimate | None]
) -> dict[str, dict[str, Any] | None]:
    """The estimate for each target, and what it says of it."""
    return {
        t.text: None if e is None else {**strict(asdict(e)), "verdict": t.verdict(e)}
        for t, e in zip(targets, estimates, strict=True)
    }
