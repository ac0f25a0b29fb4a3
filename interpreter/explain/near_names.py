"""The name of a value that a misspelt word of a move may mean: a piece, a cell or another value.

Names are compared by their letters, those of several parts part by part, and cells by where they
are: a wrong letter in `g1` makes a cell somewhere else, which nobody means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from gdl.source.nearest import distance, near, nearest
from gdl.vocabulary.lattice import letters_value
from gdl.vocabulary.types import PIECE, Type

MAX_NAMES = 2_000  # that a misspelt word is compared with
CELL_NAME = re.compile("([a-z]{1,2})([0-9]{1,3})")


def nearest_name(word: str, names: Iterable[str], type: Type) -> str | None:
    """The name that a misspelt word may mean; of a piece also one that lacks its colour there."""
    compared = [*islice(names, MAX_NAMES)]
    found = nearest_value(word, compared)
    if found is not None or type != PIECE:
        return found
    parts: dict[str, str] = {}
    for name in compared:
        if "-" in name:
            parts.setdefault(name.partition("-")[2], name)
    part = nearest(word, parts)
    return None if part is None else parts[part]


def nearest_value(word: str, names: Iterable[str]) -> str | None:
    """The name nearest to a misspelt word, each of whose parts is near to that of the word."""
    if column_and_row(word) is not None:
        return nearest_cell(word, names)
    return next((name for name in near(word, names) if are_parts_near(word, name)), None)


def are_parts_near(word: str, name: str) -> bool:
    """Whether each part of a word such as `coins-quen` is near to that of a name, where they have
    as many: between parts that are the same, any short word would be near to any other.
    """
    parts = word.lower().split("-"), name.lower().split("-")
    if len(parts[0]) != len(parts[1]):
        return True
    return all(one == other or nearest(one, [other]) for one, other in zip(*parts, strict=True))


def nearest_cell(word: str, names: Iterable[str]) -> str | None:
    """The name for which a word is a slip, with a letter twice or two in the wrong order, or else
    that of a cell next to the one that the word would name.
    """
    compared = [*names]
    slip = next((name for name in compared if distance(word.lower(), name.lower(), 1) < 1), None)
    return slip or next((name for name in compared if are_neighbours(word, name)), None)


def are_neighbours(one: str, other: str) -> bool:
    """Whether two names of cells are next to one another in a column or a row."""
    first, second = column_and_row(one), column_and_row(other)
    if first is None or second is None:
        return False
    return sum(abs(a - b) for a, b in zip(first, second, strict=True)) == 1


def column_and_row(name: str) -> tuple[int, int] | None:
    """The numbers of the column and the row in the name of a cell of a grid; None for others."""
    found = CELL_NAME.fullmatch(name.lower())
    return (letters_value(found[1]), int(found[2])) if found else None
