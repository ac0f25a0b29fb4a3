"""A board, its pieces and what is stored on it as plain values that any front end can draw.

`board_scene` lays out the board (`tiles`, `labels`, `zones`), `forms` says how pieces look and
`stored` what is drawn of variables and marks, which `drawn` lays out; all of it becomes the few
`parts` that front ends draw.  `hands` are the cards that lie beside the board.  `looks` is read in
`looks`.
"""

from interpreter.drawing.scene.drawn import decorations_data, parts_of
from interpreter.drawing.scene.forms import Form, form_of, look_of
from interpreter.drawing.scene.hands import Card, Hand, all_cards, hands
from interpreter.drawing.scene.scene import Scene, board_scene
from interpreter.drawing.scene.stored import (
    Decoration,
    DrawnPosition,
    all_decorations,
    decorations,
    drawn_names,
    drawn_position,
    shown_supply,
    undrawn_names,
)

__all__ = [
    "Card", "Decoration", "DrawnPosition", "Form", "Hand", "Scene", "all_cards",
    "all_decorations", "board_scene", "decorations", "decorations_data", "drawn_names",
    "drawn_position", "form_of", "hands", "look_of", "parts_of", "shown_supply", "undrawn_names",
]  # fmt: skip
