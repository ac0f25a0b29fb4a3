"""Turns the YAML under `board` into its section: a shape, lines of points, or a drawing.

A drawing is no rule text: its rows and columns count.  What is wrong in it is reported at the mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from gdl.syntax import nodes as syntax
from gdl.syntax.leaves import Leaves, first_words
from gdl.syntax.rule_file import BoardEntry, DefineEntry
from gdl.vocabulary.drawn import DRAWN, NO_CELL, named_marks
from gdl.yaml.reader import Entry, Node, Text

BOARD_ENTRIES = ("cells", "lines", "squares", "hexes", "letters", "points", "tracks", "pile")
GIVING = ("cells", "lines", *DRAWN)  # the entries that say what the cells are: one of them stands
EXAMPLES = {"points": "centre: 3 2.5", "tracks": "onward: a1 b1 c1", "letters": "home: h H"}
STARTS = {"points": "point", "tracks": "track", "letters": "letters"}
MARK = re.compile(r"[A-Za-z.-]")
ROW = re.compile(r"\S+|(?<=\S) (?=\S)|\s+")  # what stands together, one blank, other blanks


class Boards(Leaves):
    """Reads the section `board`."""

    def board(self, node: Node) -> BoardEntry:
        """The section, as far as it can be read."""
        span = first_words(node)
        if isinstance(node, Text):
            cells = self.leaf(node, "expr")
            return BoardEntry(span, cells, is_broken=cells is None)
        parts: dict[str, Any] = {}
        before = self.report.errors
        for entry in self.entries(node, "cells: square(8)"):
            name = self.board_entry(entry)
            if name in GIVING and (given := self.given_before(name, parts)):
                self.report.add("board-twice", entry.key.span, word=name, other=given)
            if name in ("cells", "pile"):
                parts[name] = self.leaf(entry.value, "expr")
            elif name == "lines":
                lines = [self.leaf(i, "path") for i in self.items(entry.value, "- a1 a2 a3")]
                parts[name] = tuple(line for line in lines if line is not None)
            elif name in DRAWN:
                parts["drawing"] = self.drawing(name, entry)
            elif name is not None:
                read = partial(self.leaf, start=STARTS[name])
                parts[name] = self.map_of(entry.value, "name", read, EXAMPLES[name])
        sets = self.lettered(parts.pop("letters", ()), parts.get("drawing"), before)
        return BoardEntry(span, **parts, sets=sets, is_broken=self.report.errors > before)

    def board_entry(self, entry: Entry) -> str | None:
        """The key of an entry of the board; a misspelt one is reported and read as the nearest."""
        key = entry.key.value
        if key in BOARD_ENTRIES:
            return key
        nearby = self.report.near(key, BOARD_ENTRIES)
        hint = f"known are {', '.join(BOARD_ENTRIES)}"
        self.report.add("unknown-entry", entry.key.span, word=key, candidates=nearby, hint=hint)
        if not nearby:
            self.give_up(entry.value)
        return nearby[0] if nearby else None

    def given_before(self, name: str, parts: dict[str, Any]) -> str:
        """The entry before this one that says already what the cells are; empty without one."""
        drawing = parts.get("drawing")
        before = [drawing.shape] if drawing is not None else []
        return next((n for n in [*before, *parts] if n in GIVING and n != name), "")

    # ---- drawings ----

    def drawing(self, shape: str, entry: Entry) -> syntax.Drawing | None:
        """A drawing whose rows and marks are right; else None, after reporting what is wrong."""
        node = entry.value
        if not isinstance(node, Text) or (
            "\n" not in node.value.rstrip() and len(node.span.text.strip().split("\n")) > 1
            and node.span.source.text[node.span.start] not in "|>"
        ):  # fmt: skip
            self.report.add("drawing-block", entry.key.span, word=shape)
            self.give_up(node)
            return None
        before = self.report.errors
        rows = list(rows_of(node))
        for number, row in enumerate(rows, 1):
            self.check_row(shape, number, row)
        if self.report.errors == before and shape == "hexes":
            self.check_shifts(rows)
        if self.report.errors == before and not any(set(r.value) - {" ", NO_CELL} for r in rows):
            self.report.add("drawing-empty", entry.key.span)
        if self.report.errors > before:
            return None
        found = [(m[0], row.part(*m.span())) for row in rows for m in MARK.finditer(row.value)]
        letters = {mark: span for mark, span in reversed(found) if mark.isalpha()}
        named = tuple(syntax.Name(row.span, row.value) for row in rows)
        return syntax.Drawing(node.span, shape, named, tuple(reversed(letters.items())))

    def check_row(self, shape: str, number: int, row: Text) -> None:
        """Report what is no mark, and blanks that do not stand between two marks."""
        for piece in ROW.finditer(row.value):
            first, text = piece.start(), piece[0]
            place, span = first // 2 + 1, row.part(*piece.span())
            if text.isspace():
                is_shift = first == 0 and text == " " and shape == "hexes"
                if text != " " or (first == 0 and not is_shift):
                    self.report.add("drawing-blanks", span, row=number, column=place)
            elif MARK.fullmatch(text):
                continue
            elif len(text) > 1 and all(map(MARK.fullmatch, text)):
                self.report.add("drawing-blanks", span, row=number, column=place)
            else:
                odd = next(i for i, c in enumerate(text) if not MARK.fullmatch(c))
                span = row.part(first + odd, first + odd + 1)
                self.report.add("drawing-mark", span, word=text[odd], row=number, column=place)

    def check_shifts(self, rows: list[Text]) -> None:
        """Report the first row of hexes that is not shifted against the one above it."""
        for number, (above, row) in enumerate(pairwise(rows), 2):
            if above.value.startswith(" ") == row.value.startswith(" "):
                way = "left" if row.value.startswith(" ") else "right"
                self.report.add("drawing-shift", row.part(0, 2), row=number, way=way)
                return

    # ---- letters ----

    def lettered(
        self, entries: Any, drawing: syntax.Drawing | None, errors: int
    ) -> tuple[DefineEntry, ...]:
        """The sets that letters name, as definitions that list their cells.

        `errors` is the number of errors before the board was read.
        """
        if drawing is None:
            if entries and self.report.errors == errors:
                self.report.add("letters-alone", entries[0][0].span)
            self.broken |= {name.text for name, _ in entries}
            return ()
        cells = named_marks(drawing.shape, drawing.texts)
        named = {letter for _, path in entries for word in path.letters for letter in word.text}
        for letter, span in drawing.letters:
            if letter not in named:
                self.report.add("letter-unnamed", span, word=letter)
        return tuple(self.set_of(name, path, drawing, cells) for name, path in entries)

    def set_of(
        self,
        name: syntax.Name,
        path: syntax.Letters,
        drawing: syntax.Drawing,
        cells: tuple[tuple[str, str], ...],
    ) -> DefineEntry:
        """The set of the cells with one of some letters; one without a cell is reported.

        A base may name letters that the drawing of its variant does not use: their sets are empty.
        """
        for letter in path.letters:
            if len(letter.text) > 1 or letter.text == "_":
                self.report.add("drawing-letter", letter.span, word=letter.text)
        letters = {letter.text for letter in path.letters}
        found = [cell for cell, mark in cells if mark in letters]
        is_own = path.span.source == drawing.span.source
        if not found and is_own and all(len(letter) == 1 for letter in letters):
            self.report.add("letter-nowhere", path.span, word=name.text)
        words = tuple(syntax.Word(path.span, cell) for cell in found)
        return DefineEntry(syntax.Head(name.span, name), syntax.Display(path.span, words))


def rows_of(text: Text) -> Iterator[Text]:
    """The rows of a drawing without blanks at their ends, and without empty rows around them."""
    value = text.value.rstrip()
    start = 0
    for row in value.split("\n"):
        end = start + len(row.rstrip())
        if end > start:
            span = text.part(start, end)
            yield Text(value[start:end], span, text.offsets[start : end + 1])
        start += len(row) + 1
