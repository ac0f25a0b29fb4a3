"""The rule lines that differ, and the shortest play that shows it, drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from markupsafe import Markup

from gdl.source.wording import names_as_words
from interpreter.api.wording import plural
from interpreter.drawing.scene.drawn import UNDER
from interpreter.study.report.charts.boards import width
from interpreter.study.report.charts.markup import macros

if TYPE_CHECKING:
    from interpreter.drawing.scene import DrawnPosition
    from interpreter.study.report.game_viewer import Kit
    from interpreter.study.results.results import Results, RulesApart


def rule_changes(results: Results, kits: Sequence[Kit]) -> Markup:
    """A part for each variant whose rules differ from those of the base."""
    macro, titles, base = macros("parts.html").changes, results.titles, results.base
    return Markup().join(
        macro(
            f"{titles[apart.variant]}, compared with {titles[base]}", apart.lines,
            [*sentences(apart, titles, base)], [*drawn(apart, kits, titles, base)],
        )
        for apart in results.rules
    )  # fmt: skip


def sentences(apart: RulesApart, titles: Sequence[str], base: int) -> Iterator[str]:
    """What play shows of the difference, A being the base."""
    if apart.outcome != "different":
        yield f"{apart.said[:1].upper()}{apart.said[1:]}."
        return
    if apart.moves:
        moves = ", ".join(apart.moves)
        by_chance = f" ({apart.by_chance})" if apart.by_chance else ""
        yield f"Play differs after {plural(len(apart.moves), 'move')}{by_chance}: {moves}."
    yield f"A is {titles[base]}, B is {titles[apart.variant]}: {'; '.join(apart.facts)}."
    yield f"{apart.said}."


def drawn(
    apart: RulesApart, kits: Sequence[Kit], titles: Sequence[str], base: int
) -> Iterator[tuple[str, Markup]]:
    """The boards before and after the last move; one where both have the same after it; none in a
    game without a board.
    """
    if not apart.after or not kits[base].scene.cells:
        return
    first, other = apart.after
    yield "Before the last move", board(kits[base], apart.before)
    last = f"After {apart.moves[-1]}"
    if first == other and kits[base].scene == kits[apart.variant].scene:
        yield f"{last}, in both", board(kits[base], first)
        return
    yield f"{last}, in {titles[base]}", board(kits[base], first)
    yield f"{last}, in {titles[apart.variant]}", board(kits[apart.variant], other)


def board(kit: Kit, position: DrawnPosition) -> Markup:
    """A board with its pieces and what is stored on it."""
    places, pieces = kit.scene.places, position.pieces
    uses = [
        (kit.numbers[form], *places[cell], names_as_words(f"{cell}: {form.words}"))
        for cell, form in pieces.items()
    ]
    under, over = (
        [kit.stored[mark] for mark in kit.stored_in(position) if (mark.form in UNDER) == is_under]
        for is_under in (True, False)
    )
    label = f"board of {kit.title} with {plural(len(pieces), 'piece')}"
    markup: Markup = macros("boards.svg").position(
        kit.scene.view_box, width(kit.scene), kit.variant, label, under, uses, over
    )
    return markup
