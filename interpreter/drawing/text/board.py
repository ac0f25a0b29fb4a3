"""A board drawn as text: the layout of its cells with what is on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.drawing.text.canvas import Canvas, Run, in_ascii
from interpreter.drawing.text.placement import Layout, lay_out
from interpreter.drawing.text.symbols import Symbols

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import Piece

MARKED, LATEST = ("(", ")", "bold yellow"), ("[", "]", "bold green")


@dataclass(frozen=True)
class Scene:
    """What to draw: pieces by cell, and which cells are hidden, marked or of the latest turn."""

    pieces: Mapping[str, Piece]
    hidden: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()
    latest: frozenset[str] = field(default=frozenset())


class Drawer:
    """Draws the board of one game, if possible within `room`: (columns, rows)."""

    def __init__(self, game: GameBase, room: tuple[int, int] = (80, 18), ascii_only: bool = False):
        self.symbols = Symbols(game, ascii_only)
        self.ascii_only = ascii_only
        self.layout: Layout = lay_out(game, self.symbols.width, room)

    def rows(self, scene: Scene) -> list[list[Run]]:
        """The drawing from the top, each row as runs of one style."""
        canvas = Canvas()
        canvas.cells.update(self.layout.canvas.cells)
        canvas.arms.update(self.layout.canvas.arms)
        for cell, place in self.layout.places.items():
            text, style = self.cell(scene, cell)
            canvas.text(*place, text, style)
        if self.layout.brackets:
            self.bracket(canvas, scene.marked - scene.latest, MARKED)
            self.bracket(canvas, scene.latest, LATEST)
        rows = list(canvas.rows())
        return [[(in_ascii(t), s) for t, s in row] for row in rows] if self.ascii_only else rows

    def cell(self, scene: Scene, cell: str) -> Run:
        """The text on a cell and its style."""
        wide = self.symbols.width
        if cell in scene.pieces:
            text, style = self.symbols.of(scene.pieces[cell])
            return text.ljust(wide), style
        if cell in scene.hidden:
            return "?".center(wide), "dim"
        return self.layout.empty and self.layout.empty.center(wide), "dim"

    def bracket(self, canvas: Canvas, cells: frozenset[str], signs: tuple[str, str, str]) -> None:
        """Put brackets around cells; where two meet in one column, a bar stands for both."""
        left, right, style = signs
        for cell in sorted(cells & self.layout.places.keys()):
            row, column = self.layout.places[cell]
            for at, sign in ((column - 1, left), (column + self.symbols.width, right)):
                taken = canvas.cells.get((row, at), (" ", ""))[0] in "()[]|"
                canvas.text(row, at, "|" if taken else sign, style)

    def plain(self, scene: Scene) -> str:
        """The drawing without styles."""
        lines = ("".join(text for text, _ in row).rstrip() for row in self.rows(scene))
        return "\n".join(lines)
