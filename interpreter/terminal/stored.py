"""What a game stores on cells or between them, on the board of the terminal.

The page has room for drawings; here a count or a word is a note on its cell, a colour its initial
in small, a line or a wall two characters between neighbours, and a set of cells has brackets.  What
does not fit there is in the line of variables below the board, as all of it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gdl.vocabulary.types import COLOUR, DIRECTION, NUMBER
from interpreter.drawing.colours import named_style
from interpreter.drawing.scene import Decoration, decorations
from interpreter.drawing.scene.forms import known_looks
from interpreter.drawing.scene.stored import MIDDLE, PAIR, Stored, places_in
from interpreter.drawing.text.joins import Join

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.api.game_base import GameBase
    from interpreter.board.values import View
    from interpreter.drawing.text.canvas import Run
    from interpreter.drawing.text.symbols import Symbols

DOT, STYLE = "•", "bold cyan"
LONGEST = 3  # characters of a note
MOST = 4  # characters of all notes on a cell


@dataclass(frozen=True)
class Shown:
    """What is stored, as the text board draws it: notes on cells, joins between two, brackets."""

    notes: dict[str, list[Run]]
    joins: tuple[Join, ...]
    marked: frozenset[str]


def stored_on_board(game: GameBase, view: View, symbols: Symbols) -> Shown:
    """What the seat that a view belongs to sees stored on the board."""
    notes: dict[str, list[Run]] = {}
    joins: list[Join] = []
    marked: set[str] = set()
    pieces = {look: text for text, (look, _) in known_looks(game).items()}
    for drawn in decorations(game, view):
        style = symbols.styles[drawn.colour] if drawn.colour else word_style(drawn)
        text = note_of(drawn, symbols, pieces)
        if drawn.form == "outline":
            marked.update(drawn.cells)
        elif drawn.form == "tint" or len(drawn.cells) == 1:
            for cell in drawn.cells:
                notes.setdefault(cell, []).append((text, style))
        elif len(drawn.cells) == PAIR:
            one, other = drawn.cells
            label = text if drawn.form in MIDDLE else ""
            joins.append(Join((one, other), drawn.form == "wall", style, label))
    return Shown(notes, tuple(joins), frozenset(marked))


def word_style(drawn: Decoration) -> str:
    """The style of what belongs to no seat: a tint by a word that is a colour has that colour."""
    return (named_style(drawn.text) if drawn.form == "tint" else "") or STYLE


def note_of(drawn: Decoration, symbols: Symbols, pieces: Mapping[str, str]) -> str:
    """The few characters for something on a cell."""
    if drawn.form == "tint" and drawn.colour:
        return symbols.colours[drawn.colour].lower()
    if drawn.form == "piece":
        return symbols.short(pieces.get(drawn.text, drawn.text))[:LONGEST]
    if drawn.form == "tint":
        return drawn.text[:1] or DOT
    if drawn.form not in ("count", "text"):
        return DOT
    is_cut_number = drawn.text.isdigit() and len(drawn.text) > LONGEST
    return "…" if is_cut_number else drawn.text[:LONGEST]


def note_room(game: GameBase) -> int:
    """How many characters of notes a cell needs room for."""
    widths = [note_width(Stored(game, v)) for v in (*game.model.variables, *game.model.marks)]
    return min(sum(widths), MOST)


def note_width(stored: Stored) -> int:
    """How wide the notes of a variable are on a cell where all of its indices are; 0 if it has none
    on cells.
    """
    places = sum(map(places_in, stored.index))
    if places > 1 or stored.form not in (*MIDDLE, "tint"):
        return 0
    type = stored.variable.type
    wide = 2 if type == NUMBER else 1 if type == DIRECTION else LONGEST
    if stored.form in ("dot", "tint") or stored.said.sign:
        wide = 1
    colours = len(stored.game.players) if COLOUR in stored.index else 1
    return wide * colours
