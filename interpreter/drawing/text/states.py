"""A whole state as text: the board, and the variables below it."""

from __future__ import annotations

from interpreter.api.state import State, start_of
from interpreter.drawing.text.board import Drawer, Scene
from interpreter.drawing.text.tables import status_lines

ROOM = (80, 24)  # columns and rows of a drawn board


def state_text(state: State) -> str:
    """The board as text, and the variables below it."""
    heights = {cell: len(pile) for cell, pile in state.piles().items()}
    board = Drawer(state.game, ROOM).plain(Scene(state.pieces(), heights=heights))
    if not state.variables:
        return board
    return "\n".join([board, *status_lines(state.variables, start_of(state.game).variables)])
