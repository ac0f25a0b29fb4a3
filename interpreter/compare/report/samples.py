"""Sample games that the reader steps through.

Every position is drawn by the script from the changes of each move; without scripting the page
shows the last position and the moves.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
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
from interpreter.compare.report.words import result_text

if TYPE_CHECKING:
    from interpreter.compare.results import Look, Results, SampleGame, VariantResult

BUTTONS = (
    ("first", "|◀", "first position"), ("back", "◀", "one move back"),
    ("on", "▶", "one move on"), ("last", "▶|", "last position"),
)  # fmt: skip


def all_looks(results: Results) -> list[tuple[Look, ...]]:
    """For each variant the kinds and colours of pieces that its sample games show."""
    samples = [sample for pairing in results.pairings for sample in pairing.samples]
    return [
        looks(
            pieces for sample in samples if sample.variant == i
            for pieces in (sample.start, *(step.pieces for step in sample.steps))
        )
        for i in range(len(results.variants))
    ]  # fmt: skip


def definitions(results: Results) -> str:
    """The symbols of boards and pieces that the drawings use; the element itself shows nothing."""
    parts = []
    for i, (variant, shown) in enumerate(zip(results.variants, all_looks(results), strict=True)):
        sheet = sheet_of(variant)
        parts.append(f'<symbol id="board{i}" overflow="visible">{"".join(board(sheet))}</symbol>')
        parts += piece_symbols(shown, variant.colours, f"piece{i}-")
    hidden = 'class="definitions" width="0" height="0" aria-hidden="true"'
    return f"<svg {hidden}>{''.join(parts)}</svg>"


def sample_section(sample: SampleGame, variant: VariantResult, shown: Sequence[Look]) -> str:
    """A game: its last position, what steps through it, and its moves."""
    title = f"{variant.title}, game {sample.number}"
    agents = ", ".join(f"seat {i + 1}: {name}" for i, name in enumerate(sample.agents))
    words = f"{sample.why}; {agents}; {result_text(sample.result)}"
    return (
        f'<section class="sample" tabindex="0" aria-label="{escape(title)}">'
        f"<h4>{escape(title)}</h4><p>{escape(words)}</p>"
        f"{drawing(sample, variant, shown, title)}{controls(len(sample.steps))}"
        f'<p class="status" aria-live="polite">{escape(result_text(sample.result))}</p>'
        f"{legend(sample.variant, shown)}{moves(sample)}"
        f'<script type="application/json">{encoded(data(sample, variant, shown))}</script>'
        "</section>"
    )


def drawing(
    sample: SampleGame, variant: VariantResult, shown: Sequence[Look], title: str
) -> str:
    """The last position."""
    sheet = sheet_of(variant)
    pieces = sample.steps[-1].pieces if sample.steps else sample.start
    stand = "".join(standing(sheet, pieces, shown, sample.variant))
    body = [
        f'<use href="#board{sample.variant}"/>',
        f'<g class="pieces">{stand}</g>',
        '<g class="changed"></g>',
    ]
    return svg(sheet, body, f"board of {title}", "game")


def standing(
    sheet: Sheet, pieces: Mapping[str, Look], shown: Sequence[Look], variant: int
) -> list[str]:
    """The pieces of a position."""
    return [
        used(f"piece{variant}-", shown.index(found), sheet.places[cell], f"{cell}: {name(found)}")
        for cell, found in pieces.items()
        if cell in sheet.places
    ]


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


def legend(variant: int, shown: Sequence[Look]) -> str:
    """What the pieces are."""
    items = "".join(
        f'<li><svg class="game" viewBox="-18 -18 36 36" width="22" height="22" aria-hidden="true">'
        f'<use href="#piece{variant}-{i}"/></svg> {escape(name(found))}</li>'
        for i, found in enumerate(shown)
    )
    return f'<ul class="legend" aria-label="pieces">{items}</ul>' if items else ""


def moves(sample: SampleGame) -> str:
    """The moves as text."""
    items = "".join(f"<li>{escape(f'{step.who}: {step.text}')}</li>" for step in sample.steps)
    return f"<details><summary>{len(sample.steps)} moves</summary><ol>{items}</ol></details>"


# ---- data for the script -----------------------------------------------------------------------


def data(sample: SampleGame, variant: VariantResult, shown: Sequence[Look]) -> dict[str, Any]:
    """The places of the cells, and each position as what changed since the one before.

    A change is the number of a cell and of a look, or -1 where the cell is empty then.
    """
    sheet = sheet_of(variant)
    number = {cell: i for i, cell in enumerate(sheet.places)}
    positions = [sample.start, *(step.pieces for step in sample.steps)]
    none: Mapping[str, Look] = {}
    changes = []
    for before, after in zip([none, *positions], positions, strict=False):
        cells = [c for c in number if before.get(c) != after.get(c)]
        changes.append([[number[c], shown.index(after[c]) if c in after else -1] for c in cells])
    return {
        "variant": sample.variant,
        "cells": list(sheet.places),
        "places": list(sheet.places.values()),
        "looks": [name(found) for found in shown],
        "changes": changes,
        "steps": [[s.who, s.text, s.turn, s.expected] for s in sample.steps],
        "result": result_text(sample.result),
    }


def encoded(value: dict[str, Any]) -> str:
    """JSON that may stand in a script element, whatever texts are in it."""
    text = json.dumps(strict(value), separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
