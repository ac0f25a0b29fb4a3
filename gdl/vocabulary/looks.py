"""What an entry of `looks` may say: screen colours, shapes of pieces, forms of what is stored."""

from __future__ import annotations

import re
from collections.abc import Mapping

COLOURS = (
    "black", "white", "red", "blue", "yellow", "green", "orange", "purple", "violet", "cyan",
    "magenta", "pink", "brown", "grey", "gray",
)  # fmt: skip
"""The screen colours that have a name."""

SHAPES = {
    "disc": "●", "ring": "○", "square": "■", "diamond": "◆", "triangle": "▲", "hexagon": "⬢",
    "octagon": "⯃", "cross": "×", "plus": "+", "star": "★", "crown": "♔", "coronet": "♕",
}  # fmt: skip
"""The shapes of a piece, each with the character that stands for it in a terminal."""

FORMS = {
    "count": "a number", "text": "the word or value itself", "dot": "a small disc",
    "tint": "coloured cells", "outline": "a frame inside each cell",
    "line": "a line through the cells", "wall": "a bar on the edge between two cells",
    "piece": "a small piece", "cards": "cards that lie beside the board",
    "edge": "a band along the edge of the board", "nothing": "not drawn",
}  # fmt: skip
"""How something stored, or a set of cells with a name, can be drawn."""

BOARD = "board"
"""The entry that says how the cells of the board are drawn."""
BOARD_FORMS = {
    "points": "lines that cross in the middle of each cell, where the pieces stand",
    "dots": "a dot in the middle of each cell, and no lines",
}
"""How they can be drawn."""

HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


def has_crossings(looks: Mapping[str, str]) -> bool:
    """Whether the entry for the board says that its pieces stand on crossings of lines, drawn or
    not.
    """
    return any(word in BOARD_FORMS for word in looks.get(BOARD, "").split())


def has_dots(looks: Mapping[str, str]) -> bool:
    """Whether the entry for the board says that these lines are not drawn, but dots."""
    return "dots" in looks.get(BOARD, "").split()


def is_colour(word: str) -> bool:
    """Whether a word names a screen colour."""
    return word.lower() in COLOURS or HEX_COLOUR.fullmatch(word) is not None
