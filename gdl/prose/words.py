"""The phrases of built-in names, one for each number of arguments, which `{0}`, `{1}` … are.

Also the texts of a file for people, as they may stand in Markdown.
"""

from __future__ import annotations

import re

NOUNS: dict[str, tuple[str, ...]] = {
    "cells": ("all cells",),
    "corners": ("the corners",),
    "centre": ("the centre",),
    "sides": ("the sides of the board",),
    "row": ("row {0}",),
    "column": ("column {0}",),
    "x": ("the column of {0}",),
    "y": ("the row of {0}",),
    "directions": ("all directions",),
    "orthogonal": ("the orthogonal directions",),
    "diagonal": ("the diagonal directions",),
    "neighbours": ("the neighbours of {0}", "the neighbours of {0} in {1}"),
    "links": ("the pairs of neighbours", "the pairs of neighbours in {0}"),
    "lines": ("the rows of {0} cells", "the rows of {0} cells in {1}"),
    "blocks": ("the blocks of {0} × {1} cells",),
    "copies": ("every copy of the shape {0}, moved, turned or mirrored",),
    "playing": ("the colours that still take turns",),
    "leaps": ("the cells {1} and {2} steps from {0}, one number each way",),
    "between": ("the cells between {0} and {1}",),
    "rotated": ("{0} rotated by {1} clockwise",),
    "towards": ("the direction from {0} to {1}",),
    "distance": ("the distance from {0} to {1}",),
    "subsets": ("any set of {0}",),
    "flag": ("yes or no",),
    "empty": ("the empty cells",),
    "owner": ("the owner of the piece on {0}", "the owner of piece {1} from below on {0}"),
    "kind": ("the kind of the piece on {0}", "the kind of piece {1} from below on {0}"),
    "piece": ("the piece on {0}", "piece {1} from below on {0}"),
    "height": ("the number of pieces on {0}",),
    "group": ("the group of {0}", "the group of {0}, joined in {1}"),
    "groups": ("the groups of {0}", "the groups of {0}, joined in {1}"),
    "sight": (
        "the cells seen from {0} in {1}, over empty cells and up to the first piece",
        "the cells seen from {0} in {1}, through {2} and up to the first cell beyond",
    ),
    "colours": ("the colours",),
    "seats": ("the seats",),
    "seat": ("the seat that plays {0}",),
    "mover": ("the mover",),
    "opponent": ("the opponent", "the opponent of {0}"),
    "after": ("the colour after {0}",),
    "next": ("the colour that moves next",),
    "viewer": ("that player",),
    "last": ("the cell of the last piece of this turn",),
    "here": ("its cell",),
    "turns": ("the number of turns played",),
    "passes": ("the number of passes in a row",),
    "count": ("the number of {0}",),
    "max": ("the largest of {0}",),
    "min": ("the smallest of {0}",),
    "first": ("the first of {0}",),
    "sum": ("the sum of {0}",),
    "union": ("all of {0} together",),
}
"""Values; the first phrase is for the fewest arguments that the name takes."""

CLAUSES: dict[str, tuple[str, str]] = {
    "stuck": ("the next player cannot complete a turn", "the next player can complete a turn"),
    "alike": ("all cells of {0} have pieces that are alike in something",
              "the pieces on {0} are alike in nothing"),
}  # fmt: skip
"""Conditions, and what says that they do not hold."""

PIECES = {
    "mine": ("the cells of the mover", "the cells with {0} of the mover"),
    "enemy": ("the cells of others", "the cells with {0} of others"),
    "supply": ("the pieces that the mover has off the board", "the pieces of {0} off the board"),
    "pieces": ("the cells with a piece", "the cells with a piece of {0}"),
}
"""Pieces on cells: without arguments, and with the kinds or colours that they name."""

RELATIONS = {
    "=": ("is", "is not"),
    "<": ("is less than", "is at least"),
    "<=": ("is at most", "is more than"),
    "in": ("is one of", "is not one of"),
    "within": ("are all among", "are not all among"),
    "touches": ("is next to", "is not next to"),
}
TURNED = {  # with the sides exchanged
    "<": ("is more than", "is at most"),
    "<=": ("is at least", "is less than"),
}
AGGREGATES = {
    "sum": "the sum of {body}{each}",
    "max": "the largest of {body}{each}",
    "min": "the smallest of {body}{each}",
    "first": "the first of {body}{each}",
    "union": "{body}, together{each}",
    "list": "the list of {body}{each}",
    "descending": "the list of {body}{each}, the largest first",
}


def plain(text: str) -> str:
    """A text of the file in Markdown: no heading, HTML, link or picture, whatever it says."""
    return re.sub(r"(?=[\\<\[&#])", r"\\", text)
