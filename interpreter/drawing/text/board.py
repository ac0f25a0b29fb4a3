"""A board drawn as text: the layout of its cells with what is on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.drawing.text.canvas import Canvas, Run, in_ascii
from interpreter.drawing.text.joins import Join, draw_join
from interpreter.drawing.text.placement import Layout, lay_out
from interpreter.drawing.text.symbols import Symbols

if TYPE_CHECKING:
    from interpreter.api.game_base import GameBase
    from interpreter.board.values import Piece

MARKED, LATEST = ("(", ")", "bold yellow"), ("[", "]", "bold green")


@dataclass(frozen=True)
class Scene:
    """What to draw: pieces by cell, and which cells are hidden, marked or of the latest turn.

    `notes` are short texts on cells, beside their pieces; `joins` are drawn between cells.
    On a board with piles, the pieces are the top ones and have the height beside them.
    """

    pieces: Mapping[str, Piece]
    hidden: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()
    latest: frozenset[str] = field(default=frozenset())
    notes: Mapping[str, Sequence[Run]] = field(default_factory=dict)
    joins: Sequence[Join] = ()
    heights: Mapping[str, int] = field(default_factory=dict)  # of piles
    grounds: Mapping[str, str] = field(default_factory=dict)  # styles, such as `on red`


class Drawer:
    """Draws the board of one game, if possible within `room`: (columns, rows).

    Each cell has room for a piece and for a note of at most `notes` characters.
    """

    def __init__(
        self, game: GameBase, room: tuple[int, int] = (80, 18), ascii_only: bool = False,
        notes: int = 0,
    ):  # fmt: skip
        self.symbols = Symbols(game, ascii_only)
        self.ascii_only = ascii_only
        self.notes = notes
        most = game.model.board.pile or 1
        self.digits = len(str(most)) if most > 1 else 0  # of the height of a pile
        self.wide = self.symbols.width + self.digits + notes
        self.layout: Layout = lay_out(game, self.wide, room)

    def rows(self, scene: Scene) -> list[list[Run]]:
        """The drawing from the top, each row as runs of one style."""
        canvas = Canvas()
        canvas.cells.update(self.layout.canvas.cells)
        canvas.arms.update(self.layout.canvas.arms)
        places = self.layout.places
        for join in scene.joins:
            one, other = join.cells
            draw_join(canvas, join, (places[one], places[other]), self.wide)
        for cell, (row, column) in places.items():
            ground = scene.grounds.get(cell, "")
            if ground:
                self.paint(canvas, row, column, ground)
            self.write(canvas, row, column, on(ground, self.cell(scene, cell)))
        if self.layout.brackets:
            self.bracket(canvas, scene.marked - scene.latest, MARKED)
            self.bracket(canvas, scene.latest, LATEST)
        rows = list(canvas.rows())
        return [[(in_ascii(t), s) for t, s in row] for row in rows] if self.ascii_only else rows

    def write(self, canvas: Canvas, row: int, column: int, runs: Sequence[Run]) -> None:
        """Write the texts of a cell; the blanks around them cover no line."""
        whole = "".join(text for text, _ in runs)
        start, end = len(whole) - len(whole.lstrip()), len(whole.rstrip())
        at = 0
        for text, style in runs:
            first, last = max(start, at), min(end, at + len(text))
            canvas.text(row, column + first, whole[first:last], style)
            at += len(text)

    def paint(self, canvas: Canvas, row: int, column: int, ground: str) -> None:
        """Colour the ground of a cell where there is neither a line nor a name."""
        aside = 1 if self.layout.brackets else 0
        for at in range(column - aside, column + self.wide + aside):
            if (row, at) not in canvas.arms:
                canvas.cells.setdefault((row, at), (" ", ground))

    def cell(self, scene: Scene, cell: str) -> list[Run]:
        """The texts on a cell, as wide as cells are, and their styles."""
        notes = fitted(scene.notes.get(cell, ()), self.notes)
        if cell in scene.pieces:
            text, looks = self.symbols.of(scene.pieces[cell])
            height = scene.heights.get(cell, 1)
            return [
                (text.ljust(self.symbols.width), looks),
                ((str(height) if height > 1 else "").ljust(self.digits), looks),
                *notes,
            ]  # fmt: skip
        if notes:
            centred = ("•" * len(notes)).center(self.wide)
            return [(" " * centred.index("•"), ""), *notes]
        sign = "?" if cell in scene.hidden else self.layout.empty
        return [(sign and sign.center(self.wide), "dim")]

    def bracket(self, canvas: Canvas, cells: frozenset[str], signs: tuple[str, str, str]) -> None:
        """Put brackets around cells; where two meet in one column, a bar stands for both."""
        left, right, style = signs
        for cell in sorted(cells & self.layout.places.keys()):
            row, column = self.layout.places[cell]
            for at, sign in ((column - 1, left), (column + self.wide, right)):
                taken = canvas.cells.get((row, at), (" ", ""))[0] in "()[]|"
                canvas.text(row, at, "|" if taken else sign, style)

    def plain(self, scene: Scene) -> str:
        """The drawing without styles."""
        lines = ("".join(text for text, _ in row).rstrip() for row in self.rows(scene))
        return "\n".join(lines)


def on(ground: str, runs: Sequence[Run]) -> list[Run]:
    """Texts on a ground, but for those that have one of their own."""
    return [
        (text, style if not ground or "on " in style else f"{style or 'white'} {ground}")
        for text, style in runs
    ]


def fitted(notes: Sequence[Run], room: int) -> list[Run]:
    """The letters of notes, cut to `room` characters; `…` at the end says that there is more."""
    letters = [(letter, style) for text, style in notes for letter in text]
    if len(letters) > room:
        letters = [*letters[: room - 1], ("…", "")] if room > 0 else []
    return letters
