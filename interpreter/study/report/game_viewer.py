"""Sample games that the reader steps through.

Every position is drawn by the script from the changes of each move, with symbols of all that is on
the boards in any of them; without scripting the page shows the moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from gdl.source.wording import names_as_words
from interpreter.drawing.scene import Decoration, DrawnPosition, Form, Scene
from interpreter.drawing.scene.drawn import UNDER
from interpreter.drawing.svg.boards import drawn, ground
from interpreter.drawing.svg.pieces import form_symbol
from interpreter.study.report.charts.boards import drawing
from interpreter.study.report.charts.markup import macros, script_data
from interpreter.study.report.data import strict
from interpreter.study.report.sentences import result_text

if TYPE_CHECKING:
    from interpreter.study.results.results import Results, SampleGame

MAX_SAMPLES = 24  # on a page
MAX_STORED = 3_000  # different drawings of what is stored, each of some 400 bytes
TOO_MANY = "what is stored changes too often to be drawn here"
BUTTONS = (
    ("first", "|◀", "first position"), ("back", "◀", "one move back"),
    ("on", "▶", "one move on"), ("last", "▶|", "last position"),
)  # fmt: skip


@dataclass(frozen=True)
class Kit:
    """What the games of a variant are drawn with: its board, and all that they show on it."""

    variant: int
    title: str
    scene: Scene
    forms: tuple[Form, ...]  # of the pieces on the board
    small: Mapping[str, Form]  # of the pieces that are only stored, by look
    stored: Mapping[Decoration, int]  # what is drawn of what is stored, with its number
    note: str = ""  # why not all of that is drawn

    @cached_property
    def numbers(self) -> Mapping[Form, int]:
        """The number of each form, those of pieces on the board first."""
        every = dict.fromkeys([*self.forms, *ordered(self.small.values())])
        return {form: number for number, form in enumerate(every)}

    def symbols(self) -> list[Markup]:
        """The symbols of pieces and of what is stored."""
        made = [form_symbol(form, self.id_of(form), is_titled=False) for form in self.numbers]
        for mark, number in self.stored.items():
            if mark.form == "piece":
                mark = replace(mark, text=self.id_of(self.small[mark.text]))
            key = f"stored{self.variant}-{number}"
            made.append(macros("boards.svg").stored(key, drawn(self.scene, mark)))
        return made

    def stored_in(self, position: DrawnPosition) -> list[Decoration]:
        """What is drawn of what is stored in a position."""
        return [mark for mark in position.stored if mark in self.stored]

    def id_of(self, form: Form) -> str:
        """The id of the symbol of a piece."""
        return f"piece{self.variant}-{self.numbers[form]}"


def kits_of(results: Results) -> list[Kit]:
    """The kit of each variant."""
    shown = chosen(results)
    samples = [s for pairing in results.pairings for s in pairing.samples if id(s) in shown]
    boards = [(sample.variant, each) for sample in samples for each in positions(sample)]
    for apart in results.rules:
        whose = (results.base, results.base, apart.variant)
        boards += zip(whose, (apart.before, *apart.after), strict=False)
    return [
        kit_of(i, title, v.scene, [shown for number, shown in boards if number == i])
        for i, (title, v) in enumerate(zip(results.titles, results.variants, strict=True))
    ]


def kit_of(variant: int, title: str, scene: Scene, positions: Sequence[DrawnPosition]) -> Kit:
    """The kit of a variant that shows these positions."""
    pieces = ordered(form for shown in positions for form in shown.pieces.values())
    small = {look: form for shown in positions for look, form in shown.small.items()}
    stored = dict.fromkeys(mark for shown in positions for mark in shown.stored)
    if len(stored) > MAX_STORED:
        return Kit(variant, title, scene, pieces, small, {}, TOO_MANY)
    numbers = {mark: number for number, mark in enumerate(stored)}
    return Kit(variant, title, scene, pieces, small, numbers)


def positions(sample: SampleGame) -> list[DrawnPosition]:
    """The positions at the start and after each move."""
    return [sample.start, *(step.position for step in sample.steps)]


def ordered(forms: Iterable[Form]) -> tuple[Form, ...]:
    """Each form once, in a fixed order."""
    return tuple(sorted(set(forms), key=lambda form: (form.words, repr(form))))


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
    """The places of the cells, the names of the pieces and what lies under these, of each variant,
    for the script.
    """
    return encoded([
        {
            "cells": list(kit.scene.places),
            "places": [[round(x), round(y)] for x, y in kit.scene.places.values()],
            "looks": [names_as_words(form.words) for form in kit.forms],
            "under": [number for mark, number in kit.stored.items() if mark.form in UNDER],
        }
        for kit in kits
    ])  # fmt: skip


def definitions(kits: Sequence[Kit]) -> Markup:
    """The symbols that the drawings of boards use; the element itself shows nothing."""
    symbols = [(ground(kit.scene), kit.symbols()) for kit in kits]
    markup: Markup = macros("boards.svg").definitions(symbols)
    return markup


def sample_section(sample: SampleGame, kit: Kit) -> Markup:
    """A game: its board, if it has one, what steps through it, and its moves."""
    title, result = f"{kit.title}, game {sample.number + 1:,}", result_text(sample.result)
    agents = ", ".join(f"seat {i + 1}: {name}" for i, name in enumerate(sample.agents))
    drawn = Markup()
    if kit.scene.cells:
        drawn = drawing("game", kit.scene, kit.variant, f"board of {title}")
    about = "; ".join(filter(None, (sample.why, agents, result, kit.note)))
    markup: Markup = macros("parts.html").sample(
        title, about, drawn, BUTTONS, result, kit.variant,
        [names_as_words(form.words) for form in kit.forms],
        [f"{step.who}: {names_as_words(step.text)}" for step in sample.steps],
        values_of(sample)[-1], encoded(data(sample, kit)),
    )  # fmt: skip
    return markup


# ---- data for the script -----------------------------------------------------------------------


def data(sample: SampleGame, kit: Kit) -> dict[str, Any]:
    """Each position as what changed since the one before, and turn and expectation of each move.

    A change is the number of a cell and of a look, or -1 where the cell is empty then, one behind
    another; what is stored is drawn if it was not, and the other way about.  Who moved, and how,
    stands in the list of moves.  Variables are given where they have changed.
    """
    pairs = list(pairwise([DrawnPosition(), *positions(sample)]))
    return {
        "variant": kit.variant,
        "changes": [piece_changes(before.pieces, after.pieces, kit) for before, after in pairs],
        "stored": [
            sorted(kit.stored[mark] for mark in {*kit.stored_in(before)} ^ {*kit.stored_in(after)})
            for before, after in pairs
        ],
        "values": changes(values_of(sample)),
        "turns": [step.turn for step in sample.steps],
        "expected": [step.expected and round(100 * step.expected) for step in sample.steps],
        "result": result_text(sample.result),
    }


def values_of(sample: SampleGame) -> list[str]:
    """The variables at the start and after each move, their names as people read them."""
    return [names_as_words(text) for text in (sample.values, *(s.values for s in sample.steps))]


def changes(texts: Sequence[str]) -> list[str | None]:
    """Each text, or None where it is as before; nothing where there are none at all."""
    told = [None if text == before else text for before, text in pairwise(["", *texts])]
    return told if any(told) else []


def piece_changes(
    before: Mapping[str, Form], after: Mapping[str, Form], kit: Kit
) -> list[int]:
    """The number of each cell that changed, and that of its look."""
    return [
        part
        for number, cell in enumerate(kit.scene.places) if before.get(cell) != after.get(cell)
        for part in (number, kit.numbers[after[cell]] if cell in after else -1)
    ]


def encoded(value: Any) -> Markup:
    """JSON that may stand in a script element, whatever texts are in it."""
    return script_data(strict(value))
