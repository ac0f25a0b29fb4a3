"""Sample games that the reader steps through.

Every position is drawn by the script from the changes of each move; without scripting the page
shows the last position and the moves.
"""

from __future__ import annotations

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
    used,
)
from interpreter.compare.report.escaping import escape, script_data
from interpreter.compare.report.words import result_text

if TYPE_CHECKING:
    from interpreter.compare.results import Look, Results, SampleGame

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
    samples = [sample for pairing in results.pairings for sample in pairing.samples]
    return [
        Kit(i, v.title, sheet_of(v), looks(
            pieces for sample in samples if sample.variant == i for pieces in positions(sample)
        ), v.colours)
        for i, v in enumerate(results.variants)
    ]  # fmt: skip


def positions(sample: SampleGame) -> list[Mapping[str, Look]]:
    """What is on the board at the start and after each move."""
    return [sample.start, *(step.pieces for step in sample.steps)]


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
    """A game: its last position, what steps through it, and its moves."""
    title = f"{kit.title}, game {sample.number}"
    agents = ", ".join(f"seat {i + 1}: {name}" for i, name in enumerate(sample.agents))
    words = f"{sample.why}; {agents}; {result_text(sample.result)}"
    return (
        f'<section class="sample" tabindex="0" aria-label="{escape(title)}">'
        f"<h4>{escape(title)}</h4><p>{escape(words)}</p>"
        f"{drawing(sample, kit, title)}{controls(len(sample.steps))}"
        f'<p class="status" aria-live="polite">{escape(result_text(sample.result))}</p>'
        f"{legend(kit)}{moves(sample)}"
        f'<script type="application/json">{encoded(data(sample, kit))}</script>'
        "</section>"
    )


def drawing(sample: SampleGame, kit: Kit, title: str) -> str:
    """The last position."""
    pieces = "".join(
        used(f"piece{kit.variant}-", kit.piece(found), kit.sheet.places[cell],
             f"{cell}: {name(found)}")
        for cell, found in positions(sample)[-1].items()
        if cell in kit.sheet.places
    )  # fmt: skip
    body = [
        f'<use href="#board{kit.variant}"/>',
        f'<g class="pieces">{pieces}</g>',
        '<g class="changed"></g>',
    ]
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
    """The places of the cells, and each position as what changed since the one before.

    A change is the number of a cell and of a look, or -1 where the cell is empty then.
    """
    none: Mapping[str, Look] = {}
    changes = [
        [
            [number, kit.piece(after[cell]) if cell in after else -1]
            for number, cell in enumerate(kit.sheet.places)
            if before.get(cell) != after.get(cell)
        ]
        for before, after in pairwise([none, *positions(sample)])
    ]
    return {
        "variant": kit.variant,
        "cells": list(kit.sheet.places),
        "places": list(kit.sheet.places.values()),
        "looks": [name(found) for found in kit.looks],
        "changes": changes,
        "steps": [[s.who, s.text, s.turn, s.expected] for s in sample.steps],
        "result": result_text(sample.result),
    }


def encoded(value: dict[str, Any]) -> str:
    """JSON that may stand in a script element, whatever texts are in it."""
    return script_data(strict(value))
