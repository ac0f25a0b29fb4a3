"""Variables below a board: tables of those with two indices or more, rows of those with one over
numbers, and lines of the others, and of those whose entries are all alike."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.drawing.text.values import ENTRIES, status, value_text, words

WIDTH = 80  # columns, where nobody says how many there are
MAX_TABLE = 120  # of a table; of a variable with more, a line says those that have changed
MIN_ROW, MAX_ROW = 3, 40  # entries of one index over numbers that stand below their numbers
MIN_ALIKE = 5  # entries that are all alike, from which on they are said once
KEPT = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Table:
    """Texts by row and column; `corner` says of what."""

    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    def turned(self) -> Table:
        """The same with rows for columns."""
        names, lines = zip(*self.rows, strict=True)
        rows = zip(self.columns, zip(*lines, strict=True), strict=True)
        return Table(self.corner, names, tuple(rows))

    def lines(self) -> Iterator[str]:
        """The table as text: names to the left, values to the right."""
        grid = [(self.corner, self.columns), *self.rows]
        first = max(len(name) for name, _ in grid)
        widths = [
            max(map(len, column)) for column in zip(*(cells for _, cells in grid), strict=True)
        ]
        for name, cells in grid:
            shown = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
            yield "  ".join([name.ljust(first), *shown])


def table_of(name: str, value: Any, entries: Any) -> Table | None:
    """The table of a variable, its last index across; None for one that is better said in a line.

    `entries` are all that it has, of which the value may lack some that are hidden.
    """
    every = entries if isinstance(entries, Mapping) else value
    if not isinstance(value, Mapping) or not 0 < len(every) <= MAX_TABLE:
        return None
    if not all(isinstance(key, tuple) for key in every):
        return None
    heads, lasts = dict.fromkeys(k[:-1] for k in every), dict.fromkeys(k[-1] for k in every)
    rows = (
        (text_of(head), tuple(cell_text(value, (*head, last)) for last in lasts)) for head in heads
    )
    return Table(name, tuple(text_of((last,)) for last in lasts), tuple(rows))


def is_numbered(entries: Any) -> bool:
    """Whether these are entries of one index over numbers, as many as a row of them can have."""
    if not isinstance(entries, Mapping) or not MIN_ROW <= len(entries) <= MAX_ROW:
        return False
    return all(isinstance(key, int) and not isinstance(key, bool) for key in entries)


def is_listed(entries: Mapping[Any, Any]) -> bool:
    """Whether a page tells each entry by its index: all of a table or a row, else only a few."""
    is_table = all(isinstance(key, tuple) for key in entries) or is_numbered(entries)
    return len(entries) <= (MAX_TABLE if is_table else ENTRIES)


def row_lines(name: str, value: Mapping[Any, Any], every: Any, width: int) -> list[str]:
    """Lines with the numbers of a variable's index, and below each number its entry; none where
    too few of them fit side by side.
    """
    texts = [(str(key), cell_text(value, key)) for key in every]
    wide = max(len(text) for pair in texts for text in pair)
    at_once = (width - len(name)) // (wide + 2)
    if at_once < MIN_ROW:
        return []
    lines: list[str] = []
    for at in range(0, len(texts), at_once):
        for head, row in zip(("" if at else name, ""), zip(*texts[at : at + at_once], strict=True),
                             strict=True):  # fmt: skip
            lines.append("  ".join([head.ljust(len(name)), *(text.rjust(wide) for text in row)]))
    return lines


def cell_text(value: Mapping[Any, Any], key: Any) -> str:
    """An entry of a table; a question mark for one that is hidden."""
    if key not in value:
        return "?"
    return "–" if value[key] is None else value_text(value[key])


def text_of(key: Sequence[Any]) -> str:
    """A part of an index."""
    return " ".join(words(tuple(key)))


def status_lines(
    values: Mapping[str, Any], start: Mapping[str, Any], width: int = WIDTH,
    every: Mapping[str, Any] | None = None,
) -> Iterator[str]:  # fmt: skip
    """Variables in lines of some width; `start` has their values at the start of the game, and
    `every` all entries, where some were hidden then.
    """
    entries = start if every is None else every
    alike = {name: all_alike(value, entries.get(name)) for name, value in values.items()}
    tables = {
        name: [] if alike[name] else fitting(name, value, entries.get(name), width)
        for name, value in values.items()
    }
    if said := {name: alike[name] or values[name] for name in values if not tables[name]}:
        yield from wrapped(status(said, start), width)
    for lines in tables.values():
        yield from lines


def all_alike(value: Any, entries: Any) -> str:
    """What all entries of a variable are, where there are many and all can be seen; else nothing,
    and for a sheet with two indices that is still empty: its boxes are what may be filled.
    """
    if not isinstance(value, Mapping) or len(value) < MIN_ALIKE:
        return ""
    if isinstance(entries, Mapping) and len(value) < len(entries):
        return ""
    if all(isinstance(key, tuple) and entry is None for key, entry in value.items()):
        return ""
    first, *others = value.values()
    return f"all {value_text(first)}" if all(entry == first for entry in others) else ""


def fitting(name: str, value: Any, entries: Any, width: int) -> list[str]:
    """The lines of a variable's table, the fewer ones that are not too wide; none if all are."""
    every = entries if isinstance(entries, Mapping) else value
    if isinstance(value, Mapping) and is_numbered(every):
        return row_lines(name, value, every, width)
    table = table_of(name, value, entries)
    ways = [] if table is None else [[*table.lines()], [*table.turned().lines()]]
    return min((way for way in ways if len(way[0]) <= width), key=len, default=[])


def wrapped(text: str, width: int) -> list[str]:
    """Lines of some width, broken only between entries: behind a comma, or at a dot, which is left
    out there."""
    entries = re.split(r"(?<=[,·]) ", text)
    kept = " ".join(entry.replace(" ", KEPT) for entry in entries)
    lines = textwrap.wrap(kept, width, break_long_words=False, break_on_hyphens=False)
    parts = [part for line in lines for part in textwrap.wrap(line.replace(KEPT, " "), width)]
    return [part.removesuffix(" ·") for part in parts]
