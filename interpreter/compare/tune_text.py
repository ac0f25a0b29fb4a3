"""What `gdl tune` shows: the best variants, as a table or as data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from interpreter.compare.report.numbers import interval_text, value_text
from interpreter.compare.study import Study
from interpreter.compare.tune import INFINITE, Candidate, Target


def tuned_text(
    study: Study, targets: Sequence[Target], found: Sequence[Candidate], as_json: bool
) -> str:
    """The best variants and how far each is from the targets."""
    if as_json:
        return json.dumps(data(study, targets, found), indent=2, ensure_ascii=False) + "\n"
    lines = [f"{study.title.removeprefix('tune ')}: the best of {len(study.variants)} variants, "
             f"{study.pairings[0].title}", ""]  # fmt: skip
    for place, one in enumerate(found, 1):
        lines.append(f"{place}. {study.variants[one.variant].title} ({one.games:,} games)")
        wide = max(len(t.text) for t in targets)
        for target, estimate in zip(targets, one.estimates, strict=True):
            far = INFINITE if estimate is None else target.distance(estimate.value)
            unit = target.metric.unit
            is_met = "met" if far == 0 else missed(far, unit)
            shown = f"{value_text(estimate, unit)} {interval_text(estimate, unit)}".rstrip()
            lines.append(f"     {target.text:{wide}}  {shown}{' %' * (unit == '%')}  {is_met}")
    lines += ["", "[95 % interval]"]
    return "\n".join(lines) + "\n"


def missed(far: float, unit: str) -> str:
    """How far a target was missed."""
    if far >= INFINITE:
        return "not measured"
    return f"missed by {far:.1f} {'points' if unit == '%' else '%'}"


def data(study: Study, targets: Sequence[Target], found: Sequence[Candidate]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "game": study.title.removeprefix("tune "),
        "agents": study.pairings[0].title,
        "seed": study.seed,
        "tried": len(study.variants),
        "best": [
            {
                "variant": study.variants[one.variant].title,
                "options": study.variants[one.variant].game.options,
                "games": one.games,
                "distance": None if one.distance >= INFINITE else one.distance,
                "targets": {
                    target.text: None if estimate is None else asdict(estimate)
                    for target, estimate in zip(targets, one.estimates, strict=True)
                },
            }
            for one in found
        ],
    }
