"""Scenes, pieces and decorations as SVG, filled in by templates that escape every text."""

from interpreter.drawing.svg.boards import THEMES, board_svg, drawn, ground
from interpreter.drawing.svg.covers import cover_svg
from interpreter.drawing.svg.pieces import symbol
from interpreter.drawing.svg.positions import position_svg

__all__ = ["THEMES", "board_svg", "cover_svg", "drawn", "ground", "position_svg", "symbol"]
