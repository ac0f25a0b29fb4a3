"""Cells as a format writes them."""

from __future__ import annotations

import re
from string import ascii_letters

from interpreter.api.game import Game
from interpreter.exchange.faults import ExchangeError

CELL_NAME = re.compile(r"([a-z]+)(\d+)")
LETTERS = ascii_letters  # of columns and rows: `a` to `z`, then `A` to `Z`


class Cells:
    """The cells of a board by their numbers, in one of the ways of `notation`.

    Raises ExchangeError for cells that cannot be written so.
    """

    def __init__(self, game: Game, way: str):
        self.names = game.board.cells
        parts = [CELL_NAME.fullmatch(name) for name in self.names]
        self.columns = [part[1] if part else name for part, name in zip(parts, self.names)]
        self.rows = [part[2] if part else "" for part in parts]
        self.texts = list(self.names) if way == "names" else self.lettered()

    def lettered(self) -> list[str]:
        """A letter for the column and one for the row, from the top."""
        if not all(self.rows) or any(len(column) > 1 for column in self.columns):
            raise ExchangeError("the cells of this board have no columns and rows with letters")
        top = max(map(int, self.rows))
        if top > len(LETTERS):
            raise ExchangeError(f"a board with {top} rows has more of them than there are letters")
        return [c + LETTERS[top - int(r)] for c, r in zip(self.columns, self.rows, strict=True)]

    def text(self, cell: int) -> str:
        """The whole name of a cell."""
        return self.texts[cell]

    def column(self, cell: int) -> str:
        """The letter of its column; on a board without columns its name."""
        return self.columns[cell]

    def row(self, cell: int) -> str:
        """The number of its row; empty on a board without rows."""
        return self.rows[cell]
