"""Sample games that the reader steps through.

Every position is drawn by the script from the changes of each move; without scripting the page
shows the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from interpreter.drawing.scene.forms import Form
from interpreter.drawing.scene.scene import Scene
from interpreter.drawing.svg.boards import ground
from interpreter.drawing.svg.pieces import form_symbol
from interpreter.study.report.charts.boards import drawing
from interpreter.study.report.charts.markup import macros, script_data
from interpreter.study.report.data import strict
from interpreter.study.report.sentences import result_text

if TYPE_CHECKING:
    from interpreter.study.results.results import Results, SampleGame

MAX_SAMPLES = 24  # on a page
BUTTONS = (
    ("first", "|◀", "first position"), ("back", "◀", "one move back"),
    ("on", "▶", "one move on"), ("last", "▶|", "last position"),
)  # fmt: skip


@dataclass(frozen=True)
class Kit:
    """What the games of a variant are drawn with: its board, and the pieces that they show."""

    variant: int
    title: str
    scene: Scene
    forms: tuple[Form, ...]

    def piece(self, form: Form) -> int:
        """The number of a piece."""
        return self.forms.index(form)


def kits_of(results: Results) -> list[Kit]:
    """The kit of each variant."""
    shown = chosen(results)
    samples = [s for pairing in results.pairings for s in pairing.samples if id(s) in shown]
    boards = [(sample.variant, each) for sample in samples for each in positions(sample)]
    for apart in results.rules:
        whose = (results.base, results.base, apart.variant)
        shown_in = zip(whose, (apart.before, *apart.after), strict=False)
        boards += [(variant, pieces) for variant, pieces in shown_in]
    return [
        Kit(i, title, v.scene, forms(pieces for number, pieces in boards if number == i))
        for i, (title, v) in enumerate(zip(results.titles, results.variants, strict=True))
    ]


def positions(sample: SampleGame) -> list[Mapping[str, Form]]:
    """What is on the board at the start and after each move."""
    return [sample.start, *(step.pieces for step in sample.steps)]


def forms(positions: Iterable[Mapping[str, Form]]) -> tuple[Form, ...]:
    """The forms of pieces that there are, in a fixed order."""
    found = {form for pieces in positions for form in pieces.values()}
    return tuple(sorted(found, key=lambda form: (form.words, repr(form))))


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
    return {key for _, key in sorted(ranked)[:MAX_SAMPLES]}


def boards(kits: Sequence[Kit]) -> Markup:
    """The places of the cells and the names of the pieces of each variant, for the script."""
    return encoded([
        {
            "cells": list(kit.scene.places),
            "places": [[round(x), round(y)] for x, y in kit.scene.places.values()],
            "looks": [form.words for form in kit.forms],
        }
        for kit in kits
    ])  # fmt: skip


def definitions(kits: Sequence[Kit]) -> Markup:
    """The symbols of boards and pieces that the drawings use; the element itself shows nothing."""
    symbols = [
        (
            ground(kit.scene),
            [form_symbol(f, f"piece{kit.variant}-{i}", False) for i, f in enumerate(kit.forms)],
        )
        for kit in kits
    ]
    markup: Markup = macros("boards.svg").definitions(symbols)
    return markup


def sample_section(sample: SampleGame, kit: Kit) -> Markup:
    """A game: its board, if it has one, what steps through it, and its moves."""
    title, result = f"{kit.title}, game {sample.number}", result_text(sample.result)
    agents = ", ".join(f"seat {i + 1}: {name}" for i, name in enumerate(sample.agents))
    drawn = Markup()
    if kit.scene.cells:
        drawn = drawing("game", kit.scene, kit.variant, f"board of {title}")
    markup: Markup = macros("parts.html").sample(
        title, f"{sample.why}; {agents}; {result}", drawn, BUTTONS, result, kit.variant,
        [form.words for form in kit.forms], [f"{step.who}: {step.text}" for step in sample.steps],
        encoded(data(sample, kit)),
    )  # fmt: skip
    return markup


# ---- data for the script -----------------------------------------------------------------------


def data(sample: SampleGame, kit: Kit) -> dict[str, Any]:
    """Each position as what changed since the one before, and turn and expectation of each move.

    A change is the number of a cell and of a look, or -1 where the cell is empty then, one behind
    another.  Who moved, and how, stands in the list of moves.
    """
    none: Mapping[str, Form] = {}
    changes = [
        [
            part
            for number, cell in enumerate(kit.scene.places) if before.get(cell) != after.get(cell)
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


def encoded(value: Any) -> Markup:
    """JSON that may stand in a script element, whatever texts are in it."""
    return script_data(strict(value))
