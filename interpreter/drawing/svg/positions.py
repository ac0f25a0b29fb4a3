"""A whole position as SVG, whatever is hidden from seats."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from interpreter.api.state import State
from interpreter.drawing.scene import decorations
from interpreter.drawing.svg.boards import board_svg


def position_svg(state: State, theme: str = "auto", width: int | None = None) -> Markup:
    """The board of a state with all that stands and is stored on it."""
    view = replace(
        state.view(0), pieces=state.pieces(), hidden=frozenset(), variables=state.variables,
        marks=state.marks,
    )  # fmt: skip
    game = state.game
    return board_svg(game, state.piles(), decorations(game, view), theme, width)
