"""Figures of random games, some at a time, as the file of a study has them."""

from __future__ import annotations

import sqlite3
from collections.abc import Container, Iterator
from contextlib import closing

from interpreter.study.plan.metrics import Numbers
from interpreter.study.store.contents import require
from interpreter.study.store.outcomes import check_figures
from interpreter.study.store.packed_columns import unpacked_columns

Piece = tuple[int, dict[str, Numbers]]  # the number of the first game, and columns of figures
CELL = "variant = ? AND pairing = ?"


def figure_pieces(
    base: sqlite3.Connection, cell: tuple[int, int], first: int, end: int, wanted: Container[str]
) -> Iterator[Piece]:
    """Figures with `wanted` names of the games of a cell from a number up to another one.

    Each game is in one piece at most, and in none unless the file has it: so there are no more
    figures than games, whatever is packed.  Raises Damaged.
    """
    query = (f"SELECT first, count, names, data FROM figures WHERE {CELL} "
             "AND first < ? AND first + count > ? ORDER BY first")  # fmt: skip
    before = 0
    with closing(base.execute(query, (*cell, end, first))) as rows:
        for number, count, names, data in rows:
            require(number >= before, "figures that are there twice")
            before = number + count
            require(has_games(base, cell, number, before), "figures without games")
            columns = unpacked_columns(names, data, count, wanted)
            check_figures(columns)
            begun = max(first, number)
            part = slice(begun - number, end - number)
            if columns:
                yield begun, {name: column[part] for name, column in columns.items()}


def has_games(base: sqlite3.Connection, cell: tuple[int, int], first: int, end: int) -> bool:
    """Whether the file has all games of a cell from a number up to another one."""
    query = f"SELECT count(*) FROM games WHERE {CELL} AND number >= ? AND number < ?"
    return bool(base.execute(query, (*cell, first, end)).fetchone() == (end - first,))
