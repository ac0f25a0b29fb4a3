"""Sample games that the reader steps through.

Every position is drawn by the script from the changes of each move; without scripting the page
shows the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from interpreter.compare.report.data import strict
from interpreter.compare.report.drawing import (
    Sheet,
    board,
    looks,
    piece_symbols,
    sheet_of,
    svg,
)
from interpreter.compare.report.escaping import escape, script_data
from interpreter.compare.report.words import result_text

if TYPE_CHECKING:
    from interpreter.compare.results import Look, Results, SampleGame

MOST_SAMPLES = 24  # on a page
BUTTONS = (
    ("first", "|◀", "first position"), ("back", "◀", "one move back"),
    ("on", "▶", "one move on"), ("last", "▶|", "last position"),
)  # fmt: skip


@dataclass(frozen=True)
class Kit:
    """What the games of a variant are drawn with: its board, and the pieces that they show."""

    variant: int
    title: str
    sheet: Sheet
    looks: tuple[Look, ...]
    colours: Sequence[str]

    def piece(self, found: Look) -> int:
        """The number of a piece."""
        return self.looks.index(found)


def kits_of(results: Results) -> list[Kit]:
    """The kit of each variant."""
    shown = chosen(results)
    samples = [s for pairing in results.pairings for s in pairing.samples if id(s) in shown]
    return [
        Kit(i, v.shown, sheet_of(v), looks(
            pieces for sample in samples if sample.variant == i for pieces in positions(sample)
        ), v.colours)
        for i, v in enumerate(results.variants)
    ]  # fmt: skip


def positions(sample: SampleGame) -> list[Mapping[str, Look]]:
    """What is on the board at the start and after each move."""
    return [sample.start, *(step.pieces for step in sample.steps)]


def chosen(results: Results) -> set[int]:
    """The ids of the samples that a page shows: of every pairing and variant the first before any
    gets a second one, and those of the last pairing, which is the strongest as a rule, first.
    """
    ranked = []
    for place, pairing in enumerate(results.pairings):
        seen: Counter[int] = Counter()
        for sample in pairing.samples:
            ranked.append(((seen[sample.variant], -place, sample.variant), id(sample)))
            seen[sample.variant] += 1
    return {key for _, key in sorted(ranked)[:MOST_SAMPLES]}


def boards(kits: Sequence[Kit]) -> str:
    """The places of the cells and the names of the pieces of each variant, for the script."""
    return encoded([
        {
            "cells": list(kit.sheet.places),
            "places": [[round(x), round(y)] for x, y in kit.sheet.places.values()],
            "looks": [name(found) for found in kit.looks],
        }
        for kit in kits
    ])  # fmt: skip


def definitions(kits: Sequence[Kit]) -> str:
    """The symbols of boards and pieces that the drawings use; the element itself shows nothing."""
    parts = []
    for kit in kits:
        drawn = "".join(board(kit.sheet))
        parts.append(f'<symbol id="board{kit.variant}" overflow="visible">{drawn}</symbol>')
        parts += piece_symbols(kit.looks, kit.colours, f"piece{kit.variant}-")
    hidden = 'class="definitions" width="0" height="0" aria-hidden="true"'
    return f"<svg {hidden}>{''.join(parts)}</svg>"


def sample_section(sample: SampleGame, kit: Kit) -> str:
    """A game: its board, what steps through it, and its moves."""
    title = f"{kit.title}, game {sample.number}"
    agents = ", ".join(f"seat {i + 1}: {name}" for i, name in enumerate(sample.agents))
    words = f"{sample.why}; {agents}; {result_text(sample.result)}"
    return (
        f'<section class="sample" tabindex="0" aria-label="{escape(title)}">'
        f"<h4>{escape(title)}</h4><p>{escape(words)}</p>"
        f"{drawing(kit, title)}{controls(len(sample.steps))}"
        f'<p class="status" aria-live="polite">{escape(result_text(sample.result))}</p>'
        f"{legend(kit)}{moves(sample)}"
        f'<script type="application/json">{encoded(data(sample, kit))}</script>'
        "</section>"
    )


def drawing(kit: Kit, title: str) -> str:
    """The empty board."""
    body = [
        f'<use href="#board{kit.variant}"/>', '<g class="pieces"></g>', '<g class="changed"></g>',
    ]  # fmt: skip
    return svg(kit.sheet, body, f"board of {title}", "game")


def name(found: Look) -> str:
    """The words for a piece."""
    words, colour, _ = found
    return f"{colour} {words}" if colour else words


def controls(steps: int) -> str:
    """Buttons and a slider."""
    buttons = "".join(
        f'<button type="button" data-go="{go}" aria-label="{label}" title="{label}">{sign}</button>'
        for go, sign, label in BUTTONS
    )
    slider = (
        f'<input type="range" min="0" max="{steps}" value="{steps}" aria-label="move number">'
    )
    return f'<p class="controls">{buttons}{slider}</p>'


def legend(kit: Kit) -> str:
    """What the pieces are."""
    items = "".join(
        f'<li><svg class="game" viewBox="-18 -18 36 36" width="22" height="22" aria-hidden="true">'
        f'<use href="#piece{kit.variant}-{i}"/></svg> {escape(name(found))}</li>'
        for i, found in enumerate(kit.looks)
    )
    return f'<ul class="legend" aria-label="pieces">{items}</ul>' if items else ""


def moves(sample: SampleGame) -> str:
    """The moves as text."""
    items = "".join(f"<li>{escape(f'{step.who}: {step.text}')}</li>" for step in sample.steps)
    return f"<details><summary>{len(sample.steps)} moves</summary><ol>{items}</ol></details>"


# ---- data for the script -----------------------------------------------------------------------


def data(sample: SampleGame, kit: Kit) -> dict[str, Any]:
    """Each position as what changed since the one before, and turn and expectation of each move.

    A change is the number of a cell and of a look, or -1 where the cell is empty then, one behind
    another.  Who moved, and how, stands in the list of moves.
    """
    none: Mapping[str, Look] = {}
    changes = [
        [
            part
            for number, cell in enumerate(kit.sheet.places) if before.get(cell) != after.get(cell)
            for part in (number, kit.piece(after[cell]) if cell in after else -1)
        ]
        for before, after in pairwise([none, *positions(sample)])
    ]
    return {
        "variant": kit.variant,
        "changes": changes,
        "turns": [step.turn for step in sample.steps],
        "expected": [step.expected and round(100 * step.expected) for step in sample.steps],
        "result": result_text(sample.result),
    }


def encoded(value: Any) -> str:
    """JSON that may stand in a script element, whatever texts are in it."""
    return script_data(strict(value))
