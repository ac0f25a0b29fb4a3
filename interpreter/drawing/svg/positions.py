"""A whole position as SVG, whatever is hidden from seats."""

from __future__ import annotations

from markupsafe import Markup

from interpreter.api.state import State
from interpreter.drawing.scene import all_decorations
from interpreter.drawing.svg.boards import board_svg


def position_svg(state: State, theme: str = "auto", width: int | None = None) -> Markup:
    """The board of a state with all that stands and is stored on it."""
    return board_svg(state.game, state.piles(), all_decorations(state), theme, width)
