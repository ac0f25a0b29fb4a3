"""A whole state as text: the board, and the variables below it, or those that no board shows."""

from __future__ import annotations

from interpreter.api.state import State, start_of
from interpreter.drawing.scene.stored import drawn_names
from interpreter.drawing.text.board import Drawer, Scene
from interpreter.drawing.text.tables import WIDTH, status_lines

ROOM = (80, 24)  # columns and rows of a drawn board


def state_text(state: State) -> str:
    """The board as text, and the variables below it."""
    heights = {cell: len(pile) for cell, pile in state.piles().items()}
    board = Drawer(state.game, ROOM).plain(Scene(state.pieces(), heights=heights))
    if not state.variables:
        return board
    return "\n".join([board, *status_lines(state.variables, start_of(state.game).variables)])


def beside_text(state: State, width: int = WIDTH) -> str:
    """The variables that are not drawn on a board, in lines of some width, whatever is hidden from
    seats.
    """
    drawn = drawn_names(state.game)
    values = {name: value for name, value in state.variables.items() if name not in drawn}
    return "\n".join(status_lines(values, start_of(state.game).variables, width))
