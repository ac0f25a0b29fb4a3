"""What is stored, laid out on the board: a `Decoration` → the parts that it is drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.drawing.scene.parts import (
    INK,
    STORED,
    Part,
    Small,
    Written,
    amid,
    dot,
    frame,
    line,
    middle,
    tint,
    wall,
)
from interpreter.drawing.scene.places import Point
from interpreter.drawing.scene.scene import Scene
from interpreter.drawing.scene.stored import Decoration

UNDER = ("tint", "line", "outline")
"""The forms that lie under the pieces; the others lie on them."""
OFFSETS = {"se": (11.0, 11.0), "nw": (-11.0, -11.0), "ne": (11.0, -11.0), "sw": (-11.0, 11.0)}
SMALL = 0.45  # of a piece that is only stored
FORMS = {"tint": tint, "line": line, "wall": wall, "outline": frame}
WIDE, WIDE_ASIDE = 34.0, 22.0  # units of a cell, or a corner of one, that a text may take
REACH = 18.0  # units from the middle of a cell that a text may reach
LEGIBLE = 6.0  # the size of a text in a corner before it takes more than that
CHARACTER = 0.68  # of the size of a text, how wide a character is


def parts_of(scene: Scene, mark: Decoration) -> tuple[Part, ...]:
    """The parts of a decoration from the bottom."""
    cells = [scene.by_name[name] for name in mark.cells]
    fill = mark.fill or STORED
    if mark.form == "tint" and mark.is_amid:
        return amid(cells, fill)
    if mark.form in FORMS:
        return FORMS[mark.form](cells, fill)
    right, down = OFFSETS.get(mark.corner, (0.0, 0.0))
    x, y = middle(cells)
    at: Point = round(x + right, 1), round(y + down, 1)
    if mark.form == "dot":
        return dot([at], fill)
    if mark.form == "piece":
        return (Small(mark.text, *at, SMALL * (0.8 if mark.corner else 1)),)
    size = text_size(len(mark.text), bool(mark.corner))
    most = max(0.0, REACH - CHARACTER * size * len(mark.text) / 2)
    at = round(x + max(-most, min(right, most)), 1), at[1]
    return (Written(mark.text, *at, size, mark.fill or INK),)


def text_size(characters: int, is_aside: bool = False) -> float:
    """The size of a text of so many characters, so that it fits into its cell or its corner; one
    that is long for its corner may be as wide as the cell.
    """
    wide, count = WIDE_ASIDE if is_aside else WIDE, max(characters, 1)
    fitting = min(max(LEGIBLE, 1.4 * wide / count), 2 * REACH / (CHARACTER * count))
    return round(min(wide / 2.1, fitting), 1)


def decorations_data(scene: Scene, marks: Sequence[Decoration]) -> list[dict[str, Any]]:
    """Decorations as plain data for the page."""
    return [
        {
            "of": mark.of,
            "label": mark.label,
            "told": mark.told,
            "cells": list(mark.cells),
            "under": mark.form in UNDER,
            "parts": [part.as_json() for part in parts_of(scene, mark)],
        }
        for mark in marks
    ]
