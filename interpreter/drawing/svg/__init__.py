"""Scenes, pieces and decorations as SVG, filled in by templates that escape every text."""

from interpreter.drawing.svg.boards import board_svg, ground
from interpreter.drawing.svg.decorated import drawn
from interpreter.drawing.svg.pieces import symbol

__all__ = ["board_svg", "drawn", "ground", "symbol"]
