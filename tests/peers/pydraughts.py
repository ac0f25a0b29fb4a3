"""Draughts on pydraughts (github.com/AttackingOrDefending/pydraughts): whole turns."""

from __future__ import annotations

import re

from draughts import BLACK, WHITE, Board

CELL = re.compile(r"[a-z]\d+")


class Draughts:
    """A game; what has been played of a turn is kept until the turn is complete.

    Draws other than by the third occurrence and by fifteen moves of kings depend on the pieces that
    are left, which our rules do not know: there the peer gives up.
    """

    def __init__(self, variant: str):
        self.board = Board(variant=variant)
        self.begun: tuple[str, ...] = ()  # the cells of the jumps so far
        self.ways = self.turns()
        self.winner = self.board.winner()

    @staticmethod
    def cell(number: int) -> str:
        """The dark cells are numbered from a1, row by row."""
        row, place = divmod(number - 1, 4)
        return f"{chr(ord('a') + 2 * place + row % 2)}{row + 1}"

    def turns(self) -> dict[tuple[str, ...], object]:
        """Each legal turn by the cells that it visits."""
        return {tuple(map(self.cell, m.steps_move)): m for m in self.board.legal_moves()}

    def name(self, text: str) -> str:
        return " ".join(CELL.findall(text))

    def names(self) -> set[str]:
        done = len(self.begun)
        rest = (way[max(0, done - 1) :] for way in self.ways if way[:done] == self.begun)
        return {" ".join(cells[:2]) for cells in rest}

    def seat(self) -> int:
        return 0 if self.board.turn == WHITE else 1

    def chances(self) -> dict[str, float]:
        return {}  # nothing is left to chance

    def play(self, name: str) -> None:
        start, there = name.split()
        self.begun = (*(self.begun or (start,)), there)
        way = self.ways.get(self.begun)
        if way:
            self.board.push(way)
            self.begun = ()
            self.ways, self.winner = self.turns(), self.board.winner()

    def result(self) -> list[float] | None:
        winner = None if self.begun else self.winner
        if winner not in (WHITE, BLACK):
            return None
        return [float(winner == WHITE), float(winner == BLACK)]

    def gave_up(self) -> bool:
        return not self.begun and self.winner == 0
