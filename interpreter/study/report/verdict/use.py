"""Cells and actions that no game uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.api.wording import plural
from interpreter.study.report.verdict.finding import Finding

if TYPE_CHECKING:
    from interpreter.study.results.results import PairingResult, Results

MAX_NAMED = 8  # cells or actions in a sentence
RARE = 0.001  # the chance below which a cell that is used elsewhere cannot have missed all games


def use(results: Results, pairing: PairingResult) -> Iterator[Finding]:
    """For each variant the cells and actions that no game has used."""
    for variant, title in enumerate(results.titles):
        games = plural(pairing.detailed[variant], "game")
        if cells := dead_cells(pairing, variant):
            text = f"In {title} no piece ever stands on {listed(cells)} ({games})."
            yield Finding("use", "told", text, (variant,), pairing.title)
        if actions := unused(pairing, variant):
            verb = "is" if len(actions) == 1 else "are"
            text = f"In {title} {listed([f'`{a}`' for a in actions])} {verb} never used ({games})."
            yield Finding("use", "told", text, (variant,), pairing.title)


def newly_unused(results: Results, pairing: PairingResult, variant: int) -> Iterator[str]:
    """What the first variant uses and another one has but never uses."""
    used = pairing.charts[0].cell_use
    dead = dead_cells(pairing, variant)
    rare = [(1 - used.get(cell, 0.0)) ** pairing.detailed[variant] for cell in dead]
    new = [c for c, p in zip(dead, rare, strict=True) if p * max(len(used), 1) < RARE]
    if new:
        yield f"no piece ever stands on {listed(new)}"
    before = {row.metric for row in pairing.rows if (e := row.estimates[0]) and e.value > 0}
    actions = [a for a in unused(pairing, variant) if f"action {a}" in before]
    if actions:
        verb = "is" if len(actions) == 1 else "are"
        yield f"{listed([f'`{a}`' for a in actions])} {verb} never used"


def dead_cells(pairing: PairingResult, variant: int) -> list[str]:
    """The cells on which no piece ever stands; none if that holds for most, as in games whose
    pieces move along a part of the board.
    """
    shares: Mapping[str, float] = pairing.charts[variant].cell_use
    dead = [cell for cell, share in shares.items() if share == 0]
    return dead if 2 * len(dead) <= len(shares) else []


def unused(pairing: PairingResult, variant: int) -> Sequence[str]:
    """The actions of the rules that no game has used."""
    return pairing.unused[variant] if pairing.unused else ()


def listed(names: Sequence[str]) -> str:
    """Names in a sentence, the first of them where there are many."""
    if len(names) > MAX_NAMED:
        return f"{', '.join(names[:MAX_NAMED])} and {len(names) - MAX_NAMED} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
