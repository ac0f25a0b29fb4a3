"""What `looks` says of one name, taken apart: a fill, a shape or a character, and a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gdl.vocabulary.looks import FORMS, HEX_COLOUR, SHAPES
from interpreter.drawing.colours import FILLS

SHAPE_OF = {character: shape for shape, character in SHAPES.items()} | {
    "x": "cross", "X": "cross", "✕": "cross", "o": "ring", "♚": "crown", "♛": "coronet",
    "□": "square", "◇": "diamond", "△": "triangle", "☆": "star",
}  # fmt: skip
"""The shape that is drawn for a character."""


@dataclass(frozen=True)
class Said:
    """What an entry of `looks` says; what it does not say is empty."""

    fill: str = ""
    shape: str = ""
    character: str = ""  # one that shows none of the shapes
    form: str = ""
    count: str = ""  # after `cards`, the variable that says how many there are

    @property
    def sign(self) -> str:
        """The character, or the one that stands for the shape."""
        return self.character or SHAPES.get(self.shape, "")


def said(looks: Mapping[str, str], name: str) -> Said:
    """What `looks` says of a name; of two words for the same thing the first counts."""
    fill = shape = character = form = count = ""
    for word in looks.get(name, "").split():
        if word.lower() in FILLS:
            fill = fill or FILLS[word.lower()]
        elif HEX_COLOUR.fullmatch(word):
            fill = fill or word.lower()
        elif word in FORMS:
            form = form or word
        elif form == "cards" and not count:
            count = word
        elif word in SHAPES or word in SHAPE_OF:
            shape = shape or (word if word in SHAPES else SHAPE_OF[word])
        elif len(word) == 1 and word.isprintable():
            character = character or word
    return Said(fill, shape, character, form, count)
