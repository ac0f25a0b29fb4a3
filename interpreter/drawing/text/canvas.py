"""A sheet of characters with styles, and lines on it that join where they meet.

Nothing here knows about boards.  A style is a text that rich understands; "" is plain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LINES = {
    NORTH: "│", SOUTH: "│", NORTH | SOUTH: "│", EAST: "─", WEST: "─", EAST | WEST: "─",
    SOUTH | EAST: "┌", SOUTH | WEST: "┐", NORTH | EAST: "└", NORTH | WEST: "┘",
    NORTH | SOUTH | EAST: "├", NORTH | SOUTH | WEST: "┤", EAST | WEST | SOUTH: "┬",
    EAST | WEST | NORTH: "┴", NORTH | SOUTH | EAST | WEST: "┼",
}  # fmt: skip
PLAIN = str.maketrans(
    "│─┌┐└┘├┤┬┴┼╱╲·↑↗→↘↓↙←↖–…�═║━┃╳•", "|-+++++++++/\\.^9>3v1<7-~?=H##x*"
)
"""What stands for a character where a terminal has only ASCII; slanting arrows as on a keypad."""

Run = tuple[str, str]  # a text and its style


class Canvas:
    """Characters at (row, column); writing extends it, also to the left and upwards."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Run] = {}
        self.arms: dict[tuple[int, int], int] = defaultdict(int)

    def text(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text."""
        for i, letter in enumerate(text):
            self.cells[row, column + i] = (letter, style)

    def line(self, start: tuple[int, int], end: tuple[int, int], style: str = "") -> None:
        """Draw a line; horizontal and vertical ones join, slanted ones are strokes in the rows
        between their ends.
        """
        (r, c), (s, d) = sorted((start, end))
        if r == s:
            for column in range(c, d):
                self.arms[r, column] |= EAST
                self.arms[r, column + 1] |= WEST
        elif c == d:
            for row in range(r, s):
                self.arms[row, c] |= SOUTH
                self.arms[row + 1, c] |= NORTH
        else:
            stroke, slope = ("╲" if d > c else "╱", style), (d - c) / (s - r)
            wide = max(1, round(abs(slope)) - 1)  # strokes in a row
            for row in range(r + 1, s):
                first = round(c + slope * (row - r) - (wide - 1) / 2)
                for column in range(first, first + wide):
                    self.cells.setdefault((row, column), stroke)

    def rows(self) -> Iterator[list[Run]]:
        """The rows from the top, each as runs of one style."""
        cells = {at: (LINES[arms], "dim") for at, arms in self.arms.items()} | self.cells
        if not cells:
            return
        left = min(c for _, c in cells)
        ends: dict[int, int] = defaultdict(lambda: left)
        for row, column in cells:
            ends[row] = max(ends[row], column + 1)
        for row in range(min(ends), max(ends) + 1):
            runs: list[Run] = []
            for column in range(left, ends.get(row, left)):
                letter, style = cells.get((row, column), (" ", ""))
                if runs and runs[-1][1] == style:
                    runs[-1] = (runs[-1][0] + letter, style)
                else:
                    runs.append((letter, style))
            yield runs

    def plain(self) -> list[str]:
        """The rows without styles."""
        return ["".join(text for text, _ in runs).rstrip() for runs in self.rows()]


def in_ascii(text: str) -> str:
    """A text for a terminal that has only ASCII."""
    return text.translate(PLAIN).encode("ascii", "replace").decode()
