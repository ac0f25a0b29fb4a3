"""Scenes, pieces and decorations as SVG, filled in by templates that escape every text."""

from interpreter.drawing.svg.boards import board_svg
from interpreter.drawing.svg.pieces import symbol

__all__ = ["board_svg", "symbol"]
